//! Records: a scene with the digests of its run, for replays that compare.
//!
//! A record holds the digests of all [parts](crate::Part) of the state at every k-th tick and at
//! the end, and, unless the run is too long, a [mark](Mark) for each tick between: the lower half
//! of each digest. With marks, or with a digest every tick, a replay finds the exact tick at which
//! a run departs from the recorded one; otherwise it finds the two digests around it.

mod difference;
mod length;
mod marks;
mod print;
mod read;
mod recording;
mod replay;
mod visible_changes;

pub use difference::Difference;
pub use marks::{Mark, Marks};
pub use read::ReadRecordError;
pub use recording::RecordingError;
pub use replay::{Departure, Replay};

use std::num::NonZero;

use crate::base::digest::{Digest, PartDigests};
use crate::scene::Scene;
use crate::scene::simulation::Simulation;

/// A scene with the digests of its run. Written in RON; [`Record::from_ron`] reads one and
/// [`Record::to_ron`] writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The release that made it.
    pub mazetick: String,
    /// The version of its [rules](crate::RULES).
    pub rules: u32,
    /// The number of ticks from one digest to the next.
    pub every: NonZero<u64>,
    /// The number of ticks of the run.
    pub ticks: u64,
    /// The digests at the ticks 0, `every`, 2 × `every` and so on, then those of the end.
    pub digests: Vec<PartDigests>,
    /// For each interval between two digests a mark for every tick in it. Empty if the run has more
    /// than 4,096 ticks, or if its ticks times its cells are more than 2²⁸.
    pub marks: Vec<Marks>,
    /// The digest of the drawing at the end, including the name. `None` in records of earlier
    /// releases.
    pub drawn: Option<Digest>,
    /// The visible changes of each tick, tick 1 first, so that a replay can report what was there.
    /// Empty in records of earlier releases, if the run has more than 4,096 ticks, if its ticks
    /// times its cells are more than 2²⁴, or if they take more than 256 KiB.
    pub changes: Vec<String>,
    /// The scene, without its expectations.
    pub scene: Scene,
}

/// The longest run with marks: digests and marks then take at most some 230,000 bytes of a record.
const MARKED_TICKS: u64 = 4096;

/// The most cells that are read for all marks of a record.
const MARKED_CELLS: u64 = 1 << 28;

/// The most cells that are read for all visible changes.
const SEEN_CELLS: u64 = 1 << 24;

impl Record {
    /// Whether it has marks: there are ticks between its digests, and not too many.
    fn has_marks(&self) -> bool {
        let cells = self.scene.grid.cells() as u64;
        self.every.get() > 1
            && self.ticks <= MARKED_TICKS
            && cells.saturating_mul(self.ticks) <= MARKED_CELLS
    }

    /// Whether it has the visible changes of every tick.
    fn is_seen(&self) -> bool {
        let cells = self.scene.grid.cells() as u64;
        self.ticks <= MARKED_TICKS && cells.saturating_mul(self.ticks) <= SEEN_CELLS
    }

    /// The intervals between digests: the tick of a digest, and that of the next.
    fn stretches(&self) -> impl Iterator<Item = (u64, u64)> + use<> {
        let (every, ticks) = (self.every.get(), self.ticks);
        let next = move |from: u64| from.saturating_add(every).min(ticks);
        let starts = std::iter::successors(Some(0), move |&from| Some(next(from)));
        starts.take_while(move |&from| from < ticks).map(move |from| (from, next(from)))
    }
}

/// The digest of a world's drawing.
fn drawn(simulation: &mut Simulation) -> Digest {
    Digest::of(simulation.text().as_bytes())
}
