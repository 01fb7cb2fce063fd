//! Fixed walls: any maze can be entered, perfect or not, and walked.
//!
//! Such walls stand from the beginning and take no ticks. A scene lists them, or draws them in one of several forms, which their
//! first lines tell apart: lattices, underscores, blocks, values.
//!
//! A drawing goes through four steps: `find` finds its paragraph, `candidates` the forms that it may have, `drawing` reads it in
//! each of these and compares it with what `form` draws of that maze, and `ends` finds a walk by its marks and gaps.

mod candidates;
mod contest;
mod drawing;
mod drawings;
mod ends;
mod find;
mod form;
mod letters;
mod shown;

pub use drawings::Drawings;

use std::fmt;
use std::ops::Range;

use bevy_ecs::prelude::*;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::{Heading, Headings};
use crate::base::scene_fault::{Item, SceneStep};
use crate::base::squares::{Squares, SquaresOf};
use crate::base::wall::{Segments, Wall};
use crate::contest::Contest;
use crate::engine::columns::Walls;
use crate::engine::maze::Build;
use crate::registry::Registry;
use crate::scene::template::Template;
use crate::scene::{Board, Check, Craft, Ingredient, Role};

/// Walls that are drawn, or listed: `walls: {(1, 1): "E", (2, 2): "NS"}`. The border always stands, also
/// where a drawing has a gap.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::puzzles::DrawnWalls;
/// use mazetick::puzzles::Foot;
///
/// let (from, to) = (Position::new(1, 1), Position::new(1, 2));
/// let walls = DrawnWalls::drawn("
/// +--+--+
/// |  |  |
/// +  +  +
/// |     |
/// +--+--+
/// ");
/// let scene = Scene::new(2, 2).with(walls).with(Foot { from: from.into(), to: to.into() });
/// assert_eq!(Simulation::new(&scene)?.run(), Outcome::Solved { moves: 3 });
/// # Ok::<(), mazetick::base::SceneError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnWalls(Notation);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Notation {
    /// A drawing: lines that each end with a line break.
    Drawn(String),
    /// Cells in grid order, every cell once, with the sides on which walls stand.
    Listed(Board<Headings>),
}

impl Ingredient for DrawnWalls {
    const FIELD: &'static str = "walls";
    const ROLE: Role = Role::Walls;

    fn check(&self, check: &mut Check<'_>) {
        if check.scene().has("generate") {
            let message = "fixed walls, but this scene has a `generate` as well; \
                           expected only one of them";
            check.error([], message);
        }
        match &self.0 {
            Notation::Drawn(drawing) => check_drawing(drawing, check),
            Notation::Listed(walls) => walls.check_inside(check),
        }
    }

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world.walls().on_begin(begin);
    }
}

/// The places are the walls: for each cell the one below it, then for each the one to its east. A value of 0
/// is open, 1 stands; walls of the border stay as they are. A drawing becomes a list, which is empty at first.
impl Craft for DrawnWalls {
    fn values(&self, grid: Grid) -> Vec<u32> {
        let places = (0..2 * grid.cells()).map(|place| wall_at(grid, place));
        places
            .map(|(cell, side)| if grid.leads_from(cell, side) { 2 } else { 1 })
            .collect()
    }

    fn put(&mut self, grid: Grid, place: usize, value: u32) {
        let (cell, side) = wall_at(grid, place);
        let (at, beside) = (grid.position(cell), grid.position(grid.beside(cell, side)));
        if let Notation::Drawn(_) = self.0 {
            self.0 = Notation::default();
        }
        let Notation::Listed(walls) = &mut self.0 else {
            unreachable!("it was listed")
        };
        let stands = if value == 1 {
            Headings::insert
        } else {
            Headings::remove
        };
        walls.change(at, |sides| stands(sides, side));
        walls.change(beside, |sides| sides.remove(side.opposite()));
    }
}

fn wall_at(grid: Grid, place: usize) -> (CellIndex, Heading) {
    let side = if place < grid.cells() {
        Heading::S
    } else {
        Heading::E
    };
    (CellIndex::new(place % grid.cells()), side)
}

fn check_drawing(drawing: &str, check: &mut Check<'_>) {
    let drawings = Drawings::default();
    let shown = match drawings.shown_in_whole(drawing) {
        Ok((shown, _)) => shown,
        Err(flaw) => {
            let before = &drawing[..flaw.at.start];
            let line = Item {
                what: "line",
                index: before.matches('\n').count(),
                find: place_of_line,
            };
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            let column = before[start..].chars().count() + 1;
            let message = format!("column {column}: {}", flaw.message);
            return check.error([SceneStep::Item(line)], message);
        }
    };
    if let Some(&at) = shown.blocked().first() {
        let message = format!("{at} is filled, expected blocked squares in `blocked: [{at}]`");
        check.error([], message);
    }

    let (found, expected) = (shown.grid, check.grid());
    if found != expected && expected.area() > 0 {
        let size = |grid: Grid| format!("{} by {}", grid.rows, grid.columns);
        let message = format!(
            "a drawing of {} cells, expected {} as in `grid`",
            size(found),
            size(expected)
        );
        check.error([], message);
    }
}

/// Returns the drawing without the line break before its first line and without blank lines at its end, and with plain
/// line breaks, as the parser requires. So it is the same when it is printed and read again.
fn with_plain_lines(drawing: &str) -> String {
    let drawing = drawing[first_line(drawing)..].trim_ascii_end();
    let mut plain = String::with_capacity(drawing.len() + 1);
    for line in drawing.split_inclusive('\n') {
        plain.push_str(line.trim_end_matches(['\r', '\n']));
        plain.push('\n');
    }
    plain
}

fn place_of_line(drawing: &str, index: usize) -> Option<Range<usize>> {
    let mut at = first_line(drawing);
    let mut lines = drawing[at..].split_inclusive('\n');
    at += lines.by_ref().take(index).map(str::len).sum::<usize>();
    let line = lines.next()?;
    Some(at..at + line.trim_ascii_end().len())
}

/// Returns where the first line begins: after a line break at the very start.
fn first_line(drawing: &str) -> usize {
    let line_break = drawing.bytes().take_while(|&byte| byte == b'\r').count() + 1;
    if drawing.as_bytes().get(line_break - 1) == Some(&b'\n') {
        line_break
    } else {
        0
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .add::<DrawnWalls>()
        .craft::<DrawnWalls>()
        .contest(Contest::MAZE)
        .template(TEMPLATE);
}

impl DrawnWalls {
    /// Walls of a drawing. A line break before its first line is ignored.
    pub fn drawn(drawing: &str) -> Self {
        Self(Notation::Drawn(with_plain_lines(drawing)))
    }

    /// Walls at these sides of these cells. Entries of the same cell are merged.
    pub fn listed(walls: impl IntoIterator<Item = (Position, Headings)>) -> Self {
        let mut listed = Board::default();
        let merge = |sides: &mut Headings, more: &mut Headings| {
            more.iter().for_each(|side| sides.insert(side));
        };
        listed.add(|all| all.extend(walls), merge);
        Self(Notation::Listed(listed))
    }
}

impl Default for Notation {
    fn default() -> Self {
        Self::Listed(Board::default())
    }
}

fn begin(
    InRef(drawn): InRef<DrawnWalls>,
    squares: Single<SquaresOf>,
    mut walls: Walls<&'static mut Wall>,
) {
    let squares = Squares::from(squares.into_inner());
    let grid = squares.grid();
    let segments = Segments::new(grid);
    let walls = walls.columns();
    walls.fill(Wall::OPEN);
    segments
        .border()
        .for_each(|wall| walls[wall] = Wall::STANDING);
    match &drawn.0 {
        Notation::Drawn(drawing) => {
            if let Ok((shown, _)) = Drawings::default().shown_in_whole(drawing) {
                for (wall, shown) in walls.iter_mut().zip(shown.walls) {
                    wall.stands |= shown.stands;
                }
            }
        }
        Notation::Listed(listed) => {
            for &(at, sides) in listed {
                let wall = |side| segments.beside(grid.index(at), side);
                sides
                    .iter()
                    .for_each(|side| walls[wall(side)] = Wall::STANDING);
            }
        }
    }
    squares.wall_in(walls);
}

impl Serialize for DrawnWalls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Notation::Drawn(drawing) => serializer.serialize_str(&format!("\n{drawing}")),
            Notation::Listed(walls) => walls.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for DrawnWalls {
    fn deserialize<D: Deserializer<'de>>(walls: D) -> Result<Self, D::Error> {
        walls.deserialize_any(DrawnOrListed)
    }
}

struct DrawnOrListed;

impl<'de> Visitor<'de> for DrawnOrListed {
    type Value = DrawnWalls;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a drawing in quotes, or a map of sides such as {(2, 1): \"NE\"}")
    }

    fn visit_str<E: de::Error>(self, drawing: &str) -> Result<DrawnWalls, E> {
        Ok(DrawnWalls::drawn(drawing))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<DrawnWalls, A::Error> {
        let listed = Board::deserialize(MapAccessDeserializer::new(map))?;
        Ok(DrawnWalls(Notation::Listed(listed)))
    }
}

const TEMPLATE: Template = Template {
    name: "walls",
    about: "A maze of fixed walls, drawn in the scene, with a walk",
    text: include_str!("templates/walls.ron"),
};
