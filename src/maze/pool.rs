//! Pools: cells, walls and walkers are spawned once, and reused for the next maze.
//!
//! A larger grid appends entities, a smaller one removes them from the end, so the rows always stay
//! in order.

use std::iter;

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryFilter;

use super::Maze;
use super::sizes::Sizes;
use crate::grid::{Grid, Position};
use crate::search::SMALLEST;
use crate::walker::Walker;
use crate::wall::{Segments, Wall};

impl Maze {
    /// Gives the world the cells, walls and walkers that a grid of this size needs.
    pub(super) fn lay_out(&mut self, grid: Grid) {
        let has_none = self.grid().cells() == 0;
        if has_none {
            let sizes = self.systems.sizes;
            let walls = if sizes.has_walls { Segments::of(grid).count() } else { 0 };
            let count = grid.cells() + walls + sizes.walkers(grid);
            spawn_at_once(&mut self.world, count, |world| resize_all(world, sizes, grid));
        } else if self.grid() != grid {
            resize_all(&mut self.world, self.systems.sizes, grid);
        }
    }
}

fn resize_all(world: &mut World, sizes: Sizes, grid: Grid) {
    resize_cells(world, grid);
    if sizes.has_walls {
        resize_walls(world, grid);
    }
    if sizes.poses > 0 {
        spawn_walkers(world);
    }
}

/// Sets the number of cells to that of the grid, each with its position.
fn resize_cells(world: &mut World, grid: Grid) {
    let mut cells = world.query::<&mut Position>();
    let is_new = cells.iter(world).next().is_none();
    resize::<With<Position>>(world, grid.cells(), |world, count| {
        let mut positions = grid.positions();
        let mut next = || positions.next().expect("no more cells than positions");
        world.spawn_batch((0..count).map(|_| next())); // a range has an exact length
    });
    if is_new {
        return;
    }
    let mut tables = cells.contiguous_iter_mut(world).expect("columns lie in tables");
    let mut positions = tables.next().expect("a grid has cells");
    for (position, at) in positions.bypass_change_detection().iter_mut().zip(grid.positions()) {
        *position = at;
    }
}

/// Sets the number of walls to those that can stand in the grid.
fn resize_walls(world: &mut World, grid: Grid) {
    resize::<With<Wall>>(world, Segments::of(grid).count(), |world, count| {
        world.spawn_batch((0..count).map(|_| Wall::OPEN));
    });
}

/// Spawns the first walkers of a World.
fn spawn_walkers(world: &mut World) {
    if world.query::<&Walker>().iter(world).next().is_none() {
        world.spawn_batch((0..SMALLEST).map(|_| Walker::default()));
    }
}

/// Spawns up to `count` entities in a new World, with an entity list of little more than that
/// length.
///
/// The list grows to the highest id, but doubles if ids come in sequence. So an entity with the
/// highest id is spawned first, and despawned. When its id comes again, after all lower ones, it is
/// dropped. Everything else that takes ids is spawned before, because some lists are as long as
/// their highest id.
fn spawn_at_once(world: &mut World, count: usize, spawn: impl FnOnce(&mut World)) {
    let length = count + count / 64 + 64;
    let length = u32::try_from(length).expect("a grid has fewer than 2³¹ cells and walls");
    let lowest = world.spawn_empty().id();
    let highest = Entity::from_raw_u32(lowest.index_u32() + length).expect("it is below 2³²");
    world.spawn_empty_at(highest).expect("no other has its id").despawn();
    world.despawn(lowest);
    spawn(world);
    let ids = world.entity_allocator_mut();
    let next = || ids.alloc();
    let spare: Vec<Entity> = iter::repeat_with(next).take_while(|&id| id != highest).collect();
    ids.free_many(&spare);
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
        world.clear_trackers(); // twice: each call empties the older of two buffers of removal messages
        world.clear_trackers();
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::Scene;
    use crate::simulation::Simulation;

    #[test]
    fn a_new_world_lists_few_more_entities_than_it_has() {
        for (side, walkers) in [(1, 64), (9, 256), (300, 8192)] {
            let text = format!(
                "Scene(grid: (rows: {side}, columns: {side}), generate: Johnny(start: (1, 1)), \
                 walk: Foot(from: (1, 1), to: (1, 1)), text: Lattice)"
            );
            let scene = Scene::from_ron(&text).expect("a scene");
            let simulation = Simulation::new(&scene).expect("a small world");
            let entities = simulation.world().entities();
            let expected = (entities.count_spawned() + walkers) * 65 / 64 + 200;
            assert!(entities.len() < expected, "{} {expected}", entities.len());
        }
    }
}
