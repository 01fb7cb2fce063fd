//! Pools: cells, walls and walkers are spawned once, and reused for the next maze.
//!
//! A larger grid appends entities, a smaller one takes them from the end, so the rows stay in
//! order whatever came before.

use bevy_ecs::bundle::NoBundleEffect;
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryFilter;

use crate::grid::{Grid, Position};
use crate::search::SMALLEST;
use crate::walker::Walker;
use crate::wall::{Segments, Wall};

/// Spawns this many cells.
pub(super) type Spawn = fn(&mut World, usize);

/// Components that a cell can have beside its position.
pub(super) trait Part: Bundle<Effect: NoBundleEffect> + Default {}

impl<T: Bundle<Effect: NoBundleEffect> + Default> Part for T {}

/// Spawns cells with their positions still to be written.
pub(super) fn spawn_cells<P: Part>(world: &mut World, count: usize) {
    world.spawn_batch((0..count).map(|_| (Position::default(), P::default())));
}

/// Makes the cells as many as the grid has, and writes their positions.
pub(super) fn resize_cells(world: &mut World, grid: Grid, spawn: Spawn) {
    resize::<With<Position>>(world, grid.cells(), spawn);
    let mut cells = world.query::<&mut Position>();
    let mut tables = cells.contiguous_iter_mut(world).expect("columns lie in tables");
    let mut positions = tables.next().expect("a grid has cells");
    for (position, at) in positions.bypass_change_detection().iter_mut().zip(grid.positions()) {
        *position = at;
    }
}

/// Makes the walls as many as can stand in the grid.
pub(super) fn resize_walls(world: &mut World, grid: Grid) {
    resize::<With<Wall>>(world, Segments::of(grid).count(), |world, count| {
        world.spawn_batch((0..count).map(|_| Wall::OPEN));
    });
}

/// Gives a World its first walkers.
pub(super) fn spawn_walkers(world: &mut World) {
    if world.query::<&Walker>().iter(world).next().is_none() {
        world.spawn_batch((0..SMALLEST).map(|_| Walker::default()));
    }
}

fn resize<F: QueryFilter>(world: &mut World, wanted: usize, spawn: Spawn) {
    let mut query = world.query_filtered::<Entity, F>();
    let have = query.iter(world).count();
    if wanted > have {
        spawn(world, wanted - have);
    } else if wanted < have {
        let surplus: Vec<Entity> = query.iter(world).skip(wanted).collect();
        for entity in surplus.into_iter().rev() {
            world.despawn(entity);
        }
        world.clear_trackers(); // twice: it empties the older of two buffers of removal messages
        world.clear_trackers();
    }
}
