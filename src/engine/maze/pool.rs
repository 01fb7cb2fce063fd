//! Pools: cells, walls and walkers are spawned once, and reused for the next maze.
//!
//! A larger grid appends cells and walls, a smaller one removes them from the end, so the rows always stay
//! in order. Walkers are appended as a search needs them, and stay.

use bevy_ecs::bundle::NoBundleEffect;
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryFilter;

use super::Maze;
use super::systems::{SpawnCells, Systems};
use crate::base::grid::{Grid, Position};
use crate::base::wall::{Segments, Wall};
use crate::engine::bevy::{forget_removals, spawn_at_once};
use crate::engine::search::{Pooled, SMALLEST};

impl Maze {
    /// Gives the world the cells, walls and walkers that a grid of this size needs; it has those of the last
    /// one, none if that was of no size.
    pub(super) fn lay_out(&mut self, last: Grid, grid: Grid) {
        let (world, systems) = (&mut self.world, &self.systems);
        if last.cells() == 0 {
            let sizes = systems.sizes;
            let walls = if sizes.has_walls { Segments::new(grid).count() } else { 0 };
            let count = grid.cells() + walls + sizes.listed_walkers(grid);
            spawn_at_once(world, count, |world| resize_all(world, systems, grid));
        } else if last != grid {
            resize_all(world, systems, grid);
        }
    }
}

fn resize_all(world: &mut World, systems: &Systems, grid: Grid) {
    resize_cells(world, systems.spawn_cells.unwrap_or(spawn_cells::<()>), grid);
    if systems.sizes.has_walls {
        resize::<With<Wall>>(world, Segments::new(grid).count(), |world, count| {
            world.spawn_batch((0..count).map(|_| Wall::OPEN));
        });
    }
    // The first walkers of a World; a search spawns more, and keeps them.
    if systems.sizes.poses > 0 && world.query::<&Pooled>().iter(world).next().is_none() {
        world.spawn_batch((0..SMALLEST).map(|_| Pooled::default()));
    }
}

/// Sets the number of cells to that of the grid, each with its position.
fn resize_cells(world: &mut World, spawn: SpawnCells, grid: Grid) {
    let mut cells = world.query::<&mut Position>();
    let is_new = cells.iter(world).next().is_none();
    resize::<With<Position>>(world, grid.cells(), |world, count| spawn(world, grid, count));
    if is_new {
        return;
    }
    let mut tables = cells.contiguous_iter_mut(world).expect("columns lie in tables");
    let mut positions = tables.next().expect("a grid has cells");
    for (position, at) in positions.iter_mut().zip(grid.positions()) {
        *position = at;
    }
}

/// Spawns cells together with one of the components that they require, if there is one. The other ones take a
/// call through a pointer for every cell.
pub(super) fn spawn_cells<B: Bundle<Effect: NoBundleEffect> + Default>(
    world: &mut World,
    grid: Grid,
    count: usize,
) {
    world.spawn_batch(grid.positions().take(count).map(|position| (position, B::default())));
}

fn resize<F: QueryFilter>(world: &mut World, wanted: usize, spawn: impl FnOnce(&mut World, usize)) {
    let mut query = world.query_filtered::<Entity, F>();
    let have = query.iter(world).count();
    if wanted > have {
        spawn(world, wanted - have);
    } else if wanted < have {
        let surplus: Vec<Entity> = query.iter(world).skip(wanted).collect();
        for entity in surplus.into_iter().rev() {
            world.despawn(entity);
        }
        forget_removals(world);
    }
}
