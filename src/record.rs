//! Records: a scene with the digests of its run, so that anyone can run it again and compare.
//!
//! A record holds the digests of all [parts](crate::Part) of the state at every k-th tick and at
//! the end, and, unless the run is too long for that, a [mark](Mark) for each tick between: the lower
//! half of each digest. With marks, or with a digest every tick, a replay finds the very tick at which
//! a run departs from the recorded one; otherwise it finds the digests between which that is.

mod marks;
mod print;
mod read;
mod replay;

pub use marks::{Mark, Marks};
pub use read::RecordError;
pub use replay::{Departure, Replay};

use std::num::NonZero;

use serde::Deserialize;

use crate::digest::PartDigests;
use crate::scene::{Scene, SceneError};
use crate::simulation::Simulation;

/// A scene with the digests of its run. Written in RON; [`Record::from_ron`] reads one and
/// [`Record::to_ron`] writes it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The release that made it.
    pub mazetick: String,
    /// The version of its [rules](crate::RULES).
    pub rules: u32,
    /// How many ticks lie between two digests.
    #[serde(deserialize_with = "read::every")]
    pub every: NonZero<u64>,
    /// How many ticks the run has.
    pub ticks: u64,
    /// The digests at the ticks 0, `every`, 2 × `every` and so on, then those of the end.
    pub digests: Vec<PartDigests>,
    /// For each stretch between two digests a mark a tick; none at all for a long run.
    #[serde(default)]
    pub marks: Vec<Marks>,
    /// The scene, without what it expects.
    pub scene: Scene,
}

/// How many digests a record has at most, unless it is told otherwise.
const DIGESTS: u64 = 256;

/// The longest run that has marks: with them, a record takes at most some 230,000 bytes, and its scene.
const MARKED_TICKS: u64 = 4096;

/// How many cells are looked at for all marks of a record, at most.
const MARKED_CELLS: u64 = 1 << 28;

impl Record {
    /// Runs a scene and records it, with a digest every `every` ticks. Without `every`, the least
    /// power of two is taken that leaves 256 digests.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    ///
    /// ```
    /// use mazetick::{Record, Replay, Scene};
    ///
    /// let scene = Scene::from_ron(
    ///     "Scene(seed: 7, grid: (rows: 6, columns: 12),
    ///         generate: Mazing(pick: EligibleWall), text: Lattice)",
    /// )?;
    /// let record = Record::of(&scene, None)?;
    /// assert_eq!(record.replay()?, Replay::Equal);
    /// assert_eq!(Record::from_ron(&record.to_ron())?, record);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(scene: &Scene, every: Option<NonZero<u64>>) -> Result<Self, SceneError> {
        let scene = Scene { expect: Vec::new(), ..scene.clone() };
        let mut simulation = Simulation::new(&scene)?;
        simulation.run();
        let ticks = simulation.progress().tick;
        let every = every.or(NonZero::new(ticks.div_ceil(DIGESTS).next_power_of_two()));
        let every = every.expect("a power of two");
        let cells = simulation.grid().cells() as u64;
        let has_marks =
            every.get() > 1 && ticks <= MARKED_TICKS && cells.saturating_mul(ticks) <= MARKED_CELLS;

        simulation.load(&scene)?;
        let mut record = Self {
            mazetick: env!("CARGO_PKG_VERSION").to_owned(),
            rules: crate::RULES,
            every,
            ticks,
            digests: Vec::new(),
            marks: Vec::new(),
            scene,
        };
        for (from, to) in record.stretches() {
            record.digests.push(simulation.digests());
            if has_marks {
                record.marks.push(simulation.marks(to - from - 1));
            }
            simulation.advance(to - simulation.progress().tick);
        }
        simulation.run();
        record.digests.push(simulation.digests());
        Ok(record)
    }

    /// The stretches between digests: the tick of a digest, and that of the next.
    fn stretches(&self) -> impl Iterator<Item = (u64, u64)> + use<> {
        let (every, ticks) = (self.every.get(), self.ticks);
        let next = move |from: u64| from.saturating_add(every).min(ticks);
        let starts = std::iter::successors(Some(0), move |&from| Some(next(from)));
        starts.take_while(move |&from| from < ticks).map(move |from| (from, next(from)))
    }
}

impl Simulation {
    /// Ticks so many times, and marks the state after each.
    fn marks(&mut self, ticks: u64) -> Marks {
        let mut marks = Marks::default();
        for _ in 0..ticks {
            self.tick();
            marks.0.push(self.digests().mark());
        }
        marks
    }
}
