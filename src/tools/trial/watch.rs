//! Expectations while a world runs: each is judged at its ticks, until it is decided.

use super::path_of;
use crate::base::scene_fault::{ScenePath, SceneStep};
use crate::engine::Maze;
use crate::scene::{Expectation, Expected, Failure, When, all_hold, laid_out};

/// The most expectations that are watched together: a number has a bit for each.
const TOGETHER: usize = u64::BITS as usize;

/// Receives failures as they are found, and the world in which they are.
pub(super) type Found<'a> = dyn FnMut(Failure, &mut Maze) + 'a;

/// Expectations of a scene that are judged at the same times.
///
/// Judging changes nothing in it: what is decided after some ticks of a world is in a [`Standing`].
pub(crate) struct Watch<'s> {
    /// The place in the scene of the times with all their expectations.
    path: ScenePath,
    /// The index of the condition on which it depends.
    pub(super) given: Option<usize>,
    /// The times; `None` for the end.
    when: Option<&'s When>,
    leaves: Vec<Leaf<'s>>,
    /// Whether it has the first expectations of its list. It reports what is wrong with the times themselves.
    is_first: bool,
}

/// An expectation, and the steps to it from its watch.
struct Leaf<'s> {
    steps: Vec<SceneStep>,
    expected: &'s dyn Expected,
}

/// What is decided of a [`Watch`] after some ticks of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Standing {
    /// A bit for each of its expectations: 1 until it is decided.
    open: u64,
    /// Whether what ends or begins the time has held.
    has_turned: bool,
    /// Whether no later tick matters.
    pub(super) is_over: bool,
}

impl<'s> Watch<'s> {
    /// Returns the watches of a scene's expectations, in their order, and the conditions on which some of them depend.
    pub(crate) fn all(expect: &'s [Expectation]) -> (Vec<Self>, Vec<&'s [Expectation]>) {
        let mut watches = Vec::new();
        let mut conditions = Vec::new();

        for (place, expectation) in expect.iter().enumerate() {
            let path = path_of(place);
            let Expectation::When(When::Given(condition), list) = expectation else {
                Self::add(expectation, &path, None, &mut watches);
                continue;
            };

            let given = Some(conditions.len());
            conditions.push(&condition[..]);
            for (place, expectation) in list.iter().enumerate() {
                let path = path.then([SceneStep::Index(1), SceneStep::Index(place)]);
                Self::add(expectation, &path, given, &mut watches);
            }
        }

        (watches, conditions)
    }

    fn add(
        expectation: &'s Expectation,
        path: &ScenePath,
        given: Option<usize>,
        watches: &mut Vec<Self>,
    ) {
        let (when, mut leaves) = match expectation {
            Expectation::Now(expected) => {
                let steps = Vec::new();
                let expected = expected.as_ref();
                (None, vec![Leaf { steps, expected }])
            }
            Expectation::When(when, list) => (Some(when), leaves_of(list, when.list())),
        };

        let mut is_first = true;
        while is_first || !leaves.is_empty() {
            let others = leaves.split_off(leaves.len().min(TOGETHER));
            watches.push(Self {
                path: path.clone(),
                given,
                when,
                leaves,
                is_first,
            });
            leaves = others;
            is_first = false;
        }
    }

    /// Returns true if another world may reach what this one doesn't.
    pub(super) fn is_of_many(&self) -> bool {
        matches!(self.when, Some(When::Sometimes))
    }

    /// Returns true if it is judged at every tick until it is over.
    pub(crate) fn is_of_every_tick(&self) -> bool {
        self.when.is_some() && self.tick().is_none()
    }

    /// Returns the only tick at which it is judged.
    pub(crate) fn tick(&self) -> Option<u64> {
        match self.when {
            Some(&When::At(tick)) => Some(tick),
            _ => None,
        }
    }

    /// Returns what is decided before the first tick: nothing.
    pub(crate) fn start(&self) -> Standing {
        let bits = self.leaves.len();
        Standing {
            open: if bits == TOGETHER {
                u64::MAX
            } else {
                (1 << bits) - 1
            },
            has_turned: false,
            is_over: false,
        }
    }

    /// Judges what is undecided after the tick that was just done.
    pub(crate) fn judge(&self, standing: &mut Standing, maze: &mut Maze, found: &mut Found<'_>) {
        let Some(when) = self.when.filter(|_| !standing.is_over) else {
            return;
        };
        crate::base::work::count(1);
        let tick = maze.progress().tick;

        if let Some(turn) = when.turn() {
            standing.has_turned = standing.has_turned || all_hold(turn, maze);
        }

        match when {
            When::At(at) if tick < *at => return,
            When::At(_) => {
                self.fail(*standing, maze, &format!("at tick {tick}, "), found);
                standing.is_over = true;
            }
            When::Eventually | When::Sometimes | When::By(_) => {
                self.close(standing, maze, |leaf, maze| leaf.expected.holds(maze));
            }
            When::Never => self.close(standing, maze, |leaf, maze| {
                let holds = leaf.expected.holds(maze);
                if holds {
                    let plain = laid_out(&leaf.expected.plain(), 0);
                    let failure = Failure::new(format!("at tick {tick}, {plain} holds"));
                    found(self.placed(leaf, failure, tick), maze);
                }
                holds
            }),
            When::Until(_) if standing.has_turned => standing.is_over = true,
            When::After(_) if !standing.has_turned => return,
            When::Always | When::Until(_) | When::After(_) | When::Given(_) => {
                self.close(standing, maze, |leaf, maze| {
                    let fails = !leaf.expected.holds(maze);
                    if fails {
                        self.fail_leaf(leaf, maze, &format!("at tick {tick}, "), false, found);
                    }
                    fails
                });
            }
        }

        if let When::By(last) = when
            && tick >= *last
        {
            let before = format!("not once up to tick {last}: ");
            self.fail(*standing, maze, &before, found);
            standing.is_over = true;
        }

        // What must come is still waited for.
        standing.is_over |= standing.open == 0 && !matches!(when, When::Until(_));
    }

    /// Judges what is undecided at the end of a world.
    pub(crate) fn end(&self, standing: Standing, maze: &mut Maze, found: &mut Found<'_>) {
        if standing.is_over {
            return;
        }
        let tick = maze.progress().tick;
        let never = format!("not once up to the end, at tick {tick}: ");

        match self.when {
            None => self.fail(standing, maze, "", found),
            Some(When::Eventually | When::Sometimes | When::By(_)) => {
                self.fail(standing, maze, &never, found);
            }
            Some(When::At(at)) if self.is_first => {
                let message = format!("the world ends at tick {tick}, before tick {at}");
                let failure = Failure {
                    path: self.path.clone(),
                    tick,
                    ..Failure::new(message)
                };
                found(failure, maze);
            }
            Some(When::Until(turn)) if self.is_first => {
                for leaf in leaves_of(turn, 0) {
                    self.fail_leaf(&leaf, maze, &never, false, found);
                }
            }
            Some(_) => {}
        }
    }

    /// Closes those of the open expectations for which `is_decided` returns true.
    fn close(
        &self,
        standing: &mut Standing,
        maze: &mut Maze,
        mut is_decided: impl FnMut(&Leaf<'_>, &mut Maze) -> bool,
    ) {
        let mut left = standing.open;
        while left != 0 {
            let place = left.trailing_zeros();
            left &= left - 1;
            if is_decided(&self.leaves[place as usize], maze) {
                standing.open &= !(1 << place);
            }
        }
    }

    /// Reports what doesn't hold now of what is open, each with these words before its message.
    fn fail(&self, mut standing: Standing, maze: &mut Maze, before: &str, found: &mut Found<'_>) {
        // At a tick that is given, another value can hold.
        let is_exact = matches!(self.when, None | Some(When::At(_)));
        self.close(&mut standing, maze, |leaf, maze| {
            self.fail_leaf(leaf, maze, before, is_exact, found);
            true
        });
    }

    fn fail_leaf(
        &self,
        leaf: &Leaf<'_>,
        maze: &mut Maze,
        before: &str,
        is_exact: bool,
        found: &mut Found<'_>,
    ) {
        let Err(mut failure) = leaf.expected.judge(maze) else {
            return;
        };
        failure.message.insert_str(0, before);
        if !is_exact {
            failure.actual.clear();
        }
        found(self.placed(leaf, failure, maze.progress().tick), maze);
    }

    /// Adds its place and its tick to the failure of an expectation.
    fn placed(&self, leaf: &Leaf<'_>, failure: Failure, tick: u64) -> Failure {
        Failure {
            path: self.path.then(leaf.steps.iter().copied()),
            tick,
            ..failure
        }
    }
}

/// The expectations of a list, which is at an index of what it is in.
fn leaves_of(list: &[Expectation], index: usize) -> Vec<Leaf<'_>> {
    let mut leaves = Vec::new();
    for (place, expectation) in list.iter().enumerate() {
        if let Expectation::Now(expected) = expectation {
            leaves.push(Leaf {
                steps: vec![SceneStep::Index(index), SceneStep::Index(place)],
                expected: expected.as_ref(),
            });
        }
    }
    leaves
}
