//! Paths: to scenes, as given and in folders, and to outputs, checked before the work; and words quoted for shells.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::{env, fs, io, iter, mem};

use alphanumeric_sort::compare_os_str;
use clap::ValueEnum;
use clap::builder::{PathBufValueParser, TypedValueParser};
use same_file::Handle;
use walkdir::{DirEntry, WalkDir};

use crate::base::report::{escape_controls, steers};

use super::verdict::Reports;

pub(super) const DASH: &str = "-";

/// The scene files of paths: files as they are, folders as all `.ron` files below them, in path
/// order. An error is the report about a path.
pub(super) fn scene_paths(
    paths: Vec<PathBuf>,
) -> impl Iterator<Item = Result<PathBuf, Reports>> + Send {
    let mut has_dash = false;
    paths
        .into_iter()
        .flat_map(move |path| -> Box<dyn Iterator<Item = _> + Send> {
            if is_dash(&path) && mem::replace(&mut has_dash, true) {
                let why = "found `-` twice, expected standard input once";
                return Box::new(iter::once(Err(Reports::of_call(why))));
            }
            if !path.is_dir() {
                return Box::new(iter::once(Ok(path)));
            }
            let in_order =
                |a: &DirEntry, b: &DirEntry| compare_os_str(a.file_name(), b.file_name());
            let below = WalkDir::new(&path)
                .follow_links(true)
                .sort_by(in_order)
                .into_iter();
            let mut scenes = below.filter_map(scene_path).peekable();
            if scenes.peek().is_none() {
                let why = "found no .ron file in this folder, expected scenes";
                return Box::new(iter::once(Err(report_at(&path, why))));
            }
            Box::new(scenes)
        })
}

pub(super) fn is_scene(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "ron")
}

/// The path of a folder's entry, if it is a scene's. Pipes and devices are skipped, as reading them could
/// block, and so is a link to a folder around it, whose scenes are found without it. A broken link counts, so that
/// it is reported.
fn scene_path(entry: walkdir::Result<DirEntry>) -> Option<Result<PathBuf, Reports>> {
    let error = match entry {
        Ok(entry) => {
            let is_file = is_scene(entry.path()) && entry.file_type().is_file();
            return is_file.then(|| Ok(entry.into_path()));
        }
        Err(error) => error,
    };
    let link = error.path().filter(|path| path.is_symlink());
    match link {
        Some(path) if error.loop_ancestor().is_some() || !is_scene(path) => None,
        Some(path) => Some(Ok(path.to_owned())),
        None => Some(Err(Reports::of_call(escape_controls(&error.to_string())))),
    }
}

/// The canonical path, or the path itself if there is no such file.
pub(super) fn whole_path(path: &Path) -> PathBuf {
    let is_file = !is_dash(path);
    is_file
        .then(|| fs::canonicalize(path).ok())
        .flatten()
        .unwrap_or_else(|| path.to_owned())
}

pub(super) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == DASH
}

/// A path for display, in one line.
pub(super) fn shown_path(path: &Path) -> String {
    escape_controls(&path.to_string_lossy())
}

pub(super) fn report_at(path: &Path, why: impl Display) -> Reports {
    format!("{}: error: {why}", shown_path(path)).into()
}

/// The path that one of a missing file probably means: a name in it differs in up to two letters.
pub(super) fn path_like(path: &Path) -> Option<PathBuf> {
    let is_missing = |it: &&Path| !it.as_os_str().is_empty() && !it.exists();
    let missing = path.ancestors().take_while(is_missing).last()?;
    let name = missing.file_name()?.to_str()?;
    let folder = missing.parent().filter(|it| !it.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new(".")))
        .ok()?
        .flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let near = names.map(|it| (strsim::osa_distance(name, &it), it)).min();
    let (_, near) = near.filter(|&(letters, _)| letters <= 2 && 2 * letters < name.len())?;
    let rest = path.strip_prefix(missing).ok()?.iter();
    let meant = rest.fold(missing.with_file_name(near), |path, name| path.join(name));
    meant.exists().then_some(meant)
}

pub(super) const STDIN: &str = "<stdin>";

pub(super) fn name_of(path: &Path) -> String {
    if is_dash(path) {
        STDIN.to_owned()
    } else {
        path.to_string_lossy().into_owned()
    }
}

pub(super) const READ_ONLY: &str = "the file is read-only, expected a writable one";

/// Rejects an output file that could not be written after the work: one of the inputs, by whatever
/// name, a folder, a read-only file, or a file in a missing folder. The error is the report.
pub(super) fn check_target<P: AsRef<Path>>(
    path: &Path,
    inputs: impl IntoIterator<Item = P>,
) -> Result<(), Reports> {
    let report = |why: &str| Err(report_at(path, why));
    if is_dash(path) {
        return Ok(());
    }
    if path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return report("this is a folder, expected a file");
    }
    if path
        .metadata()
        .is_ok_and(|it| it.is_file() && it.permissions().readonly())
    {
        return report(READ_ONLY);
    }
    if inputs
        .into_iter()
        .any(|input| is_same_file(path, input.as_ref()))
    {
        return report("this is an input, expected another file");
    }
    let path = whole_path(path);
    let folder = path.parent().unwrap_or(Path::new(""));
    if !folder.as_os_str().is_empty() && !folder.is_dir() {
        return report("there is no such folder");
    }
    Ok(())
}

/// The format that is asked for, or else that of a file's extension; the error lists the known ones.
pub(super) fn format_of<F: ValueEnum>(asked: Option<F>, path: &Path) -> Result<F, Reports> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    asked
        .map_or_else(|| F::from_str(&ending, true), Ok)
        .map_err(|_| {
            let known = F::value_variants()
                .iter()
                .filter_map(ValueEnum::to_possible_value);
            let known = known
                .map(|it| format!(".{}", it.get_name()))
                .collect::<Vec<_>>()
                .join(", ");
            Reports::of_call(match shown_path(path) {
                dash if dash == DASH => "found `-o -`, expected `--format` with it".to_owned(),
                path => {
                    format!(
                        "{path}: unknown format, expected an extension of {known}, or `--format`"
                    )
                }
            })
        })
}

/// Rejects an output of this kind that has the name of a scene. The error is the report.
pub(super) fn check_is_no_scene(path: &Path, kind: &str) -> Result<(), Reports> {
    if !is_scene(path) {
        return Ok(());
    }
    Err(report_at(
        path,
        format!("this is the name of a scene, expected one for a {kind}"),
    ))
}

/// Rejects an output in whose place there is another file with contents, unless it may be replaced. The error is the
/// report.
pub(super) fn check_is_free(path: &Path, may_replace: bool) -> Result<(), Reports> {
    if may_replace
        || path
            .metadata()
            .is_ok_and(|it| !it.is_file() || it.len() == 0)
    {
        return Ok(());
    }
    let why = "found a table, expected no file in its place; `--force` replaces it";
    if path.exists() {
        Err(report_at(path, why))
    } else {
        Ok(())
    }
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
        _ => path
            .is_file()
            .then(|| Handle::from_path(path).ok())
            .flatten(),
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

/// The program as it was called, for commands to copy; without the folders of an absolute path.
pub(super) fn program() -> String {
    let called = env::args_os().next().map(PathBuf::from).unwrap_or_default();
    let name = called.file_name().filter(|_| called.is_absolute());
    copyable(&name.unwrap_or(called.as_os_str()).to_string_lossy())
}

/// A word of a command to copy: quoted as Bash and Zsh read it, in one line.
pub(super) fn copyable(word: &str) -> String {
    if !word.contains(steers) {
        return quoted(word);
    }
    let escaped = word.chars().map(|c| match c {
        '\'' | '\\' => format!("\\{c}"),
        '\n' => "\\n".to_owned(),
        _ if c.is_ascii_control() => format!("\\x{:02x}", u32::from(c)),
        _ if steers(c) => format!("\\u{:04x}", u32::from(c)),
        _ => c.to_string(),
    });
    format!("$'{}'", escaped.collect::<String>())
}

/// A path in a command to copy, which is neither an option nor standard input.
pub(super) fn copyable_path(path: &Path) -> String {
    let word = path.to_string_lossy();
    let is_option = word.starts_with('-') && !is_dash(path);
    copyable(&if is_option {
        format!("./{word}")
    } else {
        word.into_owned()
    })
}

/// A word, quoted for a shell if necessary.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./,:=+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
