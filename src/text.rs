//! Text output: which formats there are, and what the listings share.
//!
//! The systems that write text cannot change the world: they are [`ReadOnlySystem`]s, by type.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::ReadOnlySystem;
use serde::Deserialize;

use crate::grid::{Grid, Position};
use crate::progress::{Outcome, Progress};
use crate::search::Route;
use crate::{arrow, dice, johnny, mazing};

/// A way to draw a world. Any world that has what a format needs can be drawn in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
pub enum TextFormat {
    /// Johnny's drawing of the walls: underscores and bars.
    Johnny,
    /// The lattice of The Mazing, with the squares of a found route marked.
    #[default]
    Lattice,
    /// The listing of an arrow maze: name and route.
    Arrow,
    /// The listing of a dice maze: name and route.
    Dice,
}

/// What a world must have to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    Walls,
    Route,
}

/// A system that appends its drawing of the world to a text.
pub(crate) type Drawing = Box<dyn ReadOnlySystem<In = InMut<'static, String>, Out = ()>>;

impl TextFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Johnny, Self::Lattice, Self::Arrow, Self::Dice];

    pub(crate) fn needs(self) -> Need {
        match self {
            Self::Johnny | Self::Lattice => Need::Walls,
            Self::Arrow | Self::Dice => Need::Route,
        }
    }

    /// The system that draws in this format.
    pub(crate) fn drawing(self) -> Drawing {
        match self {
            Self::Johnny => Box::new(IntoSystem::into_system(johnny::text::draw)),
            Self::Lattice => Box::new(IntoSystem::into_system(mazing::text::draw)),
            Self::Arrow => Box::new(IntoSystem::into_system(arrow::text::list)),
            Self::Dice => Box::new(IntoSystem::into_system(dice::text::list)),
        }
    }
}

/// The name of the maze. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct MazeName(pub String);

/// What a listing shows of a maze.
#[derive(QueryData)]
pub(crate) struct Listed {
    name: &'static MazeName,
    grid: &'static Grid,
    progress: &'static Progress,
    route: &'static Route,
}

/// How a listing sets its positions.
pub(crate) struct Listing {
    /// How many positions stand in a line.
    pub(crate) a_line: usize,
    /// What stands between two positions of a line.
    pub(crate) between: &'static str,
    /// What ends a line that is continued.
    pub(crate) at_line_end: &'static str,
}

impl Listing {
    /// Writes the name, then the route or what there is instead.
    pub(crate) fn write(&self, text: &mut String, maze: ListedItem) {
        text.push_str(&maze.name.0);
        text.push_str("\n  ");
        match maze.progress.outcome {
            Outcome::Solved { .. } => self.write_route(text, *maze.grid, maze.route.cells()),
            Outcome::NoSolution => text.push_str("No Solution Possible"),
            _ => text.push_str("Not Finished"),
        }
        text.push('\n');
    }

    fn write_route(&self, text: &mut String, grid: Grid, route: &[u32]) {
        for (line, cells) in route.chunks(self.a_line).enumerate() {
            if line > 0 {
                text.push_str(self.at_line_end);
                text.push_str("\n  ");
            }
            for (place, &cell) in cells.iter().enumerate() {
                if place > 0 {
                    text.push_str(self.between);
                }
                write_position(text, grid.position(cell as usize));
            }
        }
    }
}

/// Writes `(row,column)`, as the listings want it.
fn write_position(text: &mut String, at: Position) {
    text.push('(');
    write_number(text, at.row);
    text.push(',');
    write_number(text, at.column);
    text.push(')');
}

/// Writes a number without the machinery of `format!`, which would be most of a listing's time.
fn write_number(text: &mut String, number: u32) {
    if number >= 10 {
        write_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}
