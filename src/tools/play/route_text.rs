//! How text formats write a route: found by trials, so that a page, which cannot run a format, can
//! write other routes.

use super::Play;
use crate::base::grid::{CellIndex, Position};
use crate::engine::text::write_position;

/// How a text format writes a route, in one world.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RouteText {
    /// It lists positions.
    Listing {
        /// The text before the first position, such as the name.
        before: String,
        /// The text between row and column.
        comma: &'static str,
        /// The text between two positions of a line.
        between: String,
        /// The text between the last position of a line and the first of the next.
        turn: String,
        /// The number of positions per line.
        a_line: usize,
        /// The text after the last.
        after: String,
    },
    /// It draws the maze, and marks the cells of the route. Blanks at the ends of lines are
    /// removed.
    Drawing {
        /// The drawing without a route.
        without: Vec<char>,
        /// The drawing with every cell on the route, of the same length.
        with: Vec<char>,
        /// The cells of the characters that differ, in order.
        cells: Vec<CellIndex>,
    },
}

/// The length of the route by which a listing's line length is found.
const LONG: usize = 150;

impl Play {
    /// How the scene's text format writes a route: `None` if neither as a listing of positions nor
    /// as a drawing of cells.
    pub fn route_text(&mut self) -> Option<RouteText> {
        let found = self.listing().or_else(|| self.drawing())?;
        // What was found with some routes is verified with others.
        let cells = self.maze.grid().cells();
        let routes = [
            (0..cells.min(3 * LONG)).collect::<Vec<_>>(),
            (0..cells).rev().step_by(3).take(2 * LONG).collect(),
            (0..cells).step_by(2).chain((0..cells).step_by(3)).take(LONG).collect(),
            vec![cells / 2],
        ];
        let route = |cells: Vec<usize>| -> Vec<CellIndex> {
            cells.into_iter().map(CellIndex::new).collect()
        };
        let grid = self.maze.grid();
        let holds = routes.into_iter().map(route).all(|route| {
            let at = |&cell: &CellIndex| grid.position(cell);
            self.maze.text_with(&route) == found.set(&route, at)
        });
        holds.then_some(found)
    }

    /// How a listing writes a route, found with a long one.
    fn listing(&mut self) -> Option<RouteText> {
        let grid = self.maze.grid();
        let ends = [CellIndex::default(), CellIndex::new(grid.cells() - 1)];
        let route: Vec<CellIndex> = ends.into_iter().cycle().take(LONG).collect();
        let text = self.maze.text_with(&route);
        ["", " "].into_iter().find_map(|blank| {
            let comma = if blank.is_empty() { "," } else { ", " };
            let mut left: &str = &text;
            let mut pieces = Vec::new();
            for &cell in &route {
                let mut at = String::new();
                write_position(&mut at, grid.position(cell), comma);
                let (before, behind) = left.split_once(&at)?;
                pieces.push(before.to_owned());
                left = behind;
            }
            let mut pieces = pieces.into_iter();
            let before = pieces.next()?;
            let between: Vec<String> = pieces.collect();
            let first = between.first()?.clone();
            let a_line = between.iter().position(|it| *it != first).unwrap_or(LONG);
            let turn = between.get(a_line).unwrap_or(&first).clone();
            let (a_line, after) = (a_line + 1, left.to_owned());
            Some(RouteText::Listing { before, comma, between: first, turn, a_line, after })
        })
    }

    /// How a drawing marks a route. The cell of a character is found by routes through all cells
    /// whose index has a certain bit.
    fn drawing(&mut self) -> Option<RouteText> {
        let grid = self.maze.grid();
        let drawn: [Vec<CellIndex>; 2] = [Vec::new(), grid.indices().collect()];
        let [without, with] = drawn.map(|route| self.maze.text_with(&route));
        let (without, with) = (squared(&without, &with)?, squared(&with, &without)?);
        let mut numbers = vec![0; with.len()];
        for bit in (0..32).take_while(|bit| grid.cells() > 1 << bit) {
            let has_bit = |cell: &CellIndex| cell.get() >> bit & 1 == 1;
            let route: Vec<CellIndex> = grid.indices().filter(has_bit).collect();
            let text = self.maze.text_with(&route);
            let text = squared(&text, &with.iter().collect::<String>())?;
            if text.len() != with.len() {
                return None;
            }
            for (number, (it, there)) in numbers.iter_mut().zip(text.iter().zip(&with)) {
                *number |= u32::from(it == there) << bit;
            }
        }
        let marks = numbers.into_iter().zip(without.iter().zip(&with));
        let cells = marks
            .filter(|(_, (off, on))| off != on)
            .map(|(cell, _)| CellIndex::from(cell))
            .collect();
        Some(RouteText::Drawing { without, with, cells })
    }
}

impl RouteText {
    /// The text with this route.
    fn set(&self, route: &[CellIndex], at: impl Fn(&CellIndex) -> Position) -> String {
        match self {
            Self::Listing { before, comma, between, turn, a_line, after } => {
                let mut text = before.clone();
                for (place, cell) in route.iter().enumerate() {
                    match place {
                        0 => {}
                        place if place % a_line == 0 => text.push_str(turn),
                        _ => text.push_str(between),
                    }
                    write_position(&mut text, at(cell), comma);
                }
                text + after
            }
            Self::Drawing { without, with, cells } => {
                let mut marks = cells.iter();
                let marked = without.iter().zip(with).map(|(&off, &on)| {
                    let is_on = off != on && marks.next().is_some_and(|it| route.contains(it));
                    if is_on { on } else { off }
                });
                let text: String = marked.collect();
                let lines: Vec<&str> =
                    text.split('\n').map(|it| it.trim_end_matches(' ')).collect();
                lines.join("\n")
            }
        }
    }
}

/// A text whose lines are padded to those of another, if both have equally many.
fn squared(text: &str, other: &str) -> Option<Vec<char>> {
    let (mut lines, mut others) = (text.split('\n'), other.split('\n'));
    let mut squared = Vec::new();
    loop {
        match (lines.next(), others.next()) {
            (Some(line), Some(other)) => {
                let length = line.chars().count();
                squared.extend(line.chars());
                let blanks = other.chars().count().saturating_sub(length);
                squared.extend(std::iter::repeat_n(' ', blanks));
                squared.push('\n');
            }
            (None, None) => {
                squared.pop();
                return Some(squared);
            }
            _ => return None,
        }
    }
}
