//! Failures: what does not hold in a world, from where it is found to where it is printed.

use std::cmp::Ordering;
use std::fmt::Display;
use std::ops::Range;

use crate::base::scene_fault::{ScenePath, SceneStep};

/// An expectation that does not hold in a world, or an error that stopped the world.
///
/// [`Expect::judge`](super::expectation::Expect::judge) returns one that has a message. A test adds where and when it
/// fails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The sentence that says what goes wrong, such as `agent 1 never arrives`.
    pub message: String,
    /// The place of the expectation in the scene.
    pub path: ScenePath,
    /// The bytes of that place in the text of the scene; empty if the scene was made by calls.
    pub at: Range<usize>,
    /// The first tick after which it fails.
    pub tick: u64,
    /// The world after that tick. Empty if it is too large to be looked at, or if something else failed before.
    pub drawing: String,
    /// The lines in which a drawing differs, expected ones after `-` and actual ones after `+`; at most
    /// [`limits::DIFF`](crate::base::limits::DIFF) of them. Empty if it isn't about a drawing.
    pub diff: String,
    /// The side of the expected numbers on which the actual one is, if it is about numbers.
    pub(crate) side: Option<Ordering>,
    /// The values that would hold: the step from the expectation to each, and the value as RON.
    pub(crate) actual: Vec<(SceneStep, String)>,
}

impl Failure {
    /// Makes a failure of this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    /// Makes a failure that says what was expected and what was found, unless `holds`.
    pub fn unless(holds: bool, expected: impl Display, found: impl Display) -> Result<(), Self> {
        if holds {
            return Ok(());
        }

        let expected = expected.to_string();
        let found = found.to_string();
        Err(Self {
            side: side(&expected, &found),
            ..Self::new(format!("expected {expected}, found {found}"))
        })
    }

    /// Makes a failure, unless both are equal.
    pub fn unless_equal<T: PartialEq + Display>(expected: T, found: T) -> Result<(), Self> {
        Self::unless(expected == found, &expected, &found)
    }

    /// Says on which side of the expected numbers the actual one is. A smaller scene fails in the same way only if it
    /// is on the same side there.
    #[must_use]
    pub fn on_side(self, side: Ordering) -> Self {
        Self {
            side: Some(side),
            ..self
        }
    }

    /// Adds a value that would hold, for [`bless`](crate::registry::Registry::bless): the step from the expectation to
    /// the value, and the value as RON.
    #[must_use]
    pub fn with_actual(mut self, step: SceneStep, value: String) -> Self {
        self.actual.push((step, value));
        self
    }

    /// Returns true if [`bless`](crate::registry::Registry::bless) can replace what was expected.
    pub fn can_be_blessed(&self) -> bool {
        !self.actual.is_empty()
    }
}

/// Returns the side of the numbers in one text on which the first number in another one is.
fn side(expected: &str, found: &str) -> Option<Ordering> {
    let expected = numbers(expected);
    let found = *numbers(found).first()?;
    let least = *expected.iter().min()?;
    let most = *expected.iter().max()?;

    Some(if found < least {
        Ordering::Less
    } else if found > most {
        Ordering::Greater
    } else {
        Ordering::Equal
    })
}

fn numbers(text: &str) -> Vec<u64> {
    let words = text.split(|c: char| !c.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_on_a_side_of_those_that_were_expected() {
        let side_of = |expected: &str, found: &str| {
            let failure = Failure::unless(false, expected, found).expect_err("a failure");
            failure.side
        };
        assert_eq!(side_of("at most 100 ticks", "161"), Some(Ordering::Greater));
        assert_eq!(side_of("6 to 12 moves", "14"), Some(Ordering::Greater));
        assert_eq!(
            side_of("6 to 12 moves", "3 moves of 9"),
            Some(Ordering::Less)
        );
        assert_eq!(side_of("7", "7 agents"), Some(Ordering::Equal));
        assert_eq!(side_of("a drawing", "3"), None);
        assert_eq!(side_of("3", "none"), None);
    }
}
