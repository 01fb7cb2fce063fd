//! Hunt and kill: a walk to new cells until there is none beside it, then a hunt for the next start.
//!
//! Source: J. Buck, "Mazes for Programmers", chapter 5. The walk begins at the first cell. A tick is a step to a new
//! neighbour, uniformly. If there is none, it is a hunt: the first new cell in grid order that has a visited neighbour is
//! joined to one of those, uniformly, and the walk goes on from there.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::chance::Chance;
use crate::base::grid::CellIndex;
use crate::base::heading::Headings;
use crate::base::progress::Progress;
use crate::base::squares::{Squares, SquaresOf};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::Walls;
use crate::engine::maze::Build;
use crate::scene::{Ingredient, Role};

/// Hunt and kill: `generate: HuntAndKill`. Long passages, as of a depth-first search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HuntAndKill;

impl Ingredient for HuntAndKill {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "HuntAndKill";
    const ROLE: Role = Role::Walls;

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world
            .walls()
            .chance()
            .state::<Hunt>("hunt_and_kill")
            .on_begin(begin)
            .stage(step);
    }
}

/// The walk and the hunt. A component of the maze entity.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
struct Hunt {
    /// The cell where the walk is.
    at: CellIndex,
    /// The cell where the next hunt begins. All cells before it have been visited.
    from: CellIndex,
    /// The number of new cells.
    left: usize,
}

/// Walls in every cell, and starts the walk at the first square.
fn begin(
    InRef(_): InRef<HuntAndKill>,
    maze: Single<(SquaresOf, &mut Hunt, &mut Progress)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (squares, mut hunt, mut progress) = maze.into_inner();
    let squares = Squares::from(squares);

    walls.columns().fill(Wall::STANDING);
    *hunt = Hunt {
        at: squares.nth(0),
        left: squares.count() - 1,
        ..Hunt::default()
    };

    if hunt.left == 0 {
        progress.end_stage();
    }
}

/// Takes a step in each tick, or hunts if there is no new neighbour.
fn step(
    maze: Single<(SquaresOf, &mut Progress, &mut Hunt, &mut Chance)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (squares, mut progress, mut hunt, mut chance) = maze.into_inner();
    let squares = Squares::from(squares);
    let grid = squares.grid();
    let segments = Segments::new(grid);
    let walls = walls.columns();

    progress.do_ticks(|| {
        let is_new = |cell| segments.open_sides(cell, walls).is_empty();
        let ways_to = |cell, new: bool| -> Headings {
            let ways = squares.ways_inside(cell).iter();
            ways.filter(|&way| is_new(grid.beside(cell, way)) == new)
                .collect()
        };

        let ways = ways_to(hunt.at, true);
        if ways.is_empty() {
            // Hunt: join the first new cell that has a visited neighbour.
            let mut new_cells = (hunt.from.get()..grid.cells())
                .map(CellIndex::new)
                .filter(|&cell| squares.has(cell) && is_new(cell))
                .peekable();
            hunt.from = new_cells.peek().copied().unwrap_or(hunt.from);
            let Some(cell) = new_cells.find(|&cell| !ways_to(cell, false).is_empty()) else {
                return true; // somebody has changed the walls
            };

            let ways = ways_to(cell, false);
            let way = chance.heading(ways);
            walls[segments.beside(cell, way)] = Wall::OPEN;
            hunt.at = cell;
        } else {
            let way = chance.heading(ways);
            walls[segments.beside(hunt.at, way)] = Wall::OPEN;
            hunt.at = grid.beside(hunt.at, way);
        }

        hunt.left -= 1;
        hunt.left == 0
    });
}
