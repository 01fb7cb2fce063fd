//! Fixed walls: any maze can be entered, perfect or not, and walked.
//!
//! They stand from the beginning and take no ticks. A scene draws them in the lattice of
//! [`TextFormat::LATTICE`](crate::engine::TextFormat::LATTICE) or in Johnny's text, told apart by the first
//! line, or lists them.

mod drawing;

use std::fmt;

use bevy_ecs::prelude::*;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::{Heading, Headings};
use crate::base::limits;
use crate::base::report::Fault;
use crate::base::scene_fault::{Item, SceneError, SceneStep};
use crate::base::wall::{Segments, Wall};
use crate::contest::{Contest, ContestFormat, Cursor, Paragraphs};
use crate::engine::columns::Walls;
use crate::engine::maze::{Build, Maze};
use crate::engine::text::TextFormat;
use crate::registry::Registry;
use crate::scene::board::{change_entry, read_map, sort_and_merge, write_entries};
use crate::scene::simulation::Simulation;
use crate::scene::template::Template;
use crate::scene::{Check, CheckedScene, Craft, Ingredient, Role, Scene};

use drawing::{Drawing, Flaw, place_of_line, with_plain_lines};

/// Walls that are drawn, or listed: `walls: {(1, 1): "E", (2, 2): "NS"}`. The border always stands.
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
/// let scene = Scene::new(2, 2).with(walls).with(Foot { from, to });
/// assert_eq!(Simulation::new(&scene)?.run(), &Outcome::Solved { moves: 3 });
/// # Ok::<(), mazetick::base::SceneError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnWalls(Notation);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Notation {
    /// A drawing: lines that each end with a line break.
    Drawn(String),
    /// Cells in grid order, every cell once, with the sides on which walls stand.
    Listed(Vec<(Position, Headings)>),
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
            Notation::Listed(walls) => {
                for &(at, _) in walls {
                    check.inside([SceneStep::Key(at)], at);
                }
            }
        }
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
        places.map(|(cell, side)| if grid.leads_from(cell, side) { 2 } else { 1 }).collect()
    }

    fn put(&mut self, grid: Grid, place: usize, value: u32) {
        let (cell, side) = wall_at(grid, place);
        let (at, beside) = (grid.position(cell), grid.position(grid.beside(cell, side)));
        if let Notation::Drawn(_) = self.0 {
            self.0 = Notation::Listed(Vec::new());
        }
        let Notation::Listed(walls) = &mut self.0 else { unreachable!("it was listed") };
        let stands = if value == 1 { Headings::insert } else { Headings::remove };
        change_entry(walls, at, |sides| stands(sides, side));
        change_entry(walls, beside, |sides| sides.remove(side.opposite()));
    }
}

fn wall_at(grid: Grid, place: usize) -> (CellIndex, Heading) {
    let side = if place < grid.cells() { Heading::S } else { Heading::E };
    (CellIndex::new(place % grid.cells()), side)
}

fn check_drawing(drawing: &str, check: &mut Check<'_>) {
    let report = |flaw: Flaw, check: &mut Check<'_>| {
        let line = Item { what: "line", index: flaw.line, find: place_of_line };
        let message = format!("column {}: {}", flaw.column, flaw.message);
        check.error([SceneStep::Item(line)], message);
    };
    let drawing = match Drawing::of(drawing) {
        Ok(drawing) => drawing,
        Err(flaw) => return report(flaw, check),
    };
    let (found, expected) = (drawing.grid(), check.grid());
    if found == expected || expected.area() == 0 {
        drawing.read(|_| (), |flaw| report(flaw, check));
    } else {
        let size = |grid: Grid| format!("{} by {}", grid.rows, grid.columns);
        let message =
            format!("a drawing of {} cells, expected {} as in `grid`", size(found), size(expected));
        check.error([], message);
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<DrawnWalls>().craft::<DrawnWalls>().contest(Contest::LATTICE).template(TEMPLATE);
}

impl DrawnWalls {
    /// Walls of a drawing. A line break before its first line is ignored.
    pub fn drawn(drawing: &str) -> Self {
        Self(Notation::Drawn(with_plain_lines(drawing)))
    }

    /// Walls at these sides of these cells. Entries of the same cell are merged.
    pub fn listed(walls: impl IntoIterator<Item = (Position, Headings)>) -> Self {
        let mut walls: Vec<_> = walls.into_iter().collect();
        sort_and_merge(&mut walls, |sides: &mut Headings, more| {
            *sides = sides.iter().chain(more.iter()).collect();
        });
        Self(Notation::Listed(walls))
    }
}

impl Default for Notation {
    fn default() -> Self {
        Self::Listed(Vec::new())
    }
}

fn begin(
    InRef(drawn): InRef<DrawnWalls>,
    grid: Single<&Grid>,
    mut walls: Walls<&'static mut Wall>,
) {
    let segments = Segments::new(**grid);
    let walls = walls.columns();
    walls.fill(Wall::OPEN);
    segments.border().for_each(|wall| walls[wall] = Wall::STANDING);
    match &drawn.0 {
        Notation::Drawn(drawing) => {
            if let Ok(drawing) = Drawing::of(drawing) {
                drawing.read(|wall| walls[wall] = Wall::STANDING, |_| ());
            }
        }
        Notation::Listed(listed) => {
            for &(at, sides) in listed {
                let wall = |side| segments.beside(grid.index(at), side);
                sides.iter().for_each(|side| walls[wall(side)] = Wall::STANDING);
            }
        }
    }
}

impl Serialize for DrawnWalls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Notation::Drawn(drawing) => serializer.serialize_str(&format!("\n{drawing}")),
            Notation::Listed(walls) => write_entries(walls, serializer),
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
        read_map(map).map(|walls| DrawnWalls(Notation::Listed(walls)))
    }
}

impl Contest {
    /// Drawings of mazes in the [lattice](TextFormat::LATTICE).
    pub const LATTICE: Self = Self::of::<LatticeDrawings>();
}

/// Drawings as a format: one after another, separated by blank lines.
///
/// It is not a contest's format. `mazetick import lattice` turns drawings into scenes, `mazetick
/// export` scenes into drawings; solving a drawing draws it again.
struct LatticeDrawings;

impl ContestFormat for LatticeDrawings {
    const NAME: &'static str = "lattice";
    const ABOUT: &'static str = "Drawings of mazes, in the text format Lattice";
    type Framing = Paragraphs;

    fn read(
        cursor: &mut Cursor<'_>,
        scene: &mut Scene,
        faults: &mut Vec<Fault>,
    ) -> Result<(), Fault> {
        let rest = cursor.rest().0;
        cursor.pass(first_line(rest));
        let (drawing, start) = cursor.rest();
        let drawing = std::str::from_utf8(drawing).map_err(|error| {
            let at = start + error.valid_up_to();
            let message = "found bytes that are not UTF-8, expected a drawing".to_owned();
            Fault { at: at..at + 1, message }
        })?;
        let fault = |flaw: Flaw| {
            let line = start + place_of_line(drawing, flaw.line).map_or(0, |line| line.start);
            Fault { at: line + flaw.at.start..line + flaw.at.end, message: flaw.message }
        };
        if !drawing.starts_with('+') {
            let first = drawing.lines().next().unwrap_or_default();
            return Err(fault(Flaw::new(0, first, 0..first.len(), "a line such as `+--+--+`")));
        }
        let read = Drawing::of(drawing).map_err(fault)?;
        cursor.pass(drawing.len());
        cursor.check_size(read.grid(), start)?;
        let mut flaws = Vec::new();
        let found = |flaw| {
            if flaws.len() <= limits::FAULTS {
                flaws.push(flaw);
            }
        };
        read.read(|_| (), found);
        faults.extend(flaws.into_iter().map(fault));
        scene.grid = read.grid();
        scene.set(DrawnWalls::drawn(drawing));
        scene.text = TextFormat::LATTICE;
        Ok(())
    }

    fn answer(maze: &mut Maze, text: &mut String) {
        text.extend(maze.draw(TextFormat::LATTICE).as_deref());
        text.push('\n');
    }

    fn takes(scene: &Scene) -> bool {
        scene.get::<DrawnWalls>().is_some() && scene.has_only(&[DrawnWalls::FIELD])
    }

    fn write(scene: &CheckedScene, text: &mut String) -> Result<(), SceneError> {
        let mut maze = Simulation::new(scene)?;
        Self::answer(&mut maze, text);
        Ok(())
    }
}

fn first_line(text: &[u8]) -> usize {
    let blank = text.len() - text.trim_ascii_start().len();
    text[..blank].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}

const TEMPLATE: Template = Template {
    name: "walls",
    about: "A maze of fixed walls, drawn in the scene, with a walk",
    text: include_str!("templates/walls.ron"),
};
