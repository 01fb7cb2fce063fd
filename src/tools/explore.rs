//! Exploration: every world that a small scene can become, as a graph of states with the probabilities of its steps.
//!
//! All random choices of a world are made by [`Chance`](crate::base::chance::Chance), so every tick can be repeated once for
//! each result that they can have. Worlds that differ in nothing that can influence their future are one state.
//! They are compared by 128 bits, the XXH3 of that part of them.

mod graph;
mod solve;
mod worker;

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;

use crate::base::digest::Compared;
use crate::base::jobs::{Jobs, locked};
use crate::base::scene_fault::SceneError;
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Expectation, When};

pub use graph::Graph;
use worker::Worker;

/// How a scene is explored.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::tools::explore::Explorer;
///
/// let scene = Scene::from_ron("Scene(grid: (rows: 2, columns: 2), generate: Wilson)")?;
/// let mazes = Explorer::default().explore(&scene, |world| world.maze_digest())?;
/// assert!(mazes.is_whole());
/// assert!(mazes.worlds().iter().all(|(_, probability)| *probability == 0.25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Explorer {
    /// The most states that are found; then the exploration ends.
    pub states: usize,
    /// The number of threads, on which no result depends.
    pub threads: usize,
    /// Whether worlds that differ only in what [reports](crate::base::digest::report), such as the number of ticks, are
    /// different states, even if no ingredient of the scene depends on it. Then most worlds without a last tick have
    /// no end of states.
    pub reads_reports: bool,
    /// The tick up to which worlds with different numbers of ticks are different states in any case.
    pub until: u64,
}

impl Default for Explorer {
    fn default() -> Self {
        Self {
            states: 1_000_000,
            threads: 1,
            reads_reports: false,
            until: 0,
        }
    }
}

/// The numbers of states, by their keys.
type Known = HashMap<u128, u32>;

impl Explorer {
    /// Explores the worlds of a scene, all those that its [draws](crate::scene::Scene::draws) leave possible. Each new
    /// state is looked at, by `look`.
    ///
    /// # Errors
    /// If a draw of the scene has an impossible result, if an ingredient draws by rules that are not known, or if there
    /// is not enough memory for a world.
    ///
    /// # Panics
    /// If there are 2³² states or more.
    pub fn explore<V: Eq + Hash + Send + Sync>(
        self,
        scene: &CheckedScene,
        look: impl Fn(&mut Simulation) -> V + Sync,
    ) -> Result<Graph<V>, SceneError> {
        /// The states that a thread expands at a time.
        const PIECE: usize = 64;

        let reads_reports = scene.ingredients().iter().any(|it| it.reads_reports());
        let compared = if self.reads_reports || reads_reports {
            Compared::All
        } else {
            Compared::Future { until: self.until }
        };
        let workers = Mutex::new(vec![Worker::new(scene, compared)?]);
        let mut graph = Graph::new(compared);
        let mut known = Known::new();
        // The states of a level have the same number of ticks on the way to them. They are expanded in their order, so
        // that it does not matter which thread does it.
        let mut level = vec![(0, None)];
        while !level.is_empty() && graph.is_whole() {
            let (mut new, mut next, mut pieces) = (Known::new(), Vec::new(), Vec::new());
            while !level.is_empty() {
                pieces.push(level.split_off(level.len().saturating_sub(PIECE)));
            }
            let jobs = Jobs {
                threads: if pieces.len() > 1 { self.threads } else { 1 },
                ahead: Jobs::FEW_AHEAD * 4,
            };
            let expanded = jobs.in_order(
                pieces.into_iter().rev(),
                || (),
                |(), piece| {
                    let spare = locked(&workers).pop();
                    let mut worker = spare.map_or_else(|| Worker::new(scene, compared), Ok)?;
                    let steps = worker.expand(scene, piece, &known, self.states, &look);
                    locked(&workers).push(worker);
                    steps
                },
                |piece, expanded: Result<Vec<_>, _>| {
                    for ((state, _), steps) in piece.into_iter().zip(expanded.map_err(Some)?) {
                        let limit = self.states;
                        if !graph.add(state, steps, (&known, &mut new), limit, &mut next) {
                            return Err(None);
                        }
                    }
                    Ok(())
                },
            );
            if let Err(Some(error)) = expanded {
                return Err(error);
            }
            known.extend(new);
            level = next;
        }
        graph.known = known;
        Ok(graph)
    }
}

/// Returns the last tick that one of these expectations names, and the next one.
pub(crate) fn last_tick(expect: &[Expectation]) -> u64 {
    let ticks = expect.iter().map(|expectation| match expectation {
        Expectation::When(When::At(tick) | When::By(tick), _) => tick.saturating_add(1),
        Expectation::When(_, list) => last_tick(list),
        Expectation::Now(_) => 0,
    });
    ticks.max().unwrap_or(0)
}

/// Returns true if one of these expectations depends on what only reports.
pub(crate) fn read_reports(expect: &[Expectation]) -> bool {
    let mut leaves = expect.iter().flat_map(Expectation::leaves);
    leaves.any(|(_, leaf)| leaf.reads_reports())
}
