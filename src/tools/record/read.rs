//! Reading a record from RON, and checking it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Record, versions};
use crate::base::count::counted;
use crate::base::limits;
use crate::base::objection::{Objection, SceneError, SceneStep};
use crate::base::report::{TextError, shown};
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
#[derive(Deserialize)]
#[serde(rename = "Record")]
struct Head {
    mazetick: String,
    rules: u32,
    ingredients: BTreeMap<String, u32>,
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
            Ok(Record { mazetick, rules, ingredients, .. }) => {
                let (mazetick, ingredients) = (mazetick.clone(), ingredients.clone());
                Ok(Head { mazetick, rules: *rules, ingredients })
            }
            Err(_) => read_ron::<Head>(text, "record"),
        };
        if let Ok(head) = head {
            let what = self.changes_since(&head);
            if !what.is_empty() {
                return Err(ReadRecordError::Changed { mazetick: head.mazetick, what });
            }
        }
        let record = read.map_err(ReadRecordError::Text)?;
        record.check().map_err(|error| ReadRecordError::Text(error.locate(text)))?;
        Ok(record)
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

    fn read_fields(&self, text: &str) -> Result<Record, TextError> {
        const FIELDS: [&str; 7] =
            ["mazetick", "rules", "ingredients", "digests", "scene", "layers", "changes"];
        let mut reader = RonReader::new(text, "record")?;
        let mut record = Record {
            mazetick: String::new(),
            rules: 0,
            ingredients: BTreeMap::new(),
            digests: BTreeMap::new(),
            layers: Vec::new(),
            changes: Vec::new(),
            scene: Scene::default(),
        };
        let root = reader.root();
        for (field, node) in reader.structure(root, "Record", &FIELDS, &FIELDS[..5]) {
            match field {
                "mazetick" => record.mazetick = reader.value(node).unwrap_or_default(),
                "rules" => record.rules = reader.value(node).unwrap_or_default(),
                "ingredients" => record.ingredients = reader.value(node).unwrap_or_default(),
                "digests" => record.digests = reader.value(node).unwrap_or_default(),
                "layers" => record.layers = reader.value(node).unwrap_or_default(),
                "changes" => record.changes = reader.value(node).unwrap_or_default(),
                _ => record.scene = self.read_scene(&mut reader, node),
            }
        }
        reader.end()?;
        Ok(record)
    }
}

impl Record {
    /// Checks that the record fits its scene, and the scene.
    pub(super) fn check(&self) -> Result<(), SceneError> {
        let mut error = SceneError::default();
        self.objections().into_iter().for_each(|objection| error.push(objection));
        if let Err(of_scene) = self.scene.check() {
            error.append(of_its_scene(of_scene));
        }
        error.into_result()
    }

    /// The errors of the record itself.
    fn objections(&self) -> Vec<Objection> {
        let mut objections = Vec::new();
        let mut object = |field, message: String| {
            objections.push(Objection::new([SceneStep::Field(field)], message));
        };
        let tick = self.tick();
        if self.digests.is_empty() {
            object("digests", "found none, expected those of a tick at least".to_owned());
        }
        if tick > limits::TICKS {
            object("digests", format!("found tick {tick}, expected at most {}", limits::TICKS));
        }
        if self.ingredients != versions(&self.scene) {
            object("ingredients", "found others than in the scene".to_owned());
        }
        if !self.changes.is_empty() && self.changes.len() as u64 != tick {
            let found = counted(self.changes.len(), "tick");
            object("changes", format!("found changes of {found}, expected {tick}"));
        }
        objections
    }
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
    use crate::registry::expect::NoSolution;

    #[test]
    fn errors_of_the_scene_above_the_limit_are_counted() {
        let text =
            "Scene(grid: (rows: 2, columns: 3), generate: Johnny(start: (1, 1)), text: Lattice)";
        let scene = Scene::from_ron(text).expect("a scene");
        let mut record = Record::of(&scene, None).expect("a record");
        record.scene.expect = vec![NoSolution.into(); limits::FAULTS + 5];
        let error = record.check().expect_err("no walk");
        assert_eq!((error.objections.len(), error.more), (limits::FAULTS, 5));
    }
}
