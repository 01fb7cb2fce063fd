//! How walls look, and cells that are still closed in by them.

use bevy_ecs::prelude::*;

use crate::columns::Walls;
use crate::grid::Grid;
use crate::heading::Heading;
use crate::picture::{Depth, Form, Ink, Look, Passed, Place, Said};
use crate::progress::{Phase, Progress};
use crate::wall::{Segments, Wall};

/// Walls that stand; those that have just been built in another colour.
pub(super) static WALLS: Look = Look {
    shapes: |sight, pen| {
        const WIDTH: f32 = 10.0;
        let ink = if sight.is_fresh { Ink::Accent } else { Ink::Wall };
        let (edge, length) = (-WIDTH / 2.0, 120.0 + WIDTH);
        let across = Form::rect(edge, edge, length, WIDTH);
        let upright = Form::rect(edge, edge, WIDTH, length);
        pen.fill(if sight.place == 0 { across } else { upright }, ink);
    },
    ..Look::new("walls", Place::Walls, Depth::Walls)
};

/// Cells from which no passage leads, while walls are carved.
pub(super) static ROCK: Look = Look {
    shapes: |_, pen| pen.fill_cell(Ink::Rock),
    letters: |_, letters| letters.fill(letters.choose('░', '#'), Ink::Hatch),
    legend: "# not yet carved",
    ..Look::new("rock", Place::Cells(1), Depth::Ground)
};

pub(super) fn walls(InMut(values): InMut<[u32]>, mut walls: Walls<&'static Wall>) {
    let walls = walls.columns();
    values.iter_mut().zip(walls).for_each(|(value, wall)| *value = wall.stands.into());
}

pub(super) fn rock(
    InMut(values): InMut<[u32]>,
    maze: Single<(&Grid, &Progress)>,
    mut walls: Walls<&'static Wall>,
) {
    let (grid, progress) = maze.into_inner();
    values.fill(0);
    if progress.phase == Phase::Generation {
        let walls = walls.columns();
        let segments = Segments::of(*grid);
        for (cell, value) in values.iter_mut().enumerate() {
            let stands = |side| walls[segments.beside(cell, side)].stands;
            *value = Heading::ALL.into_iter().all(stands).into();
        }
    }
}

/// What became of walls.
pub(super) fn tell(passed: &Passed<'_>) -> Option<Said> {
    if !passed.was_generation() {
        return None;
    }
    let grid = passed.after.grid();
    let of = |wanted: u32| {
        let changed = passed.set("walls").find(|&(value, _)| value == wanted);
        changed.map(|(_, walls)| walls).unwrap_or_default()
    };
    let beside = |wall: u32| {
        let (at, side) = Segments::of(grid).side(wall as usize);
        let cell = grid.index(at);
        [cell, cell.wrapping_add_signed(grid.stride(side))]
    };
    #[allow(clippy::cast_possible_truncation)] // a grid has fewer than 2³² cells
    let both = |wall: u32| beside(wall).map(|cell| cell as u32);
    #[allow(clippy::cast_possible_truncation)]
    let count = |walls: &[u32]| walls.len() as u32;
    Some(match (of(0), of(1)) {
        ([], []) => Said::new("No wall changes.", []),
        (&[wall], []) => Said::new("The wall between {@} and {@} falls.", both(wall)),
        ([], &[wall]) => Said::new("A wall is built between {@} and {@}.", both(wall)),
        (fallen, built) => Said::new("{wall} less, {wall} more.", [count(fallen), count(built)]),
    })
}
