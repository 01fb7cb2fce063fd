//! Parts: finished blocks of a sweep as files in a folder, whose `sweep.txt` describes the sweep.
//! Shards share the blocks; `mazetick merge` joins the parts.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;

use crate::base::digest::Digest;
use crate::cli::output::{UNFINISHED, Writer, named};
use crate::cli::paths::{
    check_is_free, check_is_no_scene, check_target, make_folder, path_to_write, report_at,
    shown_path,
};
use crate::cli::verdict::{Reports, Verdict};
use crate::tools::ToolError;

use super::identity::SweepIdentity;

#[derive(Args)]
#[command(after_help = "Example: mazetick merge parts/ -o table.csv")]
pub(in crate::cli) struct MergeArguments {
    /// Folders of parts written by shards of one sweep
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// The file to write
    #[arg(long, short, value_name = "FILE", value_parser = path_to_write())]
    output: PathBuf,
    /// Replace a table that is in the place of the new one
    #[arg(long)]
    force: bool,
}

pub(in crate::cli) fn merge(arguments: &MergeArguments) -> Result<Verdict, Reports> {
    let first = Parts::open(&arguments.folders[0])?;
    check_is_no_scene(&arguments.output, "table")?;
    first.identity.check_can_be(&arguments.output)?;
    let mut found = Found::new();
    for folder in &arguments.folders {
        let parts = Parts::open(folder)?;
        parts.identity.check_is(&first.identity, folder)?;
        parts.find(&mut found)?;
    }
    let read = arguments.folders.iter().map(|folder| Parts::about(folder));
    check_target(&arguments.output, read.chain(found.values().cloned()))?;
    check_is_free(&arguments.output, arguments.force)?;
    first.join(&found, &arguments.output)?;
    Ok(Verdict::Done)
}

pub(super) struct Parts {
    folder: PathBuf,
    identity: SweepIdentity,
    lock: Option<ShardLock>,
}

pub(super) type Found = BTreeMap<u64, PathBuf>;

const ABOUT: &str = "sweep.txt";

impl Parts {
    /// The folder for parts of a shard of a sweep, created if it does not exist.
    /// It is an error if it contains parts of another sweep, or another process runs the shard.
    pub(super) fn new(
        folder: &Path,
        identity: SweepIdentity,
        shard: Shard,
    ) -> Result<Self, Reports> {
        make_folder(folder)?;
        let lock = Some(shard.lock(folder)?);
        let about = Self::about(folder);
        if about.exists() {
            Self::open(folder)?.identity.check_is(&identity, &about)?;
        } else {
            Writer::lasting().replace(&about, identity.text().as_bytes())?;
        }
        Ok(Self {
            folder: folder.to_owned(),
            identity,
            lock,
        })
    }

    pub(super) fn open(folder: &Path) -> Result<Self, Reports> {
        let about = Self::about(folder);
        let text = File::open(&about)
            .and_then(io::read_to_string)
            .map_err(|error| {
                report_at(
                    folder,
                    format!("{ABOUT}: {error}, expected a folder of parts of a sweep"),
                )
            })?;
        let identity = SweepIdentity::read(text, &about)?;
        Ok(Self {
            folder: folder.to_owned(),
            identity,
            lock: None,
        })
    }

    pub(super) fn about(folder: &Path) -> PathBuf {
        folder.join(ABOUT)
    }

    pub(super) fn add(&self, block: u64, rows: &[u8]) -> io::Result<()> {
        let (sweep, hash) = (self.identity.digest(), hash(block, rows));
        let path = self.folder.join(format!("{block:010}.part"));
        Writer::lasting().begin(&path)?.finish_by(|mut file| {
            file.write_all(format!("{TITLE}{sweep} {block} {hash}\n").as_bytes())?;
            file.write_all(rows)
        })
    }

    /// Adds the parts of the folder to those found before, whose rows are not read. The error is the first part that belongs to another sweep, is damaged, or has a block that was
    /// found before.
    pub(super) fn find(&self, found: &mut Found) -> Result<(), Reports> {
        let paths = fs::read_dir(&self.folder)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
        let mut paths: Vec<PathBuf> = paths.map_err(|error| report_at(&self.folder, error))?;
        paths.retain(|path| path.extension().is_some_and(|end| end == "part"));
        paths.sort_unstable();
        for path in paths {
            let wrong = |why: String| report_at(&path, why);
            let head = read_head(&path).map_err(|error| report_at(&path, error));
            let (sweep, block, ..) = head?;
            if sweep != self.identity.digest() {
                let about = shown_path(&Self::about(&self.folder));
                return Err(wrong(format!(
                    "this is a part of another sweep, expected one of {about}"
                )));
            }
            if let Some(other) = found.get(&block) {
                let other = shown_path(other);
                return Err(wrong(format!(
                    "block {block} is in {other} too, expected it once"
                )));
            }
            found.insert(block, path);
        }
        Ok(())
    }

    pub(super) fn join(&self, found: &Found, output: &Path) -> Result<(), Reports> {
        let blocks = self.identity.blocks();
        if let Some(missing) = (0..blocks).find(|block| !found.contains_key(block)) {
            let found = format!("found {} of {blocks} blocks", found.len());
            let why = format!("{found}, the first missing one is block {missing}");
            return Err(report_at(&self.folder, why));
        }
        let mut damaged = None;
        let write = |file: File| {
            let mut table = self.identity.table(file)?;
            let mut rows = Vec::new();
            for path in found.values() {
                rows.clear();
                if let Err(error) = read_rows(path, &mut rows) {
                    damaged = Some(report_at(path, &error));
                    return Err(error);
                }
                table.add(&rows)?;
            }
            table.finish()
        };
        let written = Writer::lasting().begin(output)?.finish_by(write);
        written.map_err(|error| damaged.unwrap_or_else(|| error.into()))
    }

    /// Removes the parts that were found, what killed processes left, and the folder unless it
    /// contains other files.
    pub(super) fn remove(self, found: &Found) -> io::Result<()> {
        let named = |error| named(&shown_path(&self.folder), &error);
        let all = fs::read_dir(&self.folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let left = all.map_err(named)?.into_iter().filter(|entry| {
            entry
                .file_name()
                .as_encoded_bytes()
                .starts_with(UNFINISHED.as_bytes())
        });
        let about = Self::about(&self.folder);
        for path in left
            .map(|entry| entry.path())
            .chain(found.values().cloned())
            .chain([about])
        {
            fs::remove_file(path).map_err(named)?;
        }
        drop(self.lock);
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }
}

const TITLE: &str = "mazetick part 1 ";

fn damaged() -> io::Error {
    io::Error::other("this part is damaged; delete it to run its block again")
}

/// The first line of a part, which names the digest of the sweep's identity, the block, and the hash of its rows; and a
/// reader of these. The error is the reason why it is not a part.
fn read_head(path: &Path) -> io::Result<(String, u64, String, BufReader<File>)> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut line = String::new();
    let read = reader.by_ref().take(100).read_line(&mut line);
    read.or_else(|it| {
        if it.kind() == ErrorKind::InvalidData {
            Ok(0)
        } else {
            Err(it)
        }
    })?;
    let words = line
        .strip_prefix(TITLE)
        .and_then(|it| it.strip_suffix('\n'));
    let words: Vec<_> = words.unwrap_or_default().split(' ').collect();
    let [sweep, block, hash] = words[..] else {
        return Err(damaged());
    };
    let block = block.parse().map_err(|_| damaged())?;
    Ok((sweep.to_owned(), block, hash.to_owned(), reader))
}

fn read_rows(path: &Path, rows: &mut Vec<u8>) -> io::Result<()> {
    let (_, block, expected, mut reader) = read_head(path)?;
    reader.read_to_end(rows)?;
    if hash(block, rows) == expected {
        Ok(())
    } else {
        Err(damaged())
    }
}

fn hash(block: u64, rows: &[u8]) -> String {
    Digest::new(&(block, Digest::of_bytes(rows))).to_string()
}

/// One of several processes that share a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, derive_more::Display)]
#[display("shard {index}/{count}")]
pub(super) struct Shard {
    /// The index of the block, from 0.
    index: u64,
    count: u64,
}

impl Shard {
    pub(super) const WHOLE: Self = Self { index: 0, count: 1 };

    pub(super) fn count(self) -> u64 {
        self.count
    }

    pub(super) fn blocks(self, blocks: u64) -> impl Iterator<Item = u64> + Clone {
        (self.index..blocks).step_by(usize::try_from(self.count).unwrap_or(usize::MAX))
    }

    /// Locks the shard in the folder of its parts. A process that ends for any reason releases its
    /// locks.
    pub(super) fn lock(self, folder: &Path) -> Result<ShardLock, Reports> {
        let path = folder.join(format!("shard-{}-of-{}.lock", self.index, self.count));
        let file = File::options().create(true).append(true).open(&path).ok();
        if let Some(Err(TryLockError::WouldBlock)) = file.as_ref().map(File::try_lock) {
            let why = format!("another process runs {self} of this sweep, expected one at a time");
            return Err(report_at(folder, why));
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

/// `I/N`.
impl FromStr for Shard {
    type Err = ToolError;

    fn from_str(text: &str) -> Result<Self, ToolError> {
        let parts = text
            .split_once('/')
            .map(|(index, count)| (index.parse(), count.parse()));
        let Some((Ok(index), Ok(count))) = parts else {
            return Err(format!("found `{text}`, expected a shard such as `0/8`").into());
        };
        if index < count {
            return Ok(Self { index, count });
        }
        let last = u64::max(count, 1) - 1;
        Err(format!("shard {index} of {count}, expected one from 0 to {last}").into())
    }
}
