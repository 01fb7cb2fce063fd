//! Reading a record from RON, and checking it.

use serde::Deserialize;

use super::{Record, Versions};
use crate::base::count::plural;
use crate::base::limits;
use crate::base::report::{TextError, escape_controls};
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::registry::Registry;
use crate::scene::{RonReader, read_ron};

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
            Ok(record) => Some(record.made_by.clone()),
            Err(_) => read_ron::<Head>(text, "record").ok().map(|head| head.made_by),
        };
        if let Some(made_by) = made_by {
            let what = self.changes_since(&made_by);
            if !what.is_empty() {
                return Err(ReadRecordError::Changed { mazetick: made_by.mazetick, what });
            }
        }
        let record = read.map_err(ReadRecordError::Text)?;
        record.check().map_err(|error| ReadRecordError::Text(error.locate(text)))?;
        Ok(record)
    }

    /// The versions that are not those of this release.
    fn changes_since(&self, made_by: &Versions) -> Vec<String> {
        let here = |name: &str| self.recipes.iter().find(|recipe| recipe.full_name() == name);
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

    fn read_fields(&self, text: &str) -> Result<Record, TextError> {
        const FIELDS: [&str; 5] = ["made_by", "digests", "scene", "layers", "changes"];
        let (mut reader, mut record) = (RonReader::new(text, "record")?, Record::default());
        let root = reader.root();
        for (field, node) in reader.structure(root, "Record", &FIELDS, &FIELDS[..3]) {
            match field {
                "made_by" => record.made_by = reader.value(node).unwrap_or_default(),
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
    fn objections(&self) -> Vec<SceneFault> {
        let mut objections = Vec::new();
        let mut object = |field, message: String| {
            objections.push(SceneFault::new([SceneStep::Field(field)], message));
        };
        let tick = self.tick();
        if self.digests.is_empty() {
            object("digests", "found none, expected those of a tick at least".to_owned());
        }
        if tick > limits::TICKS {
            object("digests", format!("found tick {tick}, expected at most {}", limits::TICKS));
        }
        if self.made_by.ingredients != Versions::of(&self.scene).ingredients {
            object("made_by", "found other ingredients than in the scene".to_owned());
        }
        if !self.changes.is_empty() && self.changes.len() as u64 != tick {
            let found = plural(self.changes.len(), "tick");
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
    use crate::registry::expect::NoSolution;
    use crate::scene::Scene;

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
