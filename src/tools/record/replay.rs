//! Replaying and resuming: a recorded scene is run again and compared.

use crate::base::differences::differences as places_that_differ;
use crate::base::digest::StateDigests;
use crate::base::grid::{CellIndex, Grid};
use crate::base::report::escape_controls;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::engine::maze::OtherWorld;
use crate::picture::{Changes, Layer, Picture, Place, number};
use crate::scene::simulation::Simulation;

use super::super::{Departure, ToolError};
use super::read::{faults, of_its_scene};
use super::{DRAWING, LayerWords, Record, digests, layers};

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
        faults(&self.made_by, &self.digests, &self.changes, &self.scene).into_result()?;
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
                let (here, changed, seen) = Default::default();
                let departure =
                    Departure { equal_at, tick, digests: differing, here, changed, seen };
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

    /// Adds the description of the tick, and the visible differences, if all ticks before it are
    /// equal.
    fn look_at(&self, mut departure: Departure) -> Result<Departure, SceneError> {
        let tick = departure.tick;
        if tick == 0 || !departure.is_first() {
            return Ok(departure);
        }
        let mut simulation = Simulation::new(&self.scene).map_err(of_its_scene)?;
        simulation.advance_to(tick - 1);
        let (before, checkpoint) = (simulation.picture(), simulation.checkpoint());
        simulation.tick();
        let now = simulation.picture();
        departure.changed = simulation.changes(&checkpoint);
        departure.changed.retain(|it| departure.digests.iter().any(|name| name == it.name));
        departure.here = Changes::between(&before, &now).describe(self.scene.grid);
        let place = usize::try_from(tick - 1).unwrap_or(usize::MAX);
        if let Some(changes) = self.changes.get(place).filter(|_| self.layers == layers(&before)) {
            let mut recorded = before.clone();
            if !recorded.apply_checked(changes) {
                let path = [SceneStep::Field("changes"), SceneStep::Index(place)];
                return Err(SceneFault::new(path, "found changes of another world").into());
            }
            departure.seen = Some(between(&before, &recorded, &now, &self.words));
        }
        Ok(departure)
    }
}

fn differences(expected: &StateDigests, simulation: &mut Simulation) -> Vec<String> {
    let found = digests(simulation, expected.0.contains_key(DRAWING));
    expected.differences(&found).map(str::to_owned).collect()
}

/// The differences of two pictures of a world after a tick, given the one before it, and the words of recorded
/// values.
fn between(before: &Picture, recorded: &Picture, now: &Picture, words: &LayerWords) -> Vec<String> {
    let grid = now.grid();
    let layers = before.layers().iter().zip(recorded.layers()).zip(now.layers());
    let mut found: Vec<String> = layers
        .flat_map(|((before, recorded), now)| match recorded.look().place {
            Place::List => in_list(recorded, now, grid).into_iter().collect(),
            _ => in_slots(before, recorded, now, words, grid),
        })
        .collect();
    if recorded.route() != now.route() {
        let moves = |route: &[CellIndex]| match route.len() {
            0 => "none".to_owned(),
            cells => format!("{} moves", cells - 1),
        };
        let (recorded, now) = (moves(recorded.route()), moves(now.route()));
        found.push(differing("the route", &recorded, &now));
    }
    found
}

fn in_slots(
    before: &Layer,
    recorded: &Layer,
    now: &Layer,
    words: &LayerWords,
    grid: Grid,
) -> Vec<String> {
    let look = recorded.look();
    let recorded_words = words.get(look.name);
    let slots = places_that_differ(recorded.values(), now.values());
    let described = slots.map(|slot| {
        let what = look.place.in_words(look.name, slot, grid);
        let words = look.words;
        let [before, recorded, now] = [before, recorded, now].map(|it| it.values()[slot]);
        let recorded = match recorded_words.and_then(|words| words.get(&recorded)) {
            Some(words) => escape_controls(words),
            None if recorded == before => words(recorded),
            None => number(recorded),
        };
        differing(&what, &recorded, &words(now))
    });
    described.collect()
}

fn in_list(recorded: &Layer, now: &Layer, grid: Grid) -> Option<String> {
    let (name, recorded, now) = (recorded.look().name, &recorded.list.cells, &now.list.cells);
    let mut places = 0..recorded.len().max(now.len());
    let place = places.find(|&it| recorded.get(it) != now.get(it))?;
    let cell = |cells: &[CellIndex]| match cells.get(place) {
        Some(&cell) => grid.position(cell).to_string(),
        None => "nothing".to_owned(),
    };
    let what = format!("place {} of the {name}", place + 1);
    Some(differing(&what, &cell(recorded), &cell(now)))
}

fn differing(what: &str, recorded: &str, now: &str) -> String {
    format!("{what}: recorded {recorded}, here {now}")
}
