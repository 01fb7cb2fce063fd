//! Reading a record from RON, and checking it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Record, Versions, last_tick};
use crate::base::count::plural;
use crate::base::digest::StateDigests;
use crate::base::limits;
use crate::base::report::{TextError, escape_controls};
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::picture::Change;
use crate::registry::Registry;
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
        /// What has changed: `rules: version 2 then, 1 now`.
        what: Vec<String>,
    },
    /// The text is invalid.
    Text(TextError),
}

/// The part of a record that every release can read.
#[derive(Deserialize)]
#[serde(rename = "Record")]
struct Head {
    made_by: Versions,
}

/// The fields of a record, not yet checked.
#[derive(Default)]
struct Fields {
    made_by: Versions,
    digests: BTreeMap<u64, StateDigests>,
    layers: Vec<String>,
    changes: Vec<Vec<Change>>,
    scene: Scene,
}

impl Registry {
    /// Reads a record from RON, and checks it.
    ///
    /// # Errors
    /// That rules or ingredients have changed since the record was made, whatever else it holds; or
    /// the first error of the RON; or else all errors of record and scene, each with its place in
    /// the text.
    pub fn read_record(&self, text: &str) -> Result<Record, ReadRecordError> {
        let read = self.read_fields(text);
        let made_by = match &read {
            Ok(fields) => Some(fields.made_by.clone()),
            Err(_) => read_ron::<Head>(text, "record").ok().map(|head| head.made_by),
        };
        if let Some(made_by) = made_by {
            let what = self.changes_since(&made_by);
            if !what.is_empty() {
                return Err(ReadRecordError::Changed { mazetick: made_by.mazetick, what });
            }
        }
        let checked = read.and_then(|fields| fields.check().map_err(|error| error.locate(text)));
        checked.map_err(ReadRecordError::Text)
    }

    /// The versions that are not those of this release.
    fn changes_since(&self, made_by: &Versions) -> Vec<String> {
        let here = |name: &str| {
            self.ingredient_types.iter().find(|ingredient_type| ingredient_type.full_name() == name)
        };
        let ingredients = made_by.ingredients.iter();
        let ingredients = ingredients
            .map(|(name, &then)| (format!("`{name}`"), then, here(name).map(|it| it.version)));
        let rules = ("rules".to_owned(), made_by.rules, Some(crate::RULES));
        let changed = std::iter::once(rules).chain(ingredients);
        let changed =
            changed.filter(|&(_, then, now)| now != Some(then)).map(|(what, then, now)| {
                let now = now.map_or("unknown".to_owned(), |now| now.to_string());
                format!("{what}: version {then} then, {now} now")
            });
        changed.collect()
    }

    fn read_fields(&self, text: &str) -> Result<Fields, TextError> {
        const FIELDS: [&str; 5] = ["made_by", "digests", "scene", "layers", "changes"];
        let (mut reader, mut read) = (RonReader::new(text, "record")?, Fields::default());
        let root = RonReader::ROOT;
        for (field, node) in reader.structure(root, "Record", &FIELDS, &FIELDS[..3]) {
            match field {
                "made_by" => read.made_by = reader.value(node).unwrap_or_default(),
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
        let Self { made_by, digests, layers, changes, scene } = self;
        let mut error = faults(&made_by, &digests, &changes, &scene);
        match scene.checked() {
            Ok(scene) => {
                error.into_result()?;
                Ok(Record { made_by, digests, layers, changes, scene })
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
        faults(&self.made_by, &self.digests, &self.changes, &self.scene).into_result()
    }
}

/// The errors of a record itself.
fn faults(
    made_by: &Versions,
    digests: &BTreeMap<u64, StateDigests>,
    changes: &[Vec<Change>],
    scene: &Scene,
) -> SceneError {
    let mut error = SceneError::default();
    let mut object = |field, message: String| {
        error.push(SceneFault::new([SceneStep::Field(field)], message));
    };
    let tick = last_tick(digests);
    if digests.is_empty() {
        object("digests", "found none, expected those of a tick at least".to_owned());
    }
    if tick > limits::TICKS {
        object("digests", format!("found tick {tick}, expected at most {}", limits::TICKS));
    }
    if made_by.ingredients != Versions::of(scene).ingredients {
        object("made_by", "found other ingredients than in the scene".to_owned());
    }
    if !changes.is_empty() && changes.len() as u64 != tick {
        let found = plural(changes.len(), "tick");
        object("changes", format!("found changes of {found}, expected {tick}"));
    }
    error
}

/// A scene's error with paths that begin at the record's `scene` field.
pub(crate) fn of_its_scene(mut error: SceneError) -> SceneError {
    let paths = error.faults.iter_mut().map(|fault| &mut fault.path.0);
    paths.for_each(|path| path.insert(0, SceneStep::Field("scene")));
    error
}

impl std::fmt::Display for ReadRecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Changed { mazetick, what } => {
                let (made, here) = (mazetick.escape_debug(), env!("CARGO_PKG_VERSION"));
                write!(f, "recorded by mazetick {made}, this is mazetick {here}")?;
                what.iter().try_for_each(|what| write!(f, "; {}", escape_controls(what)))
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
        let expect = "NoSolution, ".repeat(limits::FAULTS + 5);
        let wrong = record.replace("text: Lattice", &format!("text: Lattice, expect: [{expect}]"));
        let read = Record::from_ron(&wrong);
        let Err(ReadRecordError::Text(error)) = read else { panic!("no walk") };
        assert_eq!((error.faults.len(), error.more), (limits::FAULTS, 5));
    }
}
