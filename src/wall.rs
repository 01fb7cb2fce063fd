//! Walls: one entity for every unit segment of the lattice that can stand.
//!
//! Their order: the top border from left to right; the south wall of every cell in grid order; the
//! left border from top to bottom; the east wall of every cell in grid order. So the walls beside a
//! cell are its own place plus a constant, without a division.

use bevy_ecs::component::Component;

use crate::grid::Grid;
use crate::heading::Heading;

/// A wall that can stand; the component of every wall entity. Building and carving write it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wall {
    /// Whether it stands.
    pub stands: bool,
}

impl Wall {
    /// A wall that stands.
    pub const STANDING: Self = Self { stands: true };
    /// A place where a wall could stand.
    pub const OPEN: Self = Self { stands: false };
}

/// The order of a grid's wall entities, and the way from a place in the maze to a place in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segments {
    rows: usize,
    columns: usize,
}

/// A point of the lattice: line of the rows, line of the columns, from 0 at the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) row: usize,
    pub(crate) column: usize,
}

impl Segments {
    pub(crate) fn of(grid: Grid) -> Self {
        Self { rows: grid.rows as usize, columns: grid.columns as usize }
    }

    /// How many walls can stand.
    pub(crate) fn count(self) -> usize {
        self.horizontals() + self.rows * (self.columns + 1)
    }

    /// The wall beside the cell at this place in grid order.
    ///
    /// West of the first column this is the east border of the row above (of the last row, for the
    /// first): border, as its own west wall is, so a reader learns the same. Nobody writes borders.
    #[inline]
    pub(crate) fn beside(self, cell: usize, heading: Heading) -> usize {
        let east = self.horizontals() + self.rows;
        match heading {
            Heading::N => cell,
            Heading::S => cell + self.columns,
            Heading::W => east + cell - 1,
            Heading::E => east + cell,
        }
    }

    /// The wall that leads from a lattice point toward `heading`; `None` if that leaves the lattice.
    #[inline]
    pub(crate) fn leaving(self, point: Point, heading: Heading) -> Option<usize> {
        let Point { row, column } = point;
        match heading {
            Heading::N => Some(self.vertical(row.checked_sub(1)?, column)),
            Heading::S => (row < self.rows).then(|| self.vertical(row, column)),
            Heading::W => Some(self.horizontal(row, column.checked_sub(1)?)),
            Heading::E => (column < self.columns).then(|| self.horizontal(row, column)),
        }
    }

    /// The two end points of a wall: left and right, or upper and lower.
    #[inline]
    pub(crate) fn ends(self, wall: usize) -> [Point; 2] {
        if let Some(vertical) = wall.checked_sub(self.horizontals()) {
            let (row, column) = match vertical.checked_sub(self.rows) {
                None => (vertical, 0),
                Some(cell) => (cell / self.columns, cell % self.columns + 1),
            };
            [Point { row, column }, Point { row: row + 1, column }]
        } else {
            let (row, column) = (wall / self.columns, wall % self.columns);
            [Point { row, column }, Point { row, column: column + 1 }]
        }
    }

    /// The wall on lattice line `line` (0 is the top border) over column `column` from 0.
    pub(crate) fn horizontal(self, line: usize, column: usize) -> usize {
        line * self.columns + column
    }

    /// The wall on lattice line `line` (0 is the left border) beside row `row` from 0.
    pub(crate) fn vertical(self, row: usize, line: usize) -> usize {
        match line {
            0 => self.horizontals() + row,
            _ => self.horizontals() + self.rows + row * self.columns + line - 1,
        }
    }

    /// Whether a wall belongs to the border.
    pub(crate) fn is_border(self, wall: usize) -> bool {
        let [a, b] = self.ends(wall);
        let on_line = |line: fn(Point) -> usize, at| line(a) == at && line(b) == at;
        on_line(|p| p.row, 0)
            || on_line(|p| p.row, self.rows)
            || on_line(|p| p.column, 0)
            || on_line(|p| p.column, self.columns)
    }

    fn horizontals(self) -> usize {
        (self.rows + 1) * self.columns
    }
}

impl Point {
    /// The neighbouring point toward `heading`, which must not leave the lattice.
    #[inline]
    pub(crate) fn toward(self, heading: Heading) -> Self {
        let Self { row, column } = self;
        match heading {
            Heading::N => Self { row: row - 1, column },
            Heading::S => Self { row: row + 1, column },
            Heading::W => Self { row, column: column - 1 },
            Heading::E => Self { row, column: column + 1 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wall_has_one_place() {
        for (rows, columns) in [(1, 1), (1, 4), (3, 1), (3, 4)] {
            let grid = Grid { rows, columns };
            let segments = Segments::of(grid);
            let mut seen = vec![false; segments.count()];
            for row in 0..=segments.rows {
                for column in 0..=segments.columns {
                    let point = Point { row, column };
                    for heading in [Heading::E, Heading::S] {
                        let Some(wall) = segments.leaving(point, heading) else {
                            continue;
                        };
                        assert!(!std::mem::replace(&mut seen[wall], true));
                        assert_eq!(segments.ends(wall), [point, point.toward(heading)]);
                        assert_eq!(
                            segments.leaving(point.toward(heading), heading.opposite()),
                            Some(wall)
                        );
                    }
                }
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }

    #[test]
    fn the_wall_beside_a_cell_is_the_lattice_wall_or_border_for_border() {
        let grid = Grid { rows: 3, columns: 4 };
        let segments = Segments::of(grid);
        for at in grid.positions() {
            let (row, column) = (at.row as usize - 1, at.column as usize - 1);
            for heading in Heading::ALL {
                let exact = match heading {
                    Heading::N => segments.horizontal(row, column),
                    Heading::S => segments.horizontal(row + 1, column),
                    Heading::W => segments.vertical(row, column),
                    Heading::E => segments.vertical(row, column + 1),
                };
                let beside = segments.beside(grid.index(at), heading);
                assert!(
                    beside == exact || segments.is_border(beside) && segments.is_border(exact),
                    "{at} {heading:?}"
                );
            }
        }
    }
}
