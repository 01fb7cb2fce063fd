//! Eller's algorithm: row by row, knowing only which cells of the last row are joined.
//!
//! Source: J. Buck, "Mazes for Programmers", chapter 9. A tick is a row. From left to right, neighbours that are not joined
//! are joined with a chance of one half, in the last row always. Then each cell opens its floor with a chance of one half;
//! of cells that are joined, the last one opens it if no other has. In the last row none does.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::chance::Chance;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::base::progress::Progress;
use crate::base::squares::{Squares, SquaresOf};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::Walls;
use crate::engine::maze::Build;
use crate::scene::{Ingredient, Role};

use super::blocked::leave_out;

/// Eller's algorithm: `generate: Eller`. A tick carves a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Eller;

impl Ingredient for Eller {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Eller";
    const ROLE: Role = Role::Walls;

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world
            .walls()
            .chance()
            .state::<EllerRows>("eller")
            .on_begin(begin)
            .stage(carve);
    }
}

/// The row that is carved next. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, Serialize)]
struct EllerRows {
    row: u32,
    /// For each column an earlier one that it is joined to, or itself if it is the first of its set.
    joined: Vec<usize>,
}

impl EllerRows {
    /// Returns the first column of the set that a column belongs to.
    fn first(&mut self, mut column: usize) -> usize {
        while self.joined[column] < column {
            self.joined[column] = self.joined[self.joined[column]];
            column = self.joined[column];
        }
        column
    }
}

/// Walls in every cell.
fn begin(
    InRef(_): InRef<Eller>,
    maze: Single<(&Grid, &mut EllerRows)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (grid, mut rows) = maze.into_inner();
    walls.columns().fill(Wall::STANDING);
    rows.row = 0;
    rows.joined.clear();
    rows.joined.extend(0..grid.columns as usize);
}

/// Carves a row in each tick.
fn carve(
    maze: Single<(SquaresOf, &mut Progress, &mut EllerRows, &mut Chance)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (squares, mut progress, mut rows, mut chance) = maze.into_inner();
    let squares = Squares::from(squares);
    let grid = squares.grid();
    let segments = Segments::new(grid);
    let walls = walls.columns();
    let columns = grid.columns as usize;

    progress.do_ticks(|| {
        let is_last = rows.row + 1 == grid.rows;
        let start = rows.row as usize * columns;
        let mut open = |column: usize, side| {
            walls[segments.beside(CellIndex::new(start + column), side)] = Wall::OPEN;
        };

        // Join neighbours.
        for column in 1..columns {
            let left = rows.first(column - 1);
            let right = rows.first(column);
            if left != right && (is_last || chance.below(2) == 0) {
                rows.joined[left.max(right)] = left.min(right);
                open(column - 1, Heading::E);
            }
        }

        // Open floors, at least one for each set.
        if !is_last {
            let firsts: Vec<usize> = (0..columns).map(|column| rows.first(column)).collect();
            // By the first column of each set: its last column in this row, and its first one in the next row.
            let mut last = vec![0; columns];
            let mut below = vec![None; columns];
            for (column, &first) in firsts.iter().enumerate() {
                last[first] = column;
            }

            for (column, &first) in firsts.iter().enumerate() {
                let must = below[first].is_none() && last[first] == column;
                rows.joined[column] = column;
                if chance.below(2) == 0 || must {
                    open(column, Heading::S);
                    rows.joined[column] = *below[first].get_or_insert(column);
                }
            }
        }

        rows.row += 1;
        is_last
    });

    if rows.row == grid.rows {
        leave_out(squares, walls);
    }
}
