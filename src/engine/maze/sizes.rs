//! How large worlds of a kind are in memory.

use crate::base::grid::{Grid, Position};
use crate::base::limits;
use crate::base::memory::{CHANGE_TICKS, LISTED_ENTITY, PLACED_ENTITY};
use crate::base::walker::Walker;
use crate::base::wall::Wall;
use crate::engine::search::SMALLEST;

/// How large worlds of a kind are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sizes {
    /// Bytes of a cell, without its entity and its position.
    pub(super) cell: usize,
    /// How many components a cell has in addition to its position.
    pub(super) components: usize,
    /// Bytes of a pair of cells.
    pub(super) pair: usize,
    pub(super) has_walls: bool,
    /// Bytes of a cell kept by systems that read visible components.
    pub(super) seen: usize,
    /// The poses of a walker, 0 without a search, and the most walkers that one can produce in a
    /// step.
    pub(super) poses: usize,
    pub(super) fan: usize,
}

/// Bytes of an entity without its components: its rows in the World's list, in the archetype and in
/// the table, and some room.
const ENTITY: usize = LISTED_ENTITY + PLACED_ENTITY + 4;

/// Bytes of a walker.
const WALKER: usize = ENTITY + size_of::<Walker>() + CHANGE_TICKS;

impl Sizes {
    /// The approximate memory of a world in bytes, with its drawing and as many walkers as on an
    /// open board of that size.
    pub(crate) fn bytes(self, grid: Grid) -> u64 {
        const WALL: usize = ENTITY + size_of::<Wall>() + CHANGE_TICKS;
        /// Bytes of the drawing of a cell between walls.
        const DRAWN: usize = 6;
        /// By how much allocators round a column up, about: half a huge page.
        const ROUNDING: usize = 1 << 20;
        /// Columns of entities, of walls and of walkers.
        const OTHERS: usize = 8;
        let walls = if self.has_walls { 2 * WALL + DRAWN } else { 0 };
        let cell = ENTITY + size_of::<Position>() + CHANGE_TICKS + self.cell + walls;
        let cells = grid.cells() * cell + self.walkers(grid) * WALKER;
        let rounding = (self.components + OTHERS) * ROUNDING.min(4 * grid.cells());
        ((cells + rounding) as u64).saturating_add(grid.pairs().saturating_mul(self.pair as u64))
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
}
