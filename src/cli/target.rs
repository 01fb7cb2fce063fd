//! Paths that are written to: refused before the work, if that would be in vain or do harm.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

use super::paths::{is_dash, shown_path};

/// Refuses, before the work, a file that cannot be written after it: one of the inputs, by whatever
/// name, a folder, or a file whose folder is not there. The error is the report.
pub(super) fn check_target<P: AsRef<Path>>(
    path: &Path,
    inputs: impl IntoIterator<Item = P>,
) -> Result<(), String> {
    let report = |why: &str| Err(format!("{}: error: {why}", shown_path(path)));
    if is_dash(path) {
        return Ok(());
    }
    if path.is_dir() {
        return report("this is a folder, expected a file");
    }
    let identity = Identity::of(path);
    if identity.is_some()
        && inputs.into_iter().any(|input| Identity::of(input.as_ref()) == identity)
    {
        return report("this is what is read, expected another file");
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    if !folder.as_os_str().is_empty() && !folder.is_dir() {
        return report("there is no such folder");
    }
    Ok(())
}

/// Makes a folder, if it is not there; the error names what is in the way.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder).map_err(|error| {
        let is_in_the_way = |path: &&Path| path.symlink_metadata().is_ok() && !path.is_dir();
        let why = match folder.ancestors().find(is_in_the_way) {
            Some(other) => format!("{}: this is no folder, expected one", shown_path(other)),
            None => format!("{}: {error}", shown_path(folder)),
        };
        io::Error::new(error.kind(), why)
    })
}

/// What tells a file from all others, whatever leads to it: a name, a link, standard input.
#[derive(PartialEq, Eq)]
pub(super) struct Identity(Place);

/// The device and the file on it.
#[cfg(unix)]
type Place = (u64, u64);
/// The path without links; other hard links are other files here.
#[cfg(not(unix))]
type Place = PathBuf;

impl Identity {
    /// That of the file at a path, if there is one.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let path = if is_dash(path) { Path::new("/dev/stdin") } else { path };
        let there = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        #[cfg(unix)]
        let place = {
            use std::os::unix::fs::MetadataExt;
            (there.dev(), there.ino())
        };
        #[cfg(not(unix))]
        let place = fs::canonicalize(path).ok().filter(|_| there.is_file())?;
        Some(Self(place))
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
