//! Snapshots: saved worlds as bytes.
//!
//! A snapshot holds the state and nothing that can be derived from it, in this order, all numbers
//! little-endian, lists preceded by their length:
//!
//! 1. `MAZETICK`; the version of the format and of the [rules](crate::RULES) (u32 each);
//! 2. the ingredients of the world: how many (u8), then for each its name (preceded by its length,
//!    u8) and its kind (u8); the name of its text format (preceded by its length, u8); rows, columns
//!    (u32 each);
//! 3. name; phase and finished stages of generation (u8 each), tick (u64), outcome (u8);
//! 4. the columns of the cells; then what each ingredient saves, in their order: for walls a bit
//!    each;
//! 5. the 64-bit FNV-1a hash of everything before it.
//!
//! Restoring checks the hash, then that the parts are consistent, so that no file, however it was
//! made, leads to a world that cannot go on. The encoding of a world is unique: a restored world is
//! saved as the same bytes.

mod distinct;
mod reader;
mod writer;

pub use reader::Reader;
pub use writer::Writer;

pub(crate) use distinct::Distinct;

use std::io;

use crate::base::digest::Digest;

/// The first bytes of a snapshot.
pub(crate) const MAGIC: &[u8; 8] = b"MAZETICK";

/// The version of the format.
const VERSION: u32 = 2;

/// Why a world cannot be restored from bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// They are not a snapshot.
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
    /// They were truncated or altered.
    Damaged,
    /// They are complete, but the world is invalid.
    Illegal(&'static str),
    /// Memory is short for the world.
    TooLarge(String),
}

/// The bytes of a world that `write` writes, with header and hash.
pub(crate) fn to_bytes(write: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let mut writer = Writer::default();
    head(&mut writer);
    write(&mut writer);
    let mut bytes = writer.into_bytes();
    let seal = hash(&bytes);
    bytes.extend_from_slice(&seal);
    bytes
}

/// As [`to_bytes`], to an output.
pub(crate) fn to_output(
    output: impl io::Write + Send + Sync + 'static,
    write: impl FnOnce(&mut Writer),
) -> io::Result<()> {
    let mut writer = Writer::onto(output);
    head(&mut writer);
    write(&mut writer);
    writer.end_output()
}

/// Whether [`to_bytes`] would give exactly the bytes of this reader, including the hash.
pub(crate) fn is_same(reader: Reader, write: impl FnOnce(&mut Writer)) -> bool {
    let mut writer = Writer::comparing(reader.into_bytes());
    head(&mut writer);
    write(&mut writer);
    writer.end_same()
}

/// Writes the header.
fn head(writer: &mut Writer) {
    writer.bytes(MAGIC);
    writer.u32(VERSION);
    writer.u32(crate::RULES);
}

/// A reader of the bytes between header and hash.
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

/// A reader of the bytes after the header.
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

/// The hash of bytes, as it is stored after them.
fn hash(bytes: &[u8]) -> [u8; 8] {
    Digest::of(bytes).0.to_le_bytes()
}

impl From<crate::base::objection::Objection> for SnapshotError {
    fn from(objection: crate::base::objection::Objection) -> Self {
        Self::TooLarge(objection.message)
    }
}

/// Rejects invalid worlds.
///
/// # Errors
/// If `holds` is false.
pub(crate) fn ensure(holds: bool, otherwise: &'static str) -> Result<(), SnapshotError> {
    if holds { Ok(()) } else { Err(SnapshotError::Illegal(otherwise)) }
}

impl std::fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Foreign => f.write_str("not a snapshot, expected a file that `--save` wrote"),
            Self::Format { found } => {
                write!(f, "found a snapshot of format {found}, expected format {VERSION}")
            }
            Self::Rules { found } => write!(
                f,
                "found a world saved under rules {found}, expected rules {}: it would continue \
                 differently",
                crate::RULES
            ),
            Self::Damaged => f.write_str("the snapshot is truncated or altered"),
            Self::Illegal(what) => write!(f, "the saved world is invalid: {what}"),
            Self::TooLarge(message) => message.fmt(f),
        }
    }
}

impl std::error::Error for SnapshotError {}
