//! Walls: one entity for every unit segment of the lattice that can be a wall.
//!
//! Their order: the top border from left to right; the south wall of every cell in grid order; the
//! left border from top to bottom; the east wall of every cell in grid order. So the walls around a
//! cell are at its own index plus a constant, without a division.

use bevy_ecs::prelude::*;
use serde::Serialize;

use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::{Heading, Headings};

/// A possible wall; the component of every wall entity. Generators write it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Wall {
    /// Whether it stands.
    pub stands: bool,
}

impl Wall {
    /// A wall that stands.
    pub const STANDING: Self = Self { stands: true };
    /// A segment without a wall.
    pub const OPEN: Self = Self { stands: false };
}

/// The order of a grid's wall entities, and the index of each.
#[derive(Clone, Copy, Debug)]
pub struct Segments {
    grid: Grid,
    rows: usize,
    columns: usize,
}

impl Segments {
    /// The order of the walls of a grid.
    pub fn new(grid: Grid) -> Self {
        Self {
            grid,
            rows: grid.rows as usize,
            columns: grid.columns as usize,
        }
    }

    /// The number of possible walls.
    pub fn count(self) -> usize {
        self.horizontals() + self.rows * (self.columns + 1)
    }

    /// The wall at a side of a cell.
    ///
    /// West of the first column this is the east border of the row above, or for the first cell the
    /// left border of the last row: a border, like its own west wall, so reading it gives the same
    /// result. Borders are never written by this index.
    #[inline]
    pub fn beside(self, cell: CellIndex, heading: Heading) -> usize {
        let east = self.horizontals() + self.rows;
        cell.get() + [0, self.columns, east - 1, east][heading as usize]
    }

    #[inline]
    pub(crate) fn walled_sides(self, cell: CellIndex, walls: &[Wall]) -> Headings {
        let stands = |&side: &Heading| walls[self.beside(cell, side)].stands;
        Heading::ALL.into_iter().filter(stands).collect()
    }

    #[inline]
    pub(crate) fn open_sides(self, cell: CellIndex, walls: &[Wall]) -> Headings {
        self.walled_sides(cell, walls).others()
    }

    /// The sides without a wall of every cell, in grid order: what is beside the cells on each side lies in one
    /// stretch of the walls.
    pub(crate) fn all_open_sides(self, walls: &[Wall]) -> impl Iterator<Item = Headings> {
        let beside = |side| walls[self.beside(CellIndex::default(), side)..].iter();
        let [north, south, west, east] = Heading::ALL.map(beside);
        let open = |wall: &Wall, side: Heading| u8::from(!wall.stands) << side as u8;
        let cells = north.zip(south).zip(west).zip(east); // as many as the last have
        cells.map(move |(((north, south), west), east)| {
            let across = open(north, Heading::N) | open(south, Heading::S);
            Headings::from_bits(across | open(west, Heading::W) | open(east, Heading::E))
        })
    }

    /// The wall that leads toward `heading` from the lattice point at the lower right of the cell
    /// with this index. On the border the index may be that of a cell outside the grid; there only
    /// the wall inward is correct.
    #[inline]
    pub fn around(self, corner: isize, heading: Heading) -> usize {
        let east = self.horizontals() + self.rows;
        let south = self.columns;
        let offset = [east, east + self.columns, south, south + 1][heading as usize];
        offset.wrapping_add_signed(corner)
    }

    /// The values of the south walls of all cells, and those of their east walls, in grid order.
    pub(crate) fn south_and_east_mut<T>(self, walls: &mut [T]) -> (&mut [T], &mut [T]) {
        let (across, down) = walls.split_at_mut(self.horizontals());
        (&mut across[self.columns..], &mut down[self.rows..])
    }

    /// The wall on lattice line `line` (0 is the top border) over column `column` from 0.
    pub fn horizontal(self, line: usize, column: usize) -> usize {
        line * self.columns + column
    }

    /// The wall at row `row` from 0 on lattice line `line` (0 is the left border).
    pub fn vertical(self, row: usize, line: usize) -> usize {
        match line {
            0 => self.horizontals() + row,
            _ => self.horizontals() + self.rows + row * self.columns + line - 1,
        }
    }

    /// The place of the wall with this index: a cell of the grid, and the side of it; south or east
    /// if there are two ways to express it.
    pub fn place(self, wall: usize) -> (Position, Heading) {
        let at = |cell: usize| self.grid.position(CellIndex::new(cell));
        let east = self.horizontals() + self.rows;
        if wall < self.columns {
            (at(wall), Heading::N)
        } else if wall < self.horizontals() {
            (at(wall - self.columns), Heading::S)
        } else if wall < east {
            (at((wall - self.horizontals()) * self.columns), Heading::W)
        } else {
            (at(wall - east), Heading::E)
        }
    }

    /// The cells on both sides of a wall, or the one inside the grid.
    pub(crate) fn cells_at(self, wall: usize) -> impl Iterator<Item = CellIndex> {
        let (at, side) = self.place(wall);
        let cell = self.grid.index(at);
        let other = self
            .grid
            .leads(at, side)
            .then(|| self.grid.beside(cell, side));
        [Some(cell), other].into_iter().flatten()
    }

    /// The walls of the border.
    pub fn border(self) -> impl Iterator<Item = usize> {
        let across = [0, self.rows].into_iter();
        let down = [0, self.columns].into_iter();
        let across =
            across.flat_map(move |line| (0..self.columns).map(move |c| self.horizontal(line, c)));
        let down =
            down.flat_map(move |line| (0..self.rows).map(move |row| self.vertical(row, line)));
        across.chain(down)
    }

    fn horizontals(self) -> usize {
        (self.rows + 1) * self.columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wall_has_one_place() {
        for (rows, columns) in [(1, 1), (1, 4), (3, 1), (3, 4)] {
            let segments = Segments::new(Grid { rows, columns });
            let across = (0..=segments.rows)
                .flat_map(|line| (0..segments.columns).map(move |c| segments.horizontal(line, c)));
            let down = (0..segments.rows).flat_map(|row| {
                (0..=segments.columns).map(move |line| segments.vertical(row, line))
            });
            let mut places: Vec<usize> = across.chain(down).collect();
            places.sort_unstable();
            assert!(places.into_iter().eq(0..segments.count()));
            assert_eq!(segments.border().count(), 2 * (rows + columns) as usize);
        }
    }
}
