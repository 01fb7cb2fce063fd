//! Paths to scenes: files as given, and those in folders.

use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use alphanumeric_sort::compare_os_str;
use walkdir::{DirEntry, WalkDir};

use crate::base::report::escape_controls;

/// The argument for standard input or output.
pub(super) const DASH: &str = "-";

/// The scene files of paths: files as they are, folders as all `.ron` files below them, in path
/// order. An error is the report about a path.
pub(super) fn scene_paths(
    paths: Vec<PathBuf>,
) -> impl Iterator<Item = Result<PathBuf, String>> + Send {
    paths.into_iter().flat_map(|path| -> Box<dyn Iterator<Item = _> + Send> {
        if !path.is_dir() {
            return Box::new(iter::once(Ok(path)));
        }
        let in_order = |a: &DirEntry, b: &DirEntry| compare_os_str(a.file_name(), b.file_name());
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

/// Whether a path in a folder is a scene's.
pub(super) fn is_scene(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "ron")
}

/// The path of a folder's entry, if it is a scene's.
fn scene_path(entry: walkdir::Result<DirEntry>) -> Option<Result<PathBuf, String>> {
    match entry {
        Ok(entry) => (is_scene(entry.path()) && is_file(&entry)).then(|| Ok(entry.into_path())),
        Err(error) => {
            Some(Err(format!("mazetick: error: {}", escape_controls(&error.to_string()))))
        }
    }
}

/// Whether an entry is a regular file or a link to one. Pipes and devices are skipped: reading them
/// could block. Broken links count, so that they are reported.
fn is_file(entry: &DirEntry) -> bool {
    let is_link = entry.path_is_symlink();
    entry.file_type().is_file()
        || is_link && fs::metadata(entry.path()).map_or(true, |there| there.is_file())
}

/// The canonical path, or the path itself if there is no such file.
pub(super) fn whole_path(path: &Path) -> PathBuf {
    let is_file = !is_dash(path);
    is_file.then(|| fs::canonicalize(path).ok()).flatten().unwrap_or_else(|| path.to_owned())
}

/// Whether a path means standard input or output.
pub(super) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == DASH
}

/// A path for display, in one line.
pub(super) fn shown_path(path: &Path) -> String {
    escape_controls(&path.to_string_lossy())
}

/// The name of an input.
pub(super) fn name_of(path: &Path) -> String {
    if is_dash(path) { "<stdin>".to_owned() } else { path.to_string_lossy().into_owned() }
}
