//! Seeds: a run of them, as `1..100` or `1..=100`.

use std::fmt;
use std::str::FromStr;

use crate::limits;

/// A run of seeds, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// The first.
    pub first: u64,
    /// How many there are.
    pub count: u64,
}

impl Seeds {
    /// One seed.
    #[must_use]
    pub fn one(seed: u64) -> Self {
        Self { first: seed, count: 1 }
    }

    /// All of them, in their order.
    pub fn iter(self) -> impl Iterator<Item = u64> {
        (0..self.count).map(move |place| self.first + place)
    }
}

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("found `{text}`, expected seeds such as `0..100` or `1..=100`");
        let (first, last) = text.split_once("..").ok_or_else(wrong)?;
        let (last, more) = last.strip_prefix('=').map_or((last, 0), |last| (last, 1));
        let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
        let (first, last) = (number(first)?, number(last)?);
        let count = last.checked_sub(first).and_then(|seeds| seeds.checked_add(more));
        match count {
            Some(count @ 1..=limits::WORLDS) => Ok(Self { first, count }),
            None if first <= last => {
                Err(format!("`{text}`: expected at most {} seeds", limits::WORLDS))
            }
            Some(1..) => Err(format!("`{text}`: expected at most {} seeds", limits::WORLDS)),
            _ => Err(format!("`{text}`: there is no seed in it, expected at least one")),
        }
    }
}

/// From the first to the last.
impl fmt::Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..={}", self.first, self.first + (self.count - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_read_as_ranges_are_written() {
        let max = u64::MAX;
        for (text, first, count) in
            [("0..1", 0, 1), ("3..=7", 3, 5), (&format!("{max}..={max}"), max, 1)]
        {
            let seeds: Seeds = text.parse().expect("seeds");
            assert_eq!(seeds, Seeds { first, count });
            assert_eq!(seeds.to_string().parse(), Ok(seeds));
            assert_eq!(seeds.iter().last(), Some(first + (count - 1)));
        }
        for wrong in ["", "1", "1..", "..1", "1..1", "2..=1", "-1..1", "0..x", "1...2"] {
            assert!(wrong.parse::<Seeds>().is_err(), "{wrong}");
        }
        assert!(format!("0..={max}").parse::<Seeds>().is_err());
    }
}
