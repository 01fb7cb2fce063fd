//! Bare Worlds of `bevy_ecs`, whose systems look up columns and do nothing else: the least that systems cost.

use std::hint::black_box;

use bevy_ecs::prelude::*;
use bevy_ecs::query::{ContiguousQueryData, IterQueryData};
use bevy_ecs::system::BoxedSystem;
use mazetick::prelude::*;

/// A bare World, and a system that looks up what a search on foot does, or what Johnny's list does.
pub(crate) fn bare(grid: Grid, is_search: bool) -> (World, BoxedSystem) {
    let mut world = World::new();
    world.spawn((
        Column::<0>(0),
        Column::<1>(0),
        Column::<2>(0),
        Column::<3>(0),
        Column::<4>(0),
    ));
    world.spawn_batch(
        grid.positions()
            .map(|_| (Column::<5>(0), Column::<6>(0), Column::<7>(0))),
    );
    world.spawn_batch(grid.positions().map(|_| Column::<8>(0)));
    let mut system: BoxedSystem = if is_search {
        Box::new(IntoSystem::into_system(look_up_for_steps))
    } else {
        Box::new(IntoSystem::into_system(look_up_for_list))
    };
    system.initialize(&mut world);
    (world, system)
}

/// A bare World, and systems that look up what those of a sweep do: two that begin a world, Johnny's list, two that
/// open ways and close them at walls, the search, and one that counts its states.
pub(crate) fn of_sweep(grid: Grid) -> (World, [BoxedSystem; 7]) {
    let (mut world, search) = bare(grid, true);
    let begin_list = |mut maze: Query<(&mut Column<1>, &mut Column<2>)>,
                      mut cells: Query<(&Column<5>, &mut Column<6>)>,
                      mut walls: Query<&mut Column<8>>| {
        black_box(maze.iter_mut().next());
        look_up(&mut cells);
        look_up(&mut walls);
    };
    let begin_search = |mut maze: Query<(
        &Column<0>,
        &Column<1>,
        &mut Column<2>,
        &mut Column<3>,
        Option<&mut Column<9>>,
    )>,
                        mut cells: Query<(&Column<5>, &mut Column<6>)>,
                        mut walkers: Query<&mut Column<8>>| {
        black_box(maze.iter_mut().next());
        look_up(&mut cells);
        look_up(&mut walkers);
    };
    let open = |mut cells: Query<(&Column<5>, &mut Column<7>)>| look_up(&mut cells);
    let close = |mut cells: Query<(&Column<5>, &mut Column<7>)>, mut walls: Query<&Column<8>>| {
        look_up(&mut cells);
        look_up(&mut walls);
    };
    let mut systems: [BoxedSystem; 7] = [
        Box::new(IntoSystem::into_system(begin_list)),
        Box::new(IntoSystem::into_system(begin_search)),
        Box::new(IntoSystem::into_system(look_up_for_list)),
        Box::new(IntoSystem::into_system(open)),
        Box::new(IntoSystem::into_system(close)),
        search,
        Box::new(IntoSystem::into_system(|mut cells: Query<&Column<6>>| {
            look_up(&mut cells)
        })),
    ];
    for system in &mut systems {
        system.initialize(&mut world);
    }
    (world, systems)
}

/// As [`bare`] for a search on foot, with the rest of what such a world has: more components, 64 walkers, and three
/// systems that begin it.
pub(crate) fn with_systems(grid: Grid) -> (World, Vec<BoxedSystem>) {
    let (mut world, search) = bare(grid, true);
    world.spawn((
        Column::<13>(0),
        Column::<14>(0),
        Column::<15>(0),
        Column::<16>(0),
    ));
    world.spawn_batch((1..64).map(|_| Column::<8>(0)));
    let begin = |_: Query<(&Column<0>, &mut Column<1>)>, _: Query<&mut Column<5>>| {};
    let draw = |_: Single<(&Column<0>, &mut Column<2>)>, _: Query<&mut Column<6>>| {};
    let open = |_: Query<(&Column<5>, &mut Column<7>)>| {};
    let mut others: [BoxedSystem; 3] = [
        Box::new(IntoSystem::into_system(begin)),
        Box::new(IntoSystem::into_system(draw)),
        Box::new(IntoSystem::into_system(open)),
    ];
    for system in &mut others {
        system.initialize(&mut world);
        system
            .run((), &mut world)
            .expect("it finds what it asks for");
    }
    (world, others.into_iter().chain([search]).collect())
}

/// A component of a bare World.
#[derive(Component)]
struct Column<const N: u8>(#[allow(dead_code)] u64);

/// The columns of the table that a query matches.
fn look_up<D: ContiguousQueryData + IterQueryData>(query: &mut Query<D>) {
    black_box(
        query
            .contiguous_iter_mut()
            .is_ok_and(|mut it| black_box(it.next()).is_some()),
    );
}

/// What Johnny's list looks up: five components of the maze, two columns of cells and one of walls.
fn look_up_for_list(
    mut maze: Query<(
        &Column<0>,
        &mut Column<1>,
        &mut Column<2>,
        &mut Column<3>,
        &mut Column<4>,
    )>,
    mut cells: Query<(&Column<5>, &mut Column<6>)>,
    mut walls: Query<&mut Column<8>>,
) {
    black_box(maze.iter_mut().next());
    look_up(&mut cells);
    look_up(&mut walls);
}

/// What a search on foot looks up: four components of the maze and one that it lacks, three columns of cells and
/// four that they lack, and the walkers.
#[allow(clippy::type_complexity)]
fn look_up_for_steps(
    mut maze: Query<(
        &Column<0>,
        &mut Column<1>,
        &mut Column<2>,
        &mut Column<3>,
        Option<&mut Column<9>>,
    )>,
    mut cells: Query<(
        &Column<5>,
        &mut Column<6>,
        &Column<7>,
        Option<&Column<10>>,
        Option<&Column<11>>,
        Option<&Column<12>>,
        Option<&Column<17>>,
    )>,
    mut walkers: Query<&mut Column<8>>,
) {
    black_box(maze.iter_mut().next());
    look_up(&mut cells);
    look_up(&mut walkers);
}
