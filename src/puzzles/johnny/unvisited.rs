//! What Johnny stores per cell: the headings of unvisited neighbours, and of passages.

use bevy_ecs::prelude::*;

use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::wall::{Segments, Wall};

/// The headings of unvisited neighbours. A component of every cell of Johnny's mazes.
///
/// A byte: these headings, and those of noted passages. A passage is noted in at least one of its
/// two cells.
#[derive(Component, Clone, Copy, Default)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Unvisited(u8);

impl Unvisited {
    pub(super) fn new(headings: Headings, passages: Headings) -> Self {
        Self(headings.bits() | passages.bits() << 4)
    }

    /// The headings.
    #[must_use]
    pub const fn headings(self) -> Headings {
        Headings::from_bits(self.0)
    }

    /// Removes a heading.
    #[inline]
    fn remove(&mut self, heading: Heading) {
        self.0 &= !(1 << heading as u8);
    }

    /// Turns a way into a passage.
    #[inline]
    pub(super) fn carve(&mut self, heading: Heading) {
        self.0 ^= 0b1_0001 << heading as u8;
    }

    /// Whether a passage is noted.
    #[inline]
    fn has_passage(self, heading: Heading) -> bool {
        self.0 >> 4 >> heading as u8 & 1 == 1
    }
}

/// Equal if their headings are; the noted passages are internal.
impl PartialEq for Unvisited {
    fn eq(&self, other: &Self) -> bool {
        self.headings() == other.headings()
    }
}

impl Eq for Unvisited {}

impl std::fmt::Debug for Unvisited {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Unvisited").field(&self.headings()).finish()
    }
}

/// Makes every neighbour inside the grid unvisited.
pub(super) fn leave_unvisited(ways: &mut [Unvisited], grid: Grid) {
    grid.fill_inside(ways, Unvisited::new(Headings::ALL, Headings::default()), Unvisited::remove);
}

/// Marks a cell as visited: it is no longer a way of its neighbours.
#[inline(always)]
#[allow(clippy::inline_always)] // measured: a sixth of the time of a generation
pub(super) fn visit(ways: &mut [Unvisited], grid: Grid, cell: CellIndex) {
    grid.remove_from_neighbours(ways, cell, Unvisited::remove);
}

/// Writes all south and east walls: open where a passage is noted on either side, standing
/// elsewhere.
pub(super) fn settle(ways: &[Unvisited], walls: &mut [Wall], grid: Grid) {
    let (south, east) = Segments::new(grid).south_and_east_mut(walls);
    for ((ways, south), east) in ways.iter().zip(&mut *south).zip(&mut *east) {
        south.stands = !ways.has_passage(Heading::S);
        east.stands = !ways.has_passage(Heading::E);
    }
    for (ways, wall) in ways[grid.columns as usize..].iter().zip(south) {
        wall.stands &= !ways.has_passage(Heading::N);
    }
    for (ways, wall) in ways[1..].iter().zip(east) {
        wall.stands &= !ways.has_passage(Heading::W);
    }
}
