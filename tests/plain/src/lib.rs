//! Plain, independent versions of the problems, to compare with the results of mazetick.
//!
//! Squares are (row, column), from 1, with (1, 1) at the upper left; north is up.
#![allow(
    clippy::must_use_candidate,
    clippy::missing_panics_doc,
    clippy::missing_errors_doc
)] // only tests call it

use std::collections::HashSet;

pub mod agents;
pub mod arrow;
pub mod binary_tree;
pub mod chances;
pub mod dice;
pub mod fire;
pub mod johnny;
pub mod jump;
pub mod keys;
pub mod mazing;
pub mod mixture;
pub mod random;
pub mod routes;
pub mod temporal;
pub mod theseus;
pub mod trees;

/// A square's row and column.
pub type Square = (usize, usize);

/// Neighbours with a wall between them, each pair in both orders.
pub type Walls = HashSet<(Square, Square)>;

/// The squares above, below, left and right of one, in the grid or beyond its border.
pub fn around((row, column): Square) -> [Square; 4] {
    [
        (row - 1, column),
        (row + 1, column),
        (row, column - 1),
        (row, column + 1),
    ]
}
