//! From RON to a record, and what makes one legal.

use std::num::NonZero;

use serde::{Deserialize, Deserializer, de};

use super::Record;
use crate::count::counted;
use crate::digest::{Digest, PartDigests};
use crate::limits;
use crate::report::TextError;
use crate::scene::{Objection, Path, SceneError, Step, read_ron};

/// Why a text is no record that can be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// It was made under other rules, so no run under those of this release can be compared with it.
    OtherRules {
        /// The release that made it.
        mazetick: String,
        /// The version of its rules.
        rules: u32,
    },
    /// Something is wrong with it.
    Text(TextError),
}

/// What every release can read of a record.
#[derive(Deserialize)]
#[serde(rename = "Record")]
struct Head {
    mazetick: String,
    rules: u32,
}

impl Record {
    /// Reads a record from RON, and checks it.
    ///
    /// # Errors
    /// That the record was made under other rules, whatever else it holds; or the first thing that
    /// is wrong with the RON; or else everything that stands against record and scene, each with its
    /// place in the text.
    pub fn from_ron(text: &str) -> Result<Self, RecordError> {
        let read = read_ron::<Self>(text, "record");
        let head = match &read {
            Ok(record) => Ok(Head { mazetick: record.mazetick.clone(), rules: record.rules }),
            Err(_) => read_ron::<Head>(text, "record"),
        };
        match head {
            Ok(Head { mazetick, rules }) if rules != crate::RULES => {
                Err(RecordError::OtherRules { mazetick, rules })
            }
            _ => {
                let record = read.map_err(RecordError::Text)?;
                record.check().map_err(|error| RecordError::Text(error.locate(text)))?;
                Ok(record)
            }
        }
    }

    /// Checks that the record is one of its scene, and the scene.
    pub(super) fn check(&self) -> Result<(), SceneError> {
        let mut objections = self.objections();
        if let Err(error) = self.scene.check() {
            objections.extend(of_its_scene(error).objections);
        }
        objections.truncate(limits::FAULTS);
        if objections.is_empty() { Ok(()) } else { Err(SceneError { objections }) }
    }

    /// What stands against the record itself.
    fn objections(&self) -> Vec<Objection> {
        let mut objections = Vec::new();
        let mut object = |path, message| objections.push(Objection { path: Path(path), message });
        let stretches = self.ticks.div_ceil(self.every.get());
        if self.ticks > limits::TICKS {
            let message = format!("found {}, expected at most {}", self.ticks, limits::TICKS);
            object(vec![Step::Field("ticks")], message);
        }
        if self.digests.len() as u64 != stretches.saturating_add(1) {
            let (found, ticks, every) = (self.digests.len(), self.ticks, self.every);
            let message = format!(
                "found {found}, expected {} for {ticks} ticks, one every {every} and one at the end",
                stretches.saturating_add(1)
            );
            object(vec![Step::Field("digests")], message);
        }
        if !self.marks.is_empty() && self.marks.len() as u64 != stretches {
            let message = format!(
                "found marks of {} stretches between two digests, expected {stretches}",
                self.marks.len()
            );
            object(vec![Step::Field("marks")], message);
        }
        if objections.is_empty() { self.miscounted_marks() } else { objections }
    }

    /// The stretches that have too few marks or too many.
    fn miscounted_marks(&self) -> Vec<Objection> {
        let stretches = self.marks.iter().zip(self.stretches()).enumerate();
        let miscounted = stretches.filter_map(|(place, (marks, (from, to)))| {
            let (found, expected) = (marks.0.len(), to - from - 1);
            let message = format!(
                "found {} between tick {from} and tick {to}, expected {expected}",
                counted(found, "mark")
            );
            let path = Path(vec![Step::Field("marks"), Step::Index(place)]);
            (found as u64 != expected).then_some(Objection { path, message })
        });
        miscounted.collect()
    }
}

/// What stands against a scene, as the record that holds it has it.
pub(super) fn of_its_scene(mut error: SceneError) -> SceneError {
    let paths = error.objections.iter_mut().map(|objection| &mut objection.path.0);
    paths.for_each(|path| path.insert(0, Step::Field("scene")));
    error
}

/// Reads how many ticks lie between two digests.
pub(super) fn every<'de, D: Deserializer<'de>>(number: D) -> Result<NonZero<u64>, D::Error> {
    let every = NonZero::new(u64::deserialize(number)?);
    every.ok_or_else(|| de::Error::custom("found `0`, expected at least 1"))
}

/// Digests of 16 hexadecimal digits, in the order of the parts, with blanks between them.
impl<'de> Deserialize<'de> for PartDigests {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        let text = String::deserialize(text)?;
        let digests = text.split(' ').map(|word| word.parse().ok().filter(|_| word.len() == 16));
        let digests = digests.collect::<Option<Vec<Digest>>>();
        digests.and_then(|digests| digests.try_into().ok()).map(Self).ok_or_else(|| {
            de::Error::custom(format!("found `{text}`, expected 6 digests of 16 digits"))
        })
    }
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OtherRules { mazetick, rules } => write!(
                f,
                "the rules have changed: mazetick {} recorded it under rules {rules}, this is \
                 mazetick {} with rules {}",
                mazetick.escape_debug(),
                env!("CARGO_PKG_VERSION"),
                crate::RULES
            ),
            Self::Text(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {}
