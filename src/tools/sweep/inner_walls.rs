//! Small mazes: their inner walls as one number, and how many perfect ones of a size there are.
//!
//! That is the number of spanning trees of the grid of cells. Source: G. Kirchhoff, 1847: the number
//! is the determinant of the Laplacian without one row and its column. The determinant is computed
//! without fractions: E. H. Bareiss, "Sylvester's identity and multistep integer-preserving Gaussian
//! elimination", Mathematics of Computation 22, 1968.

use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::base::limits;
use crate::base::wall::Segments;
use crate::engine::maze::Maze;

/// Which inner walls of a small maze stand, one bit each: two mazes of the same size are equal if
/// and only if these numbers are equal.
///
/// Cells are in grid order, each with its south wall, then its east wall; the last wall is the
/// lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InnerWalls(pub(super) u64);

impl InnerWalls {
    /// How many inner walls can stand on a grid.
    #[must_use]
    pub fn count(grid: Grid) -> u64 {
        let (rows, columns) = (u64::from(grid.rows), u64::from(grid.columns));
        let (east, south) = (rows * columns.saturating_sub(1), rows.saturating_sub(1) * columns);
        east.saturating_add(south)
    }

    /// The inner walls of a maze; `None` if it has no walls, some of its border are open, or it has more
    /// than [`limits::TALLY_WALLS`] inner ones.
    #[must_use]
    pub fn of(maze: &Maze) -> Option<Self> {
        let grid = maze.grid();
        if Self::count(grid) > limits::TALLY_WALLS {
            return None;
        }
        let (segments, walls) = (Segments::new(grid), maze.walls()?);
        if segments.border().any(|wall| !walls[wall].stands) {
            return None;
        }
        let (south, east) = segments.south_and_east(walls);
        let bits = sides(grid).fold(0, |bits, (cell, side)| {
            let walls = if side == Heading::S { south } else { east };
            bits << 1 | u64::from(walls[cell].stands)
        });
        Some(Self(bits))
    }

    /// The walls as text: row by row, separated by `/`, one character per cell. `_` is a cell with
    /// a south wall, `|` with an east wall, `J` with both, `.` with neither. The border is
    /// included.
    #[must_use]
    pub fn text(self, grid: Grid) -> String {
        const SIGNS: [char; 4] = ['.', '|', '_', 'J'];
        let mut signs = vec![3; grid.cells()];
        for (cell, side) in self.passages(grid) {
            signs[cell] -= if side == Heading::S { 2 } else { 1 };
        }
        let rows = signs.chunks(grid.columns.max(1) as usize);
        let rows: Vec<String> =
            rows.map(|row| row.iter().map(|&sign: &usize| SIGNS[sign]).collect()).collect();
        rows.join("/")
    }

    /// Whether every two cells are connected by exactly one route.
    #[must_use]
    pub fn are_perfect(self, grid: Grid) -> bool {
        let mut parts: Vec<usize> = (0..grid.cells()).collect();
        let mut left = grid.cells().saturating_sub(1);
        for (cell, side) in self.passages(grid) {
            let (one, other) = (parts[cell], parts[grid.beside(cell, side)]);
            if one == other {
                return false; // they were connected before
            }
            parts.iter_mut().filter(|part| **part == one).for_each(|part| *part = other);
            left -= 1;
        }
        left == 0
    }

    /// The passages: of each, its upper or left cell and the side.
    fn passages(self, grid: Grid) -> impl Iterator<Item = (CellIndex, Heading)> {
        let stands = move |bit| self.0 >> bit & 1 == 1;
        let bits = (0..Self::count(grid)).rev();
        sides(grid).zip(bits).filter(move |&(_, bit)| !stands(bit)).map(|(side, _)| side)
    }
}

/// The inner walls of a grid in the order of their bits: a cell, and the side of it.
fn sides(grid: Grid) -> impl Iterator<Item = (CellIndex, Heading)> {
    grid.indices().zip(grid.positions()).flat_map(move |(cell, at)| {
        let inner = [Heading::S, Heading::E].into_iter().filter(move |&side| grid.leads(at, side));
        inner.map(move |side| (cell, side))
    })
}

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
    use crate::scene::Scene;
    use crate::scene::simulation::Simulation;

    const COMB: &str =
        "+--+--+--+\n|        |\n+  +  +  +\n|  |  |  |\n+  +--+  +\n|  |     |\n+--+--+--+\n";

    fn walls(drawing: &str) -> InnerWalls {
        let text =
            format!("Scene(grid: (rows: 3, columns: 3), walls: \"\n{drawing}\", text: Lattice)");
        let scene = Scene::from_ron(&text).expect("a scene");
        InnerWalls::of(&Simulation::new(&scene).expect("a world")).expect("walls")
    }

    #[test]
    fn every_wall_has_a_bit_and_a_sign() {
        let grid = Grid { rows: 3, columns: 3 };
        let comb = walls(COMB);
        assert_eq!(comb.text(grid), "..|/|J|/J_J");
        assert!(comb.are_perfect(grid));
        assert_eq!(InnerWalls::count(grid), 12);
        let all: std::collections::BTreeSet<_> =
            (0..1 << 12).map(|bits| InnerWalls(bits).text(grid)).collect();
        assert_eq!(all.len(), 1 << 12);
        let perfect = (0..1 << 12).filter(|&bits| InnerWalls(bits).are_perfect(grid)).count();
        assert_eq!(perfect, 192);
    }

    #[test]
    fn a_row_has_no_inner_south_walls() {
        let grid = Grid { rows: 1, columns: 65 };
        assert_eq!(InnerWalls::count(grid), limits::TALLY_WALLS);
        assert!(InnerWalls(0).are_perfect(grid) && !InnerWalls(1).are_perfect(grid));
        assert_eq!(InnerWalls(1).text(Grid { rows: 1, columns: 3 }), "_JJ");
        assert_eq!(InnerWalls(0).text(Grid { rows: 1, columns: 1 }), "J");
    }

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
