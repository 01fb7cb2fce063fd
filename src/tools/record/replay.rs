//! Replaying and resuming: a recorded scene is run again and compared.

use crate::base::digest::StateDigests;
use crate::base::scene_fault::SceneError;
use crate::engine::maze::OtherWorld;
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
        self.resume().map(drop)
    }

    /// The world at the last recorded tick, from where it continues as if it had never stopped: the
    /// scene is run that far again, and compared as by [`replay`](Self::replay). That takes as long
    /// as it took the first time.
    pub fn resume(&self) -> Result<Simulation, ToolError> {
        self.resume_observed(|_| ())
    }

    /// Resumes as [`resume`](Self::resume) does, and calls `observe` repeatedly with the number of ticks done.
    pub fn resume_observed(&self, mut observe: impl FnMut(u64)) -> Result<Simulation, ToolError> {
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
        Ok(simulation)
    }

    /// Resumes as [`resume`](Self::resume) does, by the bytes of the recorded world, at its last tick, without
    /// running the scene. Bytes that [`encode`](crate::engine::Maze::encode) did not make may hold a world to
    /// which the scene does not lead.
    ///
    /// # Errors
    /// If they do not fit the scene and the memory, or hold another world than was recorded.
    pub fn resume_from(&self, bytes: &[u8]) -> Result<Simulation, OtherWorld> {
        let mut simulation = Simulation::new(&self.scene).map_err(|_| OtherWorld)?;
        let room = simulation.check_room(simulation.grid(), self.scene.own_bytes());
        room.map_err(|_| OtherWorld)?;
        simulation.decode(bytes)?;
        let digests = self.digests.values().flat_map(|digests| digests.0.clone());
        let is_same = differences(&StateDigests(digests.collect()), &mut simulation).is_empty();
        is_same.then_some(simulation).ok_or(OtherWorld)
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
