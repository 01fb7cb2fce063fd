//! Temporary files that killed processes left.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirEntry, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::base::locked::locked;

/// The number of random characters in the name of a temporary file.
pub(super) const RANDOM: usize = 6;

/// The suffix of its name.
const END: &str = ".mazetick-new";

/// The name of a temporary file, before and after its random part. It contains the name of the
/// target.
pub(super) fn name_beside(name: &OsStr) -> (OsString, &'static str) {
    let mut before = OsString::from(".");
    before.push(stem(name));
    before.push(".");
    (before, END)
}

/// As much of a name as fits into that of a temporary file.
fn stem(name: &OsStr) -> OsString {
    const LONGEST: usize = 100;
    if name.len() <= LONGEST {
        return name.to_owned();
    }
    let mut stem = name.to_string_lossy().into_owned();
    stem.truncate(stem.floor_char_boundary(LONGEST));
    stem.into()
}

/// The leftovers of earlier processes. Each folder is scanned once, when the first file in it is
/// written.
#[derive(Default)]
pub(super) struct Leftovers {
    folders: Mutex<HashMap<PathBuf, ByStem>>,
}

/// The paths of those in a folder, by the stem of their target.
type ByStem = HashMap<Vec<u8>, Vec<PathBuf>>;

impl Leftovers {
    /// Removes those of the file at this path that are not in use. Failing to remove one is not an
    /// error.
    pub(super) fn remove(&self, path: &Path) {
        let folder = path.parent().unwrap_or(Path::new(""));
        let stem = stem(path.file_name().unwrap_or_default());
        let mut folders = locked(&self.folders);
        let of_folder = folders.entry(folder.to_owned()).or_insert_with(|| all_in(folder));
        let of_file = of_folder.remove(stem.as_encoded_bytes()).unwrap_or_default();
        drop(folders);
        for leftover in of_file {
            remove_unless_written(&leftover);
        }
    }
}

/// All leftovers in a folder.
fn all_in(folder: &Path) -> ByStem {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut leftovers = ByStem::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if let Some(stem) = stem_of(name.as_encoded_bytes()).filter(|_| is_file(&entry)) {
            leftovers.entry(stem.to_owned()).or_default().push(entry.path());
        }
    }
    leftovers
}

/// The stem in the name of a leftover; `None` for other names.
fn stem_of(name: &[u8]) -> Option<&[u8]> {
    let inside = name.strip_prefix(b".")?.strip_suffix(END.as_bytes())?;
    let (stem, random) = inside.split_at_checked(inside.len().checked_sub(RANDOM)?)?;
    random.iter().all(u8::is_ascii_alphanumeric).then_some(stem)?.strip_suffix(b".")
}

/// Whether an entry is a regular file: opening anything else could block.
fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_ok_and(|kind| kind.is_file())
}

/// Removes a leftover, unless its lock says that it is in use.
fn remove_unless_written(leftover: &Path) {
    if let Ok(file) = File::options().read(true).write(true).open(leftover)
        && file.try_lock().is_ok()
    {
        let _ = fs::remove_file(leftover);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_whose_place_is_to_be_taken() {
        let long = "\u{e9}".repeat(127) + "x";
        for name in ["a", "a.world", ".a", "a.b12345", "", "\u{e9}", &long] {
            let (before, behind) = name_beside(OsStr::new(name));
            let beside = [before.as_encoded_bytes(), b"aB3dE6", behind.as_bytes()].concat();
            assert_eq!(stem_of(&beside), Some(stem(OsStr::new(name)).as_encoded_bytes()));
            assert!(beside.len() <= 255 - "x".len(), "a folder takes it");
        }
        for name in [
            ".a.aB3dE6.mazetick",
            "a.aB3dE6.mazetick-new",
            ".a.aB3-E6.mazetick-new",
            ".aaB3dE6.mazetick-new",
            ".E6.mazetick-new",
            ".mazetick-new",
            "..mazetick-new",
        ] {
            assert_eq!(stem_of(name.as_bytes()), None, "{name}");
        }
    }
}
