//! Targets: what a puzzle that is made should be like.

use std::str::FromStr;

use super::{Proof, Rating};
use crate::base::count::{saturating_u32, whole_part};
use crate::tools::ToolError;

/// What a puzzle that is made should be like, and how long it is looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Targets {
    /// The rating that should be as large as can be.
    pub want: Rating,
    /// The least that is allowed.
    pub at_least: Vec<Bound>,
    /// The most that is allowed.
    pub at_most: Vec<Bound>,
    /// The number of boards that are tried; a move that is tried to plant a route counts as one.
    pub tries: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A bound, read and displayed as in `moves=40`.
#[derive(Clone, Copy, Debug, PartialEq, derive_more::Display)]
#[display("{}={number}", rating.name())]
pub struct Bound {
    /// The rating that is bounded.
    pub rating: Rating,
    /// The number, not below 0.
    pub number: f64,
}

impl Default for Targets {
    fn default() -> Self {
        let (at_least, at_most) = Default::default();
        Self {
            want: Rating::Effort,
            at_least,
            at_most,
            tries: 200_000,
            seed: 0,
        }
    }
}

/// The largest rating, 2⁵³: above it, not every whole number is an `f64`.
pub(super) const MOST: f64 = 9_007_199_254_740_992.0;

impl FromStr for Bound {
    type Err = ToolError;

    fn from_str(text: &str) -> Result<Self, ToolError> {
        let (name, number) = text.split_once('=').unwrap_or((text, ""));
        let rating = Rating::named(name)?;
        let exact = number.parse().ok().filter(|it| (0.0..MOST).contains(it));
        exact.map(|number| Self { rating, number }).ok_or_else(|| {
            ToolError::Refused(format!(
                "found `{number}`, expected a number as in `{name}=4`, below 2⁵³"
            ))
        })
    }
}

impl Targets {
    pub(super) fn asks(&self, rating: Rating) -> bool {
        let mut bounds = self.at_least.iter().chain(&self.at_most);
        self.want == rating || bounds.any(|bound| bound.rating == rating)
    }

    pub(super) fn most_moves(&self) -> u32 {
        let bounds = self.at_most.iter().filter(|it| it.rating == Rating::Moves);
        bounds.fold(u32::MAX, |most, it| {
            most.min(saturating_u32(whole_part(it.number)))
        })
    }

    pub(super) fn missed<'a>(
        &'a self,
        proof: &'a Proof,
    ) -> impl Iterator<Item = (&'static str, &'a Bound, f64, f64)> {
        let least = self.at_least.iter().map(|it| ("at least", it, 1.0));
        let most = self.at_most.iter().map(|it| ("at most", it, -1.0));
        least.chain(most).filter_map(|(kind, bound, sign)| {
            let found = proof.rating(bound.rating)?;
            let by = sign * (bound.number - found);
            (by > 0.0).then_some((kind, bound, found, by))
        })
    }
}
