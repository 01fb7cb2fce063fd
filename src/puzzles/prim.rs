//! Prim's algorithm: a maze that grows by a random cell beside it.
//!
//! Source: R. C. Prim, "Shortest connection networks and some generalizations", 1957, with random weights of cells. The maze
//! begins as a drawn cell. A tick draws a cell beside the maze, uniformly, and joins it to one of its neighbours in the
//! maze, uniformly.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::chance::Chance;
use crate::base::digest::unordered;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::progress::Progress;
use crate::base::squares::{Squares, SquaresOf};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Cells, Walls};
use crate::engine::maze::Build;
use crate::scene::{Ingredient, Role};

/// Prim's algorithm: `generate: Prim`. Many short dead ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prim;

impl Ingredient for Prim {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Prim";
    const ROLE: Role = Role::Walls;

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world.walls().chance().column::<Reach>("reach");
        world.state::<Fringe>("prim").on_begin(begin).stage(join);
    }
}

/// The relation of a cell to the maze. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
enum Reach {
    #[default]
    Outside,
    Beside,
    Inside,
    Blocked,
}

/// The cells beside the maze. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, Serialize)]
struct Fringe(#[serde(serialize_with = "unordered")] Vec<CellIndex>);

impl Fringe {
    /// Adds a cell to the maze, and its neighbours to the fringe.
    fn take_in(&mut self, cell: CellIndex, grid: Grid, reach: &mut [Reach]) {
        reach[cell] = Reach::Inside;

        for way in grid.ways_inside(cell).iter() {
            let next = grid.beside(cell, way);
            if reach[next] == Reach::Outside {
                reach[next] = Reach::Beside;
                self.0.push(next);
            }
        }
    }
}

/// Walls in every cell, and begins the maze at a random square.
fn begin(
    InRef(_): InRef<Prim>,
    maze: Single<(&mut Fringe, &mut Chance, &mut Progress, SquaresOf)>,
    mut cells: Cells<&'static mut Reach>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (mut fringe, mut chance, mut progress, squares) = maze.into_inner();
    let squares = Squares::from(squares);
    let reach = cells.columns();

    walls.columns().fill(Wall::STANDING);
    reach.fill(Reach::Outside);
    for blocked in squares.blocked() {
        reach[blocked] = Reach::Blocked;
    }

    fringe.0.clear();
    let first = squares.nth(chance.place(squares.count()));
    fringe.take_in(first, squares.grid(), reach);

    if fringe.0.is_empty() {
        progress.end_stage();
    }
}

/// Joins a random cell of the fringe to the maze in each tick.
fn join(
    maze: Single<(&mut Progress, &mut Fringe, &mut Chance)>,
    mut cells: Cells<&'static mut Reach>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (mut progress, mut fringe, mut chance) = maze.into_inner();
    let (grid, reach) = cells.grid_and_columns();
    let walls = walls.columns();

    progress.do_ticks(|| {
        let place = chance.place(fringe.0.len());
        let cell = fringe.0.swap_remove(place);

        let is_inside = |&way: &Heading| reach[grid.beside(cell, way)] == Reach::Inside;
        let ways: Headings = grid.ways_inside(cell).iter().filter(is_inside).collect();
        if !ways.is_empty() {
            let way = chance.heading(ways);
            walls[Segments::new(grid).beside(cell, way)] = Wall::OPEN;
        }

        fringe.take_in(cell, grid, reach);
        fringe.0.is_empty()
    });
}
