//! Heights: the proof that a puzzle has one route, or another route.
//!
//! Let v₀, …, `v_L` be a shortest route. From each of its states in turn, without the move to the next,
//! the states off the route are met that no earlier one has led to: their height is the place i of `v_i`.
//! A state of the route has its place as its height. A move from height i to `v_j` with j above i, other than
//! those of the route, *climbs*: the route can be left at `v_i` and joined again at `v_j`. A goal that is not
//! the end of the route has the height L too, so that every move to it climbs. If no move climbs,
//! every way from v₀ to `v_L` uses each move of the route, in order, so that no other route without repetition
//! exists. Every move is looked at once.

use crate::tools::graph::{StateGraph, number};

#[derive(Clone, Debug, Default)]
pub(crate) struct Heights {
    pub(super) route: Vec<u32>,
    pub(super) height: Vec<u32>,
    /// The state from which each state off the route was met.
    pub(super) from: Vec<u32>,
    pub(super) first_climb: Option<(u32, u32)>,
    pub(super) avoidable: u32,
    ahead: Vec<u32>,
}

pub(super) const UNMET: u32 = u32::MAX;

impl Heights {
    /// Finds the heights of the states of a graph, in the memory of this proof.
    pub(super) fn renew(&mut self, graph: &StateGraph) {
        self.route.clear();
        self.route.extend(graph.goal());
        while let Some(&state) = self.route.last().filter(|&&state| state != 0) {
            self.route.push(graph.before[state as usize]);
        }
        self.route.reverse();
        self.height.clear();
        self.height.resize(graph.len(), UNMET);
        self.from.resize(graph.len(), 0);
        (self.first_climb, self.avoidable) = (None, 0);
        for &goal in graph.goals() {
            self.height[goal as usize] = self.moves();
        }
        for (place, &state) in (0..).zip(&self.route) {
            self.height[state as usize] = place;
        }
        let mut covered = 0;
        for (height, pair) in (0..).zip(self.route.windows(2)) {
            self.ahead.push(pair[0]);
            let mut top = height;
            while let Some(state) = self.ahead.pop() {
                for &next in graph.moves(state) {
                    let known = &mut self.height[next as usize];
                    if *known == UNMET {
                        *known = height;
                        self.from[next as usize] = state;
                        self.ahead.push(next);
                    } else if *known > height && (state, next) != (pair[0], pair[1]) {
                        self.first_climb.get_or_insert((state, next));
                        top = top.max(*known);
                    }
                }
            }
            self.avoidable += top.saturating_sub(covered.max(height));
            covered = covered.max(top);
        }
    }

    pub(super) fn moves(&self) -> u32 {
        number(self.route.len().saturating_sub(1))
    }

    pub(super) fn is_on_route(&self, state: u32) -> bool {
        self.route.get(self.height[state as usize] as usize) == Some(&state)
    }
}
