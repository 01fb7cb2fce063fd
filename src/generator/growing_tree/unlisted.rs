//! What a growing tree stores per cell: the headings of neighbours that were never listed.

use bevy_ecs::component::Component;

use crate::grid::Grid;
use crate::heading::{Heading, Headings};

/// The headings of neighbours that were never listed. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct Unlisted(pub(super) Headings);

/// Marks every neighbour inside the grid as unlisted.
pub(super) fn leave_all(unlisted: &mut [Unlisted], grid: Grid) {
    unlisted.fill(Unlisted(Headings::ALL));
    grid.ways_out().for_each(|(cell, heading)| unlisted[cell].0.remove(heading));
}

/// Marks a cell as listed: it is no longer an unlisted neighbour of any cell.
///
/// In grid order, the cell before the first column is the end of the row above, which has no
/// heading east to clear; likewise on the other sides.
#[inline]
pub(super) fn list(unlisted: &mut [Unlisted], grid: Grid, cell: usize) {
    for heading in Heading::ALL {
        if let Some(neighbour) = unlisted.get_mut(cell.wrapping_add_signed(grid.stride(heading))) {
            neighbour.0.remove(heading.opposite());
        }
    }
}
