//! Inputs: files and standard input.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use crate::base::limits;
use crate::base::memory::make_room;
use crate::{Fault, Ingredients, Scene, Source, TextError, counted, shown};

use super::Verdict;
use super::paths::{is_dash, name_of};

/// A scene file, or another file that contains a scene: its displayed name, and its text.
pub(super) struct SceneFile {
    pub(super) name: String,
    pub(super) text: String,
}

/// Opens a file, or standard input: its displayed name, and the input, or an error report.
pub(super) fn open(path: &Path) -> Result<(String, Box<dyn Read>), String> {
    let name = shown(&name_of(path));
    if is_dash(path) {
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

/// An input whose errors name it.
pub(super) struct Named<R> {
    pub(super) name: String,
    pub(super) input: R,
}

impl<R: Read> Read for Named<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", self.name));
        self.input.read(bytes).map_err(named)
    }
}

impl SceneFile {
    /// Reads the text of a scene, or an error report.
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        Self::open_as("scene", path)
    }

    /// Reads the text of a file of this kind, or an error report.
    pub(super) fn open_as(kind: &str, path: &Path) -> Result<Self, String> {
        let (name, input) = open(path)?;
        let length = fs::metadata(path).map_or(0, |file| file.len());
        let bytes = read(input, length, kind, limits::TEXT)
            .map_err(|error| format!("{name}: error: {error}"))?;
        String::from_utf8(bytes).map(|text| Self { name: name.clone(), text }).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let message = "found a byte that is not UTF-8, expected text".to_owned();
            let fault = Fault { at: at..at + 1, message };
            Source { file: &name, text: error.as_bytes(), start: (1, 1) }.report(&fault)
        })
    }

    /// Parses the scene, or a report for every error.
    pub(super) fn scene(&self, ingredients: &Ingredients) -> Result<Scene, Vec<String>> {
        ingredients.read(&self.text).map_err(|error| self.reports(&error))
    }

    /// The reports of errors in this file.
    pub(super) fn reports(&self, error: &TextError) -> Vec<String> {
        let reports = error.faults.iter().map(|fault| self.source().report(fault));
        let more = (error.more > 0)
            .then(|| format!("{}: error: {} more", self.name, counted(error.more, "fault")));
        reports.chain(more).collect()
    }

    /// The text, for reports.
    pub(super) fn source(&self) -> Source<'_> {
        Source { file: &self.name, text: self.text.as_bytes(), start: (1, 1) }
    }
}

/// Prints reports on standard error: the verdict of bad input.
pub(super) fn refuse(reports: &[String]) -> Verdict {
    complain(reports);
    Verdict::BadInput
}

/// Prints reports on standard error.
pub(super) fn complain(reports: &[String]) {
    for report in reports {
        say!("{report}");
    }
}

/// Reads all of an input of this kind, at most `limit` bytes; `length` is a hint.
fn read(mut input: impl Read, length: u64, kind: &str, limit: usize) -> Result<Vec<u8>, String> {
    const BLOCK: usize = 1 << 16;
    let mut bytes = Vec::new();
    let length = usize::try_from(length).unwrap_or(usize::MAX).min(limit);
    make_room(&mut bytes, length + BLOCK).map_err(|error| error.to_string())?;
    loop {
        make_room(&mut bytes, BLOCK).map_err(|error| error.to_string())?;
        let read = input.by_ref().take(BLOCK as u64).read_to_end(&mut bytes);
        let read = read.map_err(|error| error.to_string())?;
        check_length(kind, bytes.len(), limit)?;
        if read < BLOCK {
            return Ok(bytes);
        }
    }
}

/// Rejects a text of this kind that is longer than the limit, when reading and when writing. The
/// error says why.
pub(super) fn check_length(kind: &str, length: usize, limit: usize) -> Result<(), String> {
    if length > limit {
        Err(format!("a {kind} of more than {limit} bytes, expected at most {limit}"))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_at_most_as_long_as_the_limit() {
        assert_eq!(read(&b"Scene"[..], 5, "scene", 5), Ok(b"Scene".to_vec()));
        let message = |kind| Err(format!("a {kind} of more than 4 bytes, expected at most 4"));
        assert_eq!(read(&b"Scene"[..], 0, "scene", 4), message("scene"));
        assert_eq!(read(io::repeat(b' '), u64::MAX, "record", 4), message("record"));
    }
}
