//! The joining: processes walls, as many as the budget of ticks allows.

use bevy_ecs::prelude::*;

use super::forest::{Edge, KruskalForest, Parent, unite};
use crate::base::chance::Chance;
use crate::base::grid::Grid;
use crate::base::progress::{Budget, Progress};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Cells, Walls};

/// Processes as many walls as the budget allows.
pub(super) fn join(
    maze: Single<(&Grid, &mut Progress, &mut KruskalForest, &mut Chance)>,
    mut budget: ResMut<Budget>,
    mut cells: Cells<&'static mut Parent>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut forest, mut chance) = maze.into_inner();
    let parents = cells.columns();
    let walls = walls.columns();
    let segments = Segments::new(grid);
    let mut ticks = 0;
    while ticks < budget.left() && !forest.is_joined() {
        let edge = forest.draw(&mut chance);
        let (cell, side) = (edge.cell(), edge.side());
        if unite(parents, cell, grid.beside(cell, side)) {
            walls[segments.beside(cell, side)] = Wall::OPEN;
            forest.left -= 1;
        }
        ticks += 1;
    }
    progress.pass(ticks, &mut budget);
    if forest.is_joined() {
        forest.edges.clear();
        progress.built();
    }
}

impl KruskalForest {
    /// Removes a random wall from the list; the last takes its place.
    #[inline]
    fn draw(&mut self, chance: &mut Chance) -> Edge {
        let place = chance.place(self.edges.len());
        self.edges.swap_remove(place)
    }
}
