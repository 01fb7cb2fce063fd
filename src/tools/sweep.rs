//! Sweeps: many worlds as rows of a table, one for each seed and each combination of settings, at its end or also at
//! ticks before.
//!
//! Worlds are numbered: first all seeds of the first variant, then all seeds of the next. They are
//! split into blocks whose size depends only on what is swept. So the rows are the same regardless of
//! which thread or machine runs a block, and in which order.
//!
//! Options, files, parts and output of `mazetick sweep` are in `src/cli/sweep/`, the measures in
//! `src/registry/measure/`.

mod best;
mod columns;
mod explored;
mod rows;
mod seeds;
mod summary;
mod variant;
mod worlds;

pub use best::Best;
pub use columns::Columns;
pub use seeds::{Seeds, WorldSeeds};
pub use summary::{Spread, Summary};
pub(crate) use variant::invalid;
#[cfg(feature = "cli")]
pub(crate) use variant::title;
pub use variant::{Setting, Variant};
pub(crate) use worlds::{WorldRunner, Worlds};

use crate::base::progress::Progress;
use crate::engine::maze::Maze;
use crate::registry::condition::Condition;
use crate::registry::measure::{Measured, Survey, Value};

use super::ToolError;
use super::explore::Explorer;
use rows::RowTaker;

/// Many worlds: every variant of scenes with every seed.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::tools::sweep::{Columns, Seeds, Sweep, Variant};
///
/// let text = "Scene(grid: (rows: 5, columns: 5), generate: Johnny(start: (1, 1)), text: Lattice)";
/// let registry = Registry::standard();
/// let settings = ["generate.flips=0,0.5".parse()?];
/// let variants = Variant::all(&registry, "johnny", text, &settings).unwrap();
/// let columns = Columns::of(&registry, &variants, &settings).showing(["seed", "dead_ends"])?;
/// let sweep = Sweep::new(variants, Seeds::new(1, 100)?, columns)?;
///
/// let (mut sweeper, mut dead_ends) = (sweep.sweeper(), Vec::new());
/// for block in 0..sweep.blocks() {
///     sweeper.block(block, |row| dead_ends.push(row.cells[1].number())).unwrap();
/// }
/// assert_eq!(dead_ends.len(), 200);
/// assert!(dead_ends[0] >= Some(2.0));
/// # Ok::<(), mazetick::tools::ToolError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sweep {
    worlds: Worlds,
    columns: Columns,
    condition: Option<Condition>,
    /// The number of worlds of a block; the last may have fewer.
    block_length: u64,
    /// What explores every world of a variant, if each is to have a row.
    explorer: Option<Explorer>,
}

/// A row: the values of the columns for one world at one tick.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Row<'a> {
    /// The number of the world, from 0.
    pub world: u64,
    /// The index of its variant, from 0.
    pub variant: usize,
    /// The seed of the world.
    pub seed: u64,
    /// The values of its columns.
    pub cells: &'a [Value<'a>],
    /// The world itself: finished, except in a row of [an earlier tick](Columns::each_tick). `None` if it is one of
    /// [all](Sweep::explored).
    pub maze: Option<&'a Maze>,
}

impl Sweep {
    /// The worlds of these variants with these seeds.
    ///
    /// # Errors
    /// If there is no variant, there are more worlds than [`limits::WORLDS`](crate::base::limits::WORLDS), or the columns belong
    /// to variants with other settings.
    pub fn new(variants: Vec<Variant>, seeds: Seeds, columns: Columns) -> Result<Self, ToolError> {
        if variants.is_empty() {
            return Err("no scene, expected at least one".to_owned().into());
        }
        let worlds = Worlds::new(variants, seeds)?;
        columns.check_are_of(&worlds.variants)?;
        let block_length = block_length(&worlds, columns.of_each_tick(), 1);
        Ok(Self {
            worlds,
            columns,
            condition: None,
            block_length,
            explorer: None,
        })
    }

    /// Makes the blocks small enough for this many shards to have work. All shards of a table must ask for the same
    /// number. The rows don't depend on it.
    #[must_use]
    pub fn for_shards(mut self, shards: u64) -> Self {
        self.block_length = block_length(&self.worlds, self.columns.of_each_tick(), shards);
        self
    }

    /// The same, but only worlds that satisfy a condition on their columns have a row, such as
    /// `moves >= 100 and not outcome = "stuck"`.
    ///
    /// # Errors
    /// If the text is no condition, or names an unknown column.
    pub fn keeping(mut self, condition: &str) -> Result<Self, ToolError> {
        let read = Condition::read(condition, &mut self.columns);
        self.condition = Some(read.map_err(|fault| fault.message)?);
        Ok(self)
    }

    /// The variants of scenes.
    pub fn variants(&self) -> &[Variant] {
        &self.worlds.variants
    }

    /// The seeds.
    pub fn seeds(&self) -> Seeds {
        self.worlds.seeds
    }

    /// The columns.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The ingredients of its scenes, named as in messages, with their
    /// [versions](crate::scene::Ingredient::VERSION). Each appears once, in order.
    pub fn versions(&self) -> Vec<(String, u32)> {
        let scenes = self.worlds.variants.iter().map(|variant| &variant.scene);
        let mut ingredient_types: Vec<_> = scenes
            .flat_map(|scene| scene.ingredients().iter().map(|it| it.ingredient_type()))
            .collect();
        ingredient_types.sort_by_key(|it| it.order());
        ingredient_types.dedup_by_key(|it| it.order());
        ingredient_types
            .into_iter()
            .map(|it| (it.shown(), it.version))
            .collect()
    }

    /// How many worlds there are.
    pub fn worlds(&self) -> u64 {
        self.worlds.count()
    }

    /// Returns the number of threads that may run the worlds: as many as have no more cells and states together than a
    /// single world may have.
    pub fn most_threads(&self) -> usize {
        self.worlds.most_threads()
    }

    /// How many worlds a block has; the last may have fewer.
    pub fn block_length(&self) -> u64 {
        self.block_length
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.worlds().div_ceil(self.block_length)
    }
}

/// Returns the number of worlds of a block.
///
/// A block takes some tenths of a second at most, so that little is lost when a sweep is killed. It is smaller if
/// otherwise some of the shards, or of many threads, would have no work, but not so small that a block costs more to
/// begin than to run.
fn block_length(worlds: &Worlds, each_tick: Option<u64>, shards: u64) -> u64 {
    /// The most cells of the worlds of a block together.
    const MOST_CELLS: u64 = 1 << 24;
    /// The least cells that a block of several worlds has, unless shards need smaller ones.
    const LEAST_CELLS: u64 = 1 << 16;
    /// The number of blocks that each shard should have, for its threads.
    const BLOCKS_PER_SHARD: u64 = 64;
    const MOST_WORLDS: u64 = 1 << 16;

    let cells = worlds.cells().max(1);
    let count = worlds.count();

    // A world has about as many rows as there are in two ticks a cell. They can be many more, so there are more blocks.
    let (rows, blocks, least_cells) = match each_tick {
        Some(ticks) => (2 + 2 * cells / ticks, 4 * BLOCKS_PER_SHARD, 0),
        None => (1, BLOCKS_PER_SHARD, LEAST_CELLS),
    };

    let most = (MOST_CELLS / (cells * rows)).min(MOST_WORLDS);
    let least = (least_cells / (cells * rows)).min(count / shards);
    let wanted = count / blocks.saturating_mul(shards);

    let length = wanted.clamp(least.min(most), most).max(1);
    1 << length.ilog2()
}

/// Runs blocks of a sweep one after another, reusing one simulation and its buffers.
pub struct Sweeper<'s> {
    sweep: &'s Sweep,
    runner: WorldRunner,
    survey: Survey,
    cells: Vec<Value<'s>>,
}

impl Sweep {
    /// A sweeper for any number of blocks of this sweep. Each thread needs its own.
    pub fn sweeper(&self) -> Sweeper<'_> {
        Sweeper {
            sweep: self,
            runner: WorldRunner::default(),
            survey: Survey::default(),
            cells: Vec::new(),
        }
    }
}

impl Sweeper<'_> {
    /// Runs the worlds of a block and passes on their rows, in the order of the worlds and of their ticks. A block
    /// beyond the end of the sweep has none.
    ///
    /// # Errors
    /// The first world that cannot be run, as it is too large for instance. The rows before it have
    /// been passed on.
    pub fn block(&mut self, block: u64, each: impl FnMut(Row<'_>)) -> Result<(), ToolError> {
        self.block_while(block, |_| true, each)
    }

    /// Does the same until `go_on` is false, which is asked every few milliseconds.
    pub(crate) fn block_while(
        &mut self,
        block: u64,
        mut go_on: impl FnMut(&Progress) -> bool,
        mut each: impl FnMut(Row<'_>),
    ) -> Result<(), ToolError> {
        let (all, length) = (self.sweep.worlds(), self.sweep.block_length);
        let start = block.saturating_mul(length).min(all);
        for world in start..all.min(start + length) {
            if !self.run(world, &mut go_on, &mut each)? {
                break;
            }
        }
        Ok(())
    }

    fn run(
        &mut self,
        world: u64,
        go_on: impl FnMut(&Progress) -> bool,
        each: &mut impl FnMut(Row<'_>),
    ) -> Result<bool, ToolError> {
        if let Some(explorer) = self.sweep.explorer {
            self.explore(world, explorer, each)?;
            return Ok(true);
        }

        let Sweep {
            worlds, columns, ..
        } = self.sweep;
        let (number, seed) = worlds.world(world);
        let variant = &worlds.variants[number];
        let (simulation, _) = self.runner.begin(worlds, world)?;
        let (survey, cells) = (&mut self.survey, &mut self.cells);
        let take = |maze: &mut Maze| {
            let mut measured = Measured::new(maze, survey);
            cells.clear();
            cells.extend(columns.cells(variant, seed, &mut measured));
            self.sweep.pass_on(world, cells, Some(maze), each);
        };
        let mut rows = RowTaker {
            each_tick: columns.of_each_tick(),
            take,
            go_on,
        };
        Ok(simulation.drive(&mut rows).is_continue())
    }
}

impl Sweep {
    /// Passes on a row, if it satisfies the condition.
    fn pass_on(
        &self,
        world: u64,
        cells: &[Value<'_>],
        maze: Option<&Maze>,
        each: &mut impl FnMut(Row<'_>),
    ) {
        let (variant, seed) = self.worlds.world(world);
        let condition = self.condition.as_ref();
        if condition.is_none_or(|condition| condition.holds(&mut |index| cells[index])) {
            each(Row {
                world,
                variant,
                seed,
                cells,
                maze,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    const TEXT: &str = "Scene(grid: (rows: 2, columns: 2), generate: Wilson, text: Lattice)";

    fn varied(settings: &[&str]) -> (Vec<Variant>, Columns) {
        let registry = Registry::standard();
        let settings: Vec<Setting> = settings
            .iter()
            .map(|it| it.parse().expect("a setting"))
            .collect();
        let variants = Variant::all(&registry, "it", TEXT, &settings).expect("a scene");
        let columns = Columns::of(&registry, &variants, &settings);
        (variants, columns)
    }

    #[test]
    fn columns_of_other_sweeps_are_refused() {
        let (plain, columns) = varied(&[]);
        let (variants, of_variants) = varied(&["grid.rows=2,3"]);
        let sweep = |variants: &Vec<Variant>, columns: &Columns| {
            Sweep::new(variants.clone(), Seeds::one(7), columns.clone())
        };
        for (variants, columns) in [(&plain, &of_variants), (&variants, &columns)] {
            assert!(
                sweep(variants, columns)
                    .expect_err("refused")
                    .to_string()
                    .contains("settings")
            );
        }
        let sweep = sweep(&variants, &of_variants).and_then(|it| it.keeping("digest != 'x'"));
        assert_eq!(sweep.expect("a sweep").worlds(), 2);
    }
}
