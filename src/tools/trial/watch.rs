//! Expectations while a world runs: each is looked at at its ticks, until it is decided.

use super::{Found, path_of};
use crate::base::scene_fault::{ScenePath, SceneStep};
use crate::engine::Maze;
use crate::scene::{Expectation, Expected, Mismatch, When, all_hold, laid_out};

/// Expectations, each with the steps to it.
type Open<'s> = Vec<(Vec<SceneStep>, &'s dyn Expected)>;

/// The expectations of a list at an index of what they are in.
fn open(list: &[Expectation], index: usize) -> Open<'_> {
    let all = list.iter().enumerate().filter_map(|(place, it)| match it {
        Expectation::Now(it) => Some((
            vec![SceneStep::Index(index), SceneStep::Index(place)],
            it.as_ref(),
        )),
        Expectation::When(..) => None,
    });
    all.collect()
}

/// An expectation of a scene, and what of it is not decided.
pub(super) struct Watch<'s> {
    path: ScenePath,
    /// The index of the condition on which it depends.
    pub(super) given: Option<usize>,
    /// The times; `None` for the end.
    when: Option<&'s When>,
    open: Open<'s>,
    /// Whether what ends or begins the time has held.
    has_turned: bool,
    /// Whether it has held at some tick, so that another value would not mend it.
    has_held: bool,
}

impl<'s> Watch<'s> {
    /// The expectations of a scene, and the conditions on which some of them depend.
    pub(super) fn all(expect: &'s [Expectation]) -> (Vec<Self>, Vec<&'s [Expectation]>) {
        let (mut watches, mut conditions) = (Vec::new(), Vec::new());
        for (place, expectation) in expect.iter().enumerate() {
            let path = path_of(place);
            if let Expectation::When(When::Given(condition), list) = expectation {
                let given = Some(conditions.len());
                conditions.push(&condition[..]);
                let paths =
                    (0..).map(|inner| path.then([SceneStep::Index(1), SceneStep::Index(inner)]));
                watches.extend(paths.zip(list).map(|(path, it)| Self::new(it, path, given)));
            } else {
                watches.push(Self::new(expectation, path, None));
            }
        }
        (watches, conditions)
    }

    fn new(expectation: &'s Expectation, path: ScenePath, given: Option<usize>) -> Self {
        let (when, open) = match expectation {
            Expectation::Now(expected) => (None, vec![(Vec::new(), &**expected)]),
            Expectation::When(when, list) => (Some(when), open(list, when.list())),
        };
        Self {
            path,
            given,
            when,
            open,
            has_turned: false,
            has_held: false,
        }
    }

    /// Whether another world may reach what this one does not.
    pub(super) fn is_of_many(&self) -> bool {
        matches!(self.when, Some(When::Sometimes))
    }

    /// Returns the first tick at which it is looked at, `from` or a later one; `None` for the end.
    pub(super) fn next_tick(&self, from: u64) -> Option<u64> {
        match self.when? {
            &When::At(at) => Some(at),
            _ => Some(from),
        }
    }

    /// Judges what is undecided after the tick that was just done; returns whether something is left.
    pub(super) fn goes_on(&mut self, world: &mut Maze, tick: u64, found: &mut Found<'_>) -> bool {
        let Some(when) = self.when else { return true };
        if let Some(turn) = when.turn() {
            self.has_turned = self.has_turned || all_hold(turn, world);
        }
        match when {
            When::At(at) if tick < *at => return true,
            When::At(_) => {
                self.fail(world, "", found);
                return false;
            }
            When::Eventually | When::Sometimes | When::By(_) => {
                self.open.retain(|(_, it)| !it.holds(world));
            }
            When::Never => self.open.retain(|(steps, expected)| {
                let holds = expected.holds(world);
                if holds {
                    let message = format!(
                        "Never: tick {tick}: found {}",
                        laid_out(&expected.plain(), 0)
                    );
                    found(self.path.then(steps.iter().copied()), tick, message.into());
                }
                !holds
            }),
            When::Until(_) if self.has_turned => return false,
            When::After(_) if !self.has_turned => return true,
            When::Always | When::Until(_) | When::After(_) | When::Given(_) => {
                let broken: Vec<_> = self
                    .open
                    .extract_if(.., |(_, it)| !it.holds(world))
                    .collect();
                if !broken.is_empty() {
                    let open = std::mem::replace(&mut self.open, broken);
                    self.fail(world, &format!("{}: tick {tick}: ", when.name()), found);
                    self.open = open;
                }
                self.has_held = true;
            }
        }
        match when {
            When::By(last) if tick >= *last => {
                self.fail(world, &format!("By: never up to tick {last}: "), found);
                false
            }
            When::Until(_) => true,
            _ => !self.open.is_empty(),
        }
    }

    pub(super) fn end(mut self, world: &mut Maze, found: &mut Found<'_>) {
        let tick = world.progress().tick;
        match self.when {
            None => self.fail(world, "", found),
            Some(When::At(at)) => {
                let message = format!("At: expected tick {at}, found the end at tick {tick}");
                found(self.path, tick, message.into());
            }
            Some(when @ (When::Eventually | When::Sometimes | When::By(_) | When::Until(_))) => {
                if let When::Until(turn) = when {
                    self.open = open(turn, 0);
                }
                let before = format!("{}: never up to the end, at tick {tick}: ", when.name());
                self.fail(world, &before, found);
            }
            Some(_) => {}
        }
    }

    /// Passes on what does not hold now of what is open, each with these words before its message.
    fn fail(&mut self, world: &mut Maze, before: &str, found: &mut Found<'_>) {
        let tick = world.progress().tick;
        for (steps, expected) in self.open.drain(..) {
            let Err(wrong) = expected.judge(world) else {
                continue;
            };
            let message = format!("{before}{}: {}", expected.name(), wrong.message);
            let remedies = if self.has_held {
                Vec::new()
            } else {
                wrong.remedies
            };
            let wrong = Mismatch {
                message,
                remedies,
                ..wrong
            };
            found(self.path.then(steps), tick, wrong);
        }
    }
}
