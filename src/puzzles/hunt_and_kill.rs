//! Hunt and kill: a walk to new cells until there is none beside it, then a hunt for the next start.
//!
//! Source: J. Buck, "Mazes for Programmers", chapter 5. The walk begins at the first cell. A tick is a step to a neighbour
//! that was never met, uniformly; or, if there is none, a hunt: the first cell in grid order that was never met is joined
//! to one of its neighbours that were, uniformly, and the walk goes on from there.

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

#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
struct Hunt {
    at: CellIndex,
    /// The place from which the next hunt looks on: all cells before it were met.
    from: CellIndex,
    /// How many cells were never met.
    left: usize,
}

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

fn step(
    maze: Single<(SquaresOf, &mut Progress, &mut Hunt, &mut Chance)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (squares, mut progress, mut hunt, mut chance) = maze.into_inner();
    let squares = Squares::from(squares);
    let grid = squares.grid();
    let (segments, walls) = (Segments::new(grid), walls.columns());
    progress.do_ticks(|| {
        let is_new = |cell| segments.open_sides(cell, walls).is_empty();
        let ways = |cell, to_new| -> Headings {
            let ways = squares.ways_inside(cell).iter();
            ways.filter(|&way| is_new(grid.beside(cell, way)) == to_new)
                .collect()
        };
        let mut on = (hunt.at, ways(hunt.at, true));
        let is_hunt = on.1.is_empty();
        if is_hunt {
            let rest = (hunt.from.get()..grid.cells()).map(CellIndex::new);
            let new = rest.filter(|&cell| squares.has(cell) && is_new(cell));
            let mut new = new.peekable();
            hunt.from = new.peek().copied().unwrap_or(hunt.from);
            let mut found = new.map(|cell| (cell, ways(cell, false)));
            let Some(found) = found.find(|(_, met)| !met.is_empty()) else {
                return true; // walls were changed by hand
            };
            on = found;
        }
        let (cell, ways) = on;
        let way = ways.nth(chance.below(ways.len()));
        walls[segments.beside(cell, way)] = Wall::OPEN;
        hunt.at = if is_hunt {
            cell
        } else {
            grid.beside(cell, way)
        };
        hunt.left -= 1;
        hunt.left == 0
    });
}
