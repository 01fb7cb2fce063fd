//! Puzzle craft: the proof that a puzzle has exactly one solution, and how hard it is.

mod answer;
mod bench;
mod climb;
mod frame;
mod heights;
mod make;
mod plant;
mod promise;
mod rating;
mod wish;

pub use answer::{JudgeError, Judgement, judge};
pub use heights::OtherRoute;
pub use make::{Made, MakeError};
pub(crate) use promise::plugin;
pub use promise::{Unique, UniqueShortest};
pub use rating::Rating;
pub use wish::{Bound, Rated, Wishes};

use crate::base::scene_fault::SceneError;
use crate::engine::maze::Maze;
use crate::scene::Loadable;
use crate::scene::simulation::Simulation;

use super::graph::{StateGraph, number};
use heights::Heights;

/// What is proven of a puzzle: whether it has a solution, whether that is the only one, and how hard it is.
///
/// A puzzle is *unique* if exactly one route from start to goal repeats no state. That holds exactly when
/// every state can be given a height so that the route climbs 0, 1, …, L, and no other move climbs: the
/// [heights](Self::height) are a proof that is checked by looking at every move once.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::tools::Proof;
///
/// let scene = Scene::from_ron(r#"Scene(
///     name: "ROUND",
///     grid: (rows: 2, columns: 2),
///     walk: Foot(from: (1, 1), to: (2, 2)),
///     text: Arrow,
/// )"#)?;
/// let mut simulation = Simulation::new(&scene)?;
/// let proof = Proof::of(&mut simulation)?;
/// assert_eq!(proof.moves(), Some(2));
/// assert!(!proof.is_unique() && !proof.has_one_shortest());
/// let other = proof.other_route().expect("the other way round");
/// assert_eq!(proof.graph().position(other.route[1]), Position::new(1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Proof {
    graph: StateGraph,
    heights: Heights,
    is_solved: bool,
}

impl Proof {
    /// The proof of a world whose walls are built, before its walk, within or after it. The world is the
    /// same afterwards.
    ///
    /// # Errors
    /// As [`StateGraph::of`].
    pub fn of(maze: &mut Maze) -> Result<Self, SceneError> {
        let mut proof = Self::default();
        proof.graph.renew(maze)?;
        proof.is_solved = proof.heights.renew(&proof.graph.net);
        Ok(proof)
    }

    /// The proof of the world of a scene: its walls are built, and nothing is walked.
    ///
    /// # Errors
    /// As [`Simulation::new`] and [`StateGraph::of`]; and if the walls cannot be built.
    pub fn of_scene(scene: &impl Loadable) -> Result<Self, SceneError> {
        let mut maze = Simulation::new(scene)?;
        maze.build_walls();
        match maze.failure() {
            Some(error) => Err(error),
            None => Self::of(&mut maze),
        }
    }

    /// The proof of a net that is not of a world.
    #[cfg(test)]
    fn of_net(net: super::graph::Net) -> Self {
        let mut proof = Self::default();
        proof.is_solved = proof.heights.renew(&net);
        proof.graph.net = net;
        proof
    }

    /// The graph of its states.
    #[must_use]
    pub fn graph(&self) -> &StateGraph {
        &self.graph
    }

    /// The number of moves of a shortest route, if there is one.
    #[must_use]
    pub fn moves(&self) -> Option<u32> {
        self.is_solved.then(|| self.heights.moves())
    }

    /// The states of a shortest route, by number; empty if there is none.
    #[must_use]
    pub fn route(&self) -> &[u32] {
        &self.heights.route
    }

    /// The height of a state: on the route its place; off the route the first place at which the route can
    /// be left for it. `None` if there is no route.
    ///
    /// # Panics
    /// If there is no such state.
    #[must_use]
    pub fn height(&self, of: u32) -> Option<u32> {
        self.is_solved.then(|| self.heights.of[of as usize])
    }

    /// Whether exactly one route repeats no state.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.is_solved && self.heights.avoidable == 0
    }

    /// Another route without repetition, if there is one.
    #[must_use]
    pub fn other_route(&self) -> Option<OtherRoute> {
        self.heights.other().filter(|_| self.is_solved)
    }

    /// Whether exactly one route is a shortest one.
    #[must_use]
    pub fn has_one_shortest(&self) -> bool {
        let net = &self.graph.net;
        let (mut distances, mut ways) = (vec![0_u32; net.len()], vec![0_u8; net.len()]);
        for (state, &before) in net.before.iter().enumerate().skip(1) {
            distances[state] = distances[before as usize] + 1;
        }
        ways[0] = 1;
        for state in 0..net.len() {
            for &next in net.moves(number(state)) {
                if distances[next as usize] == distances[state] + 1 {
                    ways[next as usize] = 2.min(ways[next as usize] + ways[state]);
                }
            }
        }
        net.goal.is_some_and(|goal| ways[goal as usize] == 1)
    }

    /// How hard it is, if there is a route.
    ///
    /// Let v₀, …, `v_L` be a shortest route. A *side state* is one off the route.
    ///
    /// - `live`: the moves of the route, from `v_i`, where another move leads to a side state from which at
    ///   least two more moves lead to further side states: wrong ways that do not show at once that they
    ///   are wrong.
    /// - `effort` = L + ½ C. Over all states u with a [height](Self::height) i below L, C gains 1 if u is a
    ///   side state; i + 1 if no move leads on from u; and i − j + 1 for every move from u to a `v_j` with j
    ///   at most i, which throws a walker back. Where the route is not the only one, moves to a `v_j` with
    ///   j above i count nothing.
    /// - `holes`: the share of the reached states from which the goal cannot be reached.
    /// - `first`: the forced moves at the start: from v₀, v₁, … as long as every other move leads back to
    ///   the route so far.
    /// - `last`: the same backward from the goal: as long as no other state, of those that can be
    ///   reached, has a move to the route from there on.
    ///
    /// All are computed from whole numbers, so they are the same on every machine. Nobody has held them
    /// against people; in a model, a walker with a notebook who tries what is untried, `effort` follows the
    /// number of its steps closer than the number of moves does (rank correlations of 0.88 to 0.99).
    #[must_use]
    pub fn rating(&self) -> Option<Rating> {
        self.is_solved.then(|| Rating::of(&self.graph.net, &self.heights))
    }
}
