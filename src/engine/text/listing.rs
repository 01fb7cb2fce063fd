//! Listings: name and route, in the formats of the contests.

use bevy_ecs::query::QueryData;

use super::MazeName;
use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::progress::{Outcome, Progress};
use crate::base::route::Route;

/// The data that a listing shows.
#[derive(QueryData)]
pub(crate) struct Listed {
    name: &'static MazeName,
    grid: &'static Grid,
    progress: &'static Progress,
    route: &'static Route,
}

/// The layout of a listing.
pub(crate) struct Listing {
    /// The number of positions per line.
    pub(crate) a_line: usize,
    /// The text between two positions of a line.
    pub(crate) between: &'static str,
    /// The end of a line that continues.
    pub(crate) at_line_end: &'static str,
}

impl Listing {
    /// Appends the name, then the route or why there is none.
    pub(crate) fn write(&self, text: &mut String, maze: ListedItem) {
        text.push_str(&maze.name.0);
        text.push_str("\n  ");
        match unsolved(&maze.progress.outcome) {
            None => self.write_route(text, *maze.grid, maze.route.cells()),
            Some(words) => text.push_str(words),
        }
        text.push('\n');
    }

    fn write_route(&self, text: &mut String, grid: Grid, route: &[CellIndex]) {
        for (line, cells) in route.chunks(self.a_line).enumerate() {
            if line > 0 {
                text.push_str(self.at_line_end);
                text.push_str("\n  ");
            }
            for (place, &cell) in cells.iter().enumerate() {
                if place > 0 {
                    text.push_str(self.between);
                }
                write_position(text, grid.position(cell), ",");
            }
        }
    }
}

/// What a listing says in place of a route; `None` if there is one.
pub(crate) fn unsolved(outcome: &Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Solved { .. } => None,
        Outcome::NoSolution => Some("No Solution Possible"),
        _ => Some("Not Finished"),
    }
}

/// Writes `(row,column)`, with this text as the comma.
pub(crate) fn write_position(text: &mut String, at: Position, comma: &str) {
    text.push('(');
    write_number(text, at.row);
    text.push_str(comma);
    write_number(text, at.column);
    text.push(')');
}

/// Writes a number without `format!`, which would take most of a listing's time.
fn write_number(text: &mut String, number: u32) {
    if number >= 10 {
        write_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}
