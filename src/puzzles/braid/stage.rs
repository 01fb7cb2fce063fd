//! Opening dead ends, as many as the budget of ticks allows.

use bevy_ecs::prelude::*;

use super::Braiding;
use crate::base::chance::Chance;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::progress::{Budget, Progress};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::Walls;

/// Goes to the next dead end, as often as the budget allows.
pub(super) fn open(
    maze: Single<(&Grid, &mut Progress, &mut Braiding, &mut Chance)>,
    mut budget: ResMut<Budget>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut braiding, mut chance) = maze.into_inner();
    let segments = walls.segments();
    let walls = walls.columns();
    let mut is_over = false;
    let mut ticks = 0;
    while ticks < budget.left() && !is_over {
        ticks += 1;
        let dead_end = (braiding.next..grid.cells())
            .map(CellIndex::new)
            .find_map(|cell| Some((cell, dead_end(cell, grid, segments, walls)?)));
        let Some((cell, shut)) = dead_end else {
            braiding.next = grid.cells();
            is_over = true;
            continue;
        };
        braiding.next = cell.get() + 1;
        if braiding.odds.is_none_or(|odds| chance.happens(odds)) {
            let side = shut.nth(chance.below(shut.len()));
            walls[segments.beside(cell, side)] = Wall::OPEN;
        }
    }
    progress.pass(ticks, &mut budget);
    if is_over {
        progress.built();
    }
}

/// The sides of a dead end that can be opened; `None` if the cell is not a dead end.
#[inline]
fn dead_end(cell: CellIndex, grid: Grid, segments: Segments, walls: &[Wall]) -> Option<Headings> {
    let mut shut = segments.walled_sides(cell, walls);
    if shut.len() != 3 {
        return None;
    }
    let at = grid.position(cell);
    Heading::ALL.into_iter().filter(|&side| !grid.leads(at, side)).for_each(|it| shut.remove(it));
    (!shut.is_empty()).then_some(shut)
}
