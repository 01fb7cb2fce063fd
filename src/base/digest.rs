//! The digest: one number for the state of a world, by coordinates, not by entity.
//!
//! The state has six parts. Each is hashed separately, by FNV-1a with 64 bits; the digest is the
//! same hash of the six hashes, in the order of the parts. Numbers are little-endian. Things that a
//! world does not have add no bytes. The bytes of the parts:
//!
//! 1. **progress**: rows, columns (u32 each); phase (u8: 0 generation, 1 search, 2 finished);
//!    outcome (u8: 0 unfinished, 1 built, 2 solved, 3 no solution, 4 stuck, 5 crowded); tick
//!    (u64); if generation has several stages, the number of finished ones (u8);
//! 2. **walls**: for every wall that can stand a byte, 1 if it stands: the lattice lines from top
//!    to bottom, each from left to right, then the rows from top to bottom, each from left to right;
//! 3. **cells**: for every cell in grid order the columns `signs`, `numbers` and `claims`, then
//!    each further [column](crate::Column) in the order of their names: its name, then its bytes of
//!    every cell;
//! 4. **generator**: the state of each generator, as it defines;
//! 5. **chance**, if something is drawn: the seed (u64), the number of 32-bit words
//!    drawn from its stream (u128);
//! 6. **walkers**, where there is a walk: row and column of the goal (u32 each), the number of
//!    moves (u32), then every active walker in the order in which they step: row and column of its
//!    cell (u32 each), top and front of its die, its heading (a byte each), and, if its gait holds
//!    something, what it holds (a byte).
//!
//! A walk with its own steps defines itself what it adds to cells and walkers.
//!
//! Claims are four bits per pose, the lower bits first, or a byte per pose if there are many ways
//! back: 0 if unclaimed, otherwise 1 plus the way back. A pose of a die is 4 × the number of the
//! orientation plus the heading, as far as it has both. Orientations are numbered by top, then
//! front, in ascending order; headings are 0 to 3 for N, S, W, E. A way back is the heading of the
//! last move; with a heading, of the move before it; for a jump, the heading plus 4 × (its length −
//! 1).

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::base::grid::Position;

/// The digest of a world's state, or of a part of it. Displayed as 16 hexadecimal digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Digest(pub u64);

impl Digest {
    /// The digest of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = Hasher::default();
        hasher.bytes(bytes);
        hasher.digest()
    }
}

/// A part of a world's state that has a digest of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// Size, phase, outcome and tick.
    Progress,
    /// Which walls stand.
    Walls,
    /// The columns of the cells: signs, numbers, claims and those of other ingredients.
    Cells,
    /// The state of the generator.
    Generator,
    /// The random source.
    Chance,
    /// The active walkers and their goal.
    Walkers,
}

/// The digests of all parts of a world's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartDigests(pub [Digest; 6]);

impl Part {
    /// All parts, in the order in which they make up the digest.
    pub const ALL: [Self; 6] =
        [Self::Progress, Self::Walls, Self::Cells, Self::Generator, Self::Chance, Self::Walkers];
}

impl PartDigests {
    /// The digest of the whole state.
    #[must_use]
    pub fn whole(self) -> Digest {
        let mut hasher = Hasher::default();
        self.0.iter().for_each(|part| hasher.number(part.0));
        hasher.digest()
    }

    /// The parts in which two states differ.
    pub fn differences(self, other: Self) -> impl Iterator<Item = Part> {
        differences(self.0, other.0)
    }
}

/// The parts in which two states differ, given one value per part.
pub(crate) fn differences<T: PartialEq>(
    one: [T; Part::ALL.len()],
    other: [T; Part::ALL.len()],
) -> impl Iterator<Item = Part> {
    let parts = one.into_iter().zip(other).zip(Part::ALL);
    parts.filter(|((one, other), _)| one != other).map(|(_, part)| part)
}

/// FNV-1a, 64 bits.
pub struct Hasher(u64);

impl Default for Hasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher {
    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Adds a number, as eight bytes.
    pub fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// Adds row and column, as four bytes each.
    pub fn position(&mut self, at: Position) {
        self.bytes(&at.row.to_le_bytes());
        self.bytes(&at.column.to_le_bytes());
    }

    /// The digest of the bytes so far.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest(self.0)
    }
}

/// As in scenes and `--digest`, for messages of tests.
impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The error of a text that is not a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseDigestError;

/// Parses what `Display` writes: 16 hexadecimal digits.
impl std::str::FromStr for Digest {
    type Err = ParseDigestError;

    fn from_str(text: &str) -> Result<Self, ParseDigestError> {
        let is_digest = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let digest = u64::from_str_radix(text, 16).ok().filter(|_| is_digest);
        digest.map(Self).ok_or(ParseDigestError)
    }
}

impl std::fmt::Display for ParseDigestError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("expected a digest: 16 hexadecimal digits")
    }
}

impl std::error::Error for ParseDigestError {}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Progress => "progress",
            Self::Walls => "walls",
            Self::Cells => "cells",
            Self::Generator => "generator",
            Self::Chance => "chance",
            Self::Walkers => "walkers",
        })
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        let text = String::deserialize(text)?;
        text.parse()
            .map_err(|none: ParseDigestError| de::Error::custom(format!("found `{text}`, {none}")))
    }
}

/// Digests of 16 hexadecimal digits, in the order of the parts, separated by blanks.
impl<'de> Deserialize<'de> for PartDigests {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        let text = String::deserialize(text)?;
        let digests = text.split(' ').map(|word| word.parse().ok());
        let digests = digests.collect::<Option<Vec<Digest>>>();
        digests.and_then(|digests| digests.try_into().ok()).map(Self).ok_or_else(|| {
            de::Error::custom(format!("found `{text}`, expected 6 digests of 16 digits"))
        })
    }
}
