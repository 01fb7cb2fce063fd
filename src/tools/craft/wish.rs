//! Wishes: what a puzzle that is made should be like.

use std::str::FromStr;

use super::{Proof, Rated};
use crate::base::count::{fitted, whole};

/// What is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Wishes {
    /// What should be as large as can be.
    pub want: Rated,
    /// The least that is allowed.
    pub at_least: Vec<Bound>,
    /// The most that is allowed.
    pub at_most: Vec<Bound>,
    /// The number of boards that are tried; a move that is tried to plant a route counts as one.
    pub effort: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A bound, read and displayed as in `moves=40`.
#[derive(Clone, Copy, Debug, PartialEq, derive_more::Display)]
#[display("{}={number}", of.name())]
pub struct Bound {
    /// What is bounded.
    pub of: Rated,
    /// The number, not below 0.
    pub number: f64,
}

impl Default for Wishes {
    fn default() -> Self {
        let (at_least, at_most) = Default::default();
        Self { want: Rated::Effort, at_least, at_most, effort: 200_000, seed: 0 }
    }
}

/// The largest rating, 2⁵³: above it, not every whole number is an `f64`.
pub(super) const MOST: f64 = 9_007_199_254_740_992.0;

impl FromStr for Bound {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, number) = text.split_once('=').unwrap_or((text, ""));
        let of = Rated::named(name)?;
        let exact = number.parse().ok().filter(|it| (0.0..MOST).contains(it));
        exact.map(|number| Self { of, number }).ok_or_else(|| {
            format!("found `{number}`, expected a number as in `{name}=4`, below 2⁵³")
        })
    }
}

impl Wishes {
    /// Whether it says something about this.
    pub(super) fn asks(&self, of: Rated) -> bool {
        self.want == of || self.at_least.iter().chain(&self.at_most).any(|bound| bound.of == of)
    }

    /// The most moves that are allowed.
    pub(super) fn most_moves(&self) -> u32 {
        let bounds = self.at_most.iter().filter(|it| it.of == Rated::Moves);
        bounds.fold(u32::MAX, |most, it| most.min(fitted(whole(it.number))))
    }

    /// The bounds that a puzzle with a route misses: the words for the kind of each, the bound, what was found,
    /// and by how much that misses it.
    pub(super) fn missed<'a>(
        &'a self,
        proof: &'a Proof,
    ) -> impl Iterator<Item = (&'static str, &'a Bound, f64, f64)> {
        let least = self.at_least.iter().map(|it| ("at least", it, 1.0));
        let most = self.at_most.iter().map(|it| ("at most", it, -1.0));
        least.chain(most).filter_map(|(kind, bound, sign)| {
            let found = proof.rating(bound.of)?;
            let by = sign * (bound.number - found);
            (by > 0.0).then_some((kind, bound, found, by))
        })
    }

    /// What is wrong with the bounds, in a puzzle that has at most so many states.
    pub(super) fn check(&self, states: usize) -> Result<(), String> {
        for least in &self.at_least {
            let contradicts =
                |most: &&Bound| least.of.is_never_above(most.of) && least.number > most.number;
            if let Some(most) = self.at_most.iter().find(contradicts) {
                return Err(format!(
                    "--at-least {least} contradicts --at-most {most}, expected bounds that can both be met"
                ));
            }
            let most = match least.of {
                Rated::Holes => 1.0,
                Rated::Effort => f64::INFINITY,
                _ => states as f64,
            };
            let number = if least.of.is_whole() { least.number.ceil() } else { least.number };
            if number >= most {
                let name = least.of.name();
                return Err(format!(
                    "--at-least {least} cannot be met, expected {name} below {most} on this grid"
                ));
            }
        }
        let is_walk = |most: &&Bound| matches!(most.of, Rated::Moves | Rated::Effort);
        let none = self.at_most.iter().filter(is_walk).find(|most| most.number < 1.0);
        none.map_or(Ok(()), |most| {
            Err(format!("--at-most {most} cannot be met, expected at least one move"))
        })
    }
}
