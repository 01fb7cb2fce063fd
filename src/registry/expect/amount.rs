//! Amounts: expected numbers, as `7`, `3..9` or `3..=9`.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// A number, or any number of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "RangeInclusive<u64>", into = "RangeInclusive<u64>")]
pub struct Amount {
    least: u64,
    most: u64,
}

impl Amount {
    /// Whether `number` is in the range.
    pub fn contains(self, number: u64) -> bool {
        (self.least..=self.most).contains(&number)
    }
}

impl From<u64> for Amount {
    fn from(number: u64) -> Self {
        Self {
            least: number,
            most: number,
        }
    }
}

impl From<RangeInclusive<u64>> for Amount {
    fn from(range: RangeInclusive<u64>) -> Self {
        Self {
            least: *range.start(),
            most: *range.end(),
        }
    }
}

impl From<Amount> for RangeInclusive<u64> {
    fn from(Amount { least, most }: Amount) -> Self {
        least..=most
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.least == self.most {
            write!(f, "{}", self.least)
        } else {
            write!(f, "{}..={}", self.least, self.most)
        }
    }
}
