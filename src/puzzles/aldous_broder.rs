//! Aldous-Broder: a random walk that opens the way whenever it meets a new cell. All mazes are equally likely.
//!
//! Sources: D. Aldous, "The random walk construction of uniform spanning trees", 1990; A. Broder, "Generating random
//! spanning trees", 1989. A tick is a step to a neighbour, uniformly. The walk begins at the first cell.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::chance::Chance;
use crate::base::grid::{CellIndex, Grid};
use crate::base::progress::Progress;
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

#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
struct Stroll {
    at: CellIndex,
    /// How many cells it has not met.
    left: usize,
}

fn begin(
    InRef(_): InRef<AldousBroder>,
    maze: Single<(&Grid, &mut Stroll, &mut Progress)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (grid, mut stroll, mut progress) = maze.into_inner();
    walls.columns().fill(Wall::STANDING);
    *stroll = Stroll {
        at: CellIndex::default(),
        left: grid.cells() - 1,
    };
    if stroll.left == 0 {
        progress.end_stage();
    }
}

fn walk(
    maze: Single<(&Grid, &mut Progress, &mut Stroll, &mut Chance)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut stroll, mut chance) = maze.into_inner();
    let (segments, walls) = (Segments::new(grid), walls.columns());
    progress.do_ticks(|| {
        let ways = grid.ways_inside(stroll.at);
        let heading = ways.nth(chance.below(ways.len()));
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
