//! Reading a record from RON, and checking it.

use std::num::NonZero;

use serde::{Deserialize, Deserializer, de};

use super::{Record, visible_changes};
use crate::base::count::counted;
use crate::base::limits;
use crate::base::objection::{Objection, SceneError, ScenePath, SceneStep};
use crate::base::report::TextError;
use crate::registry::Ingredients;
use crate::scene::{RonReader, Scene, read_ron};

/// Why a text is not a valid record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadRecordError {
    /// It was made under other rules, so it cannot be compared with a run of this release.
    OtherRules {
        /// The release that made it.
        mazetick: String,
        /// The version of its rules.
        rules: u32,
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
}

impl Ingredients {
    /// Reads a record from RON, and checks it.
    ///
    /// # Errors
    /// That the record was made under other rules, whatever else it holds; or the first error of
    /// the RON; or else all errors of record and scene, each with its place in the text.
    pub fn read_record(&self, text: &str) -> Result<Record, ReadRecordError> {
        let read = self.read_fields(text);
        let head = match &read {
            Ok(record) => Ok(Head { mazetick: record.mazetick.clone(), rules: record.rules }),
            Err(_) => read_ron::<Head>(text, "record"),
        };
        match head {
            Ok(Head { mazetick, rules }) if rules != crate::RULES => {
                Err(ReadRecordError::OtherRules { mazetick, rules })
            }
            _ => {
                let record = read.map_err(ReadRecordError::Text)?;
                record.check().map_err(|error| ReadRecordError::Text(error.locate(text)))?;
                Ok(record)
            }
        }
    }

    fn read_fields(&self, text: &str) -> Result<Record, TextError> {
        const REQUIRED: [&str; 6] = ["mazetick", "rules", "every", "ticks", "digests", "scene"];
        let fields = [&REQUIRED[..5], &["marks", "drawn", "changes"], &REQUIRED[5..]].concat();
        let mut reader = RonReader::new(text, "record")?;
        let mut record = Record {
            mazetick: String::new(),
            rules: 0,
            every: NonZero::<u64>::MIN,
            ticks: 0,
            digests: Vec::new(),
            marks: Vec::new(),
            drawn: None,
            changes: Vec::new(),
            scene: Scene::default(),
        };
        let root = reader.root();
        for (field, node) in reader.structure(root, "Record", &fields, &REQUIRED) {
            match field {
                "mazetick" => record.mazetick = reader.value(node).unwrap_or_default(),
                "rules" => record.rules = reader.value(node).unwrap_or_default(),
                "every" => {
                    record.every = reader.value(node).map_or(NonZero::<u64>::MIN, |Every(it)| it)
                }
                "ticks" => record.ticks = reader.value(node).unwrap_or_default(),
                "digests" => record.digests = reader.value(node).unwrap_or_default(),
                "marks" => record.marks = reader.value(node).unwrap_or_default(),
                "changes" => record.changes = reader.value(node).unwrap_or_default(),
                "drawn" => record.drawn = reader.value(node),
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
        let mut object =
            |path, message| objections.push(Objection { path: ScenePath(path), message });
        let stretches = self.ticks.div_ceil(self.every.get());
        if self.ticks > limits::TICKS {
            let message = format!("found {}, expected at most {}", self.ticks, limits::TICKS);
            object(vec![SceneStep::Field("ticks")], message);
        }
        if self.digests.len() as u64 != stretches.saturating_add(1) {
            let (found, ticks, every) = (self.digests.len(), self.ticks, self.every);
            let message = format!(
                "found {found}, expected {} for {ticks} ticks, one every {every} and one at the end",
                stretches.saturating_add(1)
            );
            object(vec![SceneStep::Field("digests")], message);
        }
        if !self.marks.is_empty() && self.marks.len() as u64 != stretches {
            let message = format!(
                "found marks of {} intervals between two digests, expected {stretches}",
                self.marks.len()
            );
            object(vec![SceneStep::Field("marks")], message);
        }
        if !self.changes.is_empty() && self.changes.len() as u64 != self.ticks {
            let message = format!(
                "found changes of {}, expected {}",
                counted(self.changes.len(), "tick"),
                self.ticks
            );
            object(vec![SceneStep::Field("changes")], message);
        }
        if objections.is_empty() {
            self.miscounted_marks().chain(self.illegible_changes()).collect()
        } else {
            objections
        }
    }

    /// The intervals with too few or too many marks.
    fn miscounted_marks(&self) -> impl Iterator<Item = Objection> {
        let stretches = self.marks.iter().zip(self.stretches()).enumerate();
        stretches.filter_map(|(place, (marks, (from, to)))| {
            let (found, expected) = (marks.0.len(), to - from - 1);
            let message = format!(
                "found {} between tick {from} and tick {to}, expected {expected}",
                counted(found, "mark")
            );
            let path = ScenePath(vec![SceneStep::Field("marks"), SceneStep::Index(place)]);
            (found as u64 != expected).then_some(Objection { path, message })
        })
    }

    /// The ticks whose changes cannot be parsed.
    fn illegible_changes(&self) -> impl Iterator<Item = Objection> {
        let ticks = (1..).zip(&self.changes);
        ticks.filter_map(|(tick, text)| {
            visible_changes::read(text).err().map(|it| visible_changes::objection(tick, it))
        })
    }
}

/// A scene's error with paths that begin at the record's `scene` field.
pub(super) fn of_its_scene(mut error: SceneError) -> SceneError {
    let paths = error.objections.iter_mut().map(|objection| &mut objection.path.0);
    paths.for_each(|path| path.insert(0, SceneStep::Field("scene")));
    error
}

/// The number of ticks between two digests.
struct Every(NonZero<u64>);

impl<'de> Deserialize<'de> for Every {
    fn deserialize<D: Deserializer<'de>>(number: D) -> Result<Self, D::Error> {
        let every = NonZero::new(u64::deserialize(number)?);
        every.map(Self).ok_or_else(|| de::Error::custom("found `0`, expected at least 1"))
    }
}

impl std::fmt::Display for ReadRecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OtherRules { mazetick, rules } => write!(
                f,
                "the rules have changed: recorded by mazetick {} with rules {rules}, this is \
                 mazetick {} with rules {}",
                mazetick.escape_debug(),
                env!("CARGO_PKG_VERSION"),
                crate::RULES
            ),
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
