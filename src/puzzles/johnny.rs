//! Johnny's maze (ACM Western European Regional 1995, problem G): a list of pending cells, moves
//! that carve passages, and flips of the list's tail.
//!
//! At first every cell is walled in and the list holds the starting cell. A tick processes the last
//! cell of the list: without an unvisited neighbour it is removed; otherwise a command is read,
//! which either moves to such a neighbour (the wall between is removed, the neighbour is appended)
//! or reverses the list from a position to its end (a flip). The maze is finished when the list is
//! empty.

mod commands;
mod contest;
mod list;
mod pending;

#[cfg(test)]
pub(crate) use commands::place_of_command;
pub use commands::{Command, Commands};
pub use list::{JohnnyList, LastStep, ListStep, Unvisited};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::grid::Position;
use crate::base::limits;
use crate::base::openings::{Openings, OpeningsOf};
use crate::base::scene_fault::SceneStep;
use crate::base::squares::{Squares, SquaresOf};
use crate::base::wall::{Segments, Wall};
use crate::contest::Contest;
use crate::engine::columns::Walls;
use crate::engine::maze::Build;
use crate::engine::text::{Need, TextFormat};
use crate::picture::{Change, Depth, Ink, List, Look, Picture, Place, TickDiff, TickText};
use crate::registry::Registry;
use crate::scene::template::Template;
use crate::scene::{Check, Ingredient, Role};

/// Johnny's list: every cell is walled in, then walls are removed.
/// `generate: Johnny(start: (8, 1), flips: 0.2)`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Johnny {
    /// The first cell of the list.
    pub start: Position,
    /// The probability, 0 to [`limits::FLIPS`], that a drawn command is a flip.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub flips: f64,
    /// The commands to carry out; if omitted, they are drawn.
    #[serde(default)]
    pub commands: Option<Commands>,
}

impl Ingredient for Johnny {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Johnny";
    const ROLE: Role = Role::Walls;

    fn check(&self, check: &mut Check<'_>) {
        check.inside([SceneStep::Field("start")], self.start);
        check.number(
            [SceneStep::Field("flips")],
            "a chance of",
            (self.flips, limits::FLIPS),
        );
        if self.commands.is_some() && self.flips != 0.0 {
            let message = "`flips` has no effect with `commands`: remove one";
            check.error([SceneStep::Field("flips")], message);
        }
    }

    fn must_run(&self) -> bool {
        self.commands.is_some()
    }

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world.walls().chance().cells::<Unvisited>();
        world
            .state::<JohnnyList>("johnny")
            .maze::<LastStep>()
            .on_begin(list::begin)
            .stage(list::carve);
        world.look_at_list(&LIST, list).describe(describe_tick);
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .add::<Johnny>()
        .text(TextFormat::JOHNNY)
        .contest(Contest::JOHNNY)
        .template(TEMPLATE);
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde asks
fn is_zero(flips: &f64) -> bool {
    *flips == 0.0
}

/// Carves depth first from this cell: commands are drawn, without flips.
impl From<Position> for Johnny {
    fn from(start: Position) -> Self {
        Self {
            start,
            flips: 0.0,
            commands: None,
        }
    }
}

/// The cells of the list, darker the later, numbered on small boards.
static LIST: Look = Look {
    shapes: |slot, pen| {
        const NUMBERED: usize = 200;
        pen.fill_cell(Ink::List(slot.tint()));
        if slot.grid.cells() <= NUMBERED && !slot.keeps_to_middle {
            pen.number(slot.value, 12.0, 12.0, 30.0, Ink::Text);
        }
    },
    letters: |slot, letters| letters.listed(slot.tint()),
    legend: &[(":", "in the list"), ("@", "its last cell")],
    meaning: "in the list, the later the stronger",
    ..Look::new("list", Place::List, Depth::Ground)
};

fn list(InMut(seen): InMut<List>, maze: Single<(&JohnnyList, &LastStep)>) {
    let (list, step) = maze.into_inner();
    list.copy_into(&mut seen.cells);
    seen.flipped = match step.0 {
        Some(ListStep::Command(Command::Flip(position))) => position.checked_sub(1),
        _ => None,
    };
    seen.flipped = seen
        .flipped
        .filter(|&from| (from as usize) < seen.cells.len());
}

fn describe_tick(diff: &TickDiff<'_>) -> Option<TickText> {
    let last = |picture: &Picture| {
        picture
            .layer(LIST.name)
            .and_then(|it| it.list()?.cells.last().copied())
    };
    let said = diff.list(LIST.name).last()?;
    Some(match said {
        Change::Pop { .. } => TickText::new(
            "{@} leaves the list: it has no unvisited neighbour.",
            last(diff.before),
        ),
        Change::Push { cells, .. } => TickText::new(
            "The list grows by {@}: the wall on the way there is removed.",
            cells.last().copied(),
        ),
        Change::Flip { from, .. } => TickText::new(
            "A flip: the list is reversed from its place {} on, so {@} is last.",
            [from + 1]
                .into_iter()
                .chain(last(diff.after).map(u32::from)),
        ),
        _ => return None,
    })
}

impl TextFormat {
    /// Johnny's drawing of the walls: underscores for south walls, bars for east walls.
    pub const JOHNNY: Self = Self {
        name: "Johnny",
        needs: Need::Walls,
        drawing: || Box::new(IntoSystem::into_system(draw)),
    };
}

/// Draws the walls: a top line, then a line per row, then an empty line.
///
/// A row is built as bytes and then appended, which saves a sixth of the time of a contest.
fn draw(
    InMut(text): InMut<String>,
    maze: Single<(SquaresOf, OpeningsOf)>,
    mut walls: Walls<&'static Wall>,
    mut row: Local<Vec<u8>>,
) {
    let (squares, openings) = maze.into_inner();
    let squares = Squares::from(squares);
    let grid = squares.grid();
    let segments = Segments::new(grid);
    let walls = &*Openings::drawn(openings, grid, walls.columns());
    let (rows, columns) = (grid.rows as usize, grid.columns as usize);
    text.reserve((rows + 1) * (2 * columns + 2) + 1);

    let begin = text.len();
    let top = &walls[..columns];
    for wall in top {
        text.push_str(if wall.stands { " _" } else { "  " });
    }
    text.push('\n');
    let floors = walls[segments.horizontal(1, 0)..].chunks_exact(columns);
    let rights = walls[segments.vertical(0, 1)..].chunks_exact(columns);
    let lefts = &walls[segments.vertical(0, 0)..];
    row.resize(2 * columns, b' ');
    for ((floors, rights), left) in floors.zip(rights).zip(lefts) {
        let squares = row.as_chunks_mut().0.iter_mut();
        for (square, (floor, right)) in squares.zip(floors.iter().zip(rights)) {
            let floor = if floor.stands { b'_' } else { b' ' };
            let right = if right.stands { b'|' } else { b' ' };
            *square = [floor, right];
        }
        text.push(if left.stands { '|' } else { ' ' });
        text.push_str(str::from_utf8(&row).expect("ASCII is UTF-8"));
        text.push('\n');
    }
    for cell in squares.blocked() {
        let (row, column) = (cell.get() / columns, cell.get() % columns);
        let place = begin + 2 * columns + 1 + row * (2 * columns + 2) + 2 * column + 1;
        text.replace_range(place..=place, "#");
    }
    text.push('\n');
}

const TEMPLATE: Template = Template {
    name: "johnny",
    about: "A maze carved by Johnny's list, with flips",
    text: include_str!("templates/johnny.ron"),
};
