//! The lock of a shard: no two processes write the same parts. It is advisory, and is released when
//! the process that holds it ends for any reason.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::cli::output_path::FileId;
use crate::cli::paths::shown_path;

use super::shard::Shard;

/// A locked file in a folder of parts. It is removed when the work is done.
pub(super) struct ShardLock {
    /// `None` if the file system has no locks; then the shard runs without.
    file: Option<File>,
    path: PathBuf,
}

/// How often a lock that is held is tried again, and the time between.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(10);

impl ShardLock {
    /// Locks a shard whose parts are written to a folder.
    ///
    /// The whole sweep, which removes all parts at its end, excludes every shard.
    ///
    /// # Errors
    /// If another process holds the lock, or one that it excludes.
    pub(super) fn take(folder: &Path, shard: Shard) -> Result<Self, String> {
        let path = folder.join(shard.lock_name());
        let mut tries = TRIES;
        let lock = loop {
            if path.symlink_metadata().is_ok_and(|it| !it.is_file()) {
                let path = shown_path(&path);
                return Err(format!("{path}: error: not a regular file, expected a lock"));
            }
            // Another user's file may be read, and locked.
            let file = File::options().create(true).append(true).open(&path);
            let file = file.or_else(|_| File::open(&path)).ok();
            match file.as_ref().map(File::try_lock) {
                // Another process may only be testing it, by `is_held`.
                Some(Err(TryLockError::WouldBlock)) if tries > 0 => {
                    tries -= 1;
                    thread::sleep(PAUSE);
                }
                Some(Err(TryLockError::WouldBlock)) => {
                    return Err(format!(
                        "{}: error: another process runs {shard} of this sweep, expected one at a time",
                        shown_path(folder)
                    ));
                }
                // Its holder removed it meanwhile.
                Some(Ok(())) if !file.as_ref().is_some_and(|it| FileId::is_at(it, &path)) => {}
                _ => break Self { file, path },
            }
        };
        let whole = folder.join(Shard::WHOLE.lock_name());
        let excluded = if shard == Shard::WHOLE {
            held(folder)?.into_iter().find(|other| *other != lock.path)
        } else {
            Some(whole).filter(|whole| is_held(whole))
        };
        excluded.map_or(Ok(lock), |other| {
            let (other, shard) = (shown_path(&other), shard.to_string());
            Err(format!(
                "{other}: error: another process writes parts here, expected none beside {shard}"
            ))
        })
    }

    /// Checks that no process is still writing parts to a folder.
    ///
    /// # Errors
    /// If a lock is held, or the folder cannot be read.
    pub(super) fn check_none(folder: &Path) -> Result<(), String> {
        held(folder)?.first().map_or(Ok(()), |lock| {
            Err(format!(
                "{}: error: a process is still writing parts here; run `mazetick merge` after it has ended",
                shown_path(lock)
            ))
        })
    }
}

/// The locks in a folder that any process holds. The error is the report.
fn held(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).and_then(|all| all.map(|it| Ok(it?.path())).collect());
    let mut locks: Vec<PathBuf> =
        entries.map_err(|error: io::Error| format!("{}: error: {error}", shown_path(folder)))?;
    locks.retain(|path| path.extension().is_some_and(|end| end == "lock") && is_held(path));
    Ok(locks)
}

/// Whether a process holds the lock at a path.
fn is_held(path: &Path) -> bool {
    let file = path.is_file().then(|| File::open(path).ok()).flatten();
    let lock = file.map(|file| file.try_lock_shared());
    matches!(lock, Some(Err(TryLockError::WouldBlock)))
}

impl Drop for ShardLock {
    fn drop(&mut self) {
        if self.file.is_some() {
            let _ = fs::remove_file(&self.path);
        }
    }
}
