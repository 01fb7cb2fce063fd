//! The one search: breadth first over cell and pose, every walker of a layer at once.
//!
//! A state is a cell and a pose: on foot there is one pose, with a heading there are 4, with a die
//! 24, with both 96. A tick is one layer: the walkers step in the order in which they arrived, and
//! each claims the states it can reach, first come first served. Where they can go is in the
//! columns [`Exits`], [`Turns`] and [`Admits`], in which rules close ways before a step. A
//! walker with a heading tries forward, left, right, others up, down, left, right. The tick in
//! which the goal is claimed is the length of the shortest route.

mod distances;
pub(crate) mod exits;
mod frontier;
mod gait;
mod step_probe;
mod trail;

pub(crate) use distances::Distances;
pub use exits::{Admits, Exits, Turns};
pub use frontier::{ActiveWalkers, Frontier};
pub(crate) use frontier::{Pooled, SMALLEST, enlarge, most_walkers, put_walkers, usual_walkers};
pub use gait::{Gait, ReadsOf};
pub(crate) use gait::{check_gait, has_die};
pub(crate) use step_probe::{Placement, Step, StepProbe, Tries};
pub use trail::{Claims, Trail, WideTrail};

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::progress::{Budget, Outcome, Progress};
use crate::base::route::Route;
use crate::base::walker::{Start, Walker};
use crate::engine::columns::{Cells, only_table};

use frontier::{Capacity, Ring, states};
use gait::first_walker;

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
    mut walkers: Query<&'static mut Pooled>,
) {
    let (&grid, mut progress, mut frontier, mut route) = maze.into_inner();
    let (trails, exits, turns, admits, reads) = cells.columns();
    let pool = only_table(&mut walkers).expect("a walk has walkers");
    let (turns, admits) = (turns.unwrap_or_default(), admits.unwrap_or_default());
    let mut search = Search::<G> {
        ground: Ground { grid, exits, turns, admits, reads },
        goal: frontier.goal(),
        trails,
        ring: frontier.ring(pool),
    };
    let mut moves = frontier.moves();
    while progress.is_walking() && budget.left() > 0 {
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
            let start = route.trace::<G>(grid, search.trails, &search.ground.reads, arrival, moves);
            search.ring.clear();
            progress.finish(if start == Some(frontier.start()) {
                Outcome::Solved { moves }
            } else {
                Outcome::Stuck(frontier.wrong_route())
            });
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
                let Step::Open(there) = self.ground.step(walker, heading) else {
                    continue;
                };
                let Ground { grid, reads, .. } = &self.ground;
                let way_back = G::way_back(walker, heading, there, *grid, reads);
                let trail = &mut self.trails[there.cell];
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

impl Route {
    /// Walks back from the arrival, `moves` steps long; returns where that leads.
    pub(super) fn trace<G: Gait>(
        &mut self,
        grid: Grid,
        trails: &[G::Trail],
        reads: &ReadsOf<'_, G>,
        arrival: Walker,
        moves: u32,
    ) -> Option<CellIndex> {
        self.0.clear();
        self.0.push(arrival.cell);
        let mut here = arrival;
        for _ in 0..moves {
            let way_back = trails[here.cell].way_back(G::pose(here));
            here = G::back(here, way_back?, grid, reads)?;
            self.0.push(here.cell);
        }
        self.0.reverse();
        Some(here.cell)
    }
}

/// Puts the first walker at its start.
pub(crate) fn begin<G: Gait>(maze: Single<(&Grid, &Start)>, mut fresh: Fresh<G>) {
    let (&grid, start) = maze.into_inner();
    let goal = grid.index(start.to);
    fresh.begin(Placement { walker: first_walker::<G>(start, grid), is_leaving: true }, goal);
}

/// Puts a single walker at a place, with the same goal.
pub(super) fn stand<G: Gait>(In(stand): In<Placement>, mut fresh: Fresh<G>) {
    let goal = fresh.maze.1.goal();
    fresh.begin(stand, goal);
}

/// What a new search clears and sets.
#[derive(SystemParam)]
pub(crate) struct Fresh<'w, 's, G: Gait> {
    maze: Single<'w, 's, (&'static Grid, &'static mut Frontier, &'static mut Route)>,
    cells: Cells<'w, 's, &'static mut <G as Gait>::Trail>,
    walkers: Query<'w, 's, &'static mut Pooled>,
}

impl<G: Gait> Fresh<'_, '_, G> {
    fn begin(&mut self, stand: Placement, goal: CellIndex) {
        let (grid, frontier, route) = &mut *self.maze;
        self.cells.columns().fill(G::Trail::default());
        route.clear();
        let pool = only_table(&mut self.walkers).expect("a walk has walkers");
        let limit = most_walkers(**grid, G::POSES, G::FAN);
        frontier.begin(stand, goal, limit, pool);
    }
}

/// Where walkers can go. Columns that their gait does not use are empty.
pub(super) struct Ground<'w, G: Gait> {
    pub(super) grid: Grid,
    pub(super) exits: &'w [Exits],
    pub(super) turns: &'w [Turns],
    pub(super) admits: &'w [Admits],
    pub(super) reads: ReadsOf<'w, G>,
}

impl<G: Gait> Ground<'_, G> {
    /// The headings in which a walker can leave its cell. When `leaving` its start, one with a
    /// heading goes straight on.
    #[inline]
    pub(super) fn ways(&self, walker: Walker, leaving: bool) -> Headings {
        let cell = walker.cell;
        match (G::HEADED, leaving) {
            (false, _) => self.exits[cell].headings(),
            (true, false) => self.turns[cell].after(walker.heading),
            (true, true) => self.exits[cell].headings().only(walker.heading),
        }
    }

    /// A step of a walker in one of its ways.
    #[inline]
    pub(super) fn step(&self, walker: Walker, heading: Heading) -> Step {
        match G::step(walker, heading, self.grid, &self.reads) {
            None => Step::Never,
            Some(there) if !G::CLASSED || self.admits[there.cell].admits(G::class(walker)) => {
                Step::Open(there)
            }
            Some(there) => Step::Barred(there),
        }
    }
}
