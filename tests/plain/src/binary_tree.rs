//! The binary tree, one cell after another.

use super::{Square, Walls, around};

/// The walls of a binary tree. `is_north` is asked for every cell that has the choice, row by row.
pub fn walls((rows, columns): Square, mut is_north: impl FnMut() -> bool) -> Walls {
    let squares = || (1..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column)));
    let all = squares().flat_map(|one| around(one).map(|other| (one, other)));
    let is_inside = |(row, column): Square| row.min(column) > 0 && row <= rows && column <= columns;
    let mut walls: Walls = all.filter(|&(_, other)| is_inside(other)).collect();
    for (row, column) in squares().skip(1) {
        let goes_north = column == 1 || (row > 1 && is_north());
        let other = if goes_north {
            (row - 1, column)
        } else {
            (row, column - 1)
        };
        walls.remove(&((row, column), other));
        walls.remove(&(other, (row, column)));
    }
    walls
}
