//! Paths to scenes: files as they are given, and those that folders hold.

use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use crate::shown;
use walkdir::{DirEntry, WalkDir};

use super::order::by_numbers;

/// The argument that stands for standard input, or for standard output.
pub(super) const DASH: &str = "-";

/// The scene files that paths name: files as they are, folders as all `.ron` files below them, in
/// path order. An error is the report of what is wrong with a path.
pub(super) fn scene_paths(
    paths: Vec<PathBuf>,
) -> impl Iterator<Item = Result<PathBuf, String>> + Send {
    paths.into_iter().flat_map(|path| -> Box<dyn Iterator<Item = _> + Send> {
        if !path.is_dir() {
            return Box::new(iter::once(Ok(path)));
        }
        let in_order = |a: &DirEntry, b: &DirEntry| by_numbers(a.file_name(), b.file_name());
        let below = WalkDir::new(&path).sort_by(in_order).into_iter();
        let mut scenes = below.filter_map(scene_path).peekable();
        if scenes.peek().is_none() {
            let path = shown_path(&path);
            let report =
                format!("{path}: error: found no .ron file in this folder, expected scenes");
            return Box::new(iter::once(Err(report)));
        }
        Box::new(scenes)
    })
}

/// Whether a path in a folder is that of a scene.
pub(super) fn is_scene(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "ron")
}

/// The path of an entry of a folder, if it is that of a scene.
fn scene_path(entry: walkdir::Result<DirEntry>) -> Option<Result<PathBuf, String>> {
    match entry {
        Ok(entry) => (is_scene(entry.path()) && is_file(&entry)).then(|| Ok(entry.into_path())),
        Err(error) => Some(Err(format!("mazetick: error: {}", shown(&error.to_string())))),
    }
}

/// Whether an entry of a folder is a file or leads to one. Nobody asked by name for what else there
/// is, and to read a pipe or a device could take for ever. A link that leads nowhere counts: that it
/// cannot be read is to be said.
fn is_file(entry: &DirEntry) -> bool {
    let is_link = entry.path_is_symlink();
    entry.file_type().is_file()
        || is_link && fs::metadata(entry.path()).map_or(true, |there| there.is_file())
}

/// The path without detours, the same for whatever leads to a file; as it is, if it leads to none.
pub(super) fn whole_path(path: &Path) -> PathBuf {
    let is_file = !is_dash(path);
    is_file.then(|| fs::canonicalize(path).ok()).flatten().unwrap_or_else(|| path.to_owned())
}

/// Whether a path stands for standard input or output.
pub(super) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == DASH
}

/// A path as it is shown, in one line.
pub(super) fn shown_path(path: &Path) -> String {
    shown(&path.to_string_lossy())
}

/// The name of an input.
pub(super) fn name_of(path: &Path) -> String {
    if is_dash(path) { "<stdin>".to_owned() } else { path.to_string_lossy().into_owned() }
}
