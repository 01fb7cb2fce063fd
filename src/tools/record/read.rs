//! Reading a record from RON, and checking it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Record, last_tick, versions};
use crate::base::count::counted;
use crate::base::digest::StateDigests;
use crate::base::limits;
use crate::base::objection::{Objection, SceneError, SceneStep};
use crate::base::report::{TextError, shown};
use crate::picture::Change;
use crate::registry::Ingredients;
use crate::scene::{RonReader, Scene, read_ron};

/// Why a text is not a valid record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadRecordError {
    /// The rules or the ingredients have changed since it was made, so that it cannot be compared
    /// with a run of this release.
    Changed {
        /// The release that made it.
        mazetick: String,
        /// What has changed: what it is, its recorded version, and today's, if it is known.
        what: Vec<(String, u32, Option<u32>)>,
    },
    /// The text is invalid.
    Text(TextError),
}

/// The part of a record that every release can read.
#[derive(Clone, Default, Deserialize)]
#[serde(rename = "Record")]
struct Head {
    mazetick: String,
    rules: u32,
    ingredients: BTreeMap<String, u32>,
}

/// The fields of a record, not yet checked.
#[derive(Default)]
struct Fields {
    head: Head,
    digests: BTreeMap<u64, StateDigests>,
    layers: Vec<String>,
    changes: Vec<Vec<Change>>,
    scene: Scene,
}

impl Ingredients {
    /// Reads a record from RON, and checks it.
    ///
    /// # Errors
    /// That rules or ingredients have changed since the record was made, whatever else it holds; or
    /// the first error of the RON; or else all errors of record and scene, each with its place in
    /// the text.
    pub fn read_record(&self, text: &str) -> Result<Record, ReadRecordError> {
        let read = self.read_fields(text);
        let head = match &read {
            Ok(Fields { head, .. }) => Some(head.clone()),
            Err(_) => read_ron::<Head>(text, "record").ok(),
        };
        if let Some(head) = head {
            let what = self.changes_since(&head);
            if !what.is_empty() {
                return Err(ReadRecordError::Changed { mazetick: head.mazetick, what });
            }
        }
        let checked = read.and_then(|fields| fields.check().map_err(|error| error.locate(text)));
        checked.map_err(ReadRecordError::Text)
    }

    /// The versions that differ from those of this release.
    fn changes_since(&self, head: &Head) -> Vec<(String, u32, Option<u32>)> {
        let version = |name: &str| {
            let found = self.recipes.iter().find(|recipe| recipe.full_name() == name);
            found.map(|recipe| recipe.version)
        };
        let rules = ("rules".to_owned(), head.rules, Some(crate::RULES));
        let ingredients = head.ingredients.iter();
        let ingredients = ingredients.map(|(name, &it)| (format!("`{name}`"), it, version(name)));
        let all = std::iter::once(rules).chain(ingredients);
        all.filter(|(_, recorded, here)| *here != Some(*recorded)).collect()
    }

    fn read_fields(&self, text: &str) -> Result<Fields, TextError> {
        const FIELDS: [&str; 7] =
            ["mazetick", "rules", "ingredients", "digests", "scene", "layers", "changes"];
        let mut reader = RonReader::new(text, "record")?;
        let mut read = Fields::default();
        let head = &mut read.head;
        let root = reader.root();
        for (field, node) in reader.structure(root, "Record", &FIELDS, &FIELDS[..5]) {
            match field {
                "mazetick" => head.mazetick = reader.value(node).unwrap_or_default(),
                "rules" => head.rules = reader.value(node).unwrap_or_default(),
                "ingredients" => head.ingredients = reader.value(node).unwrap_or_default(),
                "digests" => read.digests = reader.value(node).unwrap_or_default(),
                "layers" => read.layers = reader.value(node).unwrap_or_default(),
                "changes" => read.changes = reader.value(node).unwrap_or_default(),
                _ => read.scene = self.read_scene(&mut reader, node),
            }
        }
        reader.end()?;
        Ok(read)
    }
}

impl Fields {
    /// The record, if it fits its scene, and the scene is valid.
    fn check(self) -> Result<Record, SceneError> {
        let Self { head, digests, layers, changes, scene } = self;
        let Head { mazetick, rules, ingredients } = head;
        let mut error = objections(&ingredients, &digests, &changes, &scene);
        match scene.checked() {
            Ok(scene) => {
                error.into_result()?;
                Ok(Record { mazetick, rules, ingredients, digests, layers, changes, scene })
            }
            Err(of_scene) => {
                error.append(of_its_scene(of_scene));
                Err(error)
            }
        }
    }
}

impl Record {
    /// Checks that the record fits its scene.
    pub(super) fn check(&self) -> Result<(), SceneError> {
        objections(&self.ingredients, &self.digests, &self.changes, &self.scene).into_result()
    }
}

/// The errors of a record itself.
fn objections(
    ingredients: &BTreeMap<String, u32>,
    digests: &BTreeMap<u64, StateDigests>,
    changes: &[Vec<Change>],
    scene: &Scene,
) -> SceneError {
    let mut error = SceneError::default();
    let mut object = |field, message: String| {
        error.push(Objection::new([SceneStep::Field(field)], message));
    };
    let tick = last_tick(digests);
    if digests.is_empty() {
        object("digests", "found none, expected those of a tick at least".to_owned());
    }
    if tick > limits::TICKS {
        object("digests", format!("found tick {tick}, expected at most {}", limits::TICKS));
    }
    if *ingredients != versions(scene) {
        object("ingredients", "found others than in the scene".to_owned());
    }
    if !changes.is_empty() && changes.len() as u64 != tick {
        let found = counted(changes.len(), "tick");
        object("changes", format!("found changes of {found}, expected {tick}"));
    }
    error
}

/// A scene's error with paths that begin at the record's `scene` field.
pub(crate) fn of_its_scene(mut error: SceneError) -> SceneError {
    let paths = error.objections.iter_mut().map(|objection| &mut objection.path.0);
    paths.for_each(|path| path.insert(0, SceneStep::Field("scene")));
    error
}

impl std::fmt::Display for ReadRecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Changed { mazetick, what } => {
                let (made, here) = (mazetick.escape_debug(), env!("CARGO_PKG_VERSION"));
                write!(f, "recorded by mazetick {made}, this is mazetick {here}")?;
                for (what, recorded, here) in what {
                    write!(f, "; {}: version {recorded} then, ", shown(what))?;
                    match here {
                        Some(here) => write!(f, "{here} now")?,
                        None => f.write_str("unknown now")?,
                    }
                }
                Ok(())
            }
            Self::Text(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadRecordError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_scene_above_the_limit_are_counted() {
        let text =
            "Scene(grid: (rows: 2, columns: 3), generate: Johnny(start: (1, 1)), text: Lattice)";
        let scene = Scene::from_ron(text).expect("a scene");
        let record = Record::of(&scene, None).expect("a record").to_ron();
        let expect =
            format!("text: Lattice, expect: [{}]", "NoSolution, ".repeat(limits::FAULTS + 5));
        let read = Record::from_ron(&record.replace("text: Lattice", &expect));
        let Err(ReadRecordError::Text(error)) = read else { panic!("no walk") };
        assert_eq!((error.faults.len(), error.more), (limits::FAULTS, 5));
    }
}
