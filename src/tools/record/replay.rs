//! Replaying: a recorded scene is run again and compared.

use crate::base::digest::StateDigests;
use crate::base::scene_fault::SceneError;
use crate::picture::Changes;
use crate::scene::simulation::Simulation;

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
        let (mut equal_at, mut expected) = (None, StateDigests::default());
        for (&tick, recorded) in &self.digests {
            simulation.advance_observed(tick, &mut observe);
            expected.0.extend(recorded.0.clone());
            let mut differing = differences(&expected, &mut simulation);
            // A stuck world notices that only when it is advanced.
            if !differing.is_empty() && simulation.progress().tick == tick && !simulation.tick() {
                differing = differences(&expected, &mut simulation);
            }
            if differing.is_empty() && simulation.progress().tick != tick {
                differing.push("progress".to_owned()); // it ended earlier
            }
            if !differing.is_empty() {
                let (here, changed) = Default::default();
                let departure = Departure {
                    equal_at,
                    tick,
                    digests: differing,
                    here,
                    changed,
                };
                return Err(ToolError::Departs(self.look_at(departure)?));
            }
            equal_at = Some(tick);
        }
        Ok(())
    }

    /// Adds what the tick does, if all ticks before it are equal.
    fn look_at(&self, mut departure: Departure) -> Result<Departure, SceneError> {
        let tick = departure.tick;
        if tick == 0 || !departure.is_first() {
            return Ok(departure);
        }
        let mut simulation = Simulation::new(&self.scene).map_err(of_its_scene)?;
        simulation.advance_to(tick - 1);
        let (before, checkpoint) = (simulation.picture(), simulation.checkpoint());
        simulation.tick();
        departure.changed = simulation.changes(&checkpoint);
        departure
            .changed
            .retain(|it| departure.digests.iter().any(|name| name == it.name));
        let changes = Changes::between(&before, &simulation.picture());
        departure.here = changes.describe(self.scene.grid);
        Ok(departure)
    }
}

fn differences(expected: &StateDigests, simulation: &mut Simulation) -> Vec<String> {
    let found = digests(simulation, expected.0.contains_key(DRAWING));
    expected.differences(&found).map(str::to_owned).collect()
}
