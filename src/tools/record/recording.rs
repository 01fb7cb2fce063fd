//! Recording: a world as it stands, or a whole run, which is run twice, first to find its length.

use std::collections::BTreeMap;
use std::num::NonZero;

use super::{Record, Versions, digests, layers};
use crate::base::digest::StateDigests;
use crate::base::scene_fault::SceneError;
use crate::picture::{Change, Changes, Picture};
use crate::scene::Loadable;
use crate::scene::simulation::Simulation;

/// The longest run of which every tick is recorded by default.
const EVERY_TICK: u64 = 1 << 12;

/// The most cells that are read for the digests of every tick.
const EVERY_TICK_CELLS: u64 = 1 << 28;

/// The most digests of a longer run by default, not counting that of the end.
const FEW: u64 = 1 << 8;

/// The most digests of a record, so that it can be read: a line takes some 200 bytes.
const MANY: u64 = 1 << 20;

/// The most cells that are read for all visible changes.
const SEEN_CELLS: u64 = 1 << 24;

/// The most slots that all visible changes list.
const SEEN_SLOTS: usize = 1 << 16;

/// Why there is no record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordingError {
    /// The scene is invalid, or its world gets [stuck](Simulation::failure).
    Scene(SceneError),
    /// There would be too many digests.
    TooMany {
        /// The smallest number of ticks between two digests with which there are not.
        every: NonZero<u64>,
    },
    /// The world was changed by hand, so that running its scene again would lead to another.
    ChangedByHand,
}

impl Record {
    /// Runs a scene to its end and records it, with the digests of every `every` ticks, and of the
    /// end. Without `every`, all ticks of a run of up to 4,096 ticks are recorded, unless they read
    /// more than 2²⁸ cells; of any other run every so many ticks, the smallest power of two that
    /// gives at most 256 records before the end.
    ///
    /// # Errors
    /// If the scene is invalid, if its world gets stuck, or if more than 2²⁰ ticks would be
    /// recorded.
    ///
    /// ```
    /// use mazetick::tools::Record;
    /// use mazetick::prelude::*;
    ///
    /// let scene = Scene::from_ron(
    ///     "Scene(seed: 7, grid: (rows: 6, columns: 12),
    ///         generate: Mazing(pick: EligibleWall), text: Lattice)",
    /// )?;
    /// let record = Record::of(&scene, None)?;
    /// record.replay()?;
    /// assert_eq!(Record::from_ron(&record.to_ron())?, record);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(scene: &impl Loadable, every: Option<NonZero<u64>>) -> Result<Self, RecordingError> {
        Self::of_observed(scene, every, |_, _| ())
    }

    /// As [`of`](Self::of), and calls `observe` repeatedly with the number of ticks done, and the
    /// total once it is known. The scene is run twice.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn of_observed(
        scene: &impl Loadable,
        every: Option<NonZero<u64>>,
        mut observe: impl FnMut(u64, Option<u64>),
    ) -> Result<Self, RecordingError> {
        let mut record = Self::without_digests(scene)?;
        let mut simulation = Simulation::new(&record.scene)?;
        simulation.advance_while(u64::MAX, |progress| {
            observe(progress.tick, None);
            true
        });
        if let Some(error) = simulation.failure() {
            return Err(error.into());
        }
        let ticks = simulation.progress().tick;
        let cells = (record.scene.grid.cells() as u64).saturating_mul(ticks);
        let every = every.map_or_else(|| default_every(ticks, cells), NonZero::get);
        if let Some(least) = NonZero::new(ticks.div_ceil(MANY)).filter(|it| it.get() > every) {
            return Err(RecordingError::TooMany { every: least });
        }
        simulation.load(&record.scene)?;
        let is_seen = ticks <= EVERY_TICK && cells <= SEEN_CELLS;
        let mut seen = is_seen.then(|| Seen::from(simulation.picture()));
        let (mut tick, mut before) = (0, StateDigests::default());
        while tick < ticks {
            let now = digests(&mut simulation, false);
            record.digests.insert(tick, changed(now, &mut before));
            let next = ticks.min(tick.saturating_add(every));
            while seen.is_some() && simulation.progress().tick < next {
                simulation.tick();
                seen = seen.and_then(|seen| seen.and(&mut simulation));
            }
            simulation.advance_to(next);
            tick = next;
            observe(tick, Some(ticks));
        }
        simulation.run();
        record.digests.insert(tick, changed(digests(&mut simulation, true), &mut before));
        if let Some(seen) = seen {
            (record.layers, record.changes) = (layers(&seen.after), seen.ticks);
        }
        Ok(record)
    }

    /// The record of a scene, still without digests.
    fn without_digests(scene: &impl Loadable) -> Result<Self, SceneError> {
        let scene = scene.to_checked()?.without_expectations();
        Ok(Self {
            made_by: Versions::of(&scene),
            digests: BTreeMap::new(),
            layers: Vec::new(),
            changes: Vec::new(),
            scene,
        })
    }
}

impl Simulation {
    /// Records the world as it stands, so that it can be continued later:
    /// [`Record::resume`] runs the scene as far again. `scene` is the one that was loaded.
    ///
    /// # Errors
    /// If the world may have been changed by hand, through
    /// [`world_mut`](crate::engine::Maze::world_mut): its scene does not lead to it.
    ///
    /// ```
    /// use mazetick::prelude::*;
    ///
    /// let (from, to) = (Position::new(9, 1), Position::new(1, 9));
    /// let scene = Scene::new(9, 9).with(Johnny::from(from)).with(Foot { from, to });
    /// let mut simulation = Simulation::new(&scene)?;
    /// simulation.advance(100);
    /// let saved = simulation.record(&scene)?;
    /// let mut resumed = saved.resume()?;
    /// assert_eq!(resumed.progress().tick, 100);
    /// assert_eq!(resumed.run(), simulation.run());
    /// assert_eq!(resumed.digest(), simulation.digest());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn record(&mut self, scene: &impl Loadable) -> Result<Record, RecordingError> {
        if self.is_changed_by_hand() {
            return Err(RecordingError::ChangedByHand);
        }
        let mut record = Record::without_digests(scene)?;
        record.digests.insert(self.progress().tick, digests(self, false));
        Ok(record)
    }
}

/// The visible changes of a run.
struct Seen {
    ticks: Vec<Vec<Change>>,
    /// The slots that they list.
    slots: usize,
    before: Picture,
    after: Picture,
}

impl From<Picture> for Seen {
    fn from(first: Picture) -> Self {
        Self { ticks: Vec::new(), slots: 0, after: first.clone(), before: first }
    }
}

impl Seen {
    /// Adds the last tick; `None` if they are too many.
    fn and(mut self, simulation: &mut Simulation) -> Option<Self> {
        simulation.picture_into(&mut self.after);
        let changes = Changes::between(&self.before, &self.after).list;
        std::mem::swap(&mut self.before, &mut self.after);
        self.slots += changes.iter().map(Change::listed).sum::<usize>();
        self.ticks.push(changes);
        (self.slots <= SEEN_SLOTS).then_some(self)
    }
}

/// Every how many ticks a run is recorded by default.
fn default_every(ticks: u64, cells: u64) -> u64 {
    if ticks <= EVERY_TICK && cells <= EVERY_TICK_CELLS {
        1
    } else {
        ticks.div_ceil(FEW).next_power_of_two()
    }
}

/// The digests that are not as before, where all of them are kept.
fn changed(mut now: StateDigests, before: &mut StateDigests) -> StateDigests {
    let all = now.clone();
    now.0.retain(|name, digest| before.0.get(name) != Some(digest));
    *before = all;
    now
}

impl From<SceneError> for RecordingError {
    fn from(error: SceneError) -> Self {
        Self::Scene(error)
    }
}

impl std::fmt::Display for RecordingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Scene(error) => error.fmt(f),
            Self::TooMany { every } => {
                write!(f, "a record of more than {MANY} ticks: expected `--every {every}` or more")
            }
            Self::ChangedByHand => f.write_str(
                "the world was changed by hand, so it cannot be saved: a saved world is run again \
                 from its scene",
            ),
        }
    }
}

impl std::error::Error for RecordingError {}
