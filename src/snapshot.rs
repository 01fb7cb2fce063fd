//! Snapshots: a world as bytes, to go on with later.
//!
//! A snapshot holds the state and nothing that follows from it, in this order, all numbers
//! little-endian, lists after their length:
//!
//! 1. `MAZETICK`; the version of the format and of the [rules](crate::RULES) (u32 each);
//! 2. the kind of world: generator, walk, text format (a byte each); rows, columns (u32 each);
//!    name; phase (a byte), tick (u64), outcome (a byte; the command that is stuck);
//! 3. where there is a generator, the seed (u64), how many words were drawn (u128), its state, and
//!    a bit for every wall;
//! 4. the signs (u16) and numbers (i8) of the cells, where there are such boards;
//! 5. where there is a walk: goal, moves (u32 each), the claims of the cells, the living walkers, the
//!    route;
//! 6. the 64-bit FNV-1a hash of all of that.
//!
//! Restoring checks the hash, then that the parts agree with one another, so that no file, however
//! it was made, leads to a world that cannot go on. Each world has one way to be written: what is
//! restored is saved as the same bytes again.

mod reader;
mod writer;

pub(crate) use reader::Reader;
pub(crate) use writer::Writer;

use crate::digest::Hasher;
use crate::scene::SceneError;

/// What a snapshot begins with.
pub(crate) const MAGIC: &[u8; 8] = b"MAZETICK";

/// How many bytes, at most, tell how long a snapshot can be: those up to the columns of its grid.
pub(crate) const HEAD: u64 = 8 + 4 + 4 + 3 + 4 + 4;

/// The version of the format.
const VERSION: u32 = 1;

/// Why bytes cannot be restored to a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SnapshotError {
    /// They are no snapshot.
    Foreign,
    /// They are in a format of another version.
    Format {
        /// The version of their format.
        found: u32,
    },
    /// The world was saved under other rules.
    Rules {
        /// The version of those rules.
        found: u32,
    },
    /// They were cut off or altered.
    Damaged,
    /// They are whole, but no world is like that.
    Illegal(&'static str),
    /// The machine lacks memory for the world.
    TooLarge(SceneError),
}

/// Writes what stands before a world.
pub(crate) fn begin() -> Writer {
    let mut writer = Writer::default();
    writer.bytes(MAGIC);
    writer.u32(VERSION);
    writer.u32(crate::RULES);
    writer
}

/// The bytes that were written, and their hash.
pub(crate) fn seal(mut writer: Writer) -> Vec<u8> {
    let seal = hash(writer.written());
    writer.u64(seal);
    writer.into_bytes()
}

/// A reader of what stands between beginning and seal.
pub(crate) fn open(mut bytes: Vec<u8>) -> Result<Reader, SnapshotError> {
    let is_short = bytes.len() < MAGIC.len() + size_of::<u64>();
    if is_short && bytes.starts_with(MAGIC) {
        return Err(SnapshotError::Damaged);
    }
    let seal = bytes.split_off(bytes.len().saturating_sub(size_of::<u64>()));
    let mut reader = begun(bytes)?;
    if seal != hash(reader.all()).to_le_bytes() {
        return Err(SnapshotError::Damaged);
    }
    match reader.u32()? {
        crate::RULES => Ok(reader),
        found => Err(SnapshotError::Rules { found }),
    }
}

/// A reader of what stands behind the version of the format.
pub(crate) fn begun(bytes: Vec<u8>) -> Result<Reader, SnapshotError> {
    if !bytes.starts_with(MAGIC) {
        return Err(SnapshotError::Foreign);
    }
    let mut reader = Reader::new(bytes);
    let _ = reader.bytes(MAGIC.len())?;
    match reader.u32()? {
        VERSION => Ok(reader),
        found => Err(SnapshotError::Format { found }),
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = Hasher::default();
    hasher.bytes(bytes);
    hasher.digest().0
}

/// Refuses what no world is like.
pub(crate) fn ensure(holds: bool, otherwise: &'static str) -> Result<(), SnapshotError> {
    if holds { Ok(()) } else { Err(SnapshotError::Illegal(otherwise)) }
}

impl std::fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Foreign => f.write_str("found no snapshot, expected a file that `--save` wrote"),
            Self::Format { found } => {
                write!(f, "found a snapshot of format {found}, expected format {VERSION}")
            }
            Self::Rules { found } => write!(
                f,
                "found a world saved under rules {found}, expected rules {}: it would go on \
                 differently",
                crate::RULES
            ),
            Self::Damaged => f.write_str("the snapshot was cut off or altered, expected it whole"),
            Self::Illegal(what) => write!(f, "found a world with {what}, which no world has"),
            Self::TooLarge(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SnapshotError {}
