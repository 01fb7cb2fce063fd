//! Expectations while a world runs: each is looked at at its ticks, until it is decided.

use super::{Found, path_of};
use crate::base::scene_fault::{ScenePath, SceneStep};
use crate::scene::simulation::Simulation;
use crate::scene::{Expectation, Expected, Mismatch, When, laid_out, leaves};

/// An expectation of a scene, and what of it is not decided.
pub(super) struct Watch<'s> {
    path: ScenePath,
    /// The times; `None` for the end.
    when: Option<&'s When>,
    /// The expectations that are not decided, each with the steps to it.
    open: Vec<(Vec<SceneStep>, &'s dyn Expected)>,
    /// Whether what ends or begins the time has held.
    has_turned: bool,
    /// Whether it has held at some tick, so that another value would not mend it.
    has_held: bool,
}

impl<'s> Watch<'s> {
    /// The expectations of a scene.
    pub(super) fn all(expect: &'s [Expectation]) -> impl Iterator<Item = Self> {
        expect.iter().enumerate().map(|(place, expectation)| {
            let (when, open): (_, Vec<_>) = match expectation {
                Expectation::Now(expected) => (None, vec![(Vec::new(), &**expected)]),
                Expectation::When(when, list) => {
                    let open = leaves(list, when.list()).map(|(steps, it)| (steps, &**it));
                    (Some(when), open.collect())
                }
            };
            Self { path: path_of(place), when, open, has_turned: false, has_held: false }
        })
    }

    /// The next tick at which it is looked at, after this one.
    pub(super) fn next(&self, tick: u64) -> u64 {
        match self.when {
            None => u64::MAX,
            Some(&When::At(at)) => at,
            Some(_) => tick + 1,
        }
    }

    /// Judges what is undecided after the tick that was just done; returns whether something is left.
    pub(super) fn goes_on(&mut self, world: &mut Simulation, found: &mut Found<'_>) -> bool {
        let Some(when) = self.when else { return true };
        let tick = world.progress().tick;
        if let When::Until(turn) | When::After(turn) = when {
            let holds = |it: &Expectation| matches!(it, Expectation::Now(it) if it.holds(world));
            self.has_turned = self.has_turned || turn.iter().all(holds);
        }
        match when {
            When::At(at) if tick < *at => return true,
            When::At(_) => {
                self.fail(world, "", found);
                return false;
            }
            When::Eventually | When::By(_) => self.open.retain(|(_, it)| !it.holds(world)),
            When::Never => self.open.retain(|(steps, expected)| {
                let holds = expected.holds(world);
                if holds {
                    let message =
                        format!("Never: tick {tick}: found {}", laid_out(&expected.plain(), 0));
                    found(self.path.then(steps.iter().copied()), tick, message.into());
                }
                !holds
            }),
            When::Until(_) if self.has_turned => return false,
            When::After(_) if !self.has_turned => return true,
            When::Always | When::Until(_) | When::After(_) => {
                let broken = self.open.extract_if(.., |(_, it)| !it.holds(world)).collect();
                let open = std::mem::replace(&mut self.open, broken);
                self.fail(world, &format!("{}: tick {tick}: ", when.name()), found);
                self.open = open;
                self.has_held = true;
            }
        }
        match when {
            When::By(last) if tick >= *last => {
                self.fail(world, &format!("By: not up to tick {last}: "), found);
                false
            }
            When::Until(_) => true,
            _ => !self.open.is_empty(),
        }
    }

    /// Judges what the end decides.
    pub(super) fn end(mut self, world: &mut Simulation, found: &mut Found<'_>) {
        let tick = world.progress().tick;
        match self.when {
            None => self.fail(world, "", found),
            Some(When::At(at)) => {
                let message = format!("At: expected tick {at}, found the end at tick {tick}");
                found(self.path, tick, message.into());
            }
            Some(when @ (When::Eventually | When::By(_) | When::Until(_))) => {
                if let When::Until(turn) = when {
                    self.open = leaves(turn, 0).map(|(steps, it)| (steps, &**it)).collect();
                }
                let before = format!("{}: not up to the end at tick {tick}: ", when.name());
                self.fail(world, &before, found);
            }
            Some(_) => {}
        }
    }

    /// Passes on what does not hold now of what is open, each with these words before its message.
    fn fail(&mut self, world: &mut Simulation, before: &str, found: &mut Found<'_>) {
        let tick = world.progress().tick;
        for (steps, expected) in self.open.drain(..) {
            let Err(wrong) = expected.judge(world) else { continue };
            let message = format!("{before}{}: {}", expected.name(), wrong.message);
            let remedies = if self.has_held { Vec::new() } else { wrong.remedies };
            let wrong = Mismatch { message, remedies, ..wrong };
            found(self.path.then(steps), tick, wrong);
        }
    }
}
