//! Amounts: expected numbers, as `7`, `3..9` or `3..=9`.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::base::scene_fault::SceneStep;
use crate::scene::Check;

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

    pub(super) fn is_one(self) -> bool {
        self.least == self.most
    }

    pub(super) fn most(self) -> u64 {
        self.most
    }

    /// Reports an amount without numbers, which only calls can make.
    pub(super) fn check(amount: impl Into<Option<Self>>, step: SceneStep, check: &mut Check<'_>) {
        if let Some(amount) = amount.into().filter(|it| it.least > it.most) {
            check.error([step], format!("found `{amount}`, expected a range that is not empty"));
        }
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

impl From<Amount> for RangeInclusive<u64> {
    fn from(Amount { least, most }: Amount) -> Self {
        least..=most
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_one() {
            write!(f, "{}", self.least)
        } else {
            write!(f, "{}..={}", self.least, self.most)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::expect::{DeadEnds, Finished, Solved, Walls};
    use crate::scene::{Expectation, Scene};

    #[test]
    #[allow(clippy::reversed_empty_ranges)] // that is the point
    fn a_range_without_numbers_is_refused() {
        let none = Amount::from(9..=3);
        let walls = Walls { standing: Some(none), built: Some(none) };
        let text = "Scene(grid: (rows: 2, columns: 3), generate: Johnny(start: (1, 1)),
            walk: Foot(from: (1, 1), to: (2, 3)), text: Lattice)";
        for (expectation, places) in [
            (Expectation::from(Finished { at: none }), &["at"][..]),
            (Solved { moves: Some(none) }.into(), &["moves"]),
            (walls.into(), &["standing", "built"]),
        ] {
            let mut scene = Scene::from_ron(text).expect("a scene").into_scene();
            scene.expect = vec![expectation];
            let error = scene.checked().expect_err("empty");
            let line = |place| {
                format!("expect[0].{place}: found `9..=3`, expected a range that is not empty")
            };
            let lines: Vec<String> = places.iter().map(line).collect();
            assert_eq!(error.to_string(), lines.join("\n"));
        }
        let mut scene = Scene::from_ron(text).expect("a scene").into_scene();
        scene.expect = vec![DeadEnds(none).into()];
        let error = scene.checked().expect_err("empty").to_string();
        assert_eq!(error, "expect[0]: found `9..=3`, expected a range that is not empty");
    }
}
