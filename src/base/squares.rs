//! Squares: the cells of a grid that are not blocked.

use std::fmt;

use bevy_ecs::prelude::*;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::grid::{CellIndex, Grid, Position};
use super::heading::{Heading, Headings};
use super::wall::{Segments, Wall};

/// The cells that are no squares of the maze: `blocked: [(2, 3), (2, 4)]`. Nobody enters them, nothing starts or ends
/// there, and generators leave them out. A text draws them, too, with a character for each cell: `#` if it is blocked,
/// `.` if not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocked {
    /// The blocked cells.
    pub cells: Vec<Position>,
    /// The size of the drawing, if the scene draws them.
    pub drawn: Option<Grid>,
}

impl Blocked {
    /// Returns the blocked cells of a drawing. Its first line may be empty.
    ///
    /// # Errors
    /// Other characters than `#` and `.`, and lines of different lengths.
    pub fn drawing(drawing: &str) -> Result<Self, String> {
        let drawing = drawing.strip_prefix('\n').unwrap_or(drawing);
        let mut cells = Vec::new();
        let mut grid = Grid::default();
        for line in drawing.trim_ascii_end().lines() {
            grid.rows += 1;
            let mut at = Position::new(grid.rows, 0);
            for letter in line.trim_ascii().chars() {
                at.column += 1;
                match letter {
                    '#' => cells.push(at),
                    '.' => {}
                    _ => return Err(format!("found `{letter}` at {at}, expected `#` or `.`")),
                }
            }
            if grid.rows > 1 && at.column != grid.columns {
                let (row, columns) = (grid.rows, grid.columns);
                return Err(format!(
                    "{} squares in row {row}, expected {columns}",
                    at.column
                ));
            }
            grid.columns = at.column;
        }
        let drawn = Some(grid);
        Ok(Self { cells, drawn })
    }

    /// Returns the blocked cells of a grid, without the positions outside it.
    pub(crate) fn mask(&self, grid: Grid) -> Mask {
        let mut is_blocked = vec![false; grid.cells()];
        for &at in self.cells.iter().filter(|&&at| grid.contains(at)) {
            is_blocked[grid.index(at)] = true;
        }
        Mask(is_blocked)
    }
}

impl Serialize for Blocked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(grid) = self.drawn else {
            return self.cells.serialize(serializer);
        };
        let mask = self.mask(grid);
        let mut drawing = String::new();
        for cell in grid.indices() {
            if cell.get().is_multiple_of(grid.columns as usize) {
                drawing.push('\n');
            }
            drawing.push(if mask.has(cell) { '#' } else { '.' });
        }
        drawing.push('\n');
        serializer.serialize_str(&drawing)
    }
}

impl<'de> Deserialize<'de> for Blocked {
    fn deserialize<D: Deserializer<'de>>(blocked: D) -> Result<Self, D::Error> {
        blocked.deserialize_any(ListedOrDrawn)
    }
}

struct ListedOrDrawn;

impl<'de> Visitor<'de> for ListedOrDrawn {
    type Value = Blocked;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of positions such as [(2, 3), (2, 4)], or a drawing in quotes")
    }

    fn visit_str<E: de::Error>(self, drawing: &str) -> Result<Blocked, E> {
        Blocked::drawing(drawing).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, positions: A) -> Result<Blocked, A::Error> {
        let cells = Vec::deserialize(SeqAccessDeserializer::new(positions))?;
        let drawn = None;
        Ok(Blocked { cells, drawn })
    }
}

/// The cells that are blocked, in grid order. A component of the maze entity, in worlds with blocked cells.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub struct Mask(Vec<bool>);

impl Mask {
    /// Returns true if a cell is blocked.
    pub fn has(&self, cell: CellIndex) -> bool {
        self.0[cell]
    }

    /// Returns the number of blocked cells.
    pub fn count(&self) -> usize {
        self.0.iter().filter(|&&is_blocked| is_blocked).count()
    }
}

/// The squares of a maze. A generator asks for them by [`SquaresOf`], and joins no other cells.
#[derive(Clone, Copy, Debug)]
pub struct Squares<'m> {
    grid: Grid,
    mask: Option<&'m Mask>,
}

/// The grid and the blocked cells; both of the maze entity.
pub type SquaresOf = (&'static Grid, Option<&'static Mask>);

impl<'m> From<(&Grid, Option<&'m Mask>)> for Squares<'m> {
    fn from((&grid, mask): (&Grid, Option<&'m Mask>)) -> Self {
        Self { grid, mask }
    }
}

impl<'m> Squares<'m> {
    /// Returns the grid.
    pub fn grid(self) -> Grid {
        self.grid
    }

    /// Returns true if a cell is a square.
    #[inline]
    pub fn has(self, cell: CellIndex) -> bool {
        self.mask.is_none_or(|mask| !mask.has(cell))
    }

    /// Returns the number of squares.
    pub fn count(self) -> usize {
        self.grid.cells() - self.mask.map_or(0, Mask::count)
    }

    /// Returns all squares in grid order.
    pub fn indices(self) -> impl Iterator<Item = CellIndex> + use<'m> {
        self.grid.indices().filter(move |&cell| self.has(cell))
    }

    /// Returns the cells that are no squares, in grid order.
    pub fn blocked(self) -> impl Iterator<Item = CellIndex> + use<'m> {
        let blocked = self.mask.map_or(&[][..], |mask| &mask.0);
        let cells = (0..blocked.len()).filter(|&cell| blocked[cell]);
        cells.map(CellIndex::new)
    }

    /// Returns a square by its place among all squares.
    ///
    /// # Panics
    /// If there are not that many.
    pub fn nth(self, place: usize) -> CellIndex {
        match self.mask {
            None => CellIndex::new(place),
            Some(_) => self.indices().nth(place).expect("a place of a square"),
        }
    }

    /// Returns the headings in which a square has a neighbour.
    #[inline]
    pub fn ways_inside(self, cell: CellIndex) -> Headings {
        let ways = self.grid.ways_inside(cell);
        if self.mask.is_none() {
            return ways;
        }
        let leads = |&way: &Heading| self.has(self.grid.beside(cell, way));
        ways.iter().filter(leads).collect()
    }

    /// Fills a column of cells with `all` headings, then removes those that lead to no square.
    pub(crate) fn fill_inside<T>(
        self,
        column: &mut [T],
        all: impl Fn() -> T,
        remove: impl Fn(&mut T, Heading),
    ) {
        self.grid.fill_inside(column, all, &remove);
        for cell in self.blocked() {
            self.grid.tell_neighbours(column, cell, &remove);
        }
    }

    /// Builds walls around the blocked cells. The border is left alone: what joins edges opens all of it.
    pub fn wall_in(self, walls: &mut [Wall]) {
        let segments = Segments::new(self.grid);
        for cell in self.blocked() {
            for side in self.grid.ways_inside(cell).iter() {
                walls[segments.beside(cell, side)] = Wall::STANDING;
            }
        }
    }

    /// Returns true if a cell and the one beside it, or at the other end of its row or column, are both squares.
    #[inline]
    pub(crate) fn has_both(self, cell: CellIndex, heading: Heading) -> bool {
        let is_free = |mask: &Mask| !mask.has(cell) && !mask.has(self.grid.across(cell, heading));
        self.mask.is_none_or(is_free)
    }
}
