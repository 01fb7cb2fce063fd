//! Input from files or standard input, and files that are written.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::builder::{PathBufValueParser, TypedValueParser};
use mazetick::{Fault, Scene, Source, TextError, limits, shown};

use super::listener::listener;
use super::paths::{is_dash, name_of, shown_path, whole_path};

/// A scene file, or one with a scene in it: its name as it is shown, and its text.
pub(super) struct SceneFile {
    pub(super) name: String,
    pub(super) text: String,
}

/// Opens a file, or standard input: its name as it is shown, and the input. The report, if it
/// cannot be opened.
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
    /// Reads the text of a scene; the report, if there is none.
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        Self::open_as("scene", path)
    }

    /// Reads the text of a file of this kind; the report, if there is none.
    pub(super) fn open_as(kind: &str, path: &Path) -> Result<Self, String> {
        let (name, input) = open(path)?;
        let bytes =
            read(input, kind, limits::TEXT).map_err(|error| format!("{name}: error: {error}"))?;
        String::from_utf8(bytes).map(|text| Self { name: name.clone(), text }).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let message = "found a byte that is not UTF-8, expected text".to_owned();
            let fault = Fault { at: at..at + 1, message };
            Source { file: &name, text: error.as_bytes(), start: (1, 1) }.report(&fault)
        })
    }

    /// Reads the scene; a report for every fault, if there is none.
    pub(super) fn scene(&self) -> Result<Scene, Vec<String>> {
        Scene::from_ron(&self.text).map_err(|error| self.reports(&error))
    }

    /// The reports of faults of this file.
    pub(super) fn reports(&self, error: &TextError) -> Vec<String> {
        error.faults.iter().map(|fault| self.source().report(fault)).collect()
    }

    /// The text, for reports.
    pub(super) fn source(&self) -> Source<'_> {
        Source { file: &self.name, text: self.text.as_bytes(), start: (1, 1) }
    }
}

/// Puts these bytes in the place of the file at this path, as [`replace_file`] does, or on standard
/// output.
///
/// # Errors
/// If that cannot be done.
pub(super) fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if is_dash(path) { listener().write_all(bytes) } else { replace_file(path, bytes) }
}

/// Refuses, before the work, a file that cannot be written after it: the input itself, or one whose
/// folder is not there. The error is the report.
pub(super) fn check_target(path: &Path, input: &Path) -> Result<(), String> {
    let folder = whole_path(path).parent().map(Path::to_owned).unwrap_or_default();
    if is_dash(path) || is_dash(input) {
        Ok(())
    } else if path.exists() && whole_path(path) == whole_path(input) {
        Err(format!("{}: error: this is what is read, expected another file", shown_path(path)))
    } else if folder.as_os_str().is_empty() || folder.is_dir() {
        Ok(())
    } else {
        Err(format!("{}: error: there is no such folder", shown_path(path)))
    }
}

/// Reads a path that cannot stand for standard output, which something else goes to.
pub(super) fn path_to_write() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if is_dash(&path) {
            Err("this cannot go to standard output, expected a path; `./-` is one of that name")
        } else {
            Ok(path)
        }
    })
}

/// Puts these bytes in the place of the file at this path: they are written beside it, then the name
/// passes to them, so at every moment there is the old file or the new one, whole. What is no file,
/// such as a pipe, is written to. A file that may only be read is left alone.
///
/// # Errors
/// If that cannot be done; the error names the path.
pub(super) fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let replaced = match fs::metadata(path) {
        Ok(there) if !there.is_file() => {
            File::options().write(true).open(path).and_then(|mut there| there.write_all(bytes))
        }
        Ok(there) if there.permissions().readonly() => {
            let why = "the file is read-only, expected one that may be written";
            Err(io::Error::new(ErrorKind::PermissionDenied, why))
        }
        there => replace(path, there.ok().map(|there| there.permissions()), bytes),
    };
    replaced.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", shown_path(path))))
}

fn replace(path: &Path, permissions: Option<fs::Permissions>, bytes: &[u8]) -> io::Result<()> {
    /// Tells apart what threads of one process write.
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let path = whole_path(path);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let beside = path.with_file_name(format!(".mazetick-{}-{count}.new", process::id()));
    let mut file = File::create_new(&beside)?;
    let put = || {
        file.write_all(bytes)?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        file.sync_all()?;
        fs::rename(&beside, &path)
    };
    put().inspect_err(|_| drop(fs::remove_file(&beside)))
}

/// Prints reports on standard error.
pub(super) fn complain(reports: &[String]) {
    for report in reports {
        say!("{report}");
    }
}

/// Reads all of an input of this kind that is no longer than the limit.
fn read(input: impl Read, kind: &str, limit: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = input.take(limit as u64 + 1).read_to_end(&mut bytes);
    match read {
        Err(error) => Err(error.to_string()),
        Ok(read) if read > limit => {
            Err(format!("a {kind} of more than {limit} bytes, expected at most {limit}"))
        }
        Ok(_) => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_at_most_as_long_as_the_limit() {
        assert_eq!(read(&b"Scene"[..], "scene", 5), Ok(b"Scene".to_vec()));
        let message = |kind| Err(format!("a {kind} of more than 4 bytes, expected at most 4"));
        assert_eq!(read(&b"Scene"[..], "scene", 4), message("scene"));
        assert_eq!(read(io::repeat(b' '), "record", 4), message("record"));
    }
}
