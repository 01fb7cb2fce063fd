//! What Wilson's walk stores per cell.

use bevy_ecs::component::Component;
use serde::Serialize;

use crate::base::grid::Grid;
use crate::base::heading::{Heading, Headings};

/// The headings of neighbours, the heading in which the walk last left the cell, and whether it is
/// in the maze: four bits, two bits, one bit. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Square(u8);

const IN_MAZE: u8 = 1 << 6;

impl Square {
    /// The headings in which there is a neighbour.
    #[inline]
    pub(super) fn ways(self) -> Headings {
        Headings::from_bits(self.0)
    }

    /// The heading in which the walk last left the cell.
    #[inline]
    pub(super) fn noted(self) -> Heading {
        Heading::from_bits(self.0 >> 4)
    }

    /// Stores the heading in which the walk leaves the cell.
    #[inline]
    pub(super) fn note(&mut self, heading: Heading) {
        self.0 = self.0 & !(3 << 4) | (heading as u8) << 4;
    }

    #[inline]
    pub(super) fn is_in_maze(self) -> bool {
        self.0 & IN_MAZE != 0
    }

    /// Adds the cell to the maze.
    #[inline]
    pub(super) fn join(&mut self) {
        self.0 |= IN_MAZE;
    }
}

/// Removes every cell from the maze.
pub(super) fn leave_all(squares: &mut [Square], grid: Grid) {
    let remove = |square: &mut Square, heading| square.0 &= !(1 << heading as u8);
    grid.fill_inside(squares, Square(Headings::ALL.bits()), remove);
}
