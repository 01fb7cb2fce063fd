//! A part: a finished block of a sweep as a file. A header of five lines comes first, then the
//! rows.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::Hasher;

const TITLE: &str = "mazetick part 1";
const DAMAGED: &str = "this part is damaged; delete it to run its block again";

/// The header of a part.
pub(super) struct PartHead {
    /// The digest of the sweep's identity.
    pub(super) sweep: String,
    pub(super) block: u64,
    /// The length of the rows.
    bytes: u64,
    /// The hash of the block and its rows.
    hash: String,
}

impl PartHead {
    /// The header of the part with these rows.
    pub(super) fn of(sweep: String, block: u64, rows: &[u8]) -> Self {
        Self { sweep, block, bytes: rows.len() as u64, hash: hash(block, rows) }
    }

    /// The header of the part in a file. The error is the reason why it is not a part, or damaged.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        open(path).map(|(head, _)| head)
    }

    /// The header in its lines.
    fn of_lines([title, sweep, block, bytes, hash]: &[String; 5]) -> Result<Self, String> {
        if title.trim_end() != TITLE {
            return Err(format!("this is not a part of a sweep, expected `{TITLE}`"));
        }
        let field = |line: &String, name: &str| {
            let value = line.strip_prefix(name).and_then(|it| it.strip_suffix('\n'));
            value.map(str::to_owned).ok_or(DAMAGED)
        };
        let number = |text: String| text.parse().map_err(|_| DAMAGED);
        Ok(Self {
            sweep: field(sweep, "sweep ")?,
            block: number(field(block, "block ")?)?,
            bytes: number(field(bytes, "bytes ")?)?,
            hash: field(hash, "hash ")?,
        })
    }
}

/// The lines of the header.
impl fmt::Display for PartHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sweep, block, bytes, hash } = self;
        writeln!(f, "{TITLE}\nsweep {sweep}\nblock {block}\nbytes {bytes}\nhash {hash}")
    }
}

/// Reads the rows of a part, and checks their hash.
pub(super) fn read_rows(path: &Path, rows: &mut Vec<u8>) -> Result<(), String> {
    let (head, mut reader) = open(path)?;
    reader.read_to_end(rows).map_err(|error| error.to_string())?;
    if hash(head.block, rows) == head.hash { Ok(()) } else { Err(DAMAGED.to_owned()) }
}

/// Opens a part, reads its header, and checks the length of its rows.
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
    let head = PartHead::of_lines(&lines)?;
    let is_whole = length.checked_sub(before) == Some(head.bytes);
    if is_whole { Ok((head, reader)) } else { Err(DAMAGED.to_owned()) }
}

/// The hash of the rows of a block.
fn hash(block: u64, rows: &[u8]) -> String {
    let mut hasher = Hasher::default();
    hasher.add(&block);
    hasher.add_bytes(rows);
    hasher.digest().to_string()
}
