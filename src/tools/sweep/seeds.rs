//! Seeds: a range of them, such as `1..100` or `1..=100`.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::base::limits;
use crate::scene::TestSeeds;
use crate::tools::ToolError;

/// A range of seeds: at least one, at most [`limits::WORLDS`]; all fit in 64 bits. Displayed as in
/// `7..=9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, derive_more::Display)]
#[display("{first}..={}", self.last())]
pub struct Seeds {
    first: u64,
    count: u64,
}

impl Seeds {
    /// `count` seeds, starting with `first`.
    ///
    /// # Errors
    /// If `count` is 0 or more than [`limits::WORLDS`], or the last seed would not fit in 64 bits.
    pub fn new(first: u64, count: u64) -> Result<Self, ToolError> {
        if count == 0 {
            return Err("found no seed, expected at least one".to_owned().into());
        }
        if count > limits::WORLDS {
            let most = limits::WORLDS;
            return Err(format!("found more than {most} seeds, expected at most {most}").into());
        }
        if first.checked_add(count - 1).is_none() {
            let most = u64::MAX;
            return Err(
                format!("found {count} seeds from {first}, expected none above {most}").into(),
            );
        }
        Ok(Self { first, count })
    }

    /// One seed.
    pub fn one(seed: u64) -> Self {
        Self {
            first: seed,
            count: 1,
        }
    }

    pub(crate) fn from_range(range: RangeInclusive<u64>) -> Result<Self, ToolError> {
        let count = range.end().checked_sub(*range.start());
        Self::new(
            *range.start(),
            count.map_or(0, |count| count.saturating_add(1)),
        )
    }

    /// The first seed.
    pub fn first(self) -> u64 {
        self.first
    }

    /// The last seed.
    pub fn last(self) -> u64 {
        self.first + (self.count - 1)
    }

    /// How many there are.
    pub fn count(self) -> u64 {
        self.count
    }

    /// All seeds, in order.
    pub fn iter(self) -> impl Iterator<Item = u64> {
        self.first..=self.last()
    }
}

/// The seeds of worlds: some, or all that there are, whose worlds are [explored](crate::tools::explore).
#[derive(Clone, Copy, Debug, PartialEq, Eq, derive_more::Display, derive_more::From)]
pub enum WorldSeeds {
    /// These.
    Range(Seeds),
    /// All. Displayed as `all`.
    #[display("all")]
    All,
}

impl WorldSeeds {
    pub(crate) fn of_scene(seeds: &TestSeeds) -> Result<Self, ToolError> {
        match seeds {
            TestSeeds::Range(range) => Seeds::from_range(range.clone()).map(Self::Range),
            TestSeeds::All => Ok(Self::All),
        }
    }
}

impl FromStr for WorldSeeds {
    type Err = ToolError;

    fn from_str(text: &str) -> Result<Self, ToolError> {
        if text == "all" {
            return Ok(Self::All);
        }
        text.parse().map(Self::Range).map_err(|error: ToolError| {
            let why = error.to_string();
            why.replace("`1..=100`", "`1..=100`, or `all`").into()
        })
    }
}

impl FromStr for Seeds {
    type Err = ToolError;

    fn from_str(text: &str) -> Result<Self, ToolError> {
        let wrong = || format!("found `{text}`, expected seeds such as `0..100` or `1..=100`");
        let Some((first, last)) = text.split_once("..") else {
            return text.parse().map(Self::one).map_err(|_| wrong().into());
        };
        let (last, more) = last.strip_prefix('=').map_or((last, 0), |last| (last, 1));
        let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
        let (first, last) = (number(first)?, number(last)?);
        let count = match last.checked_sub(first) {
            Some(seeds) => seeds.saturating_add(more),
            None => 0,
        };
        Self::new(first, count).map_err(|why| format!("`{text}`: {why}").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_read_as_ranges_are_written() {
        let max = u64::MAX;
        for (text, first, count) in [
            ("0..1", 0, 1),
            ("7", 7, 1),
            ("3..=7", 3, 5),
            (&format!("{max}..={max}"), max, 1),
        ] {
            let seeds: Seeds = text.parse().expect("seeds");
            assert_eq!(Seeds::new(first, count), Ok(seeds));
            assert_eq!(seeds.to_string().parse(), Ok(seeds));
            assert_eq!(seeds.iter().last(), Some(first + (count - 1)));
        }
        for wrong in [
            "", "x", "-1", "1..", "..1", "1..1", "2..=1", "-1..1", "0..x", "1...2",
        ] {
            assert!(wrong.parse::<Seeds>().is_err(), "{wrong}");
        }
        assert!(format!("0..={max}").parse::<Seeds>().is_err());
        assert!(Seeds::new(max, 2).is_err() && Seeds::new(max - 1, 2).is_ok());
    }
}
