//! Shards: the blocks of a sweep that one of several processes runs.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::cli::paths::shown_path;

/// One of several processes that share a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    /// Its index, from 0.
    index: u64,
    /// The number of shards.
    count: u64,
}

impl Shard {
    /// The whole sweep.
    pub(super) const WHOLE: Self = Self { index: 0, count: 1 };

    /// The indices of its blocks, out of all blocks.
    pub(super) fn blocks(self, blocks: u64) -> impl Iterator<Item = u64> {
        (self.index..blocks).step_by(usize::try_from(self.count).unwrap_or(usize::MAX))
    }

    /// Locks the shard in the folder of its parts. A process that ends for any reason releases its
    /// locks.
    ///
    /// # Errors
    /// If another process holds the lock.
    pub(super) fn lock(self, folder: &Path) -> Result<ShardLock, String> {
        let path = folder.join(format!("shard-{}-of-{}.lock", self.index, self.count));
        let file = File::options().create(true).append(true).open(&path).ok();
        if let Some(Err(TryLockError::WouldBlock)) = file.as_ref().map(File::try_lock) {
            return Err(format!(
                "{}: error: another process runs {self} of this sweep, expected one at a time",
                shown_path(folder)
            ));
        }
        Ok(ShardLock { _file: file, path })
    }
}

/// A locked file in a folder of parts, removed when the work is done.
pub(super) struct ShardLock {
    /// Open without a lock where the file system has none: then the shard runs without.
    _file: Option<File>,
    path: PathBuf,
}

impl Drop for ShardLock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.index, self.count) {
            (_, 1) => f.write_str("all"),
            (index, count) => write!(f, "shard {index}/{count}"),
        }
    }
}

/// `I/N`.
impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let numbers =
            parts.and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index, count)) if index < count => Ok(Self { index, count }),
            Some((index, count)) => Err(format!(
                "shard {index} of {count}, expected one from 0 to {}",
                count.max(1) - 1
            )),
            None => Err(format!("found `{text}`, expected a shard such as `0/8`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_blocks() {
        for count in 1..9 {
            let mut blocks: Vec<_> =
                (0..count).flat_map(|index| Shard { index, count }.blocks(20)).collect();
            blocks.sort_unstable();
            assert!(blocks.into_iter().eq(0..20));
        }
    }

    #[test]
    fn invalid_shards_are_refused() {
        for wrong in ["", "1", "1/1", "0/0", "-1/2", "a/b", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
