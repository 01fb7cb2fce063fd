//! The lock of a shard: no two processes write the same parts. It is advisory, and is released when the
//! process that holds it ends for any reason.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::cli::output_path::FileId;
use crate::cli::paths::shown_path;

use super::shard::Shard;

/// A locked file in a folder of parts. It is removed when the work is done.
pub(super) struct ShardLock {
    /// `None` if the file system has no locks; then the shard runs without.
    file: Option<File>,
    path: PathBuf,
}

impl ShardLock {
    /// Locks a shard whose parts are written to a folder.
    ///
    /// # Errors
    /// If another process holds the lock.
    pub(super) fn take(folder: &Path, shard: Shard) -> Result<Self, String> {
        let path = folder.join(shard.lock_name());
        loop {
            if path.symlink_metadata().is_ok_and(|it| !it.is_file()) {
                return Err(format!("{}: error: not a regular file", shown_path(&path)));
            }
            // Another user's file may be read, and locked.
            let file = File::options().create(true).append(true).open(&path);
            let file = file.or_else(|_| File::open(&path)).ok();
            match file.as_ref().map(File::try_lock) {
                Some(Err(TryLockError::WouldBlock)) => {
                    return Err(format!(
                        "{}: error: another process runs {shard} of this sweep, expected one at a time",
                        shown_path(folder)
                    ));
                }
                // Its holder removed it meanwhile.
                Some(Ok(())) if !file.as_ref().is_some_and(|it| FileId::is_at(it, &path)) => {}
                _ => return Ok(Self { file, path }),
            }
        }
    }

    /// Checks that no process is still writing parts to a folder.
    ///
    /// # Errors
    /// If a lock is held, or the folder cannot be read.
    pub(super) fn check_none(folder: &Path) -> Result<(), String> {
        let failed = |error: io::Error| format!("{}: error: {error}", shown_path(folder));
        for entry in fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_none_or(|end| end != "lock") || !path.is_file() {
                continue;
            }
            let held = File::open(&path).ok().map(|file| file.try_lock_shared());
            if let Some(Err(TryLockError::WouldBlock)) = held {
                return Err(format!(
                    "{}: error: a process is still writing parts here; run `mazetick merge` after it has ended",
                    shown_path(&path)
                ));
            }
        }
        Ok(())
    }
}

impl Drop for ShardLock {
    fn drop(&mut self) {
        if self.file.is_some() {
            let _ = fs::remove_file(&self.path);
        }
    }
}
