//! What a drawing shows: walls, blocked squares, marks.

use std::collections::HashMap;
use std::ops::Range;

use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::Heading;
use crate::base::wall::{Segments, Wall};
use crate::contest::quote;

/// The directions in which walls lead from a corner.
pub(super) const UP: u8 = 1;
pub(super) const DOWN: u8 = 2;
pub(super) const LEFT: u8 = 4;
pub(super) const RIGHT: u8 = 8;

/// A maze as a drawing shows it.
#[derive(Debug)]
pub(super) struct Shown<'o> {
    pub(super) grid: Grid,
    /// The walls, without those of the border that are missing.
    pub(super) walls: Vec<Wall>,
    pub(super) is_blocked: Vec<bool>,
    /// What is written in squares.
    pub(super) marks: Vec<Mark>,
    /// What is written where walls are missing in blocks: the wall, the character and its place.
    pub(super) between: Vec<(usize, char, usize)>,
    pub(super) marking: Marking<'o>,
}

/// A character in a square, and its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) letter: char,
    pub(super) cell: CellIndex,
    pub(super) at: usize,
}

/// What marks mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marking<'o> {
    /// The characters of the start and of goals; by default `S`, `G` and `E`, and `&` for both.
    pub(super) marks: Option<&'o str>,
    /// The characters of blocked squares besides `#`, in cells.
    pub(super) blocked: &'o str,
}

/// What is wrong with a drawing, and at which bytes of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flaw {
    pub(super) at: Range<usize>,
    pub(super) message: String,
}

impl Flaw {
    /// Returns the error that something else was expected at these bytes of a text; an empty range stands for the end of a
    /// line.
    pub(super) fn new(text: &str, at: Range<usize>, expected: &str) -> Self {
        let found = match &text[at.clone()] {
            "" => "the end of the line".to_owned(),
            " " => "a blank".to_owned(),
            found => quote(found.as_bytes()),
        };
        let message = format!("found {found}, expected {expected}");
        Self { at, message }
    }
}

/// The characters that a route may be drawn with in blocks.
const ROUTE: &str = "*+xXo•";

impl<'o> Shown<'o> {
    pub(super) fn new(grid: Grid, marking: Marking<'o>) -> Self {
        crate::base::work::count(grid.cells());
        Self {
            grid,
            walls: vec![Wall::OPEN; Segments::new(grid).count()],
            is_blocked: vec![false; grid.cells()],
            marks: Vec::new(),
            between: Vec::new(),
            marking,
        }
    }

    /// Returns where walls lead from the corner on these lattice lines.
    pub(super) fn arms_at(&self, line: usize, column: usize) -> u8 {
        let segments = Segments::new(self.grid);
        let (rows, columns) = (self.grid.rows as usize, self.grid.columns as usize);
        let stands = |is_inside: bool, wall: usize, arm: u8| {
            if is_inside && self.walls[wall].stands {
                arm
            } else {
                0
            }
        };
        let before = (line.saturating_sub(1), column.saturating_sub(1));
        stands(line > 0, segments.vertical(before.0, column), UP)
            | stands(
                line < rows,
                segments.vertical(line.min(rows - 1), column),
                DOWN,
            )
            | stands(column > 0, segments.horizontal(line, before.1), LEFT)
            | stands(
                column < columns,
                segments.horizontal(line, column.min(columns - 1)),
                RIGHT,
            )
    }

    pub(super) fn block(&mut self, cell: CellIndex) {
        self.is_blocked[cell] = true;
    }

    /// Returns the blocked squares.
    pub(super) fn blocked(&self) -> Vec<Position> {
        let blocked = self.grid.indices().filter(|&cell| self.is_blocked[cell]);
        blocked.map(|cell| self.grid.position(cell)).collect()
    }

    /// Returns true if a wall is missing between this cell and the next. What joins edges opens the border everywhere.
    pub(super) fn is_open(&self, cell: CellIndex) -> bool {
        let is_way = |side: &Heading| {
            let wall = Segments::new(self.grid).beside(cell, *side);
            self.grid.leads_from(cell, *side) && !self.walls[wall].stands
        };
        Heading::ALL.iter().any(is_way)
    }

    /// Builds the walls of the border and around blocked squares, for a form that shows none.
    pub(super) fn wall_in(&mut self) {
        let segments = Segments::new(self.grid);
        for wall in segments.border() {
            self.walls[wall] = Wall::STANDING;
        }
        for cell in self.grid.indices().filter(|&cell| self.is_blocked[cell]) {
            for side in Heading::ALL {
                self.walls[segments.beside(cell, side)] = Wall::STANDING;
            }
        }
    }

    /// Explains what is written where walls are missing: a mark in the border, which is that of the square beside it, or
    /// a stretch of a route.
    ///
    /// # Errors
    /// The wall and the place of a character that is neither, or of a route that branches.
    pub(super) fn explain_between(&mut self) -> Result<(), (usize, usize)> {
        let segments = Segments::new(self.grid);
        let mut letters: HashMap<CellIndex, char> = HashMap::new();
        if !self.between.is_empty() {
            letters.extend(self.marks.iter().map(|mark| (mark.cell, mark.letter)));
        }

        let mut steps: HashMap<CellIndex, usize> = HashMap::new();
        let mut route = None;
        for (wall, letter, at) in std::mem::take(&mut self.between) {
            let cells: Vec<CellIndex> = segments.cells_at(wall).collect();
            if let ([cell], true) = (&cells[..], self.marking.is_end(letter)) {
                self.marks.push(Mark {
                    letter,
                    cell: *cell,
                    at,
                });
                continue;
            }

            let is_on_route = |cell: &CellIndex| {
                let there = letters.get(cell).copied();
                there.is_some_and(|there| there == letter || self.marking.is_end(there))
            };
            let is_of_route = cells.len() == 2
                && ROUTE.contains(letter)
                && *route.get_or_insert(letter) == letter
                && cells.iter().all(is_on_route);
            if !is_of_route {
                return Err((wall, at));
            }
            for cell in cells {
                let most = if letters.get(&cell) == Some(&letter) {
                    2
                } else {
                    1
                };
                let so_far = steps.entry(cell).or_default();
                *so_far += 1;
                if *so_far > most {
                    return Err((wall, at));
                }
            }
        }
        Ok(())
    }

    /// Returns true if a route is drawn with this character, in blocks.
    pub(super) fn is_route(letter: char) -> bool {
        ROUTE.contains(letter)
    }
}

impl Marking<'_> {
    pub(super) fn is_start(self, letter: char) -> bool {
        match self.marks {
            Some(marks) => marks.starts_with(letter),
            None => matches!(letter, 'S' | '&'),
        }
    }

    pub(super) fn is_goal(self, letter: char) -> bool {
        match self.marks {
            Some(marks) => marks.chars().skip(1).any(|mark| mark == letter),
            None => matches!(letter, 'G' | 'E' | '&'),
        }
    }

    pub(super) fn is_end(self, letter: char) -> bool {
        self.is_start(letter) || self.is_goal(letter)
    }

    pub(super) fn blocks(self, letter: char) -> bool {
        letter == '#' || self.blocked.contains(letter)
    }
}
