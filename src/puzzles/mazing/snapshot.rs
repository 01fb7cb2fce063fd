//! The Mazing in snapshots: the walls to grow from, in their order. The reached points follow from
//! the walls.

use bevy_ecs::prelude::*;

use super::stem::{self, End, Stem};
use super::{Corner, Growth, Pick};
use crate::base::grid::Grid;
use crate::base::heading::{Heading, Headings};
use crate::base::progress::Progress;
use crate::base::snapshot::{Reader, SnapshotError, Writer, ensure};
use crate::base::wall::Wall;
use crate::engine::columns::{Cells, Walls};

/// Writes the stems.
pub(super) fn save(InMut(writer): InMut<Writer>, growth: Single<&Growth>) {
    writer.u8(growth.pick as u8);
    writer.length(growth.stems.len());
    growth.stems.iter().flat_map(|stem| stem.0).for_each(|end| writer.bytes(&end.to_bytes()));
}

/// Restores the stems and the reached points. The walls are restored already.
pub(super) fn restore(
    InMut(reader): InMut<Reader>,
    maze: Single<(&Grid, &Progress, &mut Growth)>,
    mut cells: Cells<&'static mut Corner>,
    mut walls: Walls<&'static Wall>,
) -> Result<(), SnapshotError> {
    let (&grid, progress, mut growth) = maze.into_inner();
    growth.pick = if reader.u8()? == 0 { Pick::AnyWall } else { Pick::EligibleWall };
    let length = reader.length(8)?;
    growth.stems.clear();
    for _ in 0..length {
        let ends = [reader.array()?, reader.array()?];
        growth.stems.push(Stem(ends.map(End::from_bytes)));
    }

    let segments = walls.segments();
    let walls = walls.columns();
    let corners = cells.columns();
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
    let is_grown = !progress.is_in_stage(0);
    if is_grown && progress.plan.stages > 1 {
        // Stages after the growth may have removed walls from reached points.
        corners.fill(Corner::new(true, Headings::default()));
    }
    growth.left = corners.iter().filter(|corner| !corner.is_reached()).count();
    ensure(!is_grown || growth.left == 0, "walls still to be built")?;
    let can_end = growth.left == 0 || can_grow(grid, corners, &growth.stems);
    ensure(can_end, "walls that cannot grow to the end")
}

/// Whether growth from these stems reaches every point: all their ends have a wall, and every
/// reached point next to one that is not is the end of a stem.
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

/// Whether the lattice point at the lower right of a cell is inside, neither on the border nor
/// beyond.
fn is_inner(grid: Grid, cell: usize) -> bool {
    let at = grid.position(cell);
    at.row < grid.rows && at.column < grid.columns
}
