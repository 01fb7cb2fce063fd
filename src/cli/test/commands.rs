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
    /// The option for its seed, if it is one of many worlds.
    pub(super) seeds: String,
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
            again: format!("{program} test {file}{}{}", self.seeds, self.settings()),
            look: format!("{program} {}", self.watch()),
        }
    }

    /// Returns the arguments of a program that show the tick.
    pub(super) fn watch(&self) -> String {
        let file = copyable_path(self.path);
        let is_of_all = self.seeds.ends_with("all");
        let seed = if is_of_all { "" } else { &self.seeds };
        format!("watch {file}{seed}{} --tick {}", self.settings(), self.tick)
    }

    fn settings(&self) -> String {
        let mut options = String::new();
        for setting in &self.settings {
            options += &format!(" --vary {}", copyable(setting));
        }
        options
    }
}
