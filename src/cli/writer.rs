//! Files that are written: each is whole, or as it was.

mod leftovers;

use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::listener::listener;
use super::paths::{is_dash, shown_path};
use leftovers::Leftovers;

/// Writes files: what is new is written beside a file, then the name passes to it, so at every moment
/// there is the old file or the new one, whole. A link stays one, and leads to the new file. What is
/// no file, such as a pipe, is written to. A file that may only be read is left alone.
///
/// A process that is killed leaves what it had written beside its file, and the next one that writes
/// this file removes it.
pub(super) struct Writer {
    leftovers: Leftovers,
    /// Whether to wait for the disk, so that a power cut too leaves the old file or the new one.
    is_lasting: bool,
}

/// A file that was begun; one that is dropped is as it was.
pub(super) struct Begun {
    /// Its name in messages.
    name: String,
    to: To,
    is_lasting: bool,
}

/// Where the bytes of a file go.
enum To {
    /// Beside the file at this path.
    Beside(NamedTempFile, PathBuf),
    /// Into what is there.
    There(File),
}

impl Writer {
    /// For what is not soon made again.
    pub(super) fn lasting() -> Self {
        Self { leftovers: Leftovers::default(), is_lasting: true }
    }

    /// For many files that are soon made again.
    pub(super) fn quick() -> Self {
        Self { leftovers: Leftovers::default(), is_lasting: false }
    }

    /// Puts these bytes in the place of the file at this path.
    ///
    /// # Errors
    /// If that cannot be done; the error names the path.
    pub(super) fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.begin(path)?.finish(bytes)
    }

    /// Puts what `write` writes in the place of the file at this path.
    ///
    /// # Errors
    /// If that cannot be done; the error names the path.
    pub(super) fn replace_by(
        &self,
        path: &Path,
        write: impl FnOnce(File) -> io::Result<()>,
    ) -> io::Result<()> {
        self.begin(path)?.finish_by(write)
    }

    /// As [`Self::replace`], or onto standard output.
    ///
    /// # Errors
    /// If that cannot be done.
    pub(super) fn put(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if is_dash(path) { listener().write_all(bytes) } else { self.replace(path, bytes) }
    }

    /// Begins a file, before the work of which it is to tell.
    ///
    /// # Errors
    /// If it cannot be written; the error names the path.
    pub(super) fn begin(&self, path: &Path) -> io::Result<Begun> {
        let name = shown_path(path);
        match self.to(path) {
            Ok(to) => Ok(Begun { name, to, is_lasting: self.is_lasting }),
            Err(error) => Err(named(&name, &error)),
        }
    }

    fn to(&self, path: &Path) -> io::Result<To> {
        let there = match fs::metadata(path) {
            Ok(there) => Some(there),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let permissions = there.as_ref().map(fs::Metadata::permissions);
        if there.is_some_and(|there| !there.is_file()) {
            return Ok(To::There(File::options().write(true).open(path)?));
        }
        if permissions.as_ref().is_some_and(Permissions::readonly) {
            let why = "the file is read-only, expected one that may be written";
            return Err(io::Error::new(ErrorKind::PermissionDenied, why));
        }
        let path = end_of_links(path)?;
        self.leftovers.remove(&path);
        let beside = begin_beside(&path, permissions.as_ref())?;
        if let Some(permissions) = permissions {
            beside.as_file().set_permissions(permissions)?; // with what the umask takes
        }
        Ok(To::Beside(beside, path))
    }
}

impl Begun {
    /// Puts these bytes in the place of the file.
    ///
    /// # Errors
    /// If that cannot be done; the error names the path.
    pub(super) fn finish(self, bytes: &[u8]) -> io::Result<()> {
        self.finish_by(|mut file| file.write_all(bytes))
    }

    /// Puts what `write` writes in the place of the file.
    ///
    /// # Errors
    /// If that cannot be done; the error names the path.
    fn finish_by(self, write: impl FnOnce(File) -> io::Result<()>) -> io::Result<()> {
        let written = match self.to {
            To::There(there) => write(there),
            To::Beside(beside, path) => pass(beside, &path, write, self.is_lasting),
        };
        written.map_err(|error| named(&self.name, &error))
    }
}

/// Writes the file that was begun, then passes the name to it.
fn pass(
    beside: NamedTempFile,
    path: &Path,
    write: impl FnOnce(File) -> io::Result<()>,
    is_lasting: bool,
) -> io::Result<()> {
    write(beside.as_file().try_clone()?)?;
    if is_lasting {
        beside.as_file().sync_all()?;
    }
    beside.persist(path)?;
    Ok(())
}

/// Makes a file beside the one at this path, and locks it: so others know that somebody is writing it.
/// Where files cannot be locked, nobody removes any.
fn begin_beside(path: &Path, permissions: Option<&Permissions>) -> io::Result<NamedTempFile> {
    let name = path.file_name().ok_or(ErrorKind::IsADirectory)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let (before, behind) = leftovers::name_beside(name);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&before).suffix(behind).rand_bytes(leftovers::RANDOM);
    #[cfg(unix)]
    let usual: Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(permissions.unwrap_or(&usual).clone());
    #[cfg(not(unix))]
    let _ = permissions;
    loop {
        let beside = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
        // Somebody may have taken it for a leftover before it was locked.
        let is_taken = matches!(beside.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if !is_taken && beside.path().exists() {
            return Ok(beside);
        }
    }
}

/// The path behind all links, where a file is or can be made.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    /// As many links as Linux follows.
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..=MOST {
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links, expected a file at the end of them"))
}

fn named(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name}: {error}"))
}
