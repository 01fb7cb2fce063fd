//! Typed cells, used in the parts of a Parquet table: a byte for the kind of the cell, then the
//! number in eight bytes, or the length of a word in four bytes and the word.

use crate::Value;

const EMPTY: u8 = 0;
const WHOLE: u8 = 1;
const REAL: u8 = 2;
const WORD: u8 = 3;

/// The type of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Whole,
    Real,
    Word,
}

impl Type {
    /// All types, with their names in identities of sweeps.
    const ALL: [(Self, &str); 3] =
        [(Self::Whole, "whole"), (Self::Real, "real"), (Self::Word, "word")];

    pub(super) fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, it)| *it == name).map(|(it, _)| *it)
    }
}

/// Writes a cell.
pub(super) fn write(bytes: &mut Vec<u8>, cell: &Value<'_>) {
    match cell {
        Value::Empty => bytes.push(EMPTY),
        Value::Whole(whole) => {
            bytes.push(WHOLE);
            bytes.extend(whole.to_le_bytes());
        }
        Value::Real(real) => {
            bytes.push(REAL);
            bytes.extend(real.to_bits().to_le_bytes());
        }
        Value::Word(word) => write_word(bytes, word),
        Value::Digest(digest) => write_word(bytes, &digest.to_string()),
    }
}

fn write_word(bytes: &mut Vec<u8>, word: &str) {
    bytes.push(WORD);
    bytes.extend(u32::try_from(word.len()).expect("shorter than a scene").to_le_bytes());
    bytes.extend(word.as_bytes());
}

/// Takes the next cell; `None` if there is none.
#[cfg(feature = "parquet")]
pub(super) fn read<'b>(bytes: &mut &'b [u8]) -> Option<Value<'b>> {
    fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
        let (taken, rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        Some(*taken)
    }
    Some(match take::<1>(bytes)?[0] {
        EMPTY => Value::Empty,
        WHOLE => Value::Whole(u64::from_le_bytes(take(bytes)?)),
        REAL => Value::Real(f64::from_bits(u64::from_le_bytes(take(bytes)?))),
        WORD => {
            let length = usize::try_from(u32::from_le_bytes(take(bytes)?)).ok()?;
            let (word, rest) = bytes.split_at_checked(length)?;
            *bytes = rest;
            Value::Word(std::str::from_utf8(word).ok()?)
        }
        _ => return None,
    })
}

#[cfg(all(test, feature = "parquet"))]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_they_were_written() {
        let cells = [
            Value::Empty,
            Value::Whole(u64::MAX),
            Value::Real(-0.1),
            Value::Word("(1, \u{2603})"),
            Value::Word(""),
        ];
        let mut bytes = Vec::new();
        for cell in &cells {
            write(&mut bytes, cell);
        }
        let mut rest = &bytes[..];
        let read_again: Vec<_> = std::iter::from_fn(|| read(&mut rest)).collect();
        assert_eq!(read_again, cells);
        assert!(rest.is_empty());
        for cut in 0..bytes.len() {
            let mut rest = &bytes[..cut];
            assert!(std::iter::from_fn(|| read(&mut rest)).count() < cells.len());
        }
    }
}
