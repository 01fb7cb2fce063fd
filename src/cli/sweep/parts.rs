//! Parts: finished blocks of a sweep as files in a folder. The table is joined from them. The
//! folder's `sweep.txt` describes the sweep.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::cli::output_path::make_folder;
use crate::cli::paths::shown_path;
use crate::cli::writer::Writer;

use super::identity::SweepIdentity;
use super::lock::ShardLock;
use super::part::{self, PartHead};
use super::shard::Shard;

/// A folder of parts of one sweep.
pub(in crate::cli) struct Parts {
    folder: PathBuf,
    pub(in crate::cli) identity: SweepIdentity,
    writer: Writer,
    /// Held while parts are written.
    lock: Option<ShardLock>,
}

/// The parts found, by block.
pub(in crate::cli) type Found = BTreeMap<u64, PathBuf>;

const ABOUT: &str = "sweep.txt";

impl Parts {
    /// The folder for parts of a shard of a sweep, created if it does not exist.
    ///
    /// # Errors
    /// If it contains parts of another sweep, another process runs the shard, or it cannot be read
    /// or written.
    pub(super) fn of(folder: &Path, identity: SweepIdentity, shard: Shard) -> Result<Self, String> {
        let failed = |error: io::Error| format!("mazetick: error: {error}");
        make_folder(folder).map_err(failed)?;
        let lock = Some(ShardLock::take(folder, shard)?);
        let writer = Writer::lasting();
        let about = folder.join(ABOUT);
        if !about.exists() {
            writer.create(&about, identity.text().as_bytes()).map_err(failed)?;
        }
        // Another process may have begun another sweep here meanwhile.
        Self::there(folder)?.identity.check_is(&identity, &about)?;
        Ok(Self { folder: folder.to_owned(), identity, writer, lock })
    }

    /// A folder that contains parts.
    ///
    /// # Errors
    /// If it contains none, or cannot be read.
    pub(in crate::cli) fn there(folder: &Path) -> Result<Self, String> {
        let about = folder.join(ABOUT);
        let text = read_about(&about)
            .map_err(|error| format!("{}: error: {error}", shown_path(&about)))?;
        let (folder, writer) = (folder.to_owned(), Writer::lasting());
        Ok(Self { folder, identity: SweepIdentity::read(text, &about)?, writer, lock: None })
    }

    /// Checks that no process is still writing parts to the folder.
    pub(in crate::cli) fn check_is_at_rest(&self) -> Result<(), String> {
        ShardLock::check_none(&self.folder)
    }

    /// The file in a folder that describes the sweep of its parts.
    pub(in crate::cli) fn about(folder: &Path) -> PathBuf {
        folder.join(ABOUT)
    }

    /// Writes a finished block.
    pub(super) fn add(&self, block: u64, rows: &[u8]) -> io::Result<()> {
        let head = PartHead::of(self.identity.digest(), block, rows);
        self.writer.replace_by(&self.folder.join(format!("{block:010}.part")), |mut file| {
            file.write_all(head.to_string().as_bytes())?;
            file.write_all(rows)
        })
    }

    /// Adds the parts of the folder to those found before. Only their headers are read, not their
    /// rows.
    ///
    /// # Errors
    /// The first part that belongs to another sweep, is damaged, or has a block that was found
    /// before.
    pub(in crate::cli) fn find(&self, found: &mut Found) -> Result<(), String> {
        let paths = fs::read_dir(&self.folder)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
        let mut paths: Vec<PathBuf> =
            paths.map_err(|error| format!("{}: error: {error}", shown_path(&self.folder)))?;
        paths.retain(|path| path.extension().is_some_and(|end| end == "part"));
        paths.sort_unstable();
        for path in paths {
            let name = shown_path(&path);
            let head = PartHead::read(&path).map_err(|why| format!("{name}: error: {why}"))?;
            if head.sweep != self.identity.digest() {
                return Err(format!(
                    "{name}: error: this is a part of another sweep, expected one of {}",
                    shown_path(&self.folder.join(ABOUT))
                ));
            }
            if head.block >= self.identity.blocks() {
                let blocks = self.identity.blocks();
                return Err(format!(
                    "{name}: error: found block {}, expected one below {blocks}",
                    head.block
                ));
            }
            if let Some(other) = found.insert(head.block, path) {
                let other = shown_path(&other);
                return Err(format!(
                    "{name}: error: block {} is in {other} too, expected it once",
                    head.block
                ));
            }
        }
        Ok(())
    }

    /// Joins the rows of all blocks into a table.
    ///
    /// # Errors
    /// If blocks are missing, a part is damaged, or the file cannot be written.
    pub(in crate::cli) fn put_together(&self, found: &Found, output: &Path) -> Result<(), String> {
        let blocks = self.identity.blocks();
        if found.len() as u64 != blocks {
            let missing = (0..blocks).find(|block| !found.contains_key(block)).unwrap_or_default();
            return Err(format!(
                "{}: error: found {} of {blocks} blocks, the first missing one is block {missing}",
                shown_path(&self.folder),
                found.len()
            ));
        }
        let mut damaged = None;
        let write = |file: File| {
            let mut table = self.identity.table(file)?;
            let mut rows = Vec::new();
            for path in found.values() {
                rows.clear();
                if let Err(why) = part::read_rows(path, &mut rows) {
                    damaged = Some(format!("{}: error: {why}", shown_path(path)));
                    return Err(io::Error::from(ErrorKind::InvalidData));
                }
                table.add(&rows)?;
            }
            table.finish()
        };
        let written = self.writer.replace_by(output, write);
        written.map_err(|error| damaged.unwrap_or_else(|| format!("mazetick: error: {error}")))
    }

    /// Removes the parts that were found, and the folder unless it contains other files.
    pub(super) fn remove(self, found: &Found) -> io::Result<()> {
        let about = self.folder.join(ABOUT);
        for path in found.values().chain([&about]) {
            match fs::remove_file(path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(io::Error::new(
                        error.kind(),
                        format!("{}: {error}", shown_path(path)),
                    ));
                }
                _ => {}
            }
        }
        drop(self.lock);
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }
}

/// Reads the description of a folder's sweep: a regular file, no longer than a scene may be.
fn read_about(path: &Path) -> io::Result<String> {
    if path.exists() && !path.is_file() {
        return Err(io::Error::other("not a regular file, expected one written by a sweep"));
    }
    let mut text = String::new();
    let most = crate::base::limits::TEXT as u64;
    File::open(path)?.take(most).read_to_string(&mut text)?;
    Ok(text)
}
