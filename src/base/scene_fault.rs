//! Faults of scenes: their errors, each with its place.

use std::fmt;
use std::ops::Range;

use crate::base::grid::Position;
use crate::base::limits;
use crate::base::report::FaultKind;

/// Why a scene is invalid: all errors, in the order of the fields. Its `Debug` is its `Display`, for tests
/// that end by `?` or `unwrap`.
#[derive(Clone, Default, PartialEq, Eq, derive_more::Debug)]
#[debug("{self}")]
#[non_exhaustive]
pub struct SceneError {
    /// The errors, at least one; at most [`limits::FAULTS`].
    pub faults: Vec<SceneFault>,
    /// The number of further errors.
    pub more: usize,
}

/// An error of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, derive_more::Display)]
#[display("{path}: {message}")]
#[non_exhaustive]
pub struct SceneFault {
    /// The place of the fault in the scene.
    pub path: ScenePath,
    /// What was found, and what was expected.
    pub message: String,
    /// What kind of error it is.
    pub kind: FaultKind,
}

/// A place in a scene, such as `walk.from`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenePath(pub Vec<SceneStep>);

/// One step of a [`ScenePath`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SceneStep {
    /// Into a field.
    Field(&'static str),
    /// The step to an element of a list, from 0.
    Index(usize),
    /// The step to the key of an entry of a map by positions.
    Key(Position),
    /// The step to an item inside a text, such as a command.
    Item(Item),
}

/// An item inside a text of a scene.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// The singular noun of the items in the text.
    pub what: &'static str,
    /// The index, from 0; displayed from 1.
    pub index: usize,
    /// Finds the item of an index in a text: its range of bytes.
    pub find: fn(&str, usize) -> Option<Range<usize>>,
}

impl SceneFault {
    /// Makes an [invalid](FaultKind::Invalid) fault at a place in a scene.
    pub fn new(path: impl IntoIterator<Item = SceneStep>, message: impl Into<String>) -> Self {
        Self {
            path: ScenePath(path.into_iter().collect()),
            message: message.into(),
            kind: FaultKind::Invalid,
        }
    }

    /// Returns the fault as one of this kind.
    #[must_use]
    pub fn of_kind(self, kind: FaultKind) -> Self {
        Self { kind, ..self }
    }
}

impl ScenePath {
    /// The path extended by these steps.
    #[must_use]
    pub fn then(&self, steps: impl IntoIterator<Item = SceneStep>) -> Self {
        Self(self.0.iter().copied().chain(steps).collect())
    }
}

pub(crate) const WALL_FIELDS: &str = "`generate`, `walls` or `blocked`";

impl SceneError {
    /// Adds an error, or only counts it if there are [`limits::FAULTS`] already.
    pub(crate) fn push(&mut self, fault: SceneFault) {
        if self.faults.len() < limits::FAULTS {
            self.faults.push(fault);
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn append(&mut self, other: Self) {
        other.faults.into_iter().for_each(|fault| self.push(fault));
        self.more += other.more;
    }

    pub(crate) fn into_result(self) -> Result<(), Self> {
        if self.faults.is_empty() {
            Ok(())
        } else {
            Err(self)
        }
    }
}

impl From<SceneFault> for SceneError {
    fn from(fault: SceneFault) -> Self {
        Self {
            faults: vec![fault],
            ..Self::default()
        }
    }
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        (self.what, self.index) == (other.what, other.index)
    }
}

impl Eq for Item {}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, fault) in self.faults.iter().enumerate() {
            let line_break = if place == 0 { "" } else { "\n" };
            write!(f, "{line_break}{fault}")?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for SceneError {}

impl fmt::Display for ScenePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Lists inside an expectation have no names that a reader of the scene could count by.
        let is_expected = self.0.first() == Some(&SceneStep::Field("expect"));
        for (place, step) in self.0.iter().enumerate() {
            match step {
                SceneStep::Field(name) if place == 0 => f.write_str(name)?,
                SceneStep::Index(_) if is_expected && place > 1 => {}
                SceneStep::Field(name) => write!(f, ".{name}")?,
                SceneStep::Index(index) => write!(f, "[{index}]")?,
                SceneStep::Key(at) => write!(f, "[{at}]")?,
                SceneStep::Item(item) => write!(f, ", {} {}", item.what, item.index + 1)?,
            }
        }
        Ok(())
    }
}
