//! The one search: breadth first over cell and pose, every walker of a layer at once.
//!
//! A state is a cell and a pose: on foot there is one pose, with a heading there are 4, with a die
//! 24, with both 96. A tick is one layer: the walkers step in the order in which they arrived, and
//! each claims the states it can reach, first come first served. Where they can go is in the
//! columns [`Exits`], [`Turns`] and [`Admits`], in which rules close ways before the first step. A
//! walker with a heading tries forward, left, right, others up, down, left, right. The tick in
//! which the goal is claimed is the length of the shortest route.

mod active_walkers;
mod begin;
mod distances;
pub(crate) mod exits;
mod frontier;
mod gait;
mod ground;
mod step_probe;
mod trace;
mod trail;

pub use exits::{Admits, Exits, Turns};
pub use frontier::Frontier;
pub use gait::{Gait, ReadsOf};
pub use trail::{Claims, Trail, WideTrail};

pub(crate) use active_walkers::ActiveWalkers;
pub(crate) use begin::begin;
pub(crate) use distances::Distances;
pub(crate) use frontier::{SMALLEST, enlarge, most_walkers, usual_walkers};
pub(crate) use gait::{check_gait, has_die};
pub(crate) use step_probe::{Placement, Step, StepProbe, Tries};

use bevy_ecs::prelude::*;

use crate::base::grid::{CellIndex, Grid};
use crate::base::progress::{Budget, Outcome, Phase, Progress};
use crate::base::route::Route;
use crate::base::walker::Walker;
use crate::engine::columns::{Cells, only_table};

use frontier::{Capacity, Ring, states};
use ground::Ground;

/// The columns of the cells that a search reads and writes.
type CellColumns<G> = (
    &'static mut <G as Gait>::Trail,
    &'static Exits,
    Option<&'static Turns>,
    Option<&'static Admits>,
    <G as Gait>::Reads,
);

/// Moves every walker one step, as often as the budget allows.
pub(crate) fn step<G: Gait>(
    maze: Single<(&Grid, &mut Progress, &mut Frontier, &mut Route)>,
    mut budget: ResMut<Budget>,
    mut cells: Cells<CellColumns<G>>,
    mut walkers: Query<&'static mut Walker>,
) {
    let (&grid, mut progress, mut frontier, mut route) = maze.into_inner();
    let (trails, exits, turns, entry, reads) = cells.columns();
    let pool = only_table(&mut walkers).expect("a walk has walkers");
    let (turns, entry) = (turns.unwrap_or_default(), entry.unwrap_or_default());
    let mut search = Search::<G> {
        ground: Ground { grid, exits, turns, entry, reads },
        goal: frontier.goal(),
        trails,
        ring: frontier.ring(pool),
    };
    let mut moves = frontier.moves();
    while progress.phase == Phase::Search && budget.left() > 0 {
        match search.ring.room(G::FAN, states(grid, G::POSES)) {
            Capacity::Enough => {}
            Capacity::Wanted => break,
            Capacity::Refused => {
                progress.finish(Outcome::Crowded);
                break;
            }
        }
        let arrival = search.layer(moves == 0 && frontier.leaves_start());
        moves += 1;
        progress.pass(1, &mut budget);
        if let Some(arrival) = arrival {
            route.trace::<G>(grid, search.trails, &search.ground.reads, arrival, moves);
            search.ring.clear();
            progress.finish(Outcome::Solved { moves });
        } else if search.ring.is_empty() {
            progress.finish(Outcome::NoSolution);
        }
    }
    let ring = search.ring;
    frontier.keep(&ring, moves);
}

/// A running search.
struct Search<'w, G: Gait> {
    ground: Ground<'w, G>,
    goal: CellIndex,
    trails: &'w mut [G::Trail],
    ring: Ring<'w>,
}

impl<G: Gait> Search<'_, G> {
    /// One step of every walker; returns the walker that arrives at the goal, if any.
    fn layer(&mut self, leaving: bool) -> Option<Walker> {
        for _ in 0..self.ring.len() {
            let walker = self.ring.pop();
            let ways = self.ground.ways(walker, leaving);
            for heading in G::order(walker).into_iter().take(G::FAN) {
                if !ways.contains(heading) {
                    continue;
                }
                let (there, may_enter) = self.ground.step(walker, heading);
                if !may_enter {
                    continue;
                }
                let trail = &mut self.trails[there.cell];
                let way_back = G::way_back(walker, heading, there, &self.ground.reads);
                let has_claim = trail.claim(G::pose(there), way_back);
                if has_claim && there.cell == self.goal {
                    return Some(there);
                }
                self.ring.push_if(has_claim, there);
            }
        }
        None
    }
}
