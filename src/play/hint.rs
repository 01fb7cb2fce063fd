//! Hints: how a walk by hand goes on to the goal.

use super::Play;
use crate::heading::Heading;
use crate::progress::Outcome;
use crate::search::{Stand, Step};
use crate::walker::Walker;

/// How to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The first step of a shortest route from here, and how many moves it has.
    Go {
        /// Where it leads.
        toward: Heading,
        /// The moves up to the goal, this one included.
        left: u32,
    },
    /// No way leads to the goal from here.
    NoWay,
    /// The goal is reached.
    Arrived,
    /// The search for one was given up, for want of memory or because of its size.
    Unknown,
}

impl Play {
    /// How to go on from here: found by the search, from here.
    pub fn hint(&mut self) -> Hint {
        if self.has_arrived() {
            return Hint::Arrived;
        }
        let stand = self.standing();
        let (found, next) = self.maze.search_from(&mut self.guide, stand);
        self.stand();
        let left = match (found, next) {
            (Outcome::Solved { moves }, Some(next)) => (moves, next),
            (Outcome::NoSolution, _) => return Hint::NoWay,
            _ => return Hint::Unknown,
        };
        self.toward(left).map_or(Hint::Unknown, |toward| Hint::Go { toward, left: left.0 })
    }

    /// The heading of the first step of a route so long that goes by way of this cell.
    fn toward(&mut self, (moves, next): (u32, u32)) -> Option<Heading> {
        let stand = self.standing();
        let steps = self.try_steps(stand);
        let order = (self.guide.order)(stand.walker);
        let open = order.into_iter().filter_map(|heading| match steps[heading as usize] {
            Step::Open(there) if there.cell == next => Some((heading, there)),
            _ => None,
        });
        let open: Vec<(Heading, Walker)> = open.collect();
        let is_on_route = |play: &mut Self, walker| {
            let stand = Stand { walker, is_leaving: false };
            let found = play.maze.search_from(&mut play.guide, stand).0;
            found == Outcome::Solved { moves: moves - 1 }
        };
        // With most gaits only one step leads to a cell.
        let is_only = open.len() == 1 || next == self.goal;
        let first =
            open.into_iter().find(|&(_, there)| is_only || is_on_route(self, there)).map(|it| it.0);
        self.stand();
        first
    }
}
