//! Outputs: standard output, whose reader may close it at any time, and files, written atomically.

use std::fmt::Write as _;
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde::Serialize;
use tempfile::TempPath;

use crate::base::jobs::locked;
use crate::base::report::escape_controls;

use super::console::aside;
use super::paths::{READ_ONLY, is_dash, shown_path, whole_path};
use super::verdict::Verdict;

/// The file that takes the place of standard output, and what is written into it until it is ended.
static INSTEAD: Mutex<Option<(UnfinishedFile, Arc<File>)>> = Mutex::new(None);

pub(super) fn print_into(path: &Path) -> io::Result<()> {
    let file = Writer::quick().begin(path)?;
    let handle = Arc::new(file.file.try_clone()?);
    *locked(&INSTEAD) = Some((file, handle));
    Ok(())
}

/// Ends what was printed into a file, if it was. If a failure left nothing to print, the old file stays.
pub(super) fn end_printing(verdict: Verdict) -> io::Result<()> {
    let Some((file, handle)) = locked(&INSTEAD).take() else {
        return Ok(());
    };
    let is_empty = handle.metadata().is_ok_and(|it| it.len() == 0);
    if is_empty && verdict != Verdict::Done {
        Ok(())
    } else {
        file.finish_by(|_| Ok(()))
    }
}

/// Standard output, or the file in its place. If its reader closes it, that is not an error and the
/// work continues: the exit code is the same as with a reader.
pub(super) fn stdout() -> Stdout<Box<dyn Write>> {
    if let Some((file, handle)) = &*locked(&INSTEAD) {
        let (name, to) = (file.name.clone(), Box::new(Arc::clone(handle)));
        return Stdout {
            name,
            to,
            is_terminal: false,
            is_closed: false,
        };
    }
    let to = io::stdout().lock();
    let name = "standard output".to_owned();
    Stdout {
        name,
        is_terminal: to.is_terminal(),
        to: Box::new(to),
        is_closed: false,
    }
}

/// An output that accepts everything, even after its reader has closed it.
pub(super) struct Stdout<W> {
    name: String,
    to: W,
    is_closed: bool,
    /// Whether it is a terminal, which may show a line of progress.
    is_terminal: bool,
}

impl<W> Stdout<W> {
    /// Prints something above the line of progress; the result, or `lost` if the reader has closed the pipe.
    fn print<T>(&mut self, print: impl FnOnce(&mut W) -> io::Result<T>, lost: T) -> io::Result<T> {
        let to = &mut self.to;
        let printed = if self.is_terminal {
            aside(|| print(to))
        } else {
            print(to)
        };
        printed.or_else(|error| {
            self.is_closed |= error.kind() == ErrorKind::BrokenPipe;
            if self.is_closed {
                return Ok(lost);
            }
            drop(locked(&INSTEAD).take()); // what is incomplete replaces nothing
            Err(named(&self.name, &error))
        })
    }
}

impl<W: Write> Write for Stdout<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        self.print(|to| to.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        self.print(W::flush, ())
    }
}

/// Writes files atomically: a temporary file next to the target replaces it, so at every moment
/// there is the old file or the new one, complete. A link stays a link to the new file. Pipes and
/// devices are written directly. Read-only files are an error. Errors name the path.
///
/// A killed process leaves its temporary file, whose name begins with [`UNFINISHED`].
pub(super) struct Writer {
    /// Whether to wait for the disk, so that a power cut also leaves the old file or the new one.
    is_lasting: bool,
}

pub(super) const UNFINISHED: &str = ".mazetick-";

/// A file being written; if dropped, the target stays as it was.
pub(super) struct UnfinishedFile {
    name: String,
    file: File,
    /// Where the file is, and the path beside it of what it then replaces; unless that is written directly.
    replaced: Option<(TempPath, PathBuf)>,
    is_lasting: bool,
}

impl Writer {
    /// Waits for the disk: for results that are expensive to redo.
    pub(super) fn lasting() -> Self {
        Self { is_lasting: true }
    }

    /// Replaces a file without waiting for the disk: for many files that are quick to redo.
    pub(super) fn quick() -> Self {
        Self { is_lasting: false }
    }

    pub(super) fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.begin(path)?.finish(bytes)
    }

    pub(super) fn put(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if is_dash(path) {
            stdout().write_all(bytes)
        } else {
            self.replace(path, bytes)
        }
    }

    /// Opens a file before the work, for results to be written later.
    pub(super) fn begin(&self, path: &Path) -> io::Result<UnfinishedFile> {
        let (name, is_lasting) = (shown_path(path), self.is_lasting);
        let (file, replaced) = open(path).map_err(|error| named(&name, &error))?;
        Ok(UnfinishedFile {
            name,
            file,
            replaced,
            is_lasting,
        })
    }
}

impl UnfinishedFile {
    pub(super) fn finish(self, bytes: &[u8]) -> io::Result<()> {
        self.finish_by(|mut file| file.write_all(bytes))
    }

    pub(super) fn finish_by(self, write: impl FnOnce(File) -> io::Result<()>) -> io::Result<()> {
        let Self {
            name,
            file,
            replaced,
            is_lasting,
        } = self;
        let finish = || {
            write(file.try_clone()?)?;
            let Some((beside, path)) = replaced else {
                return Ok(());
            };
            if is_lasting {
                file.sync_all()?;
            }
            Ok(beside.persist(path)?)
        };
        finish().map_err(|error| named(&name, &error))
    }
}

fn open(path: &Path) -> io::Result<(File, Option<(TempPath, PathBuf)>)> {
    let found = match fs::metadata(path) {
        Ok(found) => Some(found),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let permissions = found.as_ref().map(fs::Metadata::permissions);
    if found.as_ref().is_some_and(|found| !found.is_file()) {
        return Ok((File::options().write(true).open(path)?, None));
    }
    if permissions.as_ref().is_some_and(Permissions::readonly) {
        return Err(io::Error::new(ErrorKind::PermissionDenied, READ_ONLY));
    }
    let path = whole_path(path);
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    let usual = || std::os::unix::fs::PermissionsExt::from_mode(0o666); // less the umask
    #[cfg(unix)]
    builder.permissions(permissions.clone().unwrap_or_else(usual));
    let beside = builder.tempfile_in(folder.unwrap_or(Path::new(".")));
    let beside = beside.map_err(|error| {
        // Without the name of the temporary file, which says nothing to users.
        let said = error.to_string();
        io::Error::new(
            error.kind(),
            said.split(" at path ").next().unwrap_or_default(),
        )
    })?;
    let (file, beside) = beside.into_parts();
    #[cfg(unix)]
    if let Some(found) = found {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Others than root may not: then it belongs to whoever writes it.
        let _ = fchown(&file, Some(found.uid()), Some(found.gid()));
    }
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?; // again: creating the file applied the umask
    }
    Ok((file, Some((beside, path))))
}

pub(super) fn named(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name}: {error}"))
}

pub(super) fn json_line(value: &impl Serialize) -> String {
    json_escaped(serde_json::to_string(value).expect("names are strings"))
}

/// JSON whose control characters from DEL on are escaped too; programs read the original text.
pub(super) fn json_escaped(text: String) -> String {
    let is_safe = |c: char| c.is_ascii() && c != '\u{7f}';
    if text.chars().all(is_safe) {
        return text;
    }
    let mut line = String::new();
    for c in text.chars() {
        if is_safe(c) || escape_controls(c.encode_utf8(&mut [0; 4])).starts_with(c) {
            line.push(c);
        } else {
            let _ = write!(line, "\\u{:04x}", u32::from(c)); // none of them needs five digits
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    struct BrokenOutput(ErrorKind, usize);

    impl Write for BrokenOutput {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            self.1 += 1;
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn only_a_closed_pipe_is_not_an_error() {
        let output = |to| Stdout {
            name: "it".to_owned(),
            to,
            is_closed: false,
            is_terminal: false,
        };
        let mut left = output(BrokenOutput(ErrorKind::BrokenPipe, 0));
        for _ in 0..3 {
            left.write_all(b"a")
                .and_then(|()| left.flush())
                .expect("no error");
        }
        assert_eq!(left.to.1, 1, "nothing more is printed");
        let mut full = output(BrokenOutput(ErrorKind::StorageFull, 0));
        assert!(full.flush().is_err() && full.write_all(b"a").is_err());
    }

    #[test]
    fn json_has_no_control_characters() {
        let escaped = json_escaped("\"a\u{7f}\u{85}\u{e9}\"".to_owned());
        assert_eq!(escaped, "\"a\\u007f\\u0085\u{e9}\"");
    }
}
