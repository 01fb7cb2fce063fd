//! What a growing tree stores per cell: the headings of neighbours that were never listed.

use bevy_ecs::component::Component;

use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};

/// The headings of neighbours that were never listed. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct Unlisted(pub(super) Headings);

impl Unlisted {
    /// Removes a heading.
    #[inline]
    fn remove(&mut self, heading: Heading) {
        self.0.remove(heading);
    }
}

/// Marks every neighbour inside the grid as unlisted.
pub(super) fn leave_all(unlisted: &mut [Unlisted], grid: Grid) {
    grid.fill_inside(unlisted, Unlisted(Headings::ALL), Unlisted::remove);
}

/// Marks a cell as listed: it is no longer an unlisted neighbour of any cell.
#[inline]
pub(super) fn list(unlisted: &mut [Unlisted], grid: Grid, cell: CellIndex) {
    grid.remove_from_neighbours(unlisted, cell, Unlisted::remove);
}
