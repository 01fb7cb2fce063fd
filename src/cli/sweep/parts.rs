//! Parts: finished blocks of a sweep as files in a folder. The table is joined from them.
//!
//! A part is a header of five lines, then the rows of its block. The header contains the sweep, the block,
//! the length of the rows and their hash. The folder's `sweep.txt` describes the sweep.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::Hasher;
use crate::cli::output_path::make_folder;
use crate::cli::paths::shown_path;
use crate::cli::writer::Writer;

use super::identity::SweepIdentity;
use super::lock::ShardLock;
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
const TITLE: &str = "mazetick part 1";

/// The header of a part.
struct PartHead {
    sweep: String,
    block: u64,
    bytes: u64,
    hash: String,
}

impl Parts {
    /// The folder for parts of a shard of a sweep, created if it does not exist.
    ///
    /// # Errors
    /// If it contains parts of another sweep, another process runs the shard, or it cannot be read or written.
    pub(super) fn of(folder: &Path, identity: SweepIdentity, shard: Shard) -> Result<Self, String> {
        let failed = |error: io::Error| format!("mazetick: error: {error}");
        make_folder(folder).map_err(failed)?;
        let lock = Some(ShardLock::take(folder, shard)?);
        let writer = Writer::lasting();
        if folder.join(ABOUT).exists() {
            let there = Self::there(folder)?;
            there.identity.check_is(&identity, &folder.join(ABOUT))?;
        } else {
            let about = identity.text().as_bytes();
            writer.replace(&folder.join(ABOUT), about).map_err(failed)?;
        }
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
        let (sweep, hash) = (self.identity.digest(), hash(block, rows));
        let length = rows.len();
        let head = format!("{TITLE}\nsweep {sweep}\nblock {block}\nbytes {length}\nhash {hash}\n");
        self.writer.replace_by(&self.folder.join(format!("{block:010}.part")), |mut file| {
            file.write_all(head.as_bytes())?;
            file.write_all(rows)
        })
    }

    /// Adds the parts of the folder to those found before. Only their headers are read, not their rows.
    ///
    /// # Errors
    /// The first part that belongs to another sweep, is damaged, or has a block that was found before.
    pub(in crate::cli) fn find(&self, found: &mut Found) -> Result<(), String> {
        let paths = fs::read_dir(&self.folder)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
        let mut paths: Vec<PathBuf> =
            paths.map_err(|error| format!("{}: error: {error}", shown_path(&self.folder)))?;
        paths.retain(|path| path.extension().is_some_and(|end| end == "part"));
        paths.sort_unstable();
        for path in paths {
            let name = shown_path(&path);
            let head = open(&path).map_err(|why| format!("{name}: error: {why}"))?.0;
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
                if let Err(why) = read(path, &mut rows) {
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

/// The hash of the rows of a block.
fn hash(block: u64, rows: &[u8]) -> String {
    let mut hasher = Hasher::default();
    hasher.number(block);
    hasher.bytes(rows);
    hasher.digest().to_string()
}

/// Reads the description of a folder's sweep: a regular file, no longer than a scene may be.
fn read_about(path: &Path) -> io::Result<String> {
    if path.exists() && !path.is_file() {
        return Err(io::Error::other("not a regular file, expected one written by a sweep"));
    }
    let mut text = String::new();
    let most = crate::limits::TEXT as u64;
    File::open(path)?.take(most).read_to_string(&mut text)?;
    Ok(text)
}

/// Opens a part and reads its header. The error is the reason why it is not a part, or damaged.
fn open(path: &Path) -> Result<(PartHead, BufReader<File>), String> {
    let failed = |error: io::Error| error.to_string();
    if !path.is_file() {
        return Err("not a regular file, expected a part of a sweep".to_owned());
    }
    let file = File::open(path).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let mut reader = BufReader::new(file);
    let mut lines = [const { String::new() }; 5];
    let mut before = 0;
    for line in &mut lines {
        before += (&mut reader).take(100).read_line(line).map_err(failed)? as u64;
    }
    let [title, rest @ ..] = &lines;
    let damaged = || "this part is damaged; delete it to run its block again".to_owned();
    let field = |place: usize, name: &str| {
        let line: Option<&String> = rest.get(place);
        line.and_then(|line| line.strip_prefix(name)?.strip_suffix('\n')).ok_or_else(damaged)
    };
    if title.trim_end() != TITLE {
        return Err(format!("this is not a part of a sweep, expected `{TITLE}`"));
    }
    let number = |text: &str| text.parse::<u64>().map_err(|_| damaged());
    let head = PartHead {
        sweep: field(0, "sweep ")?.to_owned(),
        block: number(field(1, "block ")?)?,
        bytes: number(field(2, "bytes ")?)?,
        hash: field(3, "hash ")?.to_owned(),
    };
    if length.checked_sub(before) == Some(head.bytes) { Ok((head, reader)) } else { Err(damaged()) }
}

/// Reads the rows of a part, and checks their hash.
fn read(path: &Path, rows: &mut Vec<u8>) -> Result<(), String> {
    let (head, mut reader) = open(path)?;
    reader.read_to_end(rows).map_err(|error| error.to_string())?;
    if hash(head.block, rows) == head.hash {
        Ok(())
    } else {
        Err("this part is damaged; delete it to run its block again".to_owned())
    }
}
