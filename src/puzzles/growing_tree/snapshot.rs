//! A growing tree in snapshots: its list. The cells that were ever listed follow from the walls:
//! all that have an opening or are listed.

use bevy_ecs::prelude::*;

use super::list::{GrowingList, PickWithOdds};
use super::unlisted::{self, Unlisted};
use crate::base::chance::Odds;
use crate::base::grid::Grid;
use crate::base::progress::Progress;
use crate::base::snapshot::{Distinct, Reader, SnapshotError, Writer, ensure};
use crate::base::wall::Wall;
use crate::engine::columns::{Cells, Walls};

/// Writes the list.
pub(super) fn save(InMut(writer): InMut<Writer>, list: Single<&GrowingList>) {
    let (code, odds) = list.pick.code();
    writer.u8(code);
    if let Some(odds) = odds {
        writer.u32(odds);
    }
    writer.length(list.cells().len());
    list.cells().iter().for_each(|&cell| writer.u32(cell));
}

/// Restores the list, and the headings of unlisted neighbours. The walls are restored already.
pub(super) fn restore(
    InMut(reader): InMut<Reader>,
    maze: Single<(&Grid, &Progress, &mut GrowingList)>,
    mut cells: Cells<&'static mut Unlisted>,
    mut walls: Walls<&'static Wall>,
) -> Result<(), SnapshotError> {
    let (&grid, progress, mut list) = maze.into_inner();
    list.pick = match reader.u8()? {
        0 => PickWithOdds::Newest,
        1 => PickWithOdds::Oldest,
        2 => PickWithOdds::Random,
        _ => PickWithOdds::Mixed(Odds::from_steps(reader.u32()?)),
    };
    let listed = restore_cells(reader, grid, &mut list)?;
    ensure(progress.is_in_stage(0) != list.cells.is_empty(), "a list that does not fit its phase")?;

    let segments = walls.segments();
    let walls = walls.columns();
    let unlisted = cells.columns();
    unlisted::leave_all(unlisted, grid);
    let is_open = |cell: usize| !segments.open_sides(cell, walls).is_empty();
    for cell in (0..unlisted.len()).filter(|&cell| listed.contains(cell) || is_open(cell)) {
        unlisted::list(unlisted, grid, cell);
    }
    // The tree must be able to grow to its end from here, and must not have grown elsewhere.
    let has_begun = (0..unlisted.len()).any(is_open);
    let is_ready = |cell: usize| match (listed.contains(cell), is_open(cell)) {
        (true, is_open) => is_open || !has_begun && list.cells.len() == 1,
        (false, is_open) => !is_open || unlisted[cell].0.is_empty(),
    };
    let is_done = list.cells.is_empty();
    ensure(is_done || (0..unlisted.len()).all(is_ready), "a tree that cannot grow to its end")
}

/// Reads the cells of the list, and marks the listed cells.
fn restore_cells(
    reader: &mut Reader,
    grid: Grid,
    list: &mut GrowingList,
) -> Result<Distinct, SnapshotError> {
    let length = reader.length(4)?;
    ensure(length <= grid.cells(), "a list longer than its grid")?;
    let mut listed = Distinct::below(grid.cells());
    (list.first, list.cells) = (0, Vec::with_capacity(length));
    for _ in 0..length {
        let cell = reader.u32()?;
        ensure((cell as usize) < grid.cells(), "a listed cell outside its grid")?;
        listed.add(cell as usize, "a cell listed twice")?;
        list.cells.push(cell);
    }
    Ok(listed)
}
