//! The errors of tools.

use super::departure::Departure;
use crate::base::report::{TextError, escape_controls};
use crate::base::scene_fault::SceneError;

/// Why a tool could not do its work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ToolError {
    /// A scene is invalid, or its world cannot be run or used.
    #[error("{0}")]
    Scene(#[from] SceneError),
    /// A text, such as a record or an answer, cannot be read.
    #[error("{0}")]
    Text(#[from] TextError),
    /// The call asks for something impossible.
    #[error("{0}")]
    Refused(String),
    /// The text of a scene is not valid with some settings.
    #[error("{}{error}", with(settings))]
    Variant {
        /// The settings, as shown in messages; empty if the scene is not valid by itself.
        settings: String,
        /// The text with these settings.
        text: String,
        /// What is wrong with it.
        error: Box<TextError>,
    },
    /// A world of a sweep cannot be run.
    #[error("variant {variant} with seed {seed}: {error}")]
    World {
        /// The index of its variant, from 0.
        variant: usize,
        /// The seed of the world.
        seed: u64,
        /// The reason.
        #[source]
        error: SceneError,
    },
    /// The run of a record departs from the recorded one.
    #[error("{0}")]
    Departs(Departure),
    /// The rules or the ingredients have changed since a record was made, so that it cannot be compared
    /// with a run of this release. What has changed is, for instance, `rules: version 2 then, 1 now`.
    #[error("recorded by mazetick {}, this is mazetick {}{}", mazetick.escape_debug(), env!("CARGO_PKG_VERSION"), listed(what))]
    Changed {
        /// The release that made the record.
        mazetick: String,
        /// What has changed.
        what: Vec<String>,
    },
}

impl From<String> for ToolError {
    fn from(why: String) -> Self {
        Self::Refused(why)
    }
}

fn with(settings: &str) -> String {
    if settings.is_empty() {
        String::new()
    } else {
        format!("with {settings}: ")
    }
}

fn listed(what: &[String]) -> String {
    what.iter().fold(String::new(), |text, what| {
        text + "; " + &escape_controls(what)
    })
}
