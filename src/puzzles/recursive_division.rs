//! Recursive division: chambers are divided by walls with a gap each, until none is wider than a cell.
//!
//! Source: J. Buck, "Mazes for Programmers", chapter 12. A tick divides the chamber that was last made: across the longer
//! side, either if both are as long, by a wall on a line that is drawn, with a gap at a drawn place. The chamber below or
//! at the right is divided first.

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

/// The chambers to be divided: the row and column of their upper left cells, from 0, their height and width.
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
    Segments::new(grid)
        .border()
        .for_each(|wall| walls[wall] = Wall::STANDING);
    chambers.0.clear();
    chambers.push([0, 0, grid.rows as usize, grid.columns as usize]);
    if chambers.0.is_empty() {
        leave_out(squares, walls);
        progress.end_stage();
    }
}

fn divide(
    maze: Single<(SquaresOf, &mut Progress, &mut Chambers, &mut Chance)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (squares, mut progress, mut chambers, mut chance) = maze.into_inner();
    let squares = Squares::from(squares);
    let grid = squares.grid();
    let (segments, walls) = (Segments::new(grid), walls.columns());
    progress.do_ticks(|| {
        let Some([row, column, height, width]) = chambers.0.pop() else {
            return true;
        };
        let is_across = height > width || height == width && chance.below(2) == 0;
        let (depth, length) = if is_across {
            (height, width)
        } else {
            (width, height)
        };
        let (line, gap) = (1 + chance.place(depth - 1), chance.place(length));
        for at in (0..length).filter(|&at| at != gap) {
            let wall = if is_across {
                segments.horizontal(row + line, column + at)
            } else {
                segments.vertical(row + at, column + line)
            };
            walls[wall] = Wall::STANDING;
        }
        let (first, second) = if is_across {
            (
                [row, column, line, width],
                [row + line, column, height - line, width],
            )
        } else {
            (
                [row, column, height, line],
                [row, column + line, height, width - line],
            )
        };
        chambers.push(first);
        chambers.push(second);
        chambers.0.is_empty()
    });
    if chambers.0.is_empty() {
        leave_out(squares, walls);
    }
}
