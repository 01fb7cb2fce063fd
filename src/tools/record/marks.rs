//! Marks: what a record stores of the ticks between two digests.

use serde::{Deserialize, Deserializer, de};

use crate::base::digest::{Digest, Part, PartDigests};

/// The marks of successive ticks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(pub Vec<Mark>);

/// The lower half of the digest of each part. Two states that differ in a single byte of a part
/// never have equal marks of it; others do with a probability of 2⁻³².
pub type Mark = [u32; Part::ALL.len()];

/// The digits of a mark: eight per part.
const DIGITS: usize = 8 * Part::ALL.len();

/// The bytes of a mark in a record, with the blank after it.
pub(super) const MARK_BYTES: u64 = DIGITS as u64 + 1;

impl PartDigests {
    /// The lower half of each digest.
    #[allow(clippy::cast_possible_truncation)] // the lower half
    pub(super) fn mark(self) -> Mark {
        self.0.map(|Digest(digest)| digest as u32)
    }
}

/// The marks as in a record: 48 hexadecimal digits each, separated by blanks.
impl std::fmt::Display for Marks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, mark) in self.0.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { " " })?;
            mark.iter().try_for_each(|half| write!(f, "{half:08x}"))?;
        }
        Ok(())
    }
}

/// Parses what `Display` writes.
impl<'de> Deserialize<'de> for Marks {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        let text = String::deserialize(text)?;
        let read = |word: &str| {
            read_mark(word).ok_or_else(|| {
                de::Error::custom(format!(
                    "found `{word}`, expected a mark of {DIGITS} hexadecimal digits"
                ))
            })
        };
        text.split_ascii_whitespace().map(read).collect::<Result<_, _>>().map(Self)
    }
}

fn read_mark(word: &str) -> Option<Mark> {
    if word.len() != DIGITS || !word.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut mark = Mark::default();
    for (place, half) in mark.iter_mut().enumerate() {
        *half = u32::from_str_radix(&word[8 * place..][..8], 16).ok()?;
    }
    Some(mark)
}
