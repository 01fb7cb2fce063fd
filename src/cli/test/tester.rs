//! Tests scenes, and blesses their files.

use std::path::{Path, PathBuf};

use crate::{Failure, Ingredients, Simulation, Trial, limits};

use super::{Complaint, Outcome, Tested};
use crate::cli::input::{SceneFile, check_length};
use crate::cli::paths::{is_dash, name_of};
use crate::cli::writer::Writer;

/// Tests scenes, one after the other, in one simulation.
pub(super) struct Tester<'a> {
    /// Writes what is blessed, if anything is to be.
    bless: Option<&'a Writer>,
    ingredients: &'a Ingredients,
    simulation: Option<Simulation>,
}

impl<'a> Tester<'a> {
    pub(super) fn new(bless: Option<&'a Writer>, ingredients: &'a Ingredients) -> Self {
        Self { bless, ingredients, simulation: None }
    }

    pub(super) fn test(&mut self, path: Result<PathBuf, String>) -> Tested {
        let unread = |name, report| {
            let outcome = Outcome::Unread(report);
            Tested { name, expectations: None, blessed: Ok(0), outcome }
        };
        match path.map(|path| (SceneFile::open(&path), path)) {
            Ok((Ok(file), path)) => self.test_file(file, &path),
            Ok((Err(report), path)) => unread(name_of(&path), report),
            Err(report) => unread(String::new(), report),
        }
    }

    fn test_file(&mut self, mut file: SceneFile, path: &Path) -> Tested {
        let name = name_of(path);
        let Trial { expectations, mut failures } =
            match self.ingredients.test(&file.text, &mut self.simulation) {
                Ok(trial) => trial,
                Err(error) => {
                    let faults = error.faults.into_iter();
                    let complaints = faults.map(|fault| Complaint::new(file.source(), fault, None));
                    let outcome = Outcome::Failed { complaints: complaints.collect(), more: 0 };
                    return Tested { name, expectations: None, blessed: Ok(0), outcome };
                }
            };
        let mut blessed = Ok(0);
        if let Some(writer) = self.bless
            && failures.iter().any(Failure::can_be_blessed)
        {
            blessed = write_blessed(writer, self.ingredients, &file, path, &failures).map(|text| {
                file.text = text;
                let found = failures.len();
                failures.retain(|failure| !failure.can_be_blessed());
                found - failures.len()
            });
        }
        let more = failures.len().saturating_sub(limits::FAULTS);
        failures.truncate(limits::FAULTS);
        let faults = Failure::locate_all(&failures, &file.text).into_iter();
        let failed = faults.zip(failures);
        let complaints: Vec<_> = failed
            .map(|(fault, failure)| Complaint::new(file.source(), fault, failure.diff))
            .collect();
        let outcome = if complaints.is_empty() {
            Outcome::Passed
        } else {
            Outcome::Failed { complaints, more }
        };
        Tested { name, expectations: Some(expectations), blessed, outcome }
    }
}

/// Writes what was found into the file: its new text; the report, if that does not work.
fn write_blessed(
    writer: &Writer,
    ingredients: &Ingredients,
    file: &SceneFile,
    path: &Path,
    failures: &[Failure],
) -> Result<String, String> {
    let name = &file.name;
    if is_dash(path) {
        return Err(format!("{name}: error: standard input cannot be blessed, expected a file"));
    }
    let blessed = ingredients
        .bless(&file.text, failures)
        .map_err(|error| format!("{name}: error: the blessed scene would not be one: {error}"))?;
    check_length("scene", blessed.len(), limits::TEXT)
        .map_err(|why| format!("{name}: error: blessed, this would be {why}"))?;
    writer
        .replace(path, blessed.as_bytes())
        .map_err(|error| format!("mazetick: error: cannot write {error}"))?;
    Ok(blessed)
}
