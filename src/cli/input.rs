//! Where input comes from: files, folders of scenes, standard input.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use mazetick::{Fault, Scene, Source, TextError};
use walkdir::WalkDir;

/// The argument that stands for standard input.
pub(super) const STANDARD_INPUT: &str = "-";

/// A scene file: its name in reports, and its text.
pub(super) struct SceneFile {
    pub(super) name: String,
    pub(super) text: String,
}

/// The scene files that paths name: files as they are, folders as all `.ron` files below them, in
/// path order. What is wrong with a path goes to standard error, and to the flag.
pub(super) fn scene_paths(paths: &[PathBuf]) -> (Vec<PathBuf>, bool) {
    let mut found = Vec::new();
    let mut all_well = true;
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let before = found.len();
        for entry in WalkDir::new(path) {
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) if entry.path().extension().is_some_and(|end| end == "ron") => {
                    found.push(entry.into_path());
                }
                Ok(_) => {}
                Err(error) => {
                    say!("mazetick: error: {error}");
                    all_well = false;
                }
            }
        }
        found[before..].sort();
        if found.len() == before {
            let path = path.display();
            say!("{path}: error: found no .ron file in this folder, expected scenes");
            all_well = false;
        }
    }
    (found, all_well)
}

/// Opens a file, or standard input: the name that reports use, and the input. The report, if it
/// cannot be opened.
pub(super) fn open(path: &Path) -> Result<(String, Box<dyn Read>), String> {
    let name = name_of(path);
    if is_standard_input(path) {
        return Ok((name, Box::new(io::stdin())));
    }
    match File::open(path) {
        Ok(file) if file.metadata().is_ok_and(|file| file.is_dir()) => {
            Err(format!("{name}: error: found a folder, expected a file"))
        }
        Ok(file) => Ok((name, Box::new(file))),
        Err(error) => Err(format!("{name}: error: {error}")),
    }
}

impl SceneFile {
    /// Reads the text of a scene; the report, if there is none.
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        let name = name_of(path);
        let bytes = if is_standard_input(path) {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            fs::read(path)
        };
        let bytes = bytes.map_err(|error| format!("{name}: error: {error}"))?;
        String::from_utf8(bytes).map(|text| Self { name: name.clone(), text }).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let message = "found a byte that is not UTF-8, expected text".to_owned();
            let fault = Fault { at: at..at + 1, message };
            Source { file: &name, text: error.as_bytes(), first_line: 1 }.report(&fault)
        })
    }

    /// Reads the scene; a report for every fault, if there is none.
    pub(super) fn scene(&self) -> Result<Scene, Vec<String>> {
        Scene::from_ron(&self.text).map_err(|error| self.reports(&error))
    }

    /// The reports of faults of this file.
    pub(super) fn reports(&self, error: &TextError) -> Vec<String> {
        let source = Source { file: &self.name, text: self.text.as_bytes(), first_line: 1 };
        error.faults.iter().map(|fault| source.report(fault)).collect()
    }
}

/// Prints reports on standard error.
pub(super) fn complain(reports: &[String]) {
    for report in reports {
        say!("{report}");
    }
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

fn name_of(path: &Path) -> String {
    if is_standard_input(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}
