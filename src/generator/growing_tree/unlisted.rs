//! What a growing tree knows of a cell: where neighbours lie that were never listed.

use bevy_ecs::component::Component;

use crate::grid::Grid;
use crate::heading::{Heading, Headings};

/// The headings in which a neighbour lies that was never listed. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct Unlisted(pub(super) Headings);

/// Makes every neighbour inside the grid one that was never listed.
pub(super) fn leave_all(unlisted: &mut [Unlisted], grid: Grid) {
    unlisted.fill(Unlisted(Headings::ALL));
    grid.ways_out().for_each(|(cell, heading)| unlisted[cell].0.remove(heading));
}

/// Notes that a cell is listed: none of its neighbours leads to an unlisted one there any more.
///
/// West of the first column lies, in grid order, the end of the row above, which has no way east to
/// lose; likewise on the other sides.
#[inline]
pub(super) fn list(unlisted: &mut [Unlisted], grid: Grid, cell: usize) {
    for heading in Heading::ALL {
        if let Some(neighbour) = unlisted.get_mut(cell.wrapping_add_signed(grid.stride(heading))) {
            neighbour.0.remove(heading.opposite());
        }
    }
}
