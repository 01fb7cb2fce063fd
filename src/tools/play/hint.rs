//! Hints: how to go on, found by a search from where the walk has come to.

use super::Play;
use crate::base::grid::CellIndex;
use crate::base::heading::Heading;
use crate::base::progress::Outcome;
use crate::base::walker::Walker;
use crate::engine::search::{Placement, Step, side};

/// How to go on from a state of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// The first step of a shortest route from here, and the number of its moves.
    Go {
        /// The heading of the step; `None` is to wait.
        toward: Option<Heading>,
        /// The moves to the goal, including this one.
        left: u32,
    },
    /// The goal cannot be reached from here.
    NoWay,
    /// The goal is reached.
    Arrived,
    /// The search was given up, because of its size.
    Unknown,
}

impl Play {
    /// Returns a hint, found by a search from the current state.
    pub fn hint(&mut self) -> Hint {
        if self.has_arrived() {
            return Hint::Arrived;
        }
        let placement = self.placement();
        let (found, next) = self.search_from(placement);
        self.stand();
        let (left, next) = match (found, next) {
            (Outcome::Solved { moves }, Some(next)) => (moves, next),
            (Outcome::NoSolution, _) => return Hint::NoWay,
            _ => return Hint::Unknown,
        };
        self.first_move(left, next).unwrap_or(Hint::Unknown)
    }

    fn first_move(&mut self, left: u32, next: CellIndex) -> Option<Hint> {
        let placement = self.placement();
        let steps = self.try_steps(&[placement])[0];
        let order = self.machine().order(placement.walker);
        let open = order
            .into_iter()
            .filter_map(|toward| match steps[side(toward)] {
                Step::Open(walker) if walker.cell == next => Some((toward, walker)),
                _ => None,
            });
        let open: Vec<(Option<Heading>, Walker)> = open.collect();
        let is_on_route = |play: &mut Self, walker| {
            let placement = Placement {
                walker,
                is_leaving: false,
            };
            let found = play.search_from(placement).0;
            found == Outcome::Solved { moves: left - 1 }
        };
        // With most gaits only one step leads to a cell.
        let is_only = open.len() == 1 || self.goals.binary_search(&next).is_ok();
        let first = open
            .into_iter()
            .find(|&(_, walker)| is_only || is_on_route(self, walker));
        self.stand();
        first.map(|(toward, _)| Hint::Go { toward, left })
    }
}
