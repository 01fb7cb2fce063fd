//! Aldous-Broder: a random walk that opens the way whenever it meets a new cell. All mazes are equally likely.
//!
//! Sources: D. Aldous, "The random walk construction of uniform spanning trees", 1990; A. Broder, "Generating random
//! spanning trees", 1989. A tick is a step to a neighbour, uniformly. The walk begins at the first square.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::chance::Chance;
use crate::base::grid::CellIndex;
use crate::base::progress::Progress;
use crate::base::squares::{Squares, SquaresOf};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::Walls;
use crate::engine::maze::Build;
use crate::scene::{Ingredient, Role};

/// The walk of Aldous and Broder, by which every maze is equally likely: `generate: AldousBroder`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AldousBroder;

impl Ingredient for AldousBroder {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "AldousBroder";
    const ROLE: Role = Role::Walls;

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world
            .walls()
            .chance()
            .state::<Stroll>("aldous_broder")
            .on_begin(begin)
            .stage(walk);
    }
}

/// The random walk. A component of the maze entity.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
struct Stroll {
    /// The cell where the walk is.
    at: CellIndex,
    /// The number of cells that it hasn't met yet.
    left: usize,
}

/// Walls in every cell, and starts the walk at the first square.
fn begin(
    InRef(_): InRef<AldousBroder>,
    maze: Single<(SquaresOf, &mut Stroll, &mut Progress)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (squares, mut stroll, mut progress) = maze.into_inner();
    let squares = Squares::from(squares);

    walls.columns().fill(Wall::STANDING);
    *stroll = Stroll {
        at: squares.nth(0),
        left: squares.count() - 1,
    };

    if stroll.left == 0 {
        progress.end_stage();
    }
}

/// Takes a step in each tick, and opens the way if it leads to a new cell.
fn walk(
    maze: Single<(SquaresOf, &mut Progress, &mut Stroll, &mut Chance)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (squares, mut progress, mut stroll, mut chance) = maze.into_inner();
    let squares = Squares::from(squares);
    let grid = squares.grid();
    let segments = Segments::new(grid);
    let walls = walls.columns();

    progress.do_ticks(|| {
        let ways = squares.ways_inside(stroll.at);
        let heading = chance.heading(ways);
        let next = grid.beside(stroll.at, heading);

        // Every cell that was met has a way out, the first one from the first step on.
        if segments.open_sides(next, walls).is_empty() {
            walls[segments.beside(stroll.at, heading)] = Wall::OPEN;
            stroll.left -= 1;
        }

        stroll.at = next;
        stroll.left == 0
    });
}
