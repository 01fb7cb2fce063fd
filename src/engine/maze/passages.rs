//! Passages: how the cells of a world are connected. Where a wall of the border is open, two edges are
//! joined.

use crate::base::grid::CellIndex;
use crate::base::heading::Heading;
use crate::base::squares::Squares;
use crate::base::wall::{Segments, Wall};

/// How the cells of a world are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Passages {
    /// The number of cells that are not blocked.
    pub cells: usize,
    /// How many of them can be reached from the first of them.
    pub reached: usize,
    /// The number of pairs of neighbouring cells without a wall between them.
    pub open: usize,
}

impl Passages {
    pub(super) fn new(squares: Squares<'_>, walls: Option<&[Wall]>) -> Self {
        let grid = squares.grid();
        let cells = squares.count();
        let segments = Segments::new(grid);
        let is_open = |cell: CellIndex, heading| {
            let is_way = match walls {
                None => grid.leads_from(cell, heading),
                Some(walls) => !walls[segments.beside(cell, heading)].stands,
            };
            is_way && squares.has_both(cell, heading)
        };
        let mut is_reached = vec![false; grid.cells()];
        let mut left: Vec<CellIndex> = squares.indices().take(1).collect();
        for &first in &left {
            is_reached[first] = true;
        }
        let mut reached = 0;
        while let Some(cell) = left.pop() {
            reached += 1;
            for heading in Heading::ALL.into_iter().filter(|&way| is_open(cell, way)) {
                let next = grid.across(cell, heading);
                if !std::mem::replace(&mut is_reached[next], true) {
                    left.push(next);
                }
            }
        }
        let ways = grid
            .indices()
            .flat_map(|cell| [Heading::S, Heading::E].map(|way| (cell, way)));
        let open = ways.filter(|&(cell, way)| is_open(cell, way)).count();
        Self {
            cells,
            reached,
            open,
        }
    }

    /// Whether any two cells are joined by exactly one route.
    pub fn are_perfect(self) -> bool {
        self.reached == self.cells && self.open + 1 == self.cells
    }
}

impl std::fmt::Display for Passages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.reached < self.cells {
            write!(
                f,
                "{} of {} cells unreachable",
                self.cells - self.reached,
                self.cells
            )
        } else {
            write!(f, "{} passages instead of {}", self.open, self.cells - 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::base::grid::Position;
    use crate::engine::text::TextFormat;
    use crate::puzzles::foot::Foot;
    use crate::scene::Scene;
    use crate::scene::simulation::Simulation;

    #[test]
    fn a_square_without_walls_has_a_passage_too_many() {
        let walk = Foot {
            from: Position::new(1, 1).into(),
            to: Position::new(2, 2).into(),
        };
        let scene = Scene::new(2, 2)
            .named("OPEN")
            .with(walk)
            .drawn(TextFormat::ARROW);
        let passages = Simulation::new(&scene).expect("a legal scene").passages();
        assert!(!passages.are_perfect());
        assert_eq!(passages.to_string(), "4 passages instead of 3");
    }
}
