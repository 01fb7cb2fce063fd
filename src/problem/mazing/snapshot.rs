//! The Mazing in snapshots: the walls to grow from, in their order. Which points are reached follows
//! from the walls.

use bevy_ecs::prelude::*;

use super::stem::{self, End, Stem};
use super::{Corner, Mazing, Pick};
use crate::chance::{Chance, Purpose};
use crate::columns::{Cells, Walls};
use crate::grid::Grid;
use crate::heading::Heading;
use crate::progress::{Phase, Progress};
use crate::snapshot::{Reader, SnapshotError, Writer, ensure};
use crate::wall::{self, Segments, Wall};

/// Writes the stems, the random source and the walls.
pub(crate) fn save(
    InMut(writer): InMut<Writer>,
    maze: Single<(&Mazing, &Chance)>,
    mut walls: Walls<&'static Wall>,
) {
    let (mazing, chance) = *maze;
    chance.save(writer);
    writer.u8(mazing.pick as u8);
    writer.length(mazing.stems.len());
    mazing.stems.iter().flat_map(|stem| stem.0).for_each(|end| writer.bytes(&end.to_bytes()));
    wall::save(writer, walls.columns().expect("a growing maze has walls"));
}

/// Restores the stems, the random source, the walls and which points are reached.
pub(crate) fn restore(
    InMut(reader): InMut<Reader>,
    maze: Single<(&Grid, &Progress, &mut Mazing, &mut Chance)>,
    mut cells: Cells<&'static mut Corner>,
    mut walls: Walls<&'static mut Wall>,
) -> Result<(), SnapshotError> {
    let (&grid, progress, mut mazing, mut chance) = maze.into_inner();
    *chance = Chance::restore(reader, Purpose::Walls)?;
    mazing.pick = if reader.u8()? == 0 { Pick::AnyWall } else { Pick::EligibleWall };
    let length = reader.length(8)?;
    mazing.stems.clear();
    for _ in 0..length {
        let ends = [reader.array()?, reader.array()?];
        mazing.stems.push(Stem(ends.map(End::from_bytes)));
    }

    let mut walls = walls.columns().expect("a growing maze has walls");
    let walls = walls.bypass_change_detection();
    wall::restore(reader, grid, walls)?;
    let (_, mut corners) = cells.columns();
    let corners = corners.bypass_change_detection();
    let segments = Segments::of(grid);
    let is_joined = |cell: usize| {
        let around = |heading| segments.around(cell.cast_signed(), heading);
        Heading::ALL.into_iter().any(|heading| walls[around(heading)].stands)
    };
    for (cell, corner) in corners.iter_mut().enumerate() {
        let is_reached = !is_inner(grid, cell) || is_joined(cell);
        let around = |heading| segments.around(cell.cast_signed(), heading);
        let stands = |&heading: &Heading| walls.get(around(heading)).is_some_and(|it| it.stands);
        *corner = Corner::new(is_reached, Heading::ALL.into_iter().filter(stands).collect());
    }
    mazing.left = corners.iter().filter(|corner| !corner.is_reached()).count();
    let is_grown = progress.phase != Phase::Generation;
    ensure(!is_grown || mazing.left == 0, "walls that are still to be built")?;
    let can_end = mazing.left == 0 || can_grow(grid, corners, &mazing.stems);
    ensure(can_end, "walls that cannot be grown to their end")
}

/// Whether growth from these stems reaches every point: all have ends that a wall has, and
/// wherever a reached point lies beside one that is not, it is the end of a stem.
fn can_grow(grid: Grid, corners: &[Corner], stems: &[Stem]) -> bool {
    let mut border: Vec<End> = stem::border(grid).flat_map(|stem| stem.0).collect();
    border.sort_unstable();
    let is_legal = |end: &End| {
        let is_inner =
            end.inner_cell().is_some_and(|cell| is_inner(grid, cell) && corners[cell].is_reached());
        is_inner || border.binary_search(end).is_ok()
    };
    let mut ends: Vec<End> = stems.iter().flat_map(|stem| stem.0).collect();
    if !ends.iter().all(is_legal) {
        return false;
    }
    ends.sort_unstable();
    let is_end = |end: End| ends.binary_search(&end).is_ok();
    let mut unreached = (0..corners.len()).filter(|&cell| !corners[cell].is_reached());
    unreached.all(|cell| {
        Heading::ALL.into_iter().all(|toward| {
            let beside = cell.cast_signed() + grid.stride(toward);
            let inner = usize::try_from(beside).ok().filter(|&beside| {
                grid.leads(grid.position(cell), toward) && is_inner(grid, beside)
            });
            match inner {
                Some(beside) => !corners[beside].is_reached() || is_end(End::inner(beside)),
                None => is_end(End::on_border(beside, toward.opposite())),
            }
        })
    })
}

/// Whether the lattice point at the lower right of a cell lies inside, neither on the border nor
/// beyond.
fn is_inner(grid: Grid, cell: usize) -> bool {
    let at = grid.position(cell);
    at.row < grid.rows && at.column < grid.columns
}
