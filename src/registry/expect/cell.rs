//! Expectations about a cell.

use std::fmt;

use ron::value::RawValue;
use serde::ser::{self, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::base::grid::Position;
use crate::base::scene_fault::SceneStep;
use crate::engine::maze::Maze;
use crate::registry::facet::CellFacet;
use crate::scene::{Check, Expect, Failure, printed};

/// The expected state of a cell; fields that are left out are not checked. The fields are the
/// [facets](CellFacet) that ingredients provide.
#[derive(Clone, Debug)]
pub struct Cell {
    pub(in crate::registry) at: Position,
    /// The expected values, as serde writes them.
    pub(in crate::registry) facets: Vec<(CellFacet, String)>,
}

impl Cell {
    /// Returns the cell at a position, without expectations yet.
    pub fn at(at: Position) -> Self {
        Self {
            at,
            facets: Vec::new(),
        }
    }

    /// Adds an expectation: a facet, and the value of its type.
    #[must_use]
    pub fn with(mut self, facet: CellFacet, value: &impl Serialize) -> Self {
        self.facets.push((facet, printed(value)));
        self
    }

    fn values(&self) -> impl Iterator<Item = (&str, &str)> {
        self.facets
            .iter()
            .map(|(facet, value)| (facet.name, value.as_str()))
    }
}

impl PartialEq for Cell {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && self.values().eq(other.values())
    }
}

impl Expect for Cell {
    const NAME: &'static str = "Cell";

    fn reads_reports(&self) -> bool {
        self.facets.iter().any(|(facet, _)| facet.reads_reports)
    }

    fn check(&self, check: &mut Check<'_>) {
        if self.facets.is_empty() {
            let message =
                "expects a cell without any field, expected at least one, such as `walls`";
            check.error([], message);
        }
        let scene = check.scene();
        for (facet, _) in &self.facets {
            if let Some(what) = facet.lacks(scene) {
                let message = format!("expects `{}`, but this scene has no {what}", facet.name);
                check.error([SceneStep::Field(facet.name)], message);
            }
        }
        check.inside([SceneStep::Field("at")], self.at);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        let mut expected = Vec::new();
        let mut found = Vec::new();
        for (facet, value) in &self.facets {
            let actual = (facet.found)(maze, self.at);
            if actual.as_ref() == Some(value) {
                continue;
            }
            let name = facet.name;
            expected.push(format!("{name}: {value}"));
            found.push(match actual {
                Some(actual) => format!("{name}: {actual}"),
                None => format!("no {name}"),
            });
        }

        if found.is_empty() {
            return Ok(());
        }
        let (at, found, expected) = (self.at, found.join(", "), expected.join(", "));
        Err(Failure::new(format!("{at} has {found}, not {expected}")))
    }

    fn holds(&self, maze: &mut Maze) -> bool {
        self.facets
            .iter()
            .all(|(facet, value)| (facet.found)(maze, self.at).as_ref() == Some(value))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at: {}", self.at)?;
        for (name, value) in self.values() {
            write!(f, ", {name}: {value}")?;
        }
        Ok(())
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cell = serializer.serialize_struct(Self::NAME, 1 + self.facets.len())?;
        cell.serialize_field("at", &self.at)?;
        for &(facet, ref value) in &self.facets {
            let value = RawValue::from_ron(value).map_err(ser::Error::custom)?;
            cell.serialize_field(facet.name, value)?;
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
