//! Amounts: expected numbers, as `7`, `3..9` or `3..=9`.

use std::fmt;
use std::ops::RangeInclusive;

use serde::Deserialize;

use crate::report::Fault;
use crate::scene::RonReader;

/// A number, or any number of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "u64")]
pub struct Amount {
    least: u64,
    most: u64,
}

impl Amount {
    /// Whether `number` is in the range.
    #[must_use]
    pub fn contains(self, number: u64) -> bool {
        (self.least..=self.most).contains(&number)
    }

    /// Whether it is a single number.
    #[must_use]
    pub(super) fn is_one(self) -> bool {
        self.least == self.most
    }

    /// The largest number in it.
    pub(super) fn most(self) -> u64 {
        self.most
    }

    /// Parses an amount, which must not be empty.
    pub(super) fn read(reader: &mut RonReader<'_>) -> Result<Self, Fault> {
        let (least, most) = reader.range()?;
        Ok(Self { least, most })
    }
}

impl From<u64> for Amount {
    fn from(number: u64) -> Self {
        Self { least: number, most: number }
    }
}

impl From<RangeInclusive<u64>> for Amount {
    fn from(range: RangeInclusive<u64>) -> Self {
        Self { least: *range.start(), most: *range.end() }
    }
}

/// As written in scenes.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_one() {
            write!(f, "{}", self.least)
        } else {
            write!(f, "{}..={}", self.least, self.most)
        }
    }
}
