//! Fixed walls: any maze can be entered, perfect or not, and walked.
//!
//! Such walls stand from the beginning and take no ticks. A scene lists them, or draws them in one of several forms, told apart
//! by the first lines: lattices, underscores, blocks.

mod blocks;
mod contest;
mod drawing;
mod lattice;
mod line;
mod underscores;

use std::fmt;

use bevy_ecs::prelude::*;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::{Heading, Headings};
use crate::base::scene_fault::{Item, SceneStep};
use crate::base::wall::{Segments, Wall};
use crate::contest::Contest;
use crate::engine::columns::Walls;
use crate::engine::maze::Build;
use crate::registry::Registry;
use crate::scene::template::Template;
use crate::scene::{Board, Check, Craft, Ingredient, Role};

use drawing::{Drawing, Flaw, place_of_line, with_plain_lines};

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
    let report = |flaw: Flaw, check: &mut Check<'_>| {
        let line = Item {
            what: "line",
            index: flaw.line,
            find: place_of_line,
        };
        let message = format!("column {}: {}", flaw.column, flaw.message);
        check.error([SceneStep::Item(line)], message);
    };
    let drawing = match Drawing::new(drawing, None) {
        Ok(drawing) => drawing,
        Err(flaw) => return report(flaw, check),
    };
    let (found, expected) = (drawing.grid(), check.grid());
    if found == expected || expected.area() == 0 {
        drawing.read(|_| (), |flaw| report(flaw, check));
    } else {
        let size = |grid: Grid| format!("{} by {}", grid.rows, grid.columns);
        let message = format!(
            "a drawing of {} cells, expected {} as in `grid`",
            size(found),
            size(expected)
        );
        check.error([], message);
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
    grid: Single<&Grid>,
    mut walls: Walls<&'static mut Wall>,
) {
    let segments = Segments::new(**grid);
    let walls = walls.columns();
    walls.fill(Wall::OPEN);
    segments
        .border()
        .for_each(|wall| walls[wall] = Wall::STANDING);
    match &drawn.0 {
        Notation::Drawn(drawing) => {
            if let Ok(drawing) = Drawing::new(drawing, None) {
                drawing.read(|wall| walls[wall] = Wall::STANDING, |_| ());
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
