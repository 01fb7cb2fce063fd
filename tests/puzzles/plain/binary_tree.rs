//! The binary tree, one cell after another.

use std::collections::BTreeSet;

/// The passages of a binary tree, as pairs of cells (row, column), from 1: the one further on, then
/// the one to its north or west. `is_north` is asked for every cell that has the choice.
pub fn passages(
    (rows, columns): (u32, u32),
    mut is_north: impl FnMut() -> bool,
) -> BTreeSet<((u32, u32), (u32, u32))> {
    let mut passages = BTreeSet::new();
    for row in 1..=rows {
        for column in 1..=columns {
            if (row, column) == (1, 1) {
                continue;
            }
            let goes_north = column == 1 || (row > 1 && is_north());
            let other = if goes_north { (row - 1, column) } else { (row, column - 1) };
            passages.insert(((row, column), other));
        }
    }
    passages
}
