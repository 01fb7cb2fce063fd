//! Tests scenes, and blesses their files.

use std::path::{Path, PathBuf};

use mazetick::{Failure, Fault, Simulation, bless};

use super::{Complaint, Passed, Tested};
use crate::cli::input::{STANDARD_INPUT, SceneFile, replace_file};

/// Tests scenes, one after the other, in one simulation.
pub(super) struct Tester {
    bless: bool,
    simulation: Option<Simulation>,
}

impl Tester {
    pub(super) fn new(bless: bool) -> Self {
        Self { bless, simulation: None }
    }

    pub(super) fn test(&mut self, path: Result<PathBuf, String>) -> Tested {
        let opened = path.and_then(|path| Ok((SceneFile::open(&path)?, path)));
        match opened {
            Ok((file, path)) => self.test_file(file, &path),
            Err(report) => {
                Tested { name: String::new(), blessed: 0, result: Passed::Unread(report) }
            }
        }
    }

    fn test_file(&mut self, mut file: SceneFile, path: &Path) -> Tested {
        let mut failures = match mazetick::test(&file.text, &mut self.simulation) {
            Ok(failures) => failures,
            Err(error) => {
                let faults = error.faults.into_iter();
                let complaints = faults.map(|fault| Complaint::new(file.source(), fault, None));
                let result = Passed::No(complaints.collect());
                return Tested { name: file.name, blessed: 0, result };
            }
        };
        let found = failures.len();
        let mut complaints = Vec::new();
        if self.bless && failures.iter().any(Failure::can_be_blessed) {
            let written = write_blessed(&file, path, &failures);
            failures.retain(|failure| !failure.can_be_blessed());
            match written {
                Ok(blessed) => file.text = blessed,
                Err(why) => {
                    let fault = Fault { at: 0..0, message: why };
                    complaints.push(Complaint::new(file.source(), fault, None));
                }
            }
        }
        let blessed = found - failures.len();
        let faults = Failure::locate_all(&failures, &file.text).into_iter();
        let failed = faults.zip(failures);
        complaints.extend(
            failed.map(|(fault, failure)| Complaint::new(file.source(), fault, failure.diff)),
        );
        let result = if complaints.is_empty() { Passed::Yes } else { Passed::No(complaints) };
        Tested { name: file.name, blessed, result }
    }
}

/// Writes what was found into the file: its new text; why not, if that does not work.
fn write_blessed(file: &SceneFile, path: &Path, failures: &[Failure]) -> Result<String, String> {
    if path.as_os_str() == STANDARD_INPUT {
        return Err("standard input cannot be blessed, expected a file".to_owned());
    }
    let blessed = bless(&file.text, failures)
        .map_err(|error| format!("the blessed scene would not be one: {error}"))?;
    replace_file(path, blessed.as_bytes()).map_err(|error| error.to_string())?;
    Ok(blessed)
}
