//! Lines of drawings, and what is found in them.

use std::ops::Range;

use crate::base::grid::{Grid, Position};
use crate::base::heading::Heading;
use crate::base::wall::Segments;
use crate::puzzles::wrap::Wrap;

#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) chars: &'a [char],
    /// The place among the lines, from 0.
    pub(super) number: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// What is wrong in a line: its characters, and what was expected there.
pub(super) type Wrong = (Range<usize>, String);

impl Line<'_> {
    /// The character at a place; the line goes on with blanks where it has ended.
    pub(super) fn at(self, place: usize) -> char {
        self.chars.get(place).copied().unwrap_or(' ')
    }

    pub(super) fn check_ends(self, width: usize) -> Result<(), Wrong> {
        if self.chars.len() <= width {
            return Ok(());
        }
        Err((width..self.chars.len(), "the end of the line".to_owned()))
    }
}

pub(super) struct Found<'a> {
    pub(super) grid: Grid,
    pub(super) stands: &'a mut dyn FnMut(usize),
    pub(super) ends: Ends,
}

#[derive(Debug, Default)]
pub(super) struct Ends {
    starts: Vec<Position>,
    goals: Vec<Position>,
    /// The walls of the border that are missing.
    pub(super) openings: Vec<usize>,
}

impl Ends {
    /// The start and the goals: those that are marked, or else the squares beside two openings, the one first that is
    /// higher, or farther left.
    pub(super) fn walk(&self, grid: Grid) -> Option<(Position, Vec<Position>)> {
        match (&self.starts[..], &self.goals[..], &self.openings[..]) {
            (&[from], [_, ..], _) => {
                let mut goals = self.goals.clone();
                goals.sort_unstable();
                goals.dedup();
                Some((from, goals))
            }
            ([], [], &[from, to]) if self.wrap(grid).is_none() => {
                let height = |wall| match Segments::new(grid).place(wall) {
                    (beside, Heading::N) => (2 * beside.row, wall),
                    (beside, Heading::S) => (2 * beside.row + 2, wall),
                    (beside, _) => (2 * beside.row + 1, wall),
                };
                let (from, to) = if height(from) < height(to) {
                    (from, to)
                } else {
                    (to, from)
                };
                let beside = |wall| Segments::new(grid).place(wall).0;
                Some((beside(from), vec![beside(to)]))
            }
            _ => None,
        }
    }

    /// The edges that are joined: those of a border without any wall on both sides.
    pub(super) fn wrap(&self, grid: Grid) -> Option<Wrap> {
        let (rows, columns) = (grid.rows as usize, grid.columns as usize);
        let across = self
            .openings
            .iter()
            .filter(|&&wall| wall < (rows + 1) * columns)
            .count();
        let down = self.openings.len() - across;
        match (across == 2 * columns, down == 2 * rows) {
            (true, true) => Some(Wrap::Both),
            (true, false) => Some(Wrap::Columns),
            (false, true) => Some(Wrap::Rows),
            (false, false) => None,
        }
    }
}

impl Found<'_> {
    /// Notes whether there is a wall on a lattice line (0 is the top border) over a column.
    pub(super) fn horizontal(&mut self, line: usize, column: usize, stands: bool) {
        let is_border = line == 0 || line == self.grid.rows as usize;
        self.wall(
            Segments::new(self.grid).horizontal(line, column),
            is_border,
            stands,
        );
    }

    /// Notes whether there is a wall at a row on a lattice line (0 is the left border).
    pub(super) fn vertical(&mut self, row: usize, line: usize, stands: bool) {
        let is_border = line == 0 || line == self.grid.columns as usize;
        self.wall(
            Segments::new(self.grid).vertical(row, line),
            is_border,
            stands,
        );
    }

    fn wall(&mut self, wall: usize, is_border: bool, stands: bool) {
        if stands {
            (self.stands)(wall);
        } else if is_border {
            self.ends.openings.push(wall);
        }
    }

    /// Notes what a character in a square, by its row and column from 0, says of it.
    pub(super) fn mark(&mut self, row: usize, column: usize, mark: char) {
        let (is_start, is_goal) = (matches!(mark, 'S' | '&'), matches!(mark, 'G' | 'E' | '&'));
        if is_start || is_goal {
            let place = |at: usize| u32::try_from(at + 1).unwrap_or(u32::MAX);
            let at = Position::new(place(row), place(column));
            self.ends.starts.extend(is_start.then_some(at));
            self.ends.goals.extend(is_goal.then_some(at));
        }
    }
}
