//! Ratings: how hard a puzzle is. [`Proof::rating`](super::Proof::rating) has the formulas.

use super::heights::Heights;
use crate::tools::graph::{Net, number};

/// How hard a puzzle is: [`Proof::rating`](super::Proof::rating) has the formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rating {
    /// The number of moves of a shortest route.
    pub moves: u32,
    /// The moves of the route where a wrong way goes on for at least two more moves.
    pub live: u32,
    /// Twice the effort: it is a multiple of ½.
    pub twice_effort: u64,
    /// The number of reached states from which the goal cannot be reached.
    pub lost: u32,
    /// The number of reached states.
    pub reached: u32,
    /// The number of forced moves at the start.
    pub first: u32,
    /// The number of forced moves backward from the goal.
    pub last: u32,
}

impl Rating {
    /// The moves, plus half of what wrong ways cost; a multiple of ½.
    #[must_use]
    pub fn effort(&self) -> f64 {
        self.twice_effort as f64 / 2.0
    }

    /// The share of the reached states from which the goal cannot be reached.
    #[must_use]
    pub fn holes(&self) -> f64 {
        f64::from(self.lost) / f64::from(self.reached)
    }

    /// The ratings of a puzzle with a route.
    pub(super) fn of(net: &Net, heights: &Heights) -> Self {
        let back = Backward::of(net);
        Self {
            moves: heights.moves(),
            live: live(net, heights),
            twice_effort: twice_effort(net, heights),
            lost: number(net.len()) - back.count_from(net.goal),
            reached: number(net.len()),
            first: first(net, heights),
            last: back.last(heights),
        }
    }
}

/// Twice the effort.
pub(super) fn twice_effort(net: &Net, heights: &Heights) -> u64 {
    let end = heights.moves();
    let mut cost = 0;
    for (state, &height) in (0..).zip(&heights.of).filter(|&(_, &height)| height < end) {
        let moves = net.moves(state);
        cost += u64::from(!heights.is_on_route(state));
        if moves.is_empty() {
            cost += u64::from(height) + 1;
        }
        for &next in moves.iter().filter(|&&next| heights.is_on_route(next)) {
            let back = heights.of[next as usize];
            cost += if back <= height { u64::from(height - back) + 1 } else { 0 };
        }
    }
    2 * u64::from(end) + cost
}

/// The moves of the route where a wrong way goes on for at least two more moves.
pub(super) fn live(net: &Net, heights: &Heights) -> u32 {
    let aside = |of: u32| net.moves(of).iter().copied().filter(|&it| !heights.is_on_route(it));
    let goes_on = |first: u32| {
        let mut seconds = aside(first).filter(|&it| it != first);
        seconds.any(|second| aside(second).any(|third| third != first && third != second))
    };
    let moves = heights.route.split_last().map_or(&[][..], |(_, moves)| moves);
    number(moves.iter().filter(|&&state| aside(state).any(goes_on)).count())
}

/// The forced moves at the start.
fn first(net: &Net, heights: &Heights) -> u32 {
    let is_forced = |&(place, state): &(u32, u32)| {
        let onward = |&it: &u32| !heights.is_on_route(it) || heights.of[it as usize] > place;
        net.moves(state).iter().filter(|it| onward(it)).count() == 1
    };
    let places = (0..heights.moves()).zip(heights.route.iter().copied());
    number(places.take_while(is_forced).count())
}

/// For each state those from which moves lead to it.
struct Backward {
    begins: Vec<u32>,
    from: Vec<u32>,
}

impl Backward {
    fn of(net: &Net) -> Self {
        let states = number(net.len());
        let mut begins = vec![0; net.len() + 1];
        let pairs =
            || (0..states).flat_map(|from| net.moves(from).iter().map(move |&to| (from, to)));
        pairs().for_each(|(_, to)| begins[to as usize + 1] += 1);
        for state in 0..net.len() {
            begins[state + 1] += begins[state];
        }
        let mut ends = begins.clone();
        let mut from = vec![0; begins[net.len()] as usize];
        for (state, to) in pairs() {
            let end = &mut ends[to as usize];
            from[*end as usize] = state;
            *end += 1;
        }
        Self { begins, from }
    }

    fn before(&self, state: u32) -> &[u32] {
        let state = state as usize;
        &self.from[self.begins[state] as usize..self.begins[state + 1] as usize]
    }

    /// The number of states from which a state can be reached, itself included.
    fn count_from(&self, state: Option<u32>) -> u32 {
        let mut is_met = vec![false; self.begins.len() - 1];
        let mut ahead = Vec::from_iter(state);
        for &it in &ahead {
            is_met[it as usize] = true;
        }
        let mut count = 0;
        while let Some(here) = ahead.pop() {
            count += 1;
            for &before in self.before(here) {
                if !std::mem::replace(&mut is_met[before as usize], true) {
                    ahead.push(before);
                }
            }
        }
        count
    }

    /// The forced moves backward from the goal.
    fn last(&self, heights: &Heights) -> u32 {
        let is_forced = |&place: &u32| {
            let earlier = |&it: &u32| !heights.is_on_route(it) || heights.of[it as usize] < place;
            let before = self.before(heights.route[place as usize]);
            before.iter().filter(|it| earlier(it)).count() == 1
        };
        number((1..=heights.moves()).rev().take_while(is_forced).count())
    }
}
