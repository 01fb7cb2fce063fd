//! Wishes: what a puzzle that is made should be like.

use std::fmt;
use std::str::FromStr;

use super::Rating;
use crate::base::count::{fitted, whole};
use crate::scene::nearest;

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

/// Something that is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rated {
    /// The moves of a shortest route.
    Moves,
    /// The moves where a wrong way goes on.
    Live,
    /// The moves, and half of what wrong ways cost.
    Effort,
    /// The share of states without a way to the goal.
    Holes,
    /// The forced moves at the start.
    First,
    /// The forced moves backward from the goal.
    Last,
}

/// A bound, such as `moves=40`.
#[derive(Clone, Copy, Debug, PartialEq)]
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

impl Rated {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Moves, Self::Live, Self::Effort, Self::Holes, Self::First, Self::Last];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["moves", "live", "effort", "holes", "first", "last"][self as usize]
    }

    /// Whether it is a whole number.
    pub(crate) const fn is_whole(self) -> bool {
        !matches!(self, Self::Effort | Self::Holes)
    }

    /// Whether its number is never above another's in the rating of a puzzle.
    fn is_never_above(self, other: Self) -> bool {
        let counts_moves = matches!(self, Self::Moves | Self::Live | Self::First | Self::Last);
        self == other || counts_moves && matches!(other, Self::Moves | Self::Effort)
    }

    /// Its number in a rating.
    #[must_use]
    pub fn of(self, rating: &Rating) -> f64 {
        match self {
            Self::Moves => rating.moves.into(),
            Self::Live => rating.live.into(),
            Self::Effort => rating.effort(),
            Self::Holes => rating.holes(),
            Self::First => rating.first.into(),
            Self::Last => rating.last.into(),
        }
    }
}

impl FromStr for Bound {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, number) = text.split_once('=').unwrap_or((text, ""));
        let Some(of) = Rated::ALL.into_iter().find(|it| it.name() == name) else {
            let names = Rated::ALL.map(Rated::name);
            return Err(format!("unknown rating `{name}`, {}", nearest(name, &names)));
        };
        match number.parse::<f64>() {
            Ok(number) if number.is_finite() && number >= 0.0 => Ok(Self { of, number }),
            _ => Err(format!("found `{number}`, expected a number as in `{name}=4`")),
        }
    }
}

/// As it is read.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.of.name(), self.number)
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

    /// By how much bounds are missed, all together; a share counts a hundred times.
    pub(super) fn missed_by(&self, rating: &Rating) -> f64 {
        self.misses(rating)
            .map(|(_, bound, by)| by * if bound.of == Rated::Holes { 100.0 } else { 1.0 })
            .sum()
    }

    /// The missed bounds: the words for the kind of each, the bound, and by how much it is missed.
    fn misses(&self, rating: &Rating) -> impl Iterator<Item = (&'static str, &Bound, f64)> {
        let least = self.at_least.iter().map(|it| ("at least", it, it.number - it.of.of(rating)));
        let most = self.at_most.iter().map(|it| ("at most", it, it.of.of(rating) - it.number));
        least.chain(most).filter(|&(.., by)| by > 0.0)
    }

    /// The bounds that a rating misses, in words.
    pub(super) fn missed(&self, rating: &Rating) -> Vec<String> {
        let words = |(kind, &Bound { of, number }, _): (&str, &Bound, f64)| {
            format!("{} {}, expected {kind} {number}", of.name(), of.of(rating))
        };
        self.misses(rating).map(words).collect()
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
        match self.at_most.iter().filter(is_walk).find(|most| most.number < 1.0) {
            Some(most) => {
                Err(format!("--at-most {most} cannot be met, expected at least one move"))
            }
            None => Ok(()),
        }
    }
}
