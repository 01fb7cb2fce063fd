//! Puzzle craft: the proof that a puzzle has exactly one solution, and how hard it is.

mod answer;
mod climb;
mod heights;
mod make;
mod move_table;
mod plant;
mod promise;
mod rating;
mod targets;
mod workbench;

#[cfg(feature = "cli")]
pub(crate) use answer::positions;
pub use answer::{Judgement, judge};
pub use make::Made;
pub(crate) use promise::plugin;
pub use promise::{Unique, UniqueShortest};
pub use rating::Rating;
pub use targets::{Bound, Targets};

use crate::base::grid::Position;
use crate::base::scene_fault::SceneError;
use crate::engine::maze::Maze;
use crate::scene::Loadable;
use crate::scene::simulation::Simulation;
use crate::scene::world_kind::WorldKind;

use super::graph::{StateGraph, number};
use heights::Heights;

/// What is proven of a puzzle: whether it has a solution, whether that is the only one, and how hard it is.
///
/// A puzzle is *unique* if exactly one route from the start to a goal repeats no state. That holds exactly when
/// every state can be given a height so that the route climbs 0, 1, …, L, and no other move climbs: the
/// [heights](Self::height) are a proof that is checked by looking at every move once.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::tools::craft::Proof;
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
}

/// Another route without repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherRoute {
    /// The states of the route, by number.
    pub route: Vec<u32>,
    /// Where the other route leaves the first one.
    pub leaves: Position,
    /// Where the other route comes back to the first one, or the other goal where it ends.
    pub joins: Position,
    /// Whether the other route ends at another goal.
    pub has_other_goal: bool,
}

impl OtherRoute {
    pub(crate) fn words(&self) -> String {
        let Self {
            leaves,
            joins,
            has_other_goal,
            ..
        } = self;
        let comes = if *has_other_goal {
            "ends"
        } else {
            "comes back"
        };
        format!("leaves it at {leaves} and {comes} at {joins}")
    }
}

impl Proof {
    /// The proof of a world whose walls are built, before its walk, within or after it. The world is the
    /// same afterwards.
    pub fn of(maze: &mut Maze) -> Result<Self, SceneError> {
        let mut proof = Self::default();
        proof.graph.renew(maze)?;
        proof.heights.renew(&proof.graph);
        Ok(proof)
    }

    /// The proof of the world of a scene: its walls are built, and nothing is walked.
    ///
    /// # Errors
    /// Returns the errors of [`Simulation::new`] and [`StateGraph::of`], and one if the walls cannot be built.
    pub fn of_scene(scene: &impl Loadable) -> Result<Self, SceneError> {
        let scene = scene.to_checked()?;
        let kind = WorldKind::new(&scene).maze()?;
        StateGraph::check_walk(&kind, scene.grid)?; // before a world is made, which may be large

        let mut proof = Self::default();
        proof.renew(&mut None, &scene)?;
        Ok(proof)
    }

    /// Makes the proof of a scene in the memory of this one, and in this world.
    fn renew(
        &mut self,
        world: &mut Option<Simulation>,
        scene: &impl Loadable,
    ) -> Result<(), SceneError> {
        let world = Simulation::reuse(world, scene)?;
        world.build_walls();
        world.check_failure()?;
        self.graph.renew(world)?;
        self.heights.renew(&self.graph);
        Ok(())
    }

    /// The graph of the states.
    pub fn graph(&self) -> &StateGraph {
        &self.graph
    }

    /// The number of moves of a shortest route, if there is one.
    pub fn moves(&self) -> Option<u32> {
        self.graph.goal().map(|_| self.heights.moves())
    }

    /// The states of a shortest route, by number; empty if there is none.
    pub fn route(&self) -> &[u32] {
        &self.heights.route
    }

    /// The height of a state: on the route its place; of a goal the last place; of others the first place at
    /// which the route can be left for them. `None` if there is no route.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn height(&self, state: u32) -> Option<u32> {
        self.moves().map(|_| self.heights.height[state as usize])
    }

    /// Whether exactly one route repeats no state.
    pub fn is_unique(&self) -> bool {
        self.moves().is_some() && self.heights.avoidable == 0
    }

    /// Another route without repetition, if there is one.
    pub fn other_route(&self) -> Option<OtherRoute> {
        let Heights {
            route,
            height,
            from,
            first_climb,
            ..
        } = &self.heights;
        let (mut state, joins) = (*first_climb)?;
        let mut aside = Vec::new();
        while !self.heights.is_on_route(state) {
            aside.push(state);
            state = from[state as usize];
        }
        let before = &route[..=height[state as usize] as usize];
        let after = &route[height[joins as usize] as usize + 1..];
        let aside = aside.iter().rev().chain([&joins]);
        let route = before.iter().chain(aside).chain(after).copied().collect();
        let has_other_goal = !self.heights.is_on_route(joins);
        let [leaves, joins] = [state, joins].map(|it| self.graph.position(it));
        Some(OtherRoute {
            route,
            leaves,
            joins,
            has_other_goal,
        })
    }

    /// Whether exactly one route is a shortest one.
    pub fn has_one_shortest(&self) -> bool {
        let graph = &self.graph;
        let mut distances = vec![0_u32; graph.len()];
        for (state, &before) in graph.before.iter().enumerate().skip(1) {
            distances[state] = distances[before as usize] + 1;
        }
        // No other state leads as early to one of the route.
        let is_apart = |from: u32| {
            let mut to = graph
                .moves(from)
                .iter()
                .filter(|&&to| self.heights.is_on_route(to));
            to.all(|&to| {
                let to = to as usize;
                graph.before[to] == from || distances[to] <= distances[from as usize]
            })
        };
        let ends = graph.goals().iter().map(|&goal| distances[goal as usize]);
        let nearest = ends.filter(|&it| it == self.heights.moves()).count();
        nearest == 1 && (0..number(graph.len())).all(is_apart)
    }
}
