//! Tests scenes, and blesses their files.

use std::path::{Path, PathBuf};

use crate::base::report::TextError;
use crate::registry::Registry;
use crate::scene::simulation::Simulation;
use crate::tools::sweep::Seeds;
use crate::tools::trial::{Failure, SeedTrials, Trial};

use super::{Complaint, SceneResult, Tested};
use crate::cli::input::{SceneFile, seed_note};
use crate::cli::paths::{is_dash, name_of};
use crate::cli::writer::Writer;

/// Tests scenes, in parallel with others.
pub(super) struct Tester<'a> {
    /// Writes blessed values, if wanted.
    pub(super) bless: Option<&'a Writer>,
    /// The seeds to test with, instead of the scenes' own.
    pub(super) seeds: Option<Seeds>,
    pub(super) registry: &'a Registry,
}

impl Tester<'_> {
    /// Tests the scene at a path.
    pub(super) fn test(
        &self,
        path: &Result<PathBuf, String>,
        spare: &mut Option<Simulation>,
    ) -> Tested {
        let path = match path {
            Ok(path) => path,
            Err(report) => return Tested::unread(String::new(), report.clone()),
        };
        match SceneFile::open(path) {
            Ok(file) => self.test_file(file, path, spare),
            Err(report) => Tested::unread(name_of(path), report),
        }
    }

    fn test_file(
        &self,
        mut file: SceneFile,
        path: &Path,
        spare: &mut Option<Simulation>,
    ) -> Tested {
        let name = name_of(path);
        if let Some(seeds) = self.seeds {
            let trials = self.registry.test_seeds(&file.text, seeds, spare);
            let is_without_chance = trials.as_ref().is_ok_and(|it| it.is_without_chance);
            let note = is_without_chance.then(|| seed_note(&name, "--seeds"));
            let tested = trials.map(|it| (it.expectations, result_of_seeds(&it, &file)));
            return Tested { note, ..Tested::new(name, tested, Ok(0), &file) };
        }
        let mut trial = self.registry.test(&file.text, spare);
        let mut blessed = Ok(0);
        if let Some(writer) = self.bless
            && trial.as_ref().is_ok_and(|trial| trial.blessable > 0)
        {
            blessed = self.bless(writer, &mut file, path, spare);
            if blessed.is_ok() {
                trial = self.registry.test(&file.text, spare);
            }
        }
        let tested = trial.map(|trial| (trial.expectations, result_of(&trial, &file)));
        Tested::new(name, tested, blessed, &file)
    }

    /// Writes the actual values into the file: their number, or an error report.
    fn bless(
        &self,
        writer: &Writer,
        file: &mut SceneFile,
        path: &Path,
        spare: &mut Option<Simulation>,
    ) -> Result<usize, String> {
        let name = &file.name;
        if is_dash(path) {
            return Err(format!(
                "{name}: error: standard input cannot be blessed, expected a file"
            ));
        }
        let blessed = self.registry.bless(&file.text, spare);
        let blessed = blessed.map_err(|error| format!("{name}: error: {error}"))?;
        let written = writer.replace(path, blessed.text.as_bytes());
        written.map_err(|error| format!("mazetick: error: cannot write {error}"))?;
        file.text = blessed.text;
        Ok(blessed.values)
    }
}

/// The result of trials with many seeds: the failures of the first failing seeds, and the number
/// of further ones.
fn result_of_seeds(trials: &SeedTrials, file: &SceneFile) -> SceneResult {
    if trials.failed == 0 {
        return SceneResult::TickDiff;
    }
    let first = trials.first.iter().flat_map(|(seed, failures)| {
        let faults = Failure::locate_all(failures, &file.text).into_iter();
        faults.zip(failures).map(move |(mut fault, failure)| {
            fault.message = format!("with seed {seed}: {}", fault.message);
            Complaint::new(file.source(), fault, failure.diff.clone())
        })
    });
    let more = trials.failed - trials.first.len() as u64;
    SceneResult::Failed {
        complaints: first.collect(),
        more: usize::try_from(more).unwrap_or(usize::MAX),
    }
}

/// The result of a trial.
fn result_of(trial: &Trial, file: &SceneFile) -> SceneResult {
    let Trial { failures, more, .. } = trial;
    if failures.is_empty() {
        return SceneResult::TickDiff;
    }
    let faults = Failure::locate_all(failures, &file.text).into_iter();
    let complaints = faults
        .zip(failures)
        .map(|(fault, failure)| Complaint::new(file.source(), fault, failure.diff.clone()));
    SceneResult::Failed { complaints: complaints.collect(), more: *more }
}

impl Tested {
    /// The result of a scene: the number of its expectations and their result, or why it is
    /// invalid.
    fn new(
        name: String,
        tested: Result<(usize, SceneResult), TextError>,
        blessed: Result<usize, String>,
        file: &SceneFile,
    ) -> Self {
        match tested {
            Ok((expectations, result)) => {
                let expectations = Some(expectations);
                Self { name, expectations, blessed, note: None, result }
            }
            Err(TextError { faults, more }) => {
                let complaints = faults.into_iter();
                let complaints = complaints.map(|fault| Complaint::new(file.source(), fault, None));
                let result = SceneResult::Failed { complaints: complaints.collect(), more };
                Self { name, expectations: None, blessed, note: None, result }
            }
        }
    }

    /// A scene that cannot be read.
    fn unread(name: String, report: String) -> Self {
        let result = SceneResult::Unread(report);
        let blessed = Ok(0);
        Self { name, expectations: None, blessed, note: None, result }
    }
}
