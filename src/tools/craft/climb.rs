//! Climbing: one or two places of a board are changed, again and again, from one on which a route is planted.

use super::bench::Bench;
use super::heights::Heights;
use super::rating::{Rating, live, twice_effort};
use super::wish::{Rated, Wishes};
use crate::base::chance::{Chance, Purpose};
use crate::base::scene_fault::SceneError;
use crate::tools::graph::{Net, number};

/// How good a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    /// Whether it is unique and within the bounds.
    pub(super) is_wished: bool,
    /// Twice the value.
    value: i64,
    /// Twice what a move is worth, at least 1, so that losses are counted in moves.
    unit: i64,
}

/// The best board of some candidates.
#[derive(Clone, Debug)]
pub(super) struct Best {
    pub(super) score: Score,
    pub(super) values: Vec<u32>,
}

/// The number of candidates that are tried as one piece of work, with random numbers of their own. A step of
/// planting counts as a candidate.
pub(super) const BLOCK: u64 = 1 << 19;

/// The number of candidates without progress after which another board is begun.
const PATIENCE: u32 = 20_000;

/// How many candidates are judged between two looks at the wish to stop.
const BREATH: u64 = 1 << 10;

/// Tries a block of candidates; the best of them, or of those before `stop`.
pub(super) fn climb(
    bench: &mut Bench,
    wishes: &Wishes,
    block: u64,
    stop: impl Fn() -> bool,
) -> Result<Option<Best>, SceneError> {
    let candidates = BLOCK.min(wishes.effort - block * BLOCK);
    let mut chance = Chance::new(wishes.seed, Purpose::named("craft").numbered(block));
    let mut judge = Judge { wishes, heights: Heights::default() };
    let (mut best, mut here, mut patience) = (None::<Best>, None::<Score>, 0);
    let mut best_here = None::<Score>;
    let mut changed = Vec::new();
    let mut tried = 0;
    while tried < candidates {
        if tried % BREATH == 0 && stop() {
            break;
        }
        changed.clear();
        if patience == 0 {
            (here, best_here, patience) = (None, None, PATIENCE);
            let limits = (wishes.most_moves(), candidates - tried);
            tried += bench.begin(limits, &mut chance, &stop);
        } else {
            for _ in 0..=chance.below(2) {
                let place = chance.place(bench.places.len());
                changed.push((place, bench.values[place]));
                let other = chance.below(bench.places[place].values - 1);
                bench.put(place, other + u32::from(other >= bench.values[place]));
            }
        }
        tried += 1;
        let score = judge.score(bench.net()?);
        if here.is_none_or(|here| score.is_taken_after(here, &mut chance)) {
            here = Some(score);
            patience -= 1;
            if best_here.is_none_or(|it| score > it) {
                (best_here, patience) = (here, PATIENCE);
            }
            if best.as_ref().is_none_or(|best| score > best.score) {
                best = Some(Best { score, values: bench.values.clone() });
            }
        } else {
            patience -= 1;
            for &(place, value) in changed.iter().rev() {
                bench.put(place, value);
            }
        }
    }
    Ok(best)
}

impl Score {
    /// Whether a board is taken in place of another: always if it is as good; with a loss of d moves with a
    /// chance of about ½ e^(−2.5 d), as a power of ½.
    fn is_taken_after(self, here: Self, chance: &mut Chance) -> bool {
        let loss = (here.value - self.value) / here.unit.max(self.unit);
        match u32::try_from(1 + 2 * loss) {
            _ if self.value >= here.value => true,
            Ok(halvings @ 0..32) => chance.below(1 << halvings) == 0,
            _ => false,
        }
    }
}

/// Scores boards.
struct Judge<'a> {
    wishes: &'a Wishes,
    heights: Heights,
}

impl Judge<'_> {
    /// The value is the wish − 1.5 × the moves of the route that can be avoided, each worth its share of the
    /// wish, less what bounds are missed. A board without a route is worse than any other, and the better
    /// the more states can be reached.
    #[allow(clippy::cast_possible_truncation)] // ratings are far below 2⁵³
    fn score(&mut self, net: &Net) -> Score {
        const UNSOLVED: i64 = -(1 << 60);
        let heights = &mut self.heights;
        if !heights.renew(net) {
            let value = UNSOLVED + 2 * i64::from(number(net.len()));
            return Score { is_wished: false, value, unit: 1 };
        }
        let asked = |of| self.wishes.asks(of);
        let rating = if [Rated::Holes, Rated::First, Rated::Last].into_iter().any(asked) {
            Rating::of(net, heights)
        } else {
            let moves = heights.moves();
            let live = if asked(Rated::Live) { live(net, heights) } else { 0 };
            let twice_effort = if asked(Rated::Effort) { twice_effort(net, heights) } else { 0 };
            Rating { moves, live, twice_effort, ..Rating::default() }
        };
        let wish = (2.0 * self.wishes.want.of(&rating)) as i64;
        let unit = (wish / (2 * i64::from(rating.moves))).max(1);
        let missed = self.wishes.missed_by(&rating);
        let avoidable = i64::from(heights.avoidable);
        let value = wish - unit * (3 * avoidable + (6.0 * missed).ceil() as i64);
        Score { is_wished: avoidable == 0 && missed == 0.0, value, unit }
    }
}
