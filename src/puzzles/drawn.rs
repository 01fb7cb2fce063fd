//! Fixed walls: any maze can be entered, perfect or not, and walked.
//!
//! They stand from the beginning and take no ticks. A scene draws them in the lattice of
//! [`TextFormat::LATTICE`](crate::engine::TextFormat::LATTICE) or in Johnny's text, told apart by the first
//! line, or lists them.

mod contest;
mod drawing;
mod johnny;
mod lattice;
mod listed;
mod template;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::grid::{Grid, Position};
use crate::base::heading::Headings;
use crate::base::scene_fault::{Item, SceneStep};
use crate::base::wall::{Segments, Wall};
use crate::contest::Contest;
use crate::engine::columns::Walls;
use crate::engine::maze::Build;
use crate::registry::Registry;
use crate::scene::board::write_entries;
use crate::scene::{Check, Ingredient, Role};

use drawing::{Drawing, Flaw};

/// Walls that are drawn, or listed: `walls: {(1, 1): "E", (2, 2): "NS"}`. The border always stands.
///
/// ```
/// use mazetick::puzzles::DrawnWalls;
/// use mazetick::prelude::*;
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
pub struct DrawnWalls(Form);

/// The notation of the walls.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    /// As a drawing: lines that each end with a line break.
    Drawn(String),
    /// By cells, in grid order, every cell once, with the sides on which walls stand.
    Listed(Vec<(Position, Headings)>),
}

/// Adds fixed walls, the lattice as an input format, and their template.
pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<DrawnWalls>().contest(Contest::LATTICE).template(template::WALLS);
}

impl DrawnWalls {
    /// Walls of a drawing. A line break before its first line is ignored.
    #[must_use]
    pub fn drawn(drawing: &str) -> Self {
        Self(Form::Drawn(drawing::with_plain_lines(drawing)))
    }

    /// Walls at these sides of these cells. Entries of the same cell are merged.
    pub fn listed(walls: impl IntoIterator<Item = (Position, Headings)>) -> Self {
        Self(Form::Listed(listed::in_order(walls)))
    }
}

/// None inside the border.
impl Default for Form {
    fn default() -> Self {
        Self::Listed(Vec::new())
    }
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
            Form::Drawn(drawing) => check_drawing(drawing, check),
            Form::Listed(walls) => {
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

/// Raises the walls of the scene.
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
        Form::Drawn(drawing) => {
            if let Ok(drawing) = Drawing::of(drawing) {
                drawing.read(|wall| walls[wall] = Wall::STANDING, |_| ());
            }
        }
        Form::Listed(listed) => {
            for &(at, sides) in listed {
                let wall = |side| segments.beside(grid.index(at), side);
                sides.iter().for_each(|side| walls[wall(side)] = Wall::STANDING);
            }
        }
    }
}

/// Reports a drawing that is invalid, or of another grid.
fn check_drawing(drawing: &str, check: &mut Check<'_>) {
    let object = |flaw: Flaw, check: &mut Check<'_>| {
        let line = Item { what: "line", index: flaw.line, find: drawing::place_of_line };
        let message = format!("column {}: {}", flaw.column, flaw.message);
        check.error([SceneStep::Item(line)], message);
    };
    let drawing = match Drawing::of(drawing) {
        Ok(drawing) => drawing,
        Err(flaw) => return object(flaw, check),
    };
    let (found, expected) = (drawing.grid(), check.grid());
    if found == expected {
        drawing.read(|_| (), |flaw| object(flaw, check));
    } else {
        let size = |grid: Grid| format!("{} by {}", grid.rows, grid.columns);
        let message =
            format!("a drawing of {} cells, expected {} as in `grid`", size(found), size(expected));
        check.error([], message);
    }
}

impl Serialize for DrawnWalls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Form::Drawn(drawing) => serializer.serialize_str(&format!("\n{drawing}")),
            Form::Listed(walls) => write_entries(walls, serializer),
        }
    }
}

impl<'de> Deserialize<'de> for DrawnWalls {
    fn deserialize<D: Deserializer<'de>>(walls: D) -> Result<Self, D::Error> {
        walls.deserialize_any(listed::DrawnOrListed)
    }
}
