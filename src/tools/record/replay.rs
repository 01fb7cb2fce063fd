//! Replaying: a recorded scene is run again and compared.

use std::collections::btree_map;
use std::iter::Peekable;
use std::ops::ControlFlow;

use crate::base::digest::StateDigests;
use crate::base::progress::Progress;
use crate::base::scene_fault::SceneError;
use crate::engine::maze::{Maze, Observer};
use crate::scene::simulation::Simulation;

use super::super::difference::TickLook;
use super::super::{Departure, ToolError};
use super::read::{faults, of_its_scene};
use super::{DRAWING, Record, digests};

impl Record {
    /// Runs the scene again and compares it with the record, at every tick that has digests.
    ///
    /// # Errors
    /// Returns the errors of [`Simulation::new`], and one if the run departs from the recorded one, or if the record was
    /// made in code and does not fit its ticks.
    pub fn replay(&self) -> Result<(), ToolError> {
        self.replay_observed(|_| ())
    }

    /// Replays as [`replay`](Self::replay) does, and calls `observe` repeatedly with the number of ticks done.
    pub fn replay_observed(&self, mut observe: impl FnMut(u64)) -> Result<(), ToolError> {
        faults(&self.made_by, &self.digests, &self.scene).into_result()?;
        let mut simulation = Simulation::new(&self.scene).map_err(of_its_scene)?;
        let mut comparison = Comparison {
            recorded: self.digests.iter().peekable(),
            expected: StateDigests::default(),
            equal_at: None,
            differing: Vec::new(),
            observe: &mut observe,
        };
        let _ = simulation.drive(&mut comparison);

        let Some((&tick, _)) = comparison.recorded.next() else {
            return Ok(());
        };
        let departure = Departure {
            equal_at: comparison.equal_at,
            tick,
            digests: comparison.differing,
            here: String::new(),
            there: None,
            changed: Vec::new(),
        };
        Err(ToolError::Departs(self.look_at(departure)?))
    }

    /// Adds what the tick does, if all ticks before it are equal.
    fn look_at(&self, mut departure: Departure) -> Result<Departure, SceneError> {
        let tick = departure.tick;
        if tick == 0 || !departure.is_first() {
            return Ok(departure);
        }
        let mut look = TickLook::new(&self.scene, tick).map_err(of_its_scene)?;
        departure.changed = look.world.changes(&look.before);
        departure
            .changed
            .retain(|it| departure.digests.iter().any(|name| name == it.name));
        departure.here = look.said;
        Ok(departure)
    }
}

/// Compares a world with the digests of a record, up to the first tick that differs.
struct Comparison<'r, O> {
    /// The recorded digests, from the first that isn't known to be equal.
    recorded: Peekable<btree_map::Iter<'r, u64, StateDigests>>,
    /// All digests that are expected there, also those that are as at the tick before.
    expected: StateDigests,
    equal_at: Option<u64>,
    differing: Vec<String>,
    observe: O,
}

impl<O: FnMut(u64)> Observer for Comparison<'_, O> {
    fn next_tick(&self, from: u64) -> Option<u64> {
        let digests = self.recorded.clone().next();
        digests.map(|(&tick, _)| tick.max(from))
    }

    fn look(&mut self, maze: &mut Maze) -> ControlFlow<()> {
        let tick = maze.progress().tick;
        let is_finished = maze.is_finished();

        while let Some(&(&wanted, digests)) = self.recorded.peek() {
            let went_on = !self.differing.is_empty() && tick > wanted;
            if went_on {
                return ControlFlow::Break(());
            }
            if tick < wanted && !is_finished {
                return ControlFlow::Continue(());
            }

            self.expected.0.extend(digests.0.clone());
            self.differing = differences(&self.expected, maze);
            if self.differing.is_empty() && tick != wanted {
                self.differing.push("progress".to_owned()); // it ended earlier
            }

            if self.differing.is_empty() {
                self.equal_at = Some(wanted);
                self.recorded.next();
            } else if is_finished {
                return ControlFlow::Break(());
            } else {
                // A stuck world notices that only when it goes on.
                return ControlFlow::Continue(());
            }
        }

        ControlFlow::Break(())
    }

    fn pause(&mut self, progress: &Progress) -> ControlFlow<()> {
        (self.observe)(progress.tick);
        ControlFlow::Continue(())
    }
}

fn differences(expected: &StateDigests, maze: &mut Maze) -> Vec<String> {
    let found = digests(maze, expected.0.contains_key(DRAWING));
    expected.differences(&found).map(str::to_owned).collect()
}
