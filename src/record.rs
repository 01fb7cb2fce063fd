//! Records: a scene with the digests of its run, so that anyone can run it again and compare.
//!
//! A record holds the digests of all [parts](crate::Part) of the state at every k-th tick and at
//! the end, and, unless the run is too long for that, a [mark](Mark) for each tick between: the lower
//! half of each digest. With marks, or with a digest every tick, a replay finds the very tick at which
//! a run departs from the recorded one; otherwise it finds the digests between which that is.

mod difference;
mod length;
mod marks;
mod print;
mod read;
mod recording;
mod replay;
mod seen;

pub use difference::Difference;
pub use marks::{Mark, Marks};
pub use read::RecordError;
pub use recording::RecordingError;
pub use replay::{Departure, Replay};

use std::num::NonZero;

use crate::digest::{Digest, Hasher, PartDigests};
use crate::scene::Scene;
use crate::simulation::Simulation;

/// A scene with the digests of its run. Written in RON; [`Record::from_ron`] reads one and
/// [`Record::to_ron`] writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The release that made it.
    pub mazetick: String,
    /// The version of its [rules](crate::RULES).
    pub rules: u32,
    /// How many ticks lie between two digests.
    pub every: NonZero<u64>,
    /// How many ticks the run has.
    pub ticks: u64,
    /// The digests at the ticks 0, `every`, 2 × `every` and so on, then those of the end.
    pub digests: Vec<PartDigests>,
    /// For each stretch between two digests a mark for every tick in it. None at all if the run has
    /// more than 4,096 ticks, or if its ticks times its cells are more than 2²⁸.
    pub marks: Vec<Marks>,
    /// The digest of what is drawn at the end, the name in it included. `None` in records of earlier
    /// releases.
    pub drawn: Option<Digest>,
    /// What each tick changes of what can be seen, tick 1 first, so that a replay can say what was there.
    /// None at all in records of earlier releases, if the run has more than 4,096 ticks, if its ticks
    /// times its cells are more than 2²⁴, or if they take more than 256 KiB.
    pub changes: Vec<String>,
    /// The scene, without what it expects.
    pub scene: Scene,
}

/// The longest run that has marks: with them, a record takes at most some 230,000 bytes, and its scene.
const MARKED_TICKS: u64 = 4096;

/// How many cells are looked at for all marks of a record, at most.
const MARKED_CELLS: u64 = 1 << 28;

/// How many cells are looked at for all that can be seen, at most.
const SEEN_CELLS: u64 = 1 << 24;

impl Record {
    /// Whether it has marks: there are ticks between its digests, and they are not too many.
    fn has_marks(&self) -> bool {
        let cells = self.scene.grid.cells() as u64;
        self.every.get() > 1
            && self.ticks <= MARKED_TICKS
            && cells.saturating_mul(self.ticks) <= MARKED_CELLS
    }

    /// Whether what can be seen is looked at, in every tick.
    fn is_seen(&self) -> bool {
        let cells = self.scene.grid.cells() as u64;
        self.ticks <= MARKED_TICKS && cells.saturating_mul(self.ticks) <= SEEN_CELLS
    }

    /// The stretches between digests: the tick of a digest, and that of the next.
    fn stretches(&self) -> impl Iterator<Item = (u64, u64)> + use<> {
        let (every, ticks) = (self.every.get(), self.ticks);
        let next = move |from: u64| from.saturating_add(every).min(ticks);
        let starts = std::iter::successors(Some(0), move |&from| Some(next(from)));
        starts.take_while(move |&from| from < ticks).map(move |from| (from, next(from)))
    }
}

/// The digest of what a world's drawing says.
fn drawn(simulation: &mut Simulation) -> Digest {
    let mut hasher = Hasher::default();
    hasher.bytes(simulation.text().as_bytes());
    hasher.digest()
}
