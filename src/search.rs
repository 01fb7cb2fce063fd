//! The one search: breadth first over cell and pose, every walker of a layer at once.
//!
//! A state is a cell and a pose: on foot there is one pose, with a heading there are 4, with a die
//! 24, with both 96. A tick is one layer: the walkers step in the order in which they arrived, and
//! each claims the states it can reach, first come first served; rules narrow where it can go. A
//! walker with a heading tries forward, left, right, the others up, down, left, right. The tick in
//! which the goal is claimed is the length of the shortest route.

mod frontier;
mod gait;
mod route;
mod rules;
mod snapshot;
mod trail;

pub use frontier::Frontier;
pub use route::Route;
pub use trail::Trail;

pub(crate) use frontier::{SMALLEST, enlarge};
pub(crate) use gait::{Gait, Headed, HeadedDie, OnFoot, RollingDie, TrailOf};
pub(crate) use snapshot::{restore_claims, restore_walkers, save_claims, save_walkers};
pub(crate) use trail::Claims;

use bevy_ecs::prelude::*;

use crate::arrow::Signs;
use crate::columns::{Cells, Walls, only_table};
use crate::dice::Number;
use crate::grid::Grid;
use crate::progress::{Budget, Outcome, Phase, Progress};
use crate::scene::Scene;
use crate::walker::Walker;
use crate::wall::Wall;

use frontier::{Ring, Room};
use rules::Rules;

/// Puts the first walker at its start, and forgets every claim.
pub(crate) fn begin<G: Gait>(
    InRef(scene): InRef<Scene>,
    maze: Single<(&mut Frontier, &mut Route)>,
    mut cells: Cells<&'static mut G::Trail>,
    mut walkers: Query<&'static mut Walker>,
) {
    let Some(walk) = &scene.walk else { return };
    let (mut frontier, mut route) = maze.into_inner();
    cells.columns().1.bypass_change_detection().fill(G::Trail::default());
    route.clear();
    let mut pool = only_table(&mut walkers).expect("a walk has walkers");
    frontier.begin(scene.grid, walk, pool.bypass_change_detection());
}

/// Moves every walker a step, as often as the budget allows.
pub(crate) fn step<G: Gait>(
    maze: Single<(&Grid, &mut Progress, &mut Frontier, &mut Route)>,
    mut budget: ResMut<Budget>,
    mut cells: Cells<(&'static mut G::Trail, Option<&'static Signs>, Option<&'static Number>)>,
    mut walls: Walls<&'static Wall>,
    mut walkers: Query<&'static mut Walker>,
) {
    let (&grid, mut progress, mut frontier, mut route) = maze.into_inner();
    let (positions, (mut trails, signs, numbers)) = cells.columns();
    let mut pool = only_table(&mut walkers).expect("a walk has walkers");
    let mut search = Search::<G> {
        grid,
        goal: frontier.goal(),
        trails: trails.bypass_change_detection(),
        rules: Rules::new(grid, positions, walls.columns(), signs, numbers),
        ring: frontier.ring(pool.bypass_change_detection()),
    };
    let mut moves = frontier.moves();
    while progress.phase == Phase::Search && budget.0 > 0 {
        match search.ring.room(G::FAN) {
            Room::Enough => {}
            Room::Wanted => break,
            Room::Refused => {
                progress.finish(Outcome::Crowded);
                break;
            }
        }
        let arrival = search.layer(moves == 0);
        moves += 1;
        progress.pass(1, &mut budget);
        if let Some(arrival) = arrival {
            route.trace::<G>(grid, search.trails, arrival, moves);
            search.ring.clear();
            progress.finish(Outcome::Solved { moves });
        } else if search.ring.is_empty() {
            progress.finish(Outcome::NoSolution);
        }
    }
    let ring = search.ring;
    frontier.keep(&ring, moves);
}

/// A search at work, with the columns that it reads and writes.
struct Search<'a, G: Gait> {
    grid: Grid,
    goal: u32,
    trails: &'a mut [G::Trail],
    rules: Rules<'a>,
    ring: Ring<'a>,
}

impl<G: Gait> Search<'_, G> {
    /// One step of every walker; the walker that arrives at the goal, if one does.
    fn layer(&mut self, leaving: bool) -> Option<Walker> {
        for _ in 0..self.ring.len() {
            let walker = self.ring.pop();
            for heading in G::order(walker) {
                if !self.rules.allow::<G>(walker, heading, leaving) {
                    continue;
                }
                let there = G::step(walker, heading, self.grid.stride(heading));
                let trail = &mut self.trails[there.cell as usize];
                let has_claim = trail.claim(G::pose(there), G::way_back(walker, heading));
                if has_claim && there.cell == self.goal {
                    return Some(there);
                }
                self.ring.push_if(has_claim, there);
            }
        }
        None
    }
}
