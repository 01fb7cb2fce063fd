//! The look of walls, and of the rock from which cells are carved.

use bevy_ecs::prelude::*;

use super::layers::Layers;
use crate::base::count::saturating_u32;
use crate::base::differences::differences;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::base::openings::{Openings, OpeningsOf};
use crate::base::progress::{Phase, Progress};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::Walls;
use crate::engine::maze::Build;
use crate::engine::slots::Slots;
use crate::picture::{CELL, Depth, Form, Ink, Look, Place, TickDiff, TickText};

pub(super) fn show(world: &mut Build<'_>) {
    world.look_at_changes(&ROCK, || Box::new(IntoSystem::into_system(show_rock)));
    world.look_at_changes(&WALLS, || Box::new(IntoSystem::into_system(show_walls)));
    // Not of the ingredient that asks for walls: the description is for every stage.
    Layers::of(world).describers.push(("walls", describe_walls));
}

/// Walls, 1, and those between uncarved cells, 2, which are not drawn. Walls built by the last tick
/// have another colour.
static WALLS: Look = Look {
    shapes: |slot, pen| {
        const WIDTH: f32 = 10.0;
        if slot.value == IN_ROCK {
            return;
        }
        let ink = if slot.is_fresh {
            Ink::Accent
        } else {
            Ink::Wall
        };
        let (edge, length) = (-WIDTH / 2.0, CELL + WIDTH);
        let across = Form::rect(edge, edge, length, WIDTH);
        let upright = Form::rect(edge, edge, WIDTH, length);
        pen.fill(if slot.place == 0 { across } else { upright }, ink);
    },
    words: |value| match value {
        0 => "missing".to_owned(),
        IN_ROCK => "standing between uncarved cells".to_owned(),
        _ => "standing".to_owned(),
    },
    ..Look::new("walls", Place::Walls, Depth::Walls)
};

/// The value of a wall between uncarved cells: it stands, but is not drawn.
const IN_ROCK: u32 = 2;

static ROCK: Look = Look {
    shapes: |_, pen| pen.fill_cell(Ink::Rock),
    letters: |_, letters| letters.fill('#', Ink::Hatch),
    meaning: "not yet carved",
    legend: &[("#", "not yet carved")],
    ..Look::new("rock", Place::Cells(1), Depth::Ground)
};

/// Writes the values of [`WALLS`]: all at first, then where walls changed and around them.
fn show_walls(
    InMut(slots): InMut<Slots>,
    maze: Single<(&Grid, &Progress, OpeningsOf)>,
    mut walls: Walls<&'static Wall>,
    mut known: Local<Vec<Wall>>,
) {
    let (&grid, progress, openings) = maze.into_inner();
    let segments = Segments::new(grid);
    let walls = &*Openings::drawn(openings, grid, walls.columns());
    let is_carving = progress.phase == Phase::Generation;
    let is_rock = |cell: CellIndex| segments.open_sides(cell, walls).is_empty();
    if known.is_empty() {
        known.extend_from_slice(walls);
        slots.changed.extend(0..walls.len());
    }
    let changed: Vec<usize> = differences(&known, walls).collect();
    for wall in changed {
        known[wall] = walls[wall];
        slots.changed.push(wall);
        let cells = segments.cells_at(wall).filter(|_| is_carving);
        slots
            .changed
            .extend(cells.flat_map(|it| Heading::ALL.map(|side| segments.beside(it, side))));
    }
    for &wall in &slots.changed {
        let is_in = is_carving && segments.cells_at(wall).filter(|&it| is_rock(it)).count() == 2;
        slots.values[wall] = if is_in {
            IN_ROCK
        } else {
            walls[wall].stands.into()
        };
    }
}

/// Writes the values of [`ROCK`]: all at first, then beside walls that changed.
fn show_rock(
    InMut(slots): InMut<Slots>,
    maze: Single<(&Grid, &Progress)>,
    mut walls: Walls<&'static Wall>,
    mut known: Local<Vec<Wall>>,
) {
    let (&grid, progress) = maze.into_inner();
    let segments = Segments::new(grid);
    let walls = walls.columns();
    let is_carving = progress.phase == Phase::Generation;
    if known.is_empty() {
        known.extend_from_slice(walls);
        slots.values.fill(0);
        slots.changed.extend(0..slots.values.len());
    } else if is_carving {
        let changed: Vec<usize> = differences(&known, walls).collect();
        for wall in changed {
            known[wall] = walls[wall];
            slots
                .changed
                .extend(segments.cells_at(wall).map(CellIndex::get));
        }
    }
    for &cell in slots.changed.iter().filter(|_| is_carving) {
        let open = segments.open_sides(CellIndex::new(cell), walls);
        slots.values[cell] = open.is_empty().into();
    }
}

fn describe_walls(diff: &TickDiff<'_>) -> Option<TickText> {
    if !diff.was_generation() {
        return None;
    }
    let grid = diff.after.grid();
    let stood = |wall: &u32| {
        diff.before
            .layer(WALLS.name)
            .is_some_and(|it| it.values()[*wall as usize] != 0)
    };
    let fallen = diff.set(WALLS.name).find(|&(value, _)| value == 0);
    let fallen = fallen.map(|(_, walls)| walls).unwrap_or_default();
    let built = diff.set(WALLS.name).filter(|&(value, _)| value != 0);
    let built: Vec<u32> = built
        .flat_map(|(_, walls)| walls)
        .copied()
        .filter(|it| !stood(it))
        .collect();
    let both = |wall: u32| {
        let (at, side) = Segments::new(grid).place(wall as usize);
        let cell = grid.index(at);
        [cell, grid.beside(cell, side)].map(u32::from)
    };
    let count = |walls: &[u32]| saturating_u32(walls.len());
    Some(match (fallen, &built[..]) {
        ([], []) => TickText::plain("No wall changes."),
        (&[wall], []) => TickText::new("The wall between {@} and {@} is removed.", both(wall)),
        ([], &[wall]) => TickText::new("A wall is built between {@} and {@}.", both(wall)),
        (fallen, built) => TickText::new(
            "{wall} removed, {wall} built.",
            [count(fallen), count(built)],
        ),
    })
}
