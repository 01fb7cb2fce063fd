//! Pools: cells, walls and walkers are spawned once, and reused for the next maze.
//!
//! A larger grid appends cells and walls, a smaller one removes them from the end, so the rows always stay
//! in order. Walkers are appended as a search needs them, and stay.

use bevy_ecs::bundle::NoBundleEffect;
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryFilter;

use super::Added;
use crate::base::grid::{Grid, Position};
use crate::base::wall::{Segments, Wall};
use crate::engine::bevy::{forget_removals, spawn_at_once};
use crate::engine::search::{Pooled, SMALLEST, most_walkers, usual_walkers};

pub(super) type SpawnCells = fn(&mut World, Grid, usize);

/// Gives a world the cells, walls and walkers that a grid of this size needs; it has those of the last
/// one, none if that was of no size.
pub(super) fn lay_out(world: &mut World, added: &Added, last: Grid, grid: Grid) {
    if last.cells() == 0 {
        let walls = if added.has_walls {
            Segments::new(grid).count()
        } else {
            0
        };
        let count = grid.cells() + walls + expected_walkers(added, grid);

        spawn_at_once(world, count, |world| resize_all(world, added, last, grid));
    } else if last != grid {
        resize_all(world, added, last, grid);
    }
}

/// Returns the number of walkers to make room for at once: a layer of a search is about as long as the shorter side.
fn expected_walkers(added: &Added, grid: Grid) -> usize {
    if added.poses == 0 {
        return 0;
    }

    let side = grid.rows.min(grid.columns);
    let square = Grid {
        rows: side,
        columns: side,
    };
    let usual = usual_walkers(square, added.poses, added.fan);
    usual.min(most_walkers(grid, added.poses, added.fan))
}

fn resize_all(world: &mut World, added: &Added, last: Grid, grid: Grid) {
    let spawn = added.spawn_cells.unwrap_or(spawn_cells::<()>);
    let cells = [last, grid].map(Grid::cells);
    resize::<With<Position>>(world, cells, |world, count| spawn(world, grid, count));
    if added.has_walls {
        let walls = [last, grid].map(|it| Segments::new(it).count());
        resize::<With<Wall>>(world, walls, |world, count| {
            world.spawn_batch((0..count).map(|_| Wall::OPEN));
        });
    }
    if last.cells() > 0 {
        let mut positions = world.query::<&mut Position>();
        for (mut position, at) in positions.iter_mut(world).zip(grid.positions()) {
            *position = at;
        }
    } else if added.poses > 0 {
        // The first walkers of a World; a search spawns more, and keeps them.
        world.spawn_batch((0..SMALLEST).map(|_| Pooled::default()));
    }
}

/// Spawns cells together with one of the components that they require, if there is one. The other ones take a
/// call through a pointer for every cell.
pub(super) fn spawn_cells<B: Bundle<Effect: NoBundleEffect> + Default>(
    world: &mut World,
    grid: Grid,
    count: usize,
) {
    world.spawn_batch(
        grid.positions()
            .take(count)
            .map(|position| (position, B::default())),
    );
}

/// Spawns entities behind those that there are, or despawns the last of them.
fn resize<F: QueryFilter>(
    world: &mut World,
    [have, wanted]: [usize; 2],
    spawn: impl FnOnce(&mut World, usize),
) {
    if wanted > have {
        spawn(world, wanted - have);
    } else if wanted < have {
        let mut query = world.query_filtered::<Entity, F>();
        let surplus: Vec<Entity> = query.iter(world).skip(wanted).collect();
        for entity in surplus.into_iter().rev() {
            world.despawn(entity);
        }
        forget_removals(world);
    }
}
