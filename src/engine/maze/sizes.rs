//! How large worlds of a kind are: the estimate of their memory.

use std::fmt::Display;

use crate::base::grid::{Grid, Position};
use crate::base::memory;
use crate::base::scene_fault::{SceneFault, SceneStep};
use crate::base::wall::Wall;
use crate::engine::search::{Pooled, most_walkers, usual_walkers};

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sizes {
    /// Bytes of a cell, without its entity and its position.
    pub(super) cell: usize,
    pub(super) components: usize,
    pub(super) has_walls: bool,
    /// The poses of a walker, 0 without a search, and the most walkers that one can produce in a
    /// step.
    pub(crate) poses: usize,
    pub(super) fan: usize,
}

/// Bytes of an entity without its components: in the World's list, in the archetype, in the table,
/// and some room.
const ENTITY: usize = 24 + 16 + 8 + 4;

/// Bytes of a component, with what change detection keeps of it.
const fn component<C>() -> usize {
    size_of::<C>() + 8
}

impl Sizes {
    pub(super) fn add_component<C>(&mut self) {
        self.cell += component::<C>();
        self.components += 1;
    }

    /// The approximate memory of a world in bytes, with its drawing as text and all the walkers
    /// that it may have.
    fn bytes(self, grid: Grid) -> u64 {
        const WALL: usize = ENTITY + component::<Wall>();
        /// A third more is for the old columns, while those of walkers grow.
        const WALKER: usize = 4 * (ENTITY + component::<Pooled>()) / 3;
        const DRAWN: usize = 6;
        /// The most that allocators add to a column: a huge page, less in small worlds.
        const ROUNDING: usize = 1 << 21;
        /// Columns of entities, of walls and of walkers.
        const OTHERS: usize = 8;
        let walls = if self.has_walls { 2 * WALL + DRAWN } else { 0 };
        let cell = ENTITY + component::<Position>() + self.cell + walls;
        let walkers = if self.poses == 0 {
            0
        } else {
            most_walkers(grid, self.poses, self.fan)
        };
        let rounding = (self.components + OTHERS) * ROUNDING.min(64 * grid.cells());
        (grid.cells() * cell + walkers * WALKER + rounding) as u64
    }

    /// Returns an error if a world of this size, with so many bytes besides its columns, needs more memory
    /// than there is.
    pub(crate) fn check_room(self, grid: Grid, besides: u64) -> Result<(), SceneFault> {
        let bytes = self.bytes(grid).saturating_add(besides);
        check_bytes(bytes, format_args!("for {} cells", grid.cells()))
    }

    pub(super) fn listed_walkers(self, grid: Grid) -> usize {
        let Self { poses, fan, .. } = self;
        let walkers = usual_walkers(grid, poses, fan).min(most_walkers(grid, poses, fan));
        if poses == 0 { 0 } else { walkers }
    }
}

pub(crate) fn check_bytes(bytes: u64, purpose: impl Display) -> Result<(), SceneFault> {
    memory::check(bytes, purpose)
        .map_err(|error| SceneFault::new([SceneStep::Field("grid")], error.to_string()))
}
