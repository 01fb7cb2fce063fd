//! The commands that a failure prints, to be copied: one tests its world again, one shows the tick.

use std::path::Path;

use serde::Serialize;

use crate::cli::paths::{copyable, copyable_path, is_dash, program};

/// The commands for a failure. Empty if the scene has no path.
#[derive(Default, Serialize)]
pub(super) struct RerunCommands {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) again: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) look: String,
}

/// A world in which something fails.
pub(super) struct BadWorld<'a> {
    pub(super) path: &'a Path,
    /// The seed of one world of many.
    pub(super) seed: Option<u64>,
    /// The settings of its variant, as `--vary` takes them.
    pub(super) settings: Vec<String>,
    /// The tick at which it fails.
    pub(super) tick: u64,
}

impl BadWorld<'_> {
    pub(super) fn commands(&self) -> RerunCommands {
        if is_dash(self.path) {
            return RerunCommands::default();
        }

        let program = program();
        let file = copyable_path(self.path);
        RerunCommands {
            again: format!("{program} test {file}{}", self.options()),
            look: format!("{program} {}", self.watch()),
        }
    }

    /// Returns the arguments of a program that show the tick.
    pub(super) fn watch(&self) -> String {
        let file = copyable_path(self.path);
        format!("watch {file}{} --tick {}", self.options(), self.tick)
    }

    /// Returns the options that lead from its scene to this world.
    fn options(&self) -> String {
        let mut options = String::new();
        if let Some(seed) = self.seed {
            options += &format!(" --seed {seed}");
        }
        for setting in &self.settings {
            options += &format!(" --vary {}", copyable(setting));
        }
        options
    }
}
