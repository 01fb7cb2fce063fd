//! Ratings: how hard a puzzle is. [`Proof::rating`] has the formulas.

use std::mem;

use super::Proof;
use crate::scene::nearest;
use crate::tools::ToolError;
use crate::tools::graph::number;

/// A number that says how hard a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rating {
    /// The moves of a shortest route.
    Moves,
    /// The moves where a wrong way goes on.
    Live,
    /// The moves, and half of what wrong ways cost: a multiple of ½.
    Effort,
    /// The share of states without a way to the goal.
    Holes,
    /// The forced moves at the start.
    First,
    /// The forced moves backward from the goal.
    Last,
}

impl Rating {
    /// All ratings.
    pub const ALL: [Self; 6] = [
        Self::Moves,
        Self::Live,
        Self::Effort,
        Self::Holes,
        Self::First,
        Self::Last,
    ];

    /// The name of the rating in scenes, tables and options.
    pub fn name(self) -> &'static str {
        ["moves", "live", "effort", "holes", "first", "last"][self as usize]
    }

    pub(crate) fn named(name: &str) -> Result<Self, ToolError> {
        let expected = || nearest(name, &Self::ALL.map(Self::name));
        let found = Self::ALL.into_iter().find(|it| it.name() == name);
        found.ok_or_else(|| ToolError::Refused(format!("unknown rating `{name}`, {}", expected())))
    }

    pub(crate) fn is_whole(self) -> bool {
        !matches!(self, Self::Effort | Self::Holes)
    }
}

impl Proof {
    /// How hard the puzzle is, if there is a route.
    ///
    /// Let v₀, …, `v_L` be a shortest route. A *side state* is one off the route that is no goal.
    ///
    /// - `live`: the moves of the route, from `v_i`, where another move leads to a side state from which at
    ///   least two more moves lead to further side states: wrong ways that do not show at once that they
    ///   are wrong.
    /// - `effort` = L + ½ C. Over all states u with a [height](Self::height) i below L, C gains 1 if u is a
    ///   side state; i + 1 if no move leads on from u; and i − j + 1 for every move from u to a `v_j` with j
    ///   at most i, which throws a walker back. Where the route is not the only one, moves to a `v_j` with
    ///   j above i count nothing.
    /// - `holes`: the share of the reached states from which no goal can be reached.
    /// - `first`: the forced moves at the start: from v₀, v₁, … as long as every other move leads back to
    ///   the route so far.
    /// - `last`: the same backward from the goal: as long as no other state, of those that can be
    ///   reached, has a move to the route from there on.
    ///
    /// All are computed from whole numbers, so they are the same on every machine. Nobody has held them
    /// against people; in a model, a walker with a notebook who tries what is untried, `effort` follows the
    /// number of its steps closer than the number of moves does (rank correlations of 0.88 to 0.99).
    pub fn rating(&self, rating: Rating) -> Option<f64> {
        self.moves().map(|moves| match rating {
            Rating::Moves => moves.into(),
            Rating::Live => self.live() as f64,
            Rating::Effort => self.twice_effort() as f64 / 2.0,
            Rating::Holes => self.lost() as f64 / self.graph.len() as f64,
            Rating::First => forced(self.choices(false).iter()),
            Rating::Last => forced(self.choices(true).iter().skip(1).rev()),
        })
    }

    fn live(&self) -> usize {
        let (graph, heights) = (&self.graph, &self.heights);
        let end = heights.moves();
        let is_aside = |&it: &u32| heights.height[it as usize] < end && !heights.is_on_route(it);
        let aside = |from: u32| graph.moves(from).iter().copied().filter(is_aside);
        let goes_on = |first: u32| {
            let mut seconds = aside(first).filter(|&it| it != first);
            seconds.any(|second| aside(second).any(|third| third != first && third != second))
        };
        self.route()
            .iter()
            .filter(|&&state| aside(state).any(goes_on))
            .count()
    }

    fn twice_effort(&self) -> u64 {
        let (graph, heights) = (&self.graph, &self.heights);
        let end = heights.moves();
        let mut cost = 0;
        for (state, &height) in (0..)
            .zip(&heights.height)
            .filter(|&(_, &height)| height < end)
        {
            let moves = graph.moves(state);
            cost += u64::from(!heights.is_on_route(state));
            if moves.is_empty() {
                cost += u64::from(height) + 1;
            }
            for &next in moves.iter().filter(|&&next| heights.is_on_route(next)) {
                let back = heights.height[next as usize];
                cost += if back <= height {
                    u64::from(height - back) + 1
                } else {
                    0
                };
            }
        }
        2 * u64::from(end) + cost
    }

    fn lost(&self) -> usize {
        let graph = &self.graph;
        // For each move, from where it leads, and 1 plus the place of the one before it to the same state.
        let mut moves: Vec<(u32, u32)> = Vec::new();
        let mut last_to = vec![0; graph.len()];
        for from in 0..number(graph.len()) {
            for &to in graph.moves(from) {
                let earlier = mem::replace(&mut last_to[to as usize], number(moves.len()) + 1);
                moves.push((from, earlier));
            }
        }
        let mut is_lost = vec![true; graph.len()];
        let mut ahead = graph.goals().to_vec();
        let mut lost = graph.len() - ahead.len();
        while let Some(state) = ahead.pop() {
            let mut way = last_to[state as usize];
            while way != 0 {
                let (from, earlier) = moves[way as usize - 1];
                if mem::take(&mut is_lost[from as usize]) {
                    lost -= 1;
                    ahead.push(from);
                }
                way = earlier;
            }
        }
        lost
    }

    /// The number of moves that go on from each state of the route, other than back to the route so far; or
    /// backward, the number of moves that lead to it, other than from the route after it.
    fn choices(&self, is_backward: bool) -> Vec<u32> {
        let (graph, heights) = (&self.graph, &self.heights);
        let place = |it: u32| heights.is_on_route(it).then(|| heights.height[it as usize]);
        let mut choices = vec![0; self.route().len()];
        for from in 0..number(graph.len()) {
            for &to in graph.moves(from) {
                let (state, other) = if is_backward { (to, from) } else { (from, to) };
                let Some(at) = place(state) else { continue };
                let goes_on = |it| if is_backward { it < at } else { it > at };
                choices[at as usize] += u32::from(place(other).is_none_or(goes_on));
            }
        }
        choices
    }
}

/// How many of these numbers of choices, from the first on, leave only one.
fn forced<'a>(choices: impl Iterator<Item = &'a u32>) -> f64 {
    choices.take_while(|&&it| it == 1).count() as f64
}
