//! Expectations about a cell.

use std::fmt;
use std::sync::Arc;

use ron::value::RawValue;
use serde::ser::{self, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::base::grid::Position;
use crate::base::heading::Headings;
use crate::base::scene_fault::SceneStep;
use crate::engine::maze::Maze;
use crate::registry::facet::{CellFacet, Facet};
use crate::scene::{Check, Expect, Mismatch, Scene};

/// The expected state of a cell; fields that are left out are not checked. The fields are the
/// [facets](CellFacet) that ingredients provide.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub(in crate::registry) at: Position,
    pub(in crate::registry) facets: Vec<Arc<dyn Facet>>,
}

/// The sides with walls, as in `walls: "NW"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WallsAround(pub Headings);

/// The number of its claimed poses: `claims: 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Claimed(pub usize);

impl Cell {
    /// The cell at a position, without expectations yet.
    pub fn at(at: Position) -> Self {
        Self {
            at,
            facets: Vec::new(),
        }
    }

    /// Adds an expectation.
    #[must_use]
    pub fn with<T: CellFacet>(mut self, facet: T) -> Self {
        self.facets.push(Arc::new(facet));
        self
    }
}

impl Expect for Cell {
    const NAME: &'static str = "Cell";

    fn check(&self, check: &mut Check<'_>) {
        if self.facets.is_empty() {
            let message =
                "expects a cell without any field, expected at least one, such as `walls`";
            check.error([], message);
        }
        let scene = check.scene();
        for facet in &self.facets {
            if let Some(what) = facet.lacks(scene) {
                let message = format!("expects `{}`, but this scene has no {what}", facet.name());
                check.error([SceneStep::Field(facet.name())], message);
            }
        }
        check.inside([SceneStep::Field("at")], self.at);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        let found = self.facets.iter().map(|facet| facet.found(maze, self.at));
        match found.collect::<Option<_>>().map(|facets| Self {
            at: self.at,
            facets,
        }) {
            Some(found) => Mismatch::unless(*self == found, self, &found),
            None => Mismatch::unless(false, self, "no such cell"),
        }
    }

    fn holds(&self, maze: &mut Maze) -> bool {
        self.facets.iter().all(|facet| facet.holds(maze, self.at))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at: {}", self.at)?;
        self.facets
            .iter()
            .try_for_each(|facet| write!(f, ", {}: {}", facet.name(), facet.ron()))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cell = serializer.serialize_struct(Self::NAME, 1 + self.facets.len())?;
        cell.serialize_field("at", &self.at)?;
        for facet in &self.facets {
            let value = RawValue::from_boxed_ron(facet.ron().into()).map_err(ser::Error::custom)?;
            cell.serialize_field(facet.name(), &value)?;
        }
        cell.end()
    }
}

/// A cell's fields depend on the ingredients: these read it.
impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(de::Error::custom("a cell without ingredients"))
    }
}

impl CellFacet for WallsAround {
    const NAME: &'static str = "walls";
    const NEEDS: &'static [&'static str] = &["generate", "walls"];

    fn is_in(scene: &Scene) -> bool {
        scene.has_walls()
    }

    fn of(maze: &Maze, at: Position) -> Option<Self> {
        maze.walls_around(at).map(Self)
    }
}

impl CellFacet for Claimed {
    const NAME: &'static str = "claims";
    const NEEDS: &'static [&'static str] = &["walk"];

    fn is_in(scene: &Scene) -> bool {
        scene.has_walk()
    }

    fn of(maze: &Maze, at: Position) -> Option<Self> {
        maze.claims(at).map(Self)
    }
}
