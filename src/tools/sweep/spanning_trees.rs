//! The number of perfect mazes of a size: the number of spanning trees of the grid of its cells.
//!
//! Source: G. Kirchhoff, 1847: the number is the determinant of the Laplacian without one row and
//! its column. The determinant is computed without fractions: E. H. Bareiss, "Sylvester's identity
//! and multistep integer-preserving Gaussian elimination", Mathematics of Computation 22, 1968.

use crate::base::grid::Grid;
use crate::base::heading::Heading;
use crate::base::limits;

use super::inner_walls::InnerWalls;

/// The exact number of perfect mazes of a size; `None` if it has more than [`limits::TALLY_WALLS`]
/// inner walls. A grid without cells has one, the empty one.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::tools::sweep::spanning_trees;
///
/// assert_eq!(spanning_trees(Grid { rows: 4, columns: 4 }), Some(100_352));
/// ```
#[must_use]
pub fn spanning_trees(grid: Grid) -> Option<u64> {
    if InnerWalls::count(grid) > limits::TALLY_WALLS {
        return None;
    }
    let mut minor = laplacian(grid);
    minor.pop();
    for row in &mut minor {
        row.pop();
    }
    u64::try_from(determinant(minor)).ok()
}

/// The Laplacian of the grid: each cell's number of neighbours on the diagonal, -1 for each
/// neighbour.
fn laplacian(grid: Grid) -> Vec<Vec<i128>> {
    let cells = grid.cells();
    let mut laplacian = vec![vec![0; cells]; cells];
    for (cell, at) in grid.indices().zip(grid.positions()) {
        for heading in Heading::ALL.into_iter().filter(|&heading| grid.leads(at, heading)) {
            laplacian[cell][cell] += 1;
            laplacian[cell][grid.beside(cell, heading)] -= 1;
        }
    }
    laplacian
}

/// The determinant of a matrix whose leading minors are positive, as those of a Laplacian are: each
/// counts the spanning trees of the grid with the missing cells merged into one. Every intermediate
/// number is a minor too, so with this few walls all products fit.
fn determinant(mut matrix: Vec<Vec<i128>>) -> i128 {
    let mut before = 1;
    for step in 0..matrix.len() {
        let (done, left) = matrix.split_at_mut(step + 1);
        let pivot = &done[step];
        for row in left {
            for column in step + 1..pivot.len() {
                row[column] = (pivot[step] * row[column] - row[step] * pivot[column]) / before;
            }
        }
        before = pivot[step];
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of square grids are those of <https://oeis.org/A007341>.
    #[test]
    fn trees_are_as_many_as_is_known() {
        let squares = [1, 4, 192, 100_352, 557_568_000, 32_565_539_635_200];
        for (side, trees) in (1..).zip(squares) {
            assert_eq!(spanning_trees(Grid { rows: side, columns: side }), Some(trees));
        }
        assert_eq!(spanning_trees(Grid { rows: 4, columns: 3 }), Some(2415));
        assert_eq!(spanning_trees(Grid { rows: 7, columns: 7 }), None);
    }

    /// No product overflows on any allowed grid, and a grid has as many trees as its transpose.
    #[test]
    fn every_allowed_grid_has_a_number() {
        let mut grids = 0;
        for rows in 1..=65 {
            for columns in rows..=65 {
                let grid = Grid { rows, columns };
                if InnerWalls::count(grid) <= limits::TALLY_WALLS {
                    grids += 1;
                    let trees = spanning_trees(grid).expect("a number");
                    assert_eq!(spanning_trees(Grid { rows: columns, columns: rows }), Some(trees));
                    assert!(trees >= u64::from(rows) && trees < 1 << 50);
                }
            }
        }
        assert_eq!(spanning_trees(Grid { rows: 0, columns: 0 }), Some(1));
        assert_eq!(spanning_trees(Grid { rows: u32::MAX, columns: u32::MAX }), None);
        assert_eq!(grids, 65 + 21 + 11 + 6 + 3 + 1);
    }
}
