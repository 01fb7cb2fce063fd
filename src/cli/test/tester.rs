//! Tests scenes, and blesses their files.

use std::path::{Path, PathBuf};

use crate::threads::Turns;
use crate::{Failure, Ingredients, Simulation, TextError, Trial};

use super::{Complaint, Outcome, Tested};
use crate::cli::input::SceneFile;
use crate::cli::paths::{is_dash, name_of};
use crate::cli::writer::Writer;

/// Tests scenes, beside others that do.
pub(super) struct Tester<'a> {
    /// Writes what is blessed, if anything is to be.
    pub(super) bless: Option<&'a Writer>,
    pub(super) ingredients: &'a Ingredients,
    pub(super) turns: &'a Turns,
}

impl Tester<'_> {
    /// Tests the scene at a path, as soon as others leave memory for it.
    pub(super) fn test(&self, path: Result<PathBuf, String>) -> Tested {
        let path = match path {
            Ok(path) => path,
            Err(report) => return Tested::unread(String::new(), report),
        };
        let test = |there: &mut Option<Simulation>| match SceneFile::open(&path) {
            Ok(file) => self.test_file(file, &path, there),
            Err(report) => Tested::unread(name_of(&path), report),
        };
        self.turns.turn(test, |tested| tested.lacks_memory)
    }

    fn test_file(
        &self,
        mut file: SceneFile,
        path: &Path,
        there: &mut Option<Simulation>,
    ) -> Tested {
        let name = name_of(path);
        let mut trial = self.ingredients.test(&file.text, there);
        let mut blessed = Ok(0);
        if let Some(writer) = self.bless
            && trial.as_ref().is_ok_and(|trial| trial.blessable > 0)
        {
            blessed = self.bless(writer, &mut file, path, there);
            if blessed.is_ok() {
                trial = self.ingredients.test(&file.text, there);
            }
        }
        match trial {
            Ok(trial) => Tested {
                name,
                expectations: Some(trial.expectations),
                blessed,
                lacks_memory: there.as_ref().is_some_and(|there| there.shortage().is_some()),
                outcome: outcome_of(&trial, &file),
            },
            Err(TextError { faults, more, shortage }) => {
                let complaints = faults.into_iter();
                let complaints = complaints.map(|fault| Complaint::new(file.source(), fault, None));
                let outcome = Outcome::Failed { complaints: complaints.collect(), more };
                let lacks_memory = shortage.is_some();
                Tested { name, expectations: None, blessed, lacks_memory, outcome }
            }
        }
    }

    /// Writes what is found into the file; how many values that are, or the report, if that does not
    /// work.
    fn bless(
        &self,
        writer: &Writer,
        file: &mut SceneFile,
        path: &Path,
        there: &mut Option<Simulation>,
    ) -> Result<usize, String> {
        let name = &file.name;
        if is_dash(path) {
            return Err(format!(
                "{name}: error: standard input cannot be blessed, expected a file"
            ));
        }
        let blessed = self.ingredients.bless(&file.text, there);
        let blessed = blessed.map_err(|error| format!("{name}: error: {error}"))?;
        let written = writer.replace(path, blessed.text.as_bytes());
        written.map_err(|error| format!("mazetick: error: cannot write {error}"))?;
        file.text = blessed.text;
        Ok(blessed.values)
    }
}

/// What the failures of a trial come to.
fn outcome_of(trial: &Trial, file: &SceneFile) -> Outcome {
    let Trial { failures, more, .. } = trial;
    if failures.is_empty() {
        return Outcome::Passed;
    }
    let faults = Failure::locate_all(failures, &file.text).into_iter();
    let complaints = faults
        .zip(failures)
        .map(|(fault, failure)| Complaint::new(file.source(), fault, failure.diff.clone()));
    Outcome::Failed { complaints: complaints.collect(), more: *more }
}

impl Tested {
    /// There is no scene to test.
    fn unread(name: String, report: String) -> Self {
        let outcome = Outcome::Unread(report);
        Self { name, expectations: None, blessed: Ok(0), lacks_memory: false, outcome }
    }
}
