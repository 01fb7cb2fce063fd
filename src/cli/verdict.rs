//! How a call ends: its exit code, or the reports of what is wrong with it.

use std::fmt::Display;
use std::io;

/// The exit code of a call.
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
#[derive(Debug)]
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
