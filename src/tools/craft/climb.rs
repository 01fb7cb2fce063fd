//! Climbing: one or two places of a board are changed, again and again, from one on which a route is planted.

use super::workbench::{BoardJudge, Workbench};
use super::{Proof, Rating, Targets};
use crate::base::chance::{Chance, Purpose};
use crate::base::scene_fault::SceneError;
use crate::tools::graph::number;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    /// Whether the board is unique and within the bounds.
    is_on_target: bool,
    /// Twice the value.
    value: i64,
    /// Twice what a move is worth, at least 1, so that losses are counted in moves.
    unit: i64,
}

pub(super) type Board = (Score, Vec<u32>);

/// The number of candidates that are tried as one piece of work, with random numbers of their own. A step of
/// planting counts as a candidate.
pub(super) const BLOCK: u64 = 1 << 19;

/// The number of candidates without progress after which another board is begun.
const PATIENCE: u32 = 20_000;

pub(super) fn climb(
    bench: &mut Workbench,
    targets: &Targets,
    (block, candidates): (u64, u64),
    stop: impl Fn() -> bool,
) -> Result<Option<Board>, SceneError> {
    let mut chance = Chance::new(targets.seed, Purpose::named("craft").numbered(block));
    let mut judge = BoardJudge::default();
    let (mut best, mut best_here, mut here) = (None::<Board>, None::<Score>, None::<Score>);
    let (mut changed, mut tried, mut patience) = (Vec::new(), 0, 0);
    while tried < candidates && !stop() {
        changed.clear();
        if patience == 0 {
            (here, best_here, patience) = (None, None, PATIENCE);
            let limits = (targets.most_moves(), candidates - tried);
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
        patience -= 1;
        let score = Score::new(judge.proof(bench)?, targets);
        if here.is_none_or(|here| score.is_taken_after(here, &mut chance)) {
            here = Some(score);
            if here > best_here {
                (best_here, patience) = (here, PATIENCE);
            }
            if here > best.as_ref().map(|best| best.0) {
                best = Some((score, bench.values.clone()));
            }
        } else {
            for &(place, value) in changed.iter().rev() {
                bench.put(place, value);
            }
        }
    }
    Ok(best)
}

impl Score {
    /// Rates a board. The value is the wanted rating − 1.5 × the moves of the route that can be avoided, each worth its share of the
    /// rating, less what bounds are missed, where a share counts a hundred times. A board without a route is worse
    /// than any other, and the better the more states can be reached.
    #[allow(clippy::cast_possible_truncation)] // ratings are far below 2⁵³
    fn new(proof: &Proof, targets: &Targets) -> Self {
        const UNSOLVED: i64 = -(1 << 60);
        let (Some(moves), Some(wanted)) = (proof.moves(), proof.rating(targets.want)) else {
            let value = UNSOLVED + 2 * i64::from(number(proof.graph.len()));
            return Self {
                is_on_target: false,
                value,
                unit: 1,
            };
        };
        let wanted = (2.0 * wanted) as i64;
        let unit = (wanted / (2 * i64::from(moves))).max(1);
        let weighed = |rating, by| {
            if rating == Rating::Holes {
                100.0 * by
            } else {
                by
            }
        };
        let missed: f64 = targets
            .missed(proof)
            .map(|(_, bound, _, by)| weighed(bound.rating, by))
            .sum();
        let avoidable = i64::from(proof.heights.avoidable);
        let value = wanted - unit * (3 * avoidable + (6.0 * missed).ceil() as i64);
        Self {
            is_on_target: avoidable == 0 && missed == 0.0,
            value,
            unit,
        }
    }

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
