//! Text formats: drawings of worlds. Each is registered like an ingredient.
//!
//! The systems that write text cannot change the world: they are [`ReadOnlySystem`]s by type.

use bevy_ecs::prelude::*;
use bevy_ecs::system::ReadOnlySystem;
use itoa::Buffer;

use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::limits;
use crate::base::openings::{Openings, OpeningsOf};
use crate::base::progress::{Outcome, Progress};
use crate::base::route::Route;
use crate::base::squares::{Squares, SquaresOf};
use crate::base::walker::Start;
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Walls, single};

/// A format for drawing a world. Any world that has what a format needs can be drawn in it.
///
/// The standard ones are constants of this type; [`Registry::text`](crate::registry::Registry::text)
/// registers others. Two are equal if their names are.
#[derive(Clone, Copy, derive_more::Debug)]
#[debug("{name}")]
pub struct TextFormat {
    /// The name in scenes.
    pub name: &'static str,
    /// What a scene must have for it.
    pub needs: Need,
    /// Creates the system that appends a drawing to a text:
    /// `|| Box::new(IntoSystem::into_system(draw))`.
    pub drawing: fn() -> DrawingSystem,
}

/// What a world must have to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Need {
    /// Nothing.
    Nothing,
    /// Walls.
    Walls,
    /// A walk.
    Route,
}

impl Need {
    pub(crate) fn is_met(self, has_walls: bool, has_walk: bool) -> bool {
        match self {
            Self::Nothing => true,
            Self::Walls => has_walls,
            Self::Route => has_walk,
        }
    }
}

/// A system that appends its drawing of the world to a text.
pub type DrawingSystem = Box<dyn ReadOnlySystem<In = InMut<'static, String>, Out = ()>>;

/// The name of the maze. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct MazeName(pub String);

impl TextFormat {
    /// No format: of scenes that leave `text` out. They are drawn as [pictures of letters](crate::picture::text()).
    pub const NONE: Self = Self {
        name: "",
        needs: Need::Nothing,
        drawing: || Box::new(IntoSystem::into_system(|_: InMut<String>| {})),
    };

    /// The lattice of The Mazing, with the squares of the shortest route, the start and the goals marked.
    pub const LATTICE: Self = Self {
        name: "Lattice",
        needs: Need::Walls,
        drawing: || Box::new(IntoSystem::into_system(draw)),
    };
}

pub(crate) fn name_faults(name: &str) -> impl Iterator<Item = String> {
    let too_long = is_too_long(name).then(|| {
        let length = name.chars().count();
        format!(
            "a name of {length} characters, expected at most {}",
            limits::NAME
        )
    });
    let control = name.chars().find(|c| c.is_control());
    let control = control
        .map(|c| format!("found {c:?} in a name, expected one line of text"))
        .or_else(|| {
            let is_padded = name.starts_with(is_blank) || name.ends_with(is_blank);
            is_padded.then(|| "found a space at an end of the name, expected none".to_owned())
        });
    too_long.into_iter().chain(control)
}

/// Whether a name has too many characters, which are counted only if there are as many bytes.
pub(crate) fn is_too_long(name: &str) -> bool {
    name.len() > limits::NAME && name.chars().count() > limits::NAME
}

/// Whether a name may neither begin nor end with this: blanks, which are trimmed, and a byte order
/// mark, which is ignored at the start of a file.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

impl Default for TextFormat {
    fn default() -> Self {
        Self::NONE
    }
}

impl PartialEq for TextFormat {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for TextFormat {}

fn draw(
    InMut(text): InMut<String>,
    maze: Single<(SquaresOf, Option<&Route>, Option<&Start>, OpeningsOf)>,
    mut walls: Walls<&'static Wall>,
) {
    let (squares, route, start, openings) = maze.into_inner();
    let squares = Squares::from(squares);
    let walls = Openings::drawn(openings, squares.grid(), walls.columns());
    write_lattice(
        text,
        squares,
        &walls,
        route.map_or(&[], Route::cells),
        start,
    );
}

/// Draws walls as a lattice, with two characters in each square: `##` if it is blocked, `**` on the route, and at each end
/// its letter at the right.
pub(crate) fn write_lattice(
    text: &mut String,
    squares: Squares<'_>,
    walls: &[Wall],
    route: &[CellIndex],
    start: Option<&Start>,
) {
    let grid = squares.grid();
    let segments = Segments::new(grid);
    let (rows, columns) = (grid.rows as usize, grid.columns as usize);
    let (begin, length) = (text.len(), 3 * columns + 2);
    text.reserve((2 * rows + 1) * length);
    for row in 0..=rows {
        for column in 0..columns {
            let wall = walls[segments.horizontal(row, column)];
            text.push_str(if wall.stands { "+--" } else { "+  " });
        }
        text.push_str("+\n");
        if row == rows {
            break;
        }
        for line in 0..=columns {
            let wall = walls[segments.vertical(row, line)];
            text.push(if wall.stands { '|' } else { ' ' });
            if line < columns {
                text.push_str("  ");
            }
        }
        text.push('\n');
    }
    let square = |cell: CellIndex| {
        let (row, column) = (cell.get() / columns, cell.get() % columns);
        begin + (2 * row + 1) * length + 3 * column + 1
    };
    for cell in squares.blocked() {
        text.replace_range(square(cell)..square(cell) + 2, "##");
    }
    for &cell in route {
        text.replace_range(square(cell)..square(cell) + 2, "**");
    }
    let Some(Start { from, to, .. }) = start else {
        return;
    };
    let mut mark = |at, letter| {
        let place = square(grid.index(at)) + 1;
        text.replace_range(place..=place, letter);
    };
    to.positions().iter().for_each(|&at| mark(at, "G"));
    from.positions()
        .iter()
        .for_each(|&at| mark(at, if to.has(at) { "&" } else { "S" }));
}

pub(crate) struct Listing {
    pub(crate) a_line: usize,
    pub(crate) between: &'static str,
    /// The end of a line that continues.
    pub(crate) at_line_end: &'static str,
}

impl Listing {
    pub(crate) fn drawing(self) -> DrawingSystem {
        type Listed<'a> = (&'a MazeName, &'a Grid, &'a Progress, &'a Route);
        let list = move |InMut(text): InMut<String>, mut maze: Query<Listed<'_>>| {
            let (MazeName(name), &grid, progress, route) = single(&mut maze);
            text.push_str(name);
            text.push_str(if name.is_empty() { "  " } else { "\n  " });
            match unsolved(&progress.outcome) {
                None => self.write_route(text, grid, route.cells()),
                Some(words) => text.push_str(words),
            }
            text.push('\n');
        };
        Box::new(IntoSystem::into_system(list))
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

/// What contests print for a maze without a solution.
pub(crate) const NO_WAY: &str = "No Solution Possible";

/// What a listing says in place of a route; `None` if there is one.
pub(crate) fn unsolved(outcome: &Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Solved { .. } => None,
        Outcome::NoSolution => Some(NO_WAY),
        _ => Some("Not Finished"),
    }
}

pub(crate) fn write_position(text: &mut String, at: Position, comma: &str) {
    text.push('(');
    write_number(text, at.row);
    text.push_str(comma);
    write_number(text, at.column);
    text.push(')');
}

/// Writes a number without `format!`, which would take most of a listing's time; most have one digit.
fn write_number(text: &mut String, number: u32) {
    match char::from_digit(number, 10) {
        Some(digit) => text.push(digit),
        None => text.push_str(Buffer::new().format(number)),
    }
}
