//! What Wilson's walk knows of a cell.

use bevy_ecs::component::Component;

use crate::grid::Grid;
use crate::heading::{Heading, Headings};

/// Where neighbours lie, how the walk last left the cell, and whether it is in the maze: four bits,
/// two bits, one bit. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct Square(u8);

const IN_MAZE: u8 = 1 << 6;

impl Square {
    /// The headings in which a neighbour lies.
    #[inline]
    pub(super) fn ways(self) -> Headings {
        Headings::from_bits(self.0)
    }

    /// How the walk last left the cell.
    #[inline]
    pub(super) fn noted(self) -> Heading {
        Heading::from_bits(self.0 >> 4)
    }

    /// Notes how the walk leaves the cell.
    #[inline]
    pub(super) fn note(&mut self, heading: Heading) {
        self.0 = self.0 & !(3 << 4) | (heading as u8) << 4;
    }

    #[inline]
    pub(super) fn is_in_maze(self) -> bool {
        self.0 & IN_MAZE != 0
    }

    /// The cell joins the maze.
    #[inline]
    pub(super) fn join(&mut self) {
        self.0 |= IN_MAZE;
    }
}

/// Leaves every cell out of the maze.
pub(super) fn leave_all(squares: &mut [Square], grid: Grid) {
    squares.fill(Square(Headings::ALL.bits()));
    grid.ways_out().for_each(|(cell, heading)| squares[cell].0 &= !(1 << heading as u8));
}
