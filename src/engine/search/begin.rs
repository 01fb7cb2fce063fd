//! The beginning of a search: one walker, and nothing claimed.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

use super::frontier::{Frontier, most_walkers};
use super::gait::{Gait, first_walker};
use super::step_probe::Placement;
use crate::base::grid::{CellIndex, Grid};
use crate::base::route::Route;
use crate::base::walker::{Start, Walker};
use crate::engine::columns::{Cells, only_table};

/// Puts the first walker at its start.
pub(crate) fn begin<G: Gait>(maze: Single<(&Grid, &Start)>, mut fresh: Fresh<G>) {
    let (&grid, start) = maze.into_inner();
    let goal = grid.index(start.to);
    fresh.begin(Placement { walker: first_walker::<G>(start, grid), is_leaving: true }, goal);
}

/// Puts a single walker at a place, with the same goal.
pub(super) fn stand<G: Gait>(In(stand): In<Placement>, mut fresh: Fresh<G>) {
    let goal = fresh.maze.1.goal();
    fresh.begin(stand, goal);
}

/// What a new search clears and sets.
#[derive(SystemParam)]
pub(crate) struct Fresh<'w, 's, G: Gait> {
    maze: Single<'w, 's, (&'static Grid, &'static mut Frontier, &'static mut Route)>,
    cells: Cells<'w, 's, &'static mut <G as Gait>::Trail>,
    walkers: Query<'w, 's, &'static mut Walker>,
}

impl<G: Gait> Fresh<'_, '_, G> {
    fn begin(&mut self, stand: Placement, goal: CellIndex) {
        let (grid, frontier, route) = &mut *self.maze;
        self.cells.columns().fill(G::Trail::default());
        route.clear();
        let pool = only_table(&mut self.walkers).expect("a walk has walkers");
        let limit = most_walkers(**grid, G::POSES, G::FAN);
        frontier.begin(stand, goal, limit, pool);
    }
}
