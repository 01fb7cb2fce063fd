//! Heights: the proof that a puzzle has one route, or another route.
//!
//! Let v₀, …, `v_L` be a shortest route. From each of its states in turn, without the move to the next,
//! the states off the route are met that no earlier one has led to: their height is the place i of `v_i`.
//! A state of the route has its place as its height. A move from height i to `v_j` with j above i, other than
//! those of the route, *climbs*: the route can be left at `v_i` and joined again at `v_j`. If no move climbs,
//! every way from v₀ to `v_L` uses each move of the route, in order, so that no other route without repetition
//! exists. Every move is looked at once.

use crate::tools::graph::{Net, number};

/// The heights of the states of a puzzle with a solution.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heights {
    /// A shortest route.
    pub(super) route: Vec<u32>,
    /// For each state its height.
    pub(super) of: Vec<u32>,
    /// For each state off the route, the state from which it was met.
    from: Vec<u32>,
    /// The first move that climbs, if one does.
    first_climb: Option<(u32, u32)>,
    /// How many moves of the route can be avoided.
    pub(super) avoidable: u32,
    ahead: Vec<u32>,
}

/// The height of a state that was not met.
const UNMET: u32 = u32::MAX;

impl Heights {
    /// Finds the heights of the states of a graph, in the memory of others; returns whether there is a
    /// route.
    pub(super) fn renew(&mut self, net: &Net) -> bool {
        net.route_into(&mut self.route);
        self.of.clear();
        self.of.resize(net.len(), UNMET);
        self.from.resize(net.len(), 0);
        (self.first_climb, self.avoidable) = (None, 0);
        for (place, &state) in (0..).zip(&self.route) {
            self.of[state as usize] = place;
        }
        let mut covered = 0;
        for (height, pair) in (0..).zip(self.route.windows(2)) {
            self.ahead.push(pair[0]);
            let mut top = height;
            while let Some(here) = self.ahead.pop() {
                for &next in net.moves(here) {
                    let there = &mut self.of[next as usize];
                    if *there == UNMET {
                        *there = height;
                        self.from[next as usize] = here;
                        self.ahead.push(next);
                    } else if *there > height && (here, next) != (pair[0], pair[1]) {
                        self.first_climb.get_or_insert((here, next));
                        top = top.max(*there);
                    }
                }
            }
            self.avoidable += top.saturating_sub(covered.max(height));
            covered = covered.max(top);
        }
        !self.route.is_empty()
    }

    /// The number of moves of a shortest route.
    pub(super) fn moves(&self) -> u32 {
        number(self.route.len().saturating_sub(1))
    }

    /// Whether a state is on the route.
    pub(super) fn is_on_route(&self, state: u32) -> bool {
        self.route.get(self.of[state as usize] as usize) == Some(&state)
    }

    /// Another route without repetition, and where it leaves the first one and comes back; `None` if
    /// there is none.
    pub(super) fn other(&self) -> Option<OtherRoute> {
        let (from, to) = self.first_climb?;
        let mut aside = Vec::new();
        let mut here = from;
        while !self.is_on_route(here) {
            aside.push(here);
            here = self.from[here as usize];
        }
        let (leaves, joins) = (self.of[here as usize] as usize, self.of[to as usize] as usize);
        let route = self.route[..=leaves].iter().copied();
        let route = route.chain(aside.into_iter().rev()).chain(self.route[joins..].iter().copied());
        Some(OtherRoute { route: route.collect(), leaves: here, joins: to })
    }
}

/// Another route without repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherRoute {
    /// Its states, by number.
    pub route: Vec<u32>,
    /// The last state that it has in common with the first route before it leaves it.
    pub leaves: u32,
    /// The state in which it comes back to it.
    pub joins: u32,
}
