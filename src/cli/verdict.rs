//! How a call ends: its exit code, or the reports of what is wrong with it.

use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe};
use std::{io, mem};

use crate::base::report::escape_controls;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// Success. "No solution" is an answer.
    Done = 0,
    Failed = 1,
    BadInput = 2,
    Interrupted = 130,
    Terminated = 143,
}

/// Why a command has no result: a report of each error.
#[derive(Debug, PartialEq, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub(super) struct Reports(pub(super) Vec<String>);

impl Reports {
    pub(super) fn of_call(why: impl Display) -> Self {
        format!("mazetick: error: {why}").into()
    }

    pub(super) fn note<T>(&mut self, result: Result<T, Self>) -> Option<T> {
        result.map_err(|more| self.0.extend(more.0)).ok()
    }

    pub(super) fn say(&self) {
        self.0.iter().for_each(|report| say!("{report}"));
    }

    /// Prints them on standard error: the verdict of bad input.
    pub(super) fn refuse(&self) -> Verdict {
        self.say();
        Verdict::BadInput
    }
}

/// Does work with the scene of a file. A panic in it, which an ingredient may have, is a report that names the file, so
/// that the work with other scenes goes on; what is spared for these is then not used again.
pub(super) fn guarded<S: Default, T>(
    name: impl Display,
    spare: &mut S,
    work: impl FnOnce(&mut S) -> Result<T, Reports>,
) -> Result<T, Reports> {
    let mut own = mem::take(spare);
    let done = panic::catch_unwind(AssertUnwindSafe(|| work(&mut own)));
    let done = done.inspect(|_| *spare = own);
    done.unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or_default();
        Err(format!("{name}: error: it panicked: {}", escape_controls(words)).into())
    })
}

impl From<String> for Reports {
    fn from(report: String) -> Self {
        Self(vec![report])
    }
}

impl From<io::Error> for Reports {
    fn from(error: io::Error) -> Self {
        Self::of_call(error)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::{AtomicU32, Ordering};

    use bevy_ecs::prelude::*;
    use clap::Parser;
    use serde::{Deserialize, Serialize};

    use super::Verdict;
    use crate::cli::{Arguments, carry_out};
    use crate::registry::Registry;
    use crate::scene::Ingredient;

    /// Panics when a maze begins, if it is a trap.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(transparent)]
    struct Trap(bool);

    static SAFE: AtomicU32 = AtomicU32::new(0);

    impl Ingredient for Trap {
        const FIELD: &'static str = "trap";

        fn build(world: &mut crate::engine::Build<'_>) {
            world.on_begin(|InRef(trap): InRef<Self>| {
                assert!(!trap.0, "a trap");
                SAFE.fetch_add(1, Ordering::Relaxed);
            });
        }
    }

    #[test]
    fn a_panic_in_one_scene_leaves_the_others_as_they_are() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, is_trap) in [("a.ron", true), ("b.ron", false), ("c.ron", true)] {
            let scene = format!("Scene(grid: (rows: 1, columns: 1), trap: {is_trap})");
            fs::write(folder.path().join(name), scene).expect("a file");
        }
        let registry = Registry::standard().with(|registry| _ = registry.add::<Trap>());
        let path = folder.path().to_str().expect("a path of text");
        for (call, verdict) in [
            (&["check", "--laws"][..], Verdict::Failed),
            (&["test"], Verdict::Failed),
            (&["run"], Verdict::BadInput),
        ] {
            let call = ["mazetick"].iter().chain(call).chain([&path]);
            let arguments = Arguments::try_parse_from(call).expect("a call");
            SAFE.store(0, Ordering::Relaxed);
            let ended = carry_out(arguments.command, &registry);
            assert_eq!(ended.expect("a verdict"), verdict);
            assert!(SAFE.load(Ordering::Relaxed) > 0);
        }
        let report = super::guarded("a.ron", &mut (), |()| -> Result<(), _> {
            panic!("a {}", "trap")
        });
        assert_eq!(
            report.expect_err("a report").0,
            ["a.ron: error: it panicked: a trap"]
        );
    }
}
