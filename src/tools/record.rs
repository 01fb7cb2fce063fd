//! Records: a scene with the digests of its run. What `record` writes, and `replay` reads.
//!
//! Simulation is deterministic, so running the scene again gives the same world, and the digests show that it is
//! the same.

mod read;
mod replay;

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;

use ron::ser::{PrettyConfig, to_string_pretty};
use serde::{Deserialize, Serialize};

use super::ToolError;
use crate::base::digest::{Digest, RULES, StateDigests};
use crate::base::scene_fault::SceneError;
use crate::engine::maze::{Maze, Observer};
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Loadable, Scene, laid_out};

/// A scene with the digests of its run. Written in RON; [`Record::from_ron`]
/// reads one and [`Record::to_ron`] writes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Record {
    /// What made it.
    pub made_by: Versions,
    /// The digests of the world by tick, at least of the last one, where the run ended. Digests that are as at the
    /// recorded tick before are left out. At the end of a run there is that of its [`DRAWING`], too.
    pub digests: BTreeMap<u64, StateDigests>,
    /// The scene, without its expectations.
    #[serde(skip)]
    pub scene: CheckedScene,
}

/// The versions of everything that determines the world of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Versions {
    /// The release.
    pub mazetick: String,
    /// The version of its [rules](crate::RULES).
    pub rules: u32,
    /// The [versions](crate::scene::Ingredient::VERSION) of the ingredients of the scene.
    pub ingredients: BTreeMap<String, u32>,
}

const HEAD: &str = "\
// `mazetick replay` runs the scene again and compares it with this.
";

/// The name of the digest of a world's drawing as text, which is recorded at the end of a run.
pub const DRAWING: &str = "drawing";

impl Versions {
    fn of(scene: &Scene) -> Self {
        let ingredient_types = scene.ingredients().iter().map(|it| it.ingredient_type());
        Self {
            mazetick: env!("CARGO_PKG_VERSION").to_owned(),
            rules: RULES,
            ingredients: ingredient_types
                .map(|it| (it.full_name(), it.version))
                .collect(),
        }
    }
}

fn digests(maze: &mut Maze, is_drawn: bool) -> StateDigests {
    let mut digests = maze.digests();
    if is_drawn {
        digests
            .0
            .insert(DRAWING.into(), Digest::new(&maze.named_text()));
    }
    digests
}

/// The longest run of which every tick is recorded by default.
const EVERY_TICK: u64 = 1 << 12;

/// The most cells that are read for the digests of every tick.
const EVERY_TICK_CELLS: u64 = 1 << 28;

/// The most digests of a longer run by default, not counting that of the end.
const FEW: u64 = 1 << 8;

/// The most digests of a record, so that it can be read: a line takes some 200 bytes.
const MANY: u64 = 1 << 20;

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
    /// use mazetick::prelude::*;
    /// use mazetick::tools::Record;
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
    pub fn of(scene: &impl Loadable, every: Option<NonZero<u64>>) -> Result<Self, ToolError> {
        Self::of_observed(scene, every, |_, _| ())
    }

    /// Records a scene as [`of`](Self::of) does, and calls `observe` repeatedly with the number of ticks done, and the
    /// total once it is known. The scene is run twice.
    pub fn of_observed(
        scene: &impl Loadable,
        every: Option<NonZero<u64>>,
        mut observe: impl FnMut(u64, Option<u64>),
    ) -> Result<Self, ToolError> {
        let mut record = Self::without_digests(scene)?;
        let mut simulation = Simulation::new(&record.scene)?;
        simulation.advance_while(u64::MAX, |progress| {
            observe(progress.tick, None);
            true
        });
        simulation.check_failure()?;
        let ticks = simulation.progress().tick;
        let cells = (record.scene.grid.cells() as u64).saturating_mul(ticks);
        let is_short = ticks <= EVERY_TICK && cells <= EVERY_TICK_CELLS;
        let usual = if is_short {
            1
        } else {
            ticks.div_ceil(FEW).next_power_of_two()
        };
        let every = every.map_or(usual, NonZero::get);
        let least = ticks.div_ceil(MANY);
        if least > every {
            let why =
                format!("a record of more than {MANY} ticks: expected `--every {least}` or more");
            return Err(ToolError::Refused(why));
        }
        simulation.load(&record.scene)?;
        let mut taker = DigestTaker {
            every,
            ticks,
            digests: &mut record.digests,
            before: StateDigests::default(),
            observe: |tick| observe(tick, Some(ticks)),
        };
        let _ = simulation.drive(&mut taker);
        Ok(record)
    }

    /// The record as RON; [`Record::from_ron`] reads it back.
    pub fn to_ron(&self) -> String {
        let layout = PrettyConfig::new()
            .depth_limit(2)
            .struct_names(true)
            .new_line("\n");
        let mut ron = to_string_pretty(self, layout).expect("a record is RON");
        ron.truncate(ron.len() - ")".len());
        let scene = laid_out(&self.scene.plain(), 4);
        format!("{HEAD}{ron}    scene: {scene},\n)\n")
    }

    /// The last recorded tick.
    pub fn tick(&self) -> u64 {
        self.digests.last_key_value().map_or(0, |(&tick, _)| tick)
    }

    fn without_digests(scene: &impl Loadable) -> Result<Self, SceneError> {
        let scene = scene.to_checked()?.without_expectations();
        Ok(Self {
            made_by: Versions::of(&scene),
            digests: BTreeMap::new(),
            scene,
        })
    }
}

/// Takes the digests of a world at tick 0, every few ticks, and at the end.
struct DigestTaker<'r, O> {
    every: u64,
    /// The number of ticks up to the end.
    ticks: u64,
    digests: &'r mut BTreeMap<u64, StateDigests>,
    before: StateDigests,
    observe: O,
}

impl<O: FnMut(u64)> Observer for DigestTaker<'_, O> {
    fn next_tick(&self, from: u64) -> Option<u64> {
        from.checked_next_multiple_of(self.every)
    }

    fn look(&mut self, maze: &mut Maze) -> ControlFlow<()> {
        let tick = maze.progress().tick;
        let is_last = maze.is_finished();
        // A world at its last tick may not know yet that it is finished.
        if is_last || tick < self.ticks {
            let now = changed(digests(maze, is_last), &mut self.before);
            self.digests.insert(tick, now);
        }
        (self.observe)(tick);
        ControlFlow::Continue(())
    }
}

/// The digests that are not as before, where all of them are kept.
fn changed(mut now: StateDigests, before: &mut StateDigests) -> StateDigests {
    let all = now.clone();
    now.0
        .retain(|name, digest| before.0.get(name) != Some(digest));
    *before = all;
    now
}
