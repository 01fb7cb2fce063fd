//! Wilson's walk in snapshots: the path from its start, without loops. Which cells are in the maze
//! follows from the walls: all that have an opening, and the first.

use bevy_ecs::prelude::*;

use super::square::{self, Square};
use super::{WilsonWalk, middle};
use crate::base::grid::Grid;
use crate::base::heading::Heading;
use crate::base::progress::Progress;
use crate::base::snapshot::{Reader, SnapshotError, Writer, ensure};
use crate::base::wall::Wall;
use crate::engine::columns::{Cells, Walls};

/// Writes the headings of the path.
pub(super) fn save(
    InMut(writer): InMut<Writer>,
    walk: Single<&WilsonWalk>,
    mut cells: Cells<&'static Square>,
) {
    let grid = cells.grid();
    let squares = cells.columns();
    writer.length(walk.way(squares, grid).count());
    walk.way(squares, grid).for_each(|heading| writer.u8(heading as u8));
}

/// Restores the path, and which cells are in the maze. The walls are restored already.
pub(super) fn restore(
    InMut(reader): InMut<Reader>,
    maze: Single<(&Grid, &Progress, &mut WilsonWalk)>,
    mut cells: Cells<&'static mut Square>,
    mut walls: Walls<&'static Wall>,
) -> Result<(), SnapshotError> {
    let (&grid, progress, mut walk) = maze.into_inner();
    let length = reader.length(1)?;
    let way = reader.bytes(length)?;
    if !progress.is_in_stage(0) {
        *walk = WilsonWalk::default();
        return ensure(way.is_empty(), "a walk in a finished maze");
    }
    let segments = walls.segments();
    let walls = walls.columns();
    let squares = cells.columns();
    square::leave_all(squares, grid);
    for (cell, square) in squares.iter_mut().enumerate() {
        if cell == middle(grid) || !segments.open_sides(cell, walls).is_empty() {
            square.join();
        }
    }
    let left = squares.iter().filter(|square| !square.is_in_maze()).count();
    ensure(left > 0, "a walk without a cell to start from")?;
    *walk = WilsonWalk { left, ..WilsonWalk::default() };
    walk.start_anew(squares);
    walk.at = follow(way, walk.start, squares, grid)?;
    Ok(())
}

/// Stores the path from `start` on; returns where it ends.
fn follow(
    way: &[u8],
    start: usize,
    squares: &mut [Square],
    grid: Grid,
) -> Result<usize, SnapshotError> {
    let mut is_passed = vec![false; squares.len()];
    let mut here = start;
    for &byte in way {
        let heading = Heading::from_bits(byte);
        ensure(byte < 4 && squares[here].ways().contains(heading), "a walk that leaves its grid")?;
        squares[here].note(heading);
        is_passed[here] = true;
        here = grid.beside(here, heading);
        ensure(!squares[here].is_in_maze(), "a walk that has met the maze")?;
        ensure(!is_passed[here], "a walk with a loop")?;
    }
    Ok(here)
}
