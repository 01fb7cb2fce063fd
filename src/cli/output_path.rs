//! Output paths, checked before the work.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use same_file::Handle;

use super::paths::{is_dash, is_scene, shown_path};
use super::writer::end_of_links;

/// Why a read-only file is not replaced.
pub(super) const READ_ONLY: &str = "the file is read-only, expected a writable one";

/// Rejects an output file that could not be written after the work: one of the inputs, by whatever
/// name, a folder, a read-only file, or a file in a missing folder. The error is the report.
pub(super) fn check_target<P: AsRef<Path>>(
    path: &Path,
    inputs: impl IntoIterator<Item = P>,
) -> Result<(), String> {
    let report = |why: &str| Err(format!("{}: error: {why}", shown_path(path)));
    if is_dash(path) {
        return Ok(());
    }
    if path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return report("this is a folder, expected a file");
    }
    if path.metadata().is_ok_and(|it| it.is_file() && it.permissions().readonly()) {
        return report(READ_ONLY);
    }
    if inputs.into_iter().any(|input| is_same_file(path, input.as_ref())) {
        return report("this is an input, expected another file");
    }
    let path = end_of_links(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().unwrap_or(Path::new(""));
    if !folder.as_os_str().is_empty() && !folder.is_dir() {
        return report("there is no such folder");
    }
    Ok(())
}

/// Rejects an output of this kind that has the name of a scene. The error is the report.
pub(super) fn check_is_no_scene(path: &Path, kind: &str) -> Result<(), String> {
    let path = if is_scene(path) { shown_path(path) } else { return Ok(()) };
    Err(format!("{path}: error: this is the name of a scene, expected one for a {kind}"))
}

/// Creates a folder, if it is missing; the error names the path in the way.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder).map_err(|error| {
        let is_in_the_way = |path: &&Path| path.symlink_metadata().is_ok() && !path.is_dir();
        let why = match folder.ancestors().find(is_in_the_way) {
            Some(other) => format!("{}: this is not a folder, expected one", shown_path(other)),
            None => format!("{}: {error}", shown_path(folder)),
        };
        io::Error::new(error.kind(), why)
    })
}

/// Whether two paths lead to one file, by links or as standard input.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    // Opening anything but a file could wait.
    let handle = |path: &Path| match path {
        _ if is_dash(path) => Handle::stdin().ok(),
        _ => path.is_file().then(|| Handle::from_path(path).ok()).flatten(),
    };
    handle(one).is_some_and(|one| handle(other) == Some(one))
}

/// Parses a path that cannot be `-`, as standard output is used for something else.
pub(super) fn path_to_write() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if is_dash(&path) {
            Err("this cannot be written to standard output, expected a path; `./-` is a file of that name")
        } else {
            Ok(path)
        }
    })
}
