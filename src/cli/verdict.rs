//! How a call ends: its exit code, or the reports of what is wrong with it.

use std::fmt::Display;
use std::io;

/// The exit code of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// Success. "No solution" is an answer.
    Done = 0,
    /// A check failed.
    Failed = 1,
    /// Invalid input or usage.
    BadInput = 2,
    /// Ctrl-C ended the work early, and it was saved.
    Interrupted = 130,
    /// SIGTERM ended the work early, and it was saved.
    Terminated = 143,
}

/// Why a command has no result: a report of each error.
#[derive(Debug)]
pub(super) struct Reports(pub(super) Vec<String>);

impl Reports {
    /// The report of an error of the call itself.
    pub(super) fn of_call(why: impl Display) -> Self {
        format!("mazetick: error: {why}").into()
    }

    /// Adds those of a result that has none.
    pub(super) fn note<T>(&mut self, result: Result<T, Self>) -> Option<T> {
        result.map_err(|more| self.0.extend(more.0)).ok()
    }

    /// Prints them on standard error.
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
