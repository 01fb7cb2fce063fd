//! The systems of a kind of world, and its memory estimate.

use std::any::{Any, TypeId};
use std::collections::HashSet;

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{
    LogLevel, Schedule, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor,
};
use bevy_ecs::system::{BoxedSystem, ReadOnlySystem};

use super::rule::Rule;
use super::sight::Seen;
use super::stats::Count;
use crate::column::Columns;
use crate::digest::{Hasher, Part};
use crate::grid::{Grid, Position};
use crate::limits;
use crate::picture::Teller;
use crate::progress::Plan;
use crate::search::{Guide, SMALLEST};
use crate::snapshot::{Reader, SnapshotError, Writer};
use crate::walker::Walker;
use crate::wall::Wall;

/// What the ingredients of a kind of world added to it.
#[derive(Default)]
pub(crate) struct Works {
    pub(super) on_begin: Vec<OnBegin>,
    pub(super) stages: Vec<Schedule>,
    /// Systems that open ways, before every rule.
    pub(super) openings: Vec<BoxedSystem>,
    pub(super) rules: Vec<Rule>,
    /// Systems that run after every rule.
    pub(super) after_rules: Vec<BoxedSystem>,
    pub(super) search: Option<Schedule>,
    /// Creates the guide for walks by hand, for walks by the shared search.
    pub(super) guide: Option<fn(&mut World) -> Guide>,
    pub(super) columns: Columns,
    pub(super) savers: Vec<Saver>,
    pub(super) hashes: Vec<(Part, Hashing)>,
    pub(super) counts: Vec<Count>,
    /// The layers of pictures, from bottom to top.
    pub(super) seen: Vec<Seen>,
    pub(super) tellers: Vec<Teller>,
    pub(super) sizes: Sizes,
    /// The types of the components that cells have.
    pub(super) cell_components: HashSet<TypeId>,
}

/// The sizes of worlds of a kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sizes {
    /// Bytes of a cell, without its entity and its position.
    pub(super) cell: usize,
    /// The number of a cell's components besides its position.
    pub(super) components: usize,
    /// Bytes of a pair of cells.
    pub(super) pair: usize,
    pub(super) has_walls: bool,
    /// Bytes per cell that the systems of layers keep.
    pub(super) seen: usize,
    /// The poses of a walker, 0 without a search, and how many others a walker can produce in a
    /// step.
    pub(super) poses: usize,
    pub(super) fan: usize,
    /// The most bytes of a saved world: once, and per cell.
    pub(super) saved_once: u64,
    pub(super) saved_a_cell: u64,
    /// Bytes of a saved world per pair of cells.
    pub(super) saved_a_pair: u64,
}

/// Bytes of an entity without its components: its rows in the World's list, in the archetype and in
/// the table, and some slack.
const ENTITY: usize = 24 + 16 + 8 + 4;

/// Bytes of a walker.
const WALKER: usize = ENTITY + size_of::<Walker>() + Works::CHANGE_TICKS;

/// A system that hashes state that determines the next ticks.
pub(super) type Hashing = Box<dyn ReadOnlySystem<In = InMut<'static, Hasher>, Out = ()>>;

/// A system that runs when a maze begins.
pub(super) struct OnBegin {
    /// The type of the ingredient that it reads; `None` if it needs none.
    ingredient: Option<TypeId>,
    run: Running,
}

/// Runs a system on an ingredient, whatever its type.
type Running = Box<dyn FnMut(&dyn Any, &mut World) + Send + Sync>;

/// A part of a world's state: the systems that write and restore it.
pub(super) struct Saver {
    pub(super) save: Box<dyn ReadOnlySystem<In = InMut<'static, Writer>, Out = ()>>,
    pub(super) restore: BoxedSystem<InMut<'static, Reader>, Result<(), SnapshotError>>,
}

/// The schedules whose runs are ticks.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Ticks;

/// A schedule in which an ambiguous order is an error, run on a single thread.
pub(super) fn schedule() -> Schedule {
    let mut ticks = Schedule::new(Ticks);
    ticks.set_executor(SingleThreadedExecutor::new());
    ticks.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        hierarchy_detection: LogLevel::Error,
        ..Default::default()
    });
    ticks
}

impl Works {
    /// Bytes that change detection keeps per component.
    pub(super) const CHANGE_TICKS: usize = 8;

    /// Whether there are walls.
    pub(super) fn has_walls(&self) -> bool {
        self.sizes.has_walls
    }

    /// The phases of mazes of this kind.
    pub(super) fn plan(&self) -> Plan {
        let stages = u8::try_from(self.stages.len()).expect("few stages");
        Plan { stages, walks: self.search.is_some() }
    }

    /// The bytes of a saved world for its walls, columns and pairs of cells.
    pub(super) fn least_saved(&self, grid: Grid) -> u64 {
        let walls = if self.sizes.has_walls { grid.cells() / 4 } else { 0 };
        let cells = (walls + self.columns.bytes() * grid.cells()) as u64;
        cells.saturating_add(self.sizes.saved_pairs(grid))
    }

    /// The most bytes of a saved world.
    pub(super) fn most_saved(&self, grid: Grid) -> u64 {
        const ONCE: u64 = 1 << 16;
        const A_CELL: u64 = 16;
        let a_cell = A_CELL + self.sizes.saved_a_cell + self.columns.bytes() as u64;
        let cells = ONCE + self.sizes.saved_once + a_cell * grid.cells() as u64;
        cells.saturating_add(self.sizes.saved_pairs(grid))
    }
}

impl Sizes {
    /// The approximate bytes of a world, including its drawing and as many walkers as an open board
    /// of that size has.
    pub(crate) fn bytes(self, grid: Grid) -> u64 {
        const WALL: usize = ENTITY + size_of::<Wall>() + Works::CHANGE_TICKS;
        /// Bytes of the drawing of a cell between walls.
        const DRAWN: usize = 6;
        /// By how much allocators round a column up, on average: half a huge page.
        const ROUNDING: usize = 1 << 20;
        /// Columns of entities, of walls and of walkers.
        const OTHERS: usize = 8;
        let walls = if self.has_walls { 2 * WALL + DRAWN } else { 0 };
        let cell = ENTITY + size_of::<Position>() + Works::CHANGE_TICKS + self.cell + walls;
        let cells = grid.cells() * cell + self.walkers(grid) * WALKER;
        let rounding = (self.components + OTHERS) * ROUNDING.min(4 * grid.cells());
        ((cells + rounding) as u64).saturating_add(pairs(grid).saturating_mul(self.pair as u64))
    }

    /// The approximate size of the ring of walkers on an open board.
    pub(super) fn walkers(self, grid: Grid) -> usize {
        if self.poses == 0 {
            return 0;
        }
        let border = 2 * (grid.rows as usize + grid.columns as usize);
        let layer = border * self.poses.div_ceil(2);
        (layer * self.fan).next_power_of_two().clamp(SMALLEST, limits::WALKERS)
    }

    /// The bytes of a saved world for its pairs of cells.
    fn saved_pairs(self, grid: Grid) -> u64 {
        pairs(grid).saturating_mul(self.saved_a_pair)
    }
}

/// The number of pairs of cells: at most 2⁵², since a grid has at most 2²⁶ cells.
fn pairs(grid: Grid) -> u64 {
    let cells = grid.cells() as u64;
    cells * cells
}

impl OnBegin {
    /// A system that turns an ingredient into components.
    pub(super) fn of<T: Any, M>(
        system: impl IntoSystem<InRef<'static, T>, (), M>,
        world: &mut World,
    ) -> Self {
        let mut system = IntoSystem::into_system(system);
        system.initialize(world);
        let run = Box::new(move |ingredient: &dyn Any, world: &mut World| {
            let ingredient = ingredient.downcast_ref().expect("found by its type");
            system.run(ingredient, world).expect("it finds what it fills");
        });
        Self { ingredient: Some(TypeId::of::<T>()), run }
    }

    /// A system that runs for every scene.
    pub(super) fn always<M>(system: impl IntoSystem<(), (), M>, world: &mut World) -> Self {
        let mut system = IntoSystem::into_system(system);
        system.initialize(world);
        let run = Box::new(move |_: &dyn Any, world: &mut World| {
            system.run((), world).expect("it finds what it fills");
        });
        Self { ingredient: None, run }
    }

    /// Runs it if the scene has the ingredient.
    pub(super) fn run<'a>(
        &mut self,
        world: &mut World,
        ingredient: impl Fn(TypeId) -> Option<&'a dyn Any>,
    ) {
        match self.ingredient {
            None => (self.run)(&(), world),
            Some(of) => {
                if let Some(ingredient) = ingredient(of) {
                    (self.run)(ingredient, world);
                }
            }
        }
    }
}

impl Saver {
    pub(super) fn new<M, N>(
        save: impl IntoSystem<InMut<'static, Writer>, (), M, System: ReadOnlySystem>,
        restore: impl IntoSystem<InMut<'static, Reader>, Result<(), SnapshotError>, N>,
        world: &mut World,
    ) -> Self {
        let mut save = Box::new(IntoSystem::into_system(save));
        let mut restore = Box::new(IntoSystem::into_system(restore));
        save.initialize(world);
        restore.initialize(world);
        Self { save, restore }
    }
}
