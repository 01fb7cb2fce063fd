//! Amounts: expected numbers, as `7`, `3..9` or `3..=9`.

use std::cmp::Ordering;
use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::scene::Failure;

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

    /// Makes the failure of a number that is not in the range.
    pub(super) fn failure(self, number: u64, message: String) -> Failure {
        let side = if number < self.least {
            Ordering::Less
        } else {
            Ordering::Greater
        };
        Failure::new(message).on_side(side)
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
            write!(f, "{} to {}", self.least, self.most)
        }
    }
}
