//! Snapshots: a world as bytes, to go on with later.
//!
//! A snapshot holds the state and nothing that follows from it, in this order, all numbers
//! little-endian, lists after their length:
//!
//! 1. `MAZETICK`; the version of the format and of the [rules](crate::RULES) (u32 each);
//! 2. the ingredients that the world has: how many (u8), then of each its name (after its length, u8)
//!    and its kind (u8); the name of its text format (after its length, u8); rows, columns (u32 each);
//! 3. name; phase and finished stages of generation (u8 each), tick (u64), outcome (u8);
//! 4. the columns of the cells; then what each ingredient saves, in their order: for walls a bit each;
//! 5. the 64-bit FNV-1a hash of all of that.
//!
//! Restoring checks the hash, then that the parts agree with one another, so that no file, however
//! it was made, leads to a world that cannot go on. Each world has one way to be written: what is
//! restored is saved as the same bytes again.

mod reader;
mod writer;

pub use reader::Reader;
pub use writer::Writer;

use std::io;

use crate::digest::Hasher;
use crate::memory::Shortage;

/// What a snapshot begins with.
pub(crate) const MAGIC: &[u8; 8] = b"MAZETICK";

/// The version of the format.
const VERSION: u32 = 2;

/// Why bytes cannot be restored to a world.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    TooLarge(Shortage),
}

/// The bytes that `write` writes of a world, behind what stands before each, and their hash.
pub(crate) fn to_bytes(write: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let mut writer = Writer::default();
    head(&mut writer);
    write(&mut writer);
    let mut bytes = writer.into_bytes();
    let seal = hash(&bytes);
    bytes.extend_from_slice(&seal);
    bytes
}

/// As [`to_bytes`], onto an output.
pub(crate) fn to_output(
    output: impl io::Write + Send + Sync + 'static,
    write: impl FnOnce(&mut Writer),
) -> io::Result<()> {
    let mut writer = Writer::onto(output);
    head(&mut writer);
    write(&mut writer);
    writer.end_output()
}

/// Whether [`to_bytes`] would give what this reader reads, and the hash of it.
pub(crate) fn is_same(reader: Reader, write: impl FnOnce(&mut Writer)) -> bool {
    let mut writer = Writer::comparing(reader.into_bytes());
    head(&mut writer);
    write(&mut writer);
    writer.end_same()
}

/// Writes what stands before a world.
fn head(writer: &mut Writer) {
    writer.bytes(MAGIC);
    writer.u32(VERSION);
    writer.u32(crate::RULES);
}

/// A reader of what stands between beginning and seal.
pub(crate) fn open(mut bytes: Vec<u8>) -> Result<Reader, SnapshotError> {
    let is_short = bytes.len() < MAGIC.len() + size_of::<u64>();
    if is_short && bytes.starts_with(MAGIC) {
        return Err(SnapshotError::Damaged);
    }
    let seal = bytes.split_off(bytes.len().saturating_sub(size_of::<u64>()));
    let mut reader = begun(bytes)?;
    if seal != hash(reader.all()) {
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

/// The hash of bytes, as it stands behind them.
fn hash(bytes: &[u8]) -> [u8; 8] {
    let mut hasher = Hasher::default();
    hasher.bytes(bytes);
    hasher.digest().0.to_le_bytes()
}

impl From<Shortage> for SnapshotError {
    fn from(shortage: Shortage) -> Self {
        Self::TooLarge(shortage)
    }
}

/// Refuses what no world is like.
///
/// # Errors
/// Unless it holds.
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
            Self::TooLarge(shortage) => shortage.fmt(f),
        }
    }
}

impl std::error::Error for SnapshotError {}
