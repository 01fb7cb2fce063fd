//! Stems: walls to grow from, by their ends.
//!
//! A lattice point is numbered by the cell at whose lower right it is: (row − 1) × columns + column
//! − 1, for lattice lines from 0. On the north and west border there is no such cell, but sums with
//! strides are still correct.

use serde::Serialize;

use crate::base::grid::Grid;
use crate::base::heading::{Heading, Headings};
use crate::base::limits;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct Stem(pub(super) [StemEnd; 2]);

/// An end of a wall, packed: the number of the point, signed, in the upper 28 bits, and the
/// headings in which a wall could grow in the lower 4: all four inside, only inward on the border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct StemEnd(i32);

/// A point's number has 27 bits, and a sign for the border in the north and west.
const _: () = assert!(limits::CELLS <= 1 << 27);

impl StemEnd {
    /// The inner point at the lower right of a cell.
    #[inline]
    pub(super) fn inner(cell: usize) -> Self {
        Self::new(cell.cast_signed(), Headings::ALL)
    }

    #[allow(clippy::cast_possible_truncation)] // asserted above
    #[inline]
    fn new(point: isize, headings: Headings) -> Self {
        Self((point as i32) << 4 | i32::from(headings.bits()))
    }

    #[inline]
    pub(super) fn point(self) -> isize {
        (self.0 >> 4) as isize
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the lowest four bits
    #[inline]
    pub(super) fn headings(self) -> Headings {
        Headings::from_bits(self.0 as u8)
    }
}

/// The walls of the border: north, south, west, east.
#[allow(clippy::cast_possible_wrap)] // sides are below 2²⁷, as cells are
pub(super) fn border(grid: Grid) -> impl Iterator<Item = Stem> {
    let (rows, columns) = (grid.rows as isize, grid.columns as isize);
    let end = move |row: isize, column: isize, inward: Heading| {
        let is_corner = (row == 0 || row == rows) && (column == 0 || column == columns);
        let leads_in = match inward {
            Heading::N | Heading::S => rows > 1,
            Heading::W | Heading::E => columns > 1,
        };
        let headings = [inward]
            .into_iter()
            .filter(|_| !is_corner && leads_in)
            .collect();
        StemEnd::new((row - 1) * columns + column - 1, headings)
    };
    let across =
        [(0, Heading::S), (rows, Heading::N)]
            .into_iter()
            .flat_map(move |(row, inward)| {
                (0..columns).map(move |c| Stem([end(row, c, inward), end(row, c + 1, inward)]))
            });
    let down = [(0, Heading::E), (columns, Heading::W)].into_iter();
    let down = down.flat_map(move |(column, inward)| {
        (0..rows).map(move |r| Stem([end(r, column, inward), end(r + 1, column, inward)]))
    });
    across.chain(down)
}
