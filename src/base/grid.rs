//! The grid: its number of rows and columns, and the order of its cells.
//!
//! Coordinates are `(row, column)` from 1 at the upper left, everywhere. Cells are ordered row by
//! row; a [`CellIndex`] is the index of a cell in that order, and so its row in the entity table.

use std::mem;
use std::ops::{Index, IndexMut};

use bevy_ecs::prelude::*;
use derive_more::{Display, From, Into};
use serde::{Deserialize, Serialize};

use crate::base::heading::{Heading, Headings};

/// The size of a maze, in cells. A component of the maze entity.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// Number of rows, at least 1.
    pub rows: u32,
    /// Number of columns, at least 1.
    pub columns: u32,
}

/// A position in the grid: row and column from 1 at the upper left. Every cell entity has its own.
///
/// Written `(row, column)` in scenes and in text.
#[derive(
    Component,
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    Display,
    From,
    Into,
)]
#[display("({row}, {column})")]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
pub struct Position {
    /// Row, 1 at the top.
    pub row: u32,
    /// Column, 1 at the left.
    pub column: u32,
}

/// A cell, by its index in grid order, from 0. Columns of cells are indexed by it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, From, Into,
)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect))]
#[serde(transparent)]
pub struct CellIndex(u32);

impl Grid {
    /// The number of cells.
    pub fn cells(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// The number of cells of a grid of any sides, which may be more than memory has room for.
    pub(crate) fn area(self) -> u64 {
        u64::from(self.rows) * u64::from(self.columns)
    }

    pub(crate) fn pairs(self) -> u64 {
        self.area().saturating_mul(self.area())
    }

    /// The grid up to the last row and the last column of these positions; without cells if there are none.
    pub(crate) fn spanning(positions: impl Iterator<Item = Position>) -> Self {
        positions.fold(Self::default(), |Self { rows, columns }, at| Self {
            rows: rows.max(at.row),
            columns: columns.max(at.column),
        })
    }

    /// Whether there is a cell at this position.
    pub fn contains(self, at: Position) -> bool {
        (1..=self.rows).contains(&at.row) && (1..=self.columns).contains(&at.column)
    }

    /// Returns the index of a cell in grid order, from 0.
    ///
    /// # Panics
    /// If the position is outside the grid.
    #[inline]
    pub fn index(self, at: Position) -> CellIndex {
        let (row, column) = (at.row.wrapping_sub(1), at.column.wrapping_sub(1));
        assert!(
            row < self.rows && column < self.columns,
            "{at} is outside the grid of {} by {}",
            self.rows,
            self.columns
        );
        CellIndex(row * self.columns + column)
    }

    /// The position of a cell.
    pub fn position(self, cell: CellIndex) -> Position {
        Position {
            row: cell.0 / self.columns + 1,
            column: cell.0 % self.columns + 1,
        }
    }

    /// The number of steps from one cell to another on an open board.
    pub fn distance(self, one: CellIndex, other: CellIndex) -> u32 {
        let [one, other] = [one, other].map(|cell| self.position(cell));
        one.row.abs_diff(other.row) + one.column.abs_diff(other.column)
    }

    pub(crate) const NAMES: [&'static str; 5] =
        ["TopLeft", "TopRight", "BottomLeft", "BottomRight", "Center"];

    /// The position of a corner or of the centre, by its name in scenes.
    pub(crate) fn named(self, name: &str) -> Option<Position> {
        let Self { rows, columns } = self;
        let (row, column) = match Self::NAMES.iter().position(|it| *it == name)? {
            0 => (1, 1),
            1 => (1, columns),
            2 => (rows, 1),
            3 => (rows, columns),
            _ => (rows.div_ceil(2), columns.div_ceil(2)),
        };
        Some(Position { row, column })
    }

    /// All cells in grid order.
    pub fn indices(self) -> impl DoubleEndedIterator<Item = CellIndex> + Clone {
        (0..self.rows.saturating_mul(self.columns)).map(CellIndex)
    }

    /// All positions in grid order: row by row from the upper left.
    pub fn positions(self) -> impl ExactSizeIterator<Item = Position> {
        let mut next = Position { row: 1, column: 1 };
        (0..self.cells()).map(move |_| {
            let is_last = next.column == self.columns;
            let row = next.row + u32::from(is_last);
            let column = if is_last { 1 } else { next.column + 1 };
            mem::replace(&mut next, Position { row, column })
        })
    }

    /// The distance in grid order from a cell to its neighbour toward `heading`.
    #[inline]
    pub fn stride(self, heading: Heading) -> i32 {
        // Below 2³¹, as grids have fewer cells.
        let far = if heading.is_vertical() {
            self.columns.cast_signed()
        } else {
            1
        };
        if matches!(heading, Heading::N | Heading::W) {
            -far
        } else {
            far
        }
    }

    /// The neighbour of a cell toward `heading`. There must be one: see [`Self::leads`].
    #[inline]
    pub fn beside(self, cell: CellIndex, heading: Heading) -> CellIndex {
        cell.offset(self.stride(heading))
    }

    /// The neighbour as [`Self::beside`] has it; over an edge, the cell at the other end of the row or column.
    pub(crate) fn across(self, cell: CellIndex, heading: Heading) -> CellIndex {
        let Self { rows, columns } = self;
        let at = self.position(cell);
        self.index(match heading {
            _ if self.leads(at, heading) => return self.beside(cell, heading),
            Heading::N => Position { row: rows, ..at },
            Heading::S => Position { row: 1, ..at },
            Heading::W => Position {
                column: columns,
                ..at
            },
            Heading::E => Position { column: 1, ..at },
        })
    }

    pub(crate) fn ways_out(self) -> impl Iterator<Item = (CellIndex, Heading)> {
        let Self { rows, columns } = self;
        let (cells, step) = (rows * columns, columns as usize);
        let north = (0..columns).map(|cell| (CellIndex(cell), Heading::N));
        let south = (cells - columns..cells).map(|cell| (CellIndex(cell), Heading::S));
        let west = (0..cells)
            .step_by(step)
            .map(|cell| (CellIndex(cell), Heading::W));
        let east = (columns - 1..cells)
            .step_by(step)
            .map(|cell| (CellIndex(cell), Heading::E));
        north.chain(south).chain(west).chain(east)
    }

    /// Fills a column of cells with `all` headings, then removes those that lead out of the grid.
    pub(crate) fn fill_inside<T>(
        self,
        column: &mut [T],
        all: impl Fn() -> T,
        remove: impl Fn(&mut T, Heading),
    ) {
        let columns = self.columns as usize;
        let (top, bottom) = (..columns, column.len() - columns..);
        column.fill_with(all);
        column[top].iter_mut().for_each(|it| remove(it, Heading::N));
        column[bottom]
            .iter_mut()
            .for_each(|it| remove(it, Heading::S));
        for row in column.chunks_exact_mut(columns) {
            remove(&mut row[0], Heading::W);
            remove(&mut row[columns - 1], Heading::E);
        }
    }

    /// Tells every neighbour of a cell in which heading the cell lies, in a column of cells.
    ///
    /// In grid order, the cell before the first column is the end of the row above, which is told of a
    /// neighbour in the east; likewise on the other sides.
    #[inline(always)]
    #[allow(clippy::inline_always)] // measured: a sixth of the time of Johnny's generation
    pub(crate) fn tell_neighbours<T>(
        self,
        column: &mut [T],
        cell: CellIndex,
        tell: impl Fn(&mut T, Heading),
    ) {
        let (cell, columns) = (cell.get(), self.columns as usize);
        let neighbours = [
            (cell.wrapping_sub(columns), Heading::S),
            (cell + columns, Heading::N),
            (cell.wrapping_sub(1), Heading::E),
            (cell + 1, Heading::W),
        ];
        for (neighbour, back) in neighbours {
            if let Some(neighbour) = column.get_mut(neighbour) {
                tell(neighbour, back);
            }
        }
    }

    /// Whether a cell at this position has a neighbour toward `heading`.
    pub fn leads(self, at: Position, heading: Heading) -> bool {
        // All four, in bits: a branch on the heading would be mispredicted.
        let (row, column) = (at.row, at.column);
        let ends = [
            row == 1,
            row == self.rows,
            column == 1,
            column == self.columns,
        ];
        let out = ends
            .into_iter()
            .rev()
            .fold(0, |out, end| out << 1 | u8::from(end));
        out >> heading as u8 & 1 == 0
    }

    /// The headings in which a cell has a neighbour.
    pub(crate) fn ways_inside(self, cell: CellIndex) -> Headings {
        Heading::ALL
            .into_iter()
            .filter(|&heading| self.leads_from(cell, heading))
            .collect()
    }

    #[inline]
    pub(crate) fn leads_from(self, cell: CellIndex, heading: Heading) -> bool {
        self.leads(self.position(cell), heading)
    }
}

impl CellIndex {
    pub(crate) const NOWHERE: Self = Self(u32::MAX);

    /// The cell with this index, which is below the number of cells of a grid.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // a grid has fewer than 2³² cells
    pub const fn new(index: usize) -> Self {
        Self(index as u32)
    }

    /// The index.
    #[inline]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// The cell this far away in grid order.
    #[must_use]
    #[inline]
    pub const fn offset(self, stride: i32) -> Self {
        Self(self.0.wrapping_add_signed(stride))
    }
}

macro_rules! indexed_by_cells {
    ($($list:ty)*) => {$(
        impl<T> Index<CellIndex> for $list {
            type Output = T;

            #[inline]
            fn index(&self, cell: CellIndex) -> &T {
                &self[cell.get()]
            }
        }

        impl<T> IndexMut<CellIndex> for $list {
            #[inline]
            fn index_mut(&mut self, cell: CellIndex) -> &mut T {
                &mut self[cell.get()]
            }
        }
    )*};
}

indexed_by_cells! { [T] Vec<T> }

impl Position {
    /// The position `(row, column)`.
    pub fn new(row: u32, column: u32) -> Self {
        Self { row, column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "(1, 6) is outside the grid of 3 by 5")]
    fn a_position_outside_has_no_index() {
        let grid = Grid {
            rows: 3,
            columns: 5,
        };
        grid.index(Position::new(1, 6));
    }

    #[test]
    fn index_and_position_are_inverse_in_grid_order() {
        let grid = Grid {
            rows: 3,
            columns: 5,
        };
        for (cell, at) in grid.indices().zip(grid.positions()) {
            assert_eq!(grid.index(at), cell);
            assert_eq!(grid.position(cell), at);
        }
        assert_eq!(grid.positions().count(), grid.cells());
    }
}
