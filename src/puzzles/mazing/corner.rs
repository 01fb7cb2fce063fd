//! What The Mazing stores per lattice point: whether it has a wall, and in which headings.

use bevy_ecs::component::Component;

use crate::base::grid::Grid;
use crate::base::heading::{Heading, Headings};
use crate::base::wall::{Segments, Wall};

/// Whether the lattice point at the lower right of a cell has a wall. A component of every cell of
/// a growing maze; the points of the last row and column are on the border, and have one.
///
/// A byte: a bit for the point, and notes of walls. A wall is noted at the end that it reached;
/// attempts note it at the end from which it grew, too. A point of the left border shares the byte
/// of the last point of the row above, which needs no note of a wall to the east.
#[derive(Component, Clone, Copy, Default)]
pub struct Corner(u8);

impl Corner {
    pub(super) fn new(is_reached: bool, walls: Headings) -> Self {
        Self(u8::from(is_reached) | walls.bits() << 4)
    }

    /// Whether a wall ends there.
    #[must_use]
    pub const fn is_reached(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether a wall toward `heading` is noted there.
    #[inline]
    pub(super) fn has_wall(self, heading: Heading) -> bool {
        self.0 >> 4 >> heading as u8 & 1 == 1
    }

    /// Reaches the point, which had no wall, by a wall that leads from there toward `heading`.
    #[inline]
    pub(super) fn reach(&mut self, heading: Heading) {
        *self = Self(1 | 1 << 4 << heading as u8);
    }

    /// Notes another wall.
    #[inline]
    pub(super) fn note(&mut self, heading: Heading) {
        self.0 |= 1 << 4 << heading as u8;
    }
}

/// Equal if both are reached or both are not; the notes are internal.
impl PartialEq for Corner {
    fn eq(&self, other: &Self) -> bool {
        self.is_reached() == other.is_reached()
    }
}

impl Eq for Corner {}

impl std::fmt::Debug for Corner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Corner").field("is_reached", &self.is_reached()).finish()
    }
}

/// Writes all south and east walls: standing where either end notes them, as is so from the start
/// for the border in the south and east. The north and west borders stand already.
pub(super) fn settle(corners: &[Corner], walls: &mut [Wall], grid: Grid) {
    let (south, east) = Segments::new(grid).south_and_east_mut(walls);
    for ((corner, south), east) in corners.iter().zip(&mut *south).zip(&mut *east) {
        south.stands = corner.has_wall(Heading::W);
        east.stands = corner.has_wall(Heading::N);
    }
    for (corner, wall) in corners.iter().zip(&mut south[1..]) {
        wall.stands |= corner.has_wall(Heading::E);
    }
    for (corner, wall) in corners.iter().zip(&mut east[grid.columns as usize..]) {
        wall.stands |= corner.has_wall(Heading::S);
    }
}
