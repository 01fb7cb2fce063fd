//! The look of Wilson's walk.

use crate::base::grid::CellIndex;
use bevy_ecs::prelude::*;

use super::WilsonWalk;
use super::square::Square;
use crate::base::progress::{Phase, Progress};
use crate::engine::columns::Cells;
use crate::picture::{Change, Depth, Ink, List, Look, Place, TickDiff, TickText};

/// The path of the walk, without its loops.
pub(super) static WAY: Look = Look {
    shapes: |slot, pen| pen.fill_cell(Ink::List(slot.tint())),
    letters: |slot, letters| {
        letters.clear();
        letters.ground(Ink::List(slot.tint()));
        letters.middle(":", Ink::Text);
    },
    legend: ": on the walk, @ its current cell",
    ..Look::new("way", Place::List, Depth::Ground)
};

/// From its start to where it is.
pub(super) fn way(
    InMut(seen): InMut<List>,
    maze: Single<(&WilsonWalk, &Progress)>,
    mut cells: Cells<&'static Square>,
) {
    let (walk, progress) = maze.into_inner();
    let grid = cells.grid();
    let squares = cells.columns();
    seen.cells.clear();
    if progress.phase == Phase::Generation && walk.left > 0 {
        let mut here = walk.start;
        seen.cells.push(here);
        for heading in walk.way(squares, grid) {
            here = grid.beside(here, heading);
            seen.cells.push(here);
        }
    }
}

/// Where the walk went.
pub(super) fn tell(diff: &TickDiff<'_>) -> Option<TickText> {
    if let Some((_, walls)) = diff.set("walls").find(|&(value, _)| value == 0) {
        let joined = CellIndex::new(walls.len());
        return Some(TickText::new(
            "The walk meets the maze: {cell} of its path joined.",
            [joined],
        ));
    }
    let list = diff.after.layer(WAY.name)?.list()?;
    Some(match diff.list(WAY.name).last()? {
        Change::Push { cells, .. } => TickText::new("The walk goes to {@}.", cells.last().copied()),
        _ => TickText::new(
            "The walk crosses itself at {@}: the loop is erased.",
            list.cells.last().copied(),
        ),
    })
}
