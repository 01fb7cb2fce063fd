//! The growth: processes cells of the list, as many as the budget of ticks allows.

use bevy_ecs::prelude::*;

use super::GrowingList;
use super::unlisted::{self, Unlisted};
use crate::base::chance::Chance;
use crate::base::grid::Grid;
use crate::base::progress::{Budget, Progress};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Cells, Walls};

/// Processes as many cells as the budget allows.
pub(super) fn grow(
    maze: Single<(&Grid, &mut Progress, &mut GrowingList, &mut Chance)>,
    mut budget: ResMut<Budget>,
    mut cells: Cells<&'static mut Unlisted>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut list, mut chance) = maze.into_inner();
    let unlisted = cells.columns();
    let walls = walls.columns();
    let mut growing =
        Growing { list: &mut list, unlisted, walls, segments: Segments::new(grid), grid };
    let mut ticks = 0;
    while ticks < budget.left() && !growing.list.cells().is_empty() {
        growing.process(&mut chance);
        ticks += 1;
    }
    progress.pass(ticks, &mut budget);
    if list.cells().is_empty() {
        progress.built();
    }
}

/// The growth, with the columns that it writes.
struct Growing<'a> {
    list: &'a mut GrowingList,
    unlisted: &'a mut [Unlisted],
    walls: &'a mut [Wall],
    segments: Segments,
    grid: Grid,
}

impl Growing<'_> {
    /// Processes one cell: the tree grows from there, or the cell is removed from the list.
    #[inline]
    fn process(&mut self, chance: &mut Chance) {
        let place = self.list.pick(chance);
        let here = self.list.cells[place];
        let ways = self.unlisted[here].0;
        if ways.is_empty() {
            return self.list.remove(place);
        }
        let heading = ways.nth(chance.below(ways.len()));
        let there = self.grid.beside(here, heading);
        self.walls[self.segments.beside(here, heading)] = Wall::OPEN;
        unlisted::list(self.unlisted, self.grid, there);
        self.list.cells.push(there);
    }
}
