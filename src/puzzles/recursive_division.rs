//! Recursive division: walls divide chambers, each with a gap, until every chamber is one cell wide or high.
//!
//! Source: J. Buck, "Mazes for Programmers", chapter 12. A tick divides the chamber that was made last by a wall across its
//! longer side. If both sides are equally long, the side is random. So are the line of the wall and the place of its gap. The
//! chamber below the wall, or to its right, is divided first.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::chance::Chance;
use crate::base::progress::Progress;
use crate::base::squares::{Squares, SquaresOf};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::Walls;
use crate::engine::maze::Build;
use crate::scene::{Ingredient, Role};

use super::blocked::leave_out;

/// Recursive division: `generate: RecursiveDivision`. Long straight walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecursiveDivision;

impl Ingredient for RecursiveDivision {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "RecursiveDivision";
    const ROLE: Role = Role::Walls;

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world
            .walls()
            .chance()
            .state::<Chambers>("recursive_division");
        world.on_begin(begin).stage(divide);
    }
}

/// The chambers that are left to divide: for each the row and column of its upper left cell, from 0, its height and its
/// width. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, Serialize)]
struct Chambers(Vec<[usize; 4]>);

impl Chambers {
    /// Adds a chamber, unless no wall fits into it.
    fn push(&mut self, chamber @ [_, _, height, width]: [usize; 4]) {
        if height > 1 && width > 1 {
            self.0.push(chamber);
        }
    }
}

/// Builds the border, and makes the whole grid the first chamber.
fn begin(
    InRef(_): InRef<RecursiveDivision>,
    maze: Single<(SquaresOf, &mut Chambers, &mut Progress)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (squares, mut chambers, mut progress) = maze.into_inner();
    let squares = Squares::from(squares);
    let grid = squares.grid();
    let walls = walls.columns();

    walls.fill(Wall::OPEN);
    for wall in Segments::new(grid).border() {
        walls[wall] = Wall::STANDING;
    }

    chambers.0.clear();
    chambers.push([0, 0, grid.rows as usize, grid.columns as usize]);
    if chambers.0.is_empty() {
        leave_out(squares, walls);
        progress.end_stage();
    }
}

/// Divides a chamber in each tick.
fn divide(
    maze: Single<(SquaresOf, &mut Progress, &mut Chambers, &mut Chance)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (squares, mut progress, mut chambers, mut chance) = maze.into_inner();
    let squares = Squares::from(squares);
    let grid = squares.grid();
    let segments = Segments::new(grid);
    let walls = walls.columns();

    progress.do_ticks(|| {
        let Some([row, column, height, width]) = chambers.0.pop() else {
            return true;
        };

        let is_horizontal = height > width || height == width && chance.below(2) == 0;
        if is_horizontal {
            let line = 1 + chance.place(height - 1);
            let gap = chance.place(width);
            for at in (0..width).filter(|&at| at != gap) {
                walls[segments.horizontal(row + line, column + at)] = Wall::STANDING;
            }

            chambers.push([row, column, line, width]);
            chambers.push([row + line, column, height - line, width]);
        } else {
            let line = 1 + chance.place(width - 1);
            let gap = chance.place(height);
            for at in (0..height).filter(|&at| at != gap) {
                walls[segments.vertical(row + at, column + line)] = Wall::STANDING;
            }

            chambers.push([row, column, height, line]);
            chambers.push([row, column + line, height, width - line]);
        }

        chambers.0.is_empty()
    });

    if chambers.0.is_empty() {
        leave_out(squares, walls);
    }
}
