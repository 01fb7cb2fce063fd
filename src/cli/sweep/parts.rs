//! Parts: finished blocks of a sweep as files in a folder. The table is joined from them. The
//! folder's `sweep.txt` describes the sweep.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::base::digest::Hasher;
use crate::cli::output_path::make_folder;
use crate::cli::paths::shown_path;
use crate::cli::writer::{UNFINISHED, Writer, named};

use super::identity::SweepIdentity;
use super::shard::{Shard, ShardLock};

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
    pub(super) fn new(
        folder: &Path,
        identity: SweepIdentity,
        shard: Shard,
    ) -> Result<Self, String> {
        let failed = |error: io::Error| format!("mazetick: error: {error}");
        make_folder(folder).map_err(failed)?;
        let lock = Some(shard.lock(folder)?);
        let writer = Writer::lasting();
        let about = folder.join(ABOUT);
        if about.exists() {
            Self::there(folder)?.identity.check_is(&identity, &about)?;
        } else {
            writer.replace(&about, identity.text().as_bytes()).map_err(failed)?;
        }
        Ok(Self { folder: folder.to_owned(), identity, writer, lock })
    }

    /// A folder that contains parts.
    ///
    /// # Errors
    /// If it contains none, or cannot be read.
    pub(in crate::cli) fn there(folder: &Path) -> Result<Self, String> {
        let about = folder.join(ABOUT);
        let text = fs::read_to_string(&about)
            .map_err(|error| format!("{}: error: {error}", shown_path(&about)))?;
        let (folder, writer) = (folder.to_owned(), Writer::lasting());
        Ok(Self { folder, identity: SweepIdentity::read(text, &about)?, writer, lock: None })
    }

    /// The file in a folder that describes the sweep of its parts.
    pub(in crate::cli) fn about(folder: &Path) -> PathBuf {
        folder.join(ABOUT)
    }

    /// Writes a finished block.
    pub(super) fn add(&self, block: u64, rows: &[u8]) -> io::Result<()> {
        let (sweep, hash) = (self.identity.digest(), hash(block, rows));
        self.writer.replace_by(&self.folder.join(format!("{block:010}.part")), |mut file| {
            file.write_all(format!("{TITLE}{sweep} {block} {hash}\n").as_bytes())?;
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
            let wrong = |why: String| Err(format!("{}: error: {why}", shown_path(&path)));
            let PartHead { sweep, block, .. } = match PartHead::read(&path) {
                Ok((head, _)) => head,
                Err(why) => return wrong(why),
            };
            if sweep != self.identity.digest() {
                let about = shown_path(&self.folder.join(ABOUT));
                return wrong(format!("this is a part of another sweep, expected one of {about}"));
            }
            if let Some(other) = found.get(&block) {
                let other = shown_path(other);
                return wrong(format!("block {block} is in {other} too, expected it once"));
            }
            found.insert(block, path);
        }
        Ok(())
    }

    /// Joins the rows of all blocks into a table.
    ///
    /// # Errors
    /// If blocks are missing, a part is damaged, or the file cannot be written.
    pub(in crate::cli) fn put_together(&self, found: &Found, output: &Path) -> Result<(), String> {
        let blocks = self.identity.blocks();
        if let Some(missing) = (0..blocks).find(|block| !found.contains_key(block)) {
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
                if let Err(why) = read_rows(path, &mut rows) {
                    damaged = Some(format!("{}: error: {why}", shown_path(path)));
                    return Err(ErrorKind::InvalidData.into());
                }
                table.add(&rows)?;
            }
            table.finish()
        };
        let written = self.writer.replace_by(output, write);
        written.map_err(|error| damaged.unwrap_or_else(|| format!("mazetick: error: {error}")))
    }

    /// Removes the parts that were found, what killed processes left, and the folder unless it
    /// contains other files.
    pub(super) fn remove(self, found: &Found) -> io::Result<()> {
        let named = |error| named(&shown_path(&self.folder), &error);
        let all = fs::read_dir(&self.folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let left = all.map_err(named)?.into_iter().filter(|entry| {
            entry.file_name().as_encoded_bytes().starts_with(UNFINISHED.as_bytes())
        });
        let about = self.folder.join(ABOUT);
        for path in left.map(|entry| entry.path()).chain(found.values().cloned()).chain([about]) {
            fs::remove_file(path).map_err(named)?;
        }
        drop(self.lock);
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }
}

const TITLE: &str = "mazetick part 1 ";
const DAMAGED: &str = "this part is damaged; delete it to run its block again";

/// The first line of a part: the digest of the sweep's identity, the block, and the hash of its
/// rows, which follow.
struct PartHead {
    sweep: String,
    block: u64,
    hash: String,
}

impl PartHead {
    /// The header of the part in a file, and a reader of its rows. The error is the reason why it
    /// is not a part.
    fn read(path: &Path) -> Result<(Self, BufReader<File>), String> {
        let mut reader = BufReader::new(File::open(path).map_err(|error| error.to_string())?);
        let mut line = String::new();
        match reader.by_ref().take(100).read_line(&mut line) {
            Err(error) if error.kind() != ErrorKind::InvalidData => Err(error.to_string()),
            _ => Self::of_line(&line).map(|head| (head, reader)).ok_or(DAMAGED.to_owned()),
        }
    }

    fn of_line(line: &str) -> Option<Self> {
        let mut words = line.strip_prefix(TITLE)?.strip_suffix('\n')?.split(' ');
        let (sweep, block) = (words.next()?.to_owned(), words.next()?.parse().ok()?);
        Some(Self { sweep, block, hash: words.next()?.to_owned() })
    }
}

/// Reads the rows of a part, and checks their hash.
fn read_rows(path: &Path, rows: &mut Vec<u8>) -> Result<(), String> {
    let (head, mut reader) = PartHead::read(path)?;
    reader.read_to_end(rows).map_err(|error| error.to_string())?;
    if hash(head.block, rows) == head.hash { Ok(()) } else { Err(DAMAGED.to_owned()) }
}

/// The hash of the rows of a block.
fn hash(block: u64, rows: &[u8]) -> String {
    let mut hasher = Hasher::default();
    hasher.add(&block);
    hasher.add_bytes(rows);
    hasher.digest().to_string()
}
