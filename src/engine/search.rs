//! The one search: breadth first over cell and pose, every walker of a layer at once.
//!
//! A state is a cell and a pose: on foot there is one pose, with a heading there are 4, with a die
//! 24, with both 96. A tick is one layer: the walkers step in the order in which they arrived, and
//! each claims the states it can reach, first come first served. Where they can go is in the
//! columns [`Exits`], [`Turns`], [`Passes`] and [`Admits`], in which rules close ways before a
//! step; where a step leads is in [`Leads`], if rules redirect steps. A walker with a heading tries
//! forward, left, right, others up, down, left, right. The tick in which the goal is claimed is the
//! length of the shortest route.

mod distances;
pub(crate) mod exits;
mod frontier;
mod gait;
mod leads;
mod moves;
mod own_steps;
mod ring;
pub(crate) mod stale;
mod step_machine;
mod steps_to;
mod trail;

pub(crate) use distances::distance_reader;
pub use exits::{Admits, Exits, Passes, Turns};
pub use frontier::{ActiveWalkers, Frontier};
pub(crate) use frontier::{SMALLEST, make_room, most_walkers, put_walkers, usual_walkers};
pub use gait::{Gait, Ground};
pub(crate) use gait::{check_gait, has_die};
pub use leads::{ByLeads, Lead, Leads, ToNeighbours};
pub(crate) use leads::{Origins, lead_to_neighbours};
pub(crate) use moves::{MoveAnswer, farthest};
pub use moves::{Moves, State};
pub(crate) use own_steps::OwnSteps;
pub(crate) use ring::Pooled;
pub use stale::{ChangedCells, StaleCells};
pub(crate) use step_machine::{
    ByHand, ClaimedStates, ClosedWay, GaitFacts, GaitSteps, Placement, SIDES, Step, StepMachine,
    Tried, side,
};
pub use steps_to::steps_to;
pub use trail::{Claims, Trail, WideTrail};

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;

use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::progress::{Outcome, Progress};
use crate::base::route::Route;
use crate::base::walker::{Start, Walker};
use crate::engine::columns::{Cells, ColumnData, only_table, single};

use frontier::states;
use gait::{GroundColumns, GroundOfMaze, OpenHeadings, OpenTable, first_walker, without_unused};
use ring::{Capacity, Ring};

type CellColumns<G> = (
    &'static mut <G as Gait>::Trail,
    WayColumns,
    GroundColumns<G>,
);

type WayColumns = (
    &'static Exits,
    Option<&'static Turns>,
    Option<&'static Passes>,
    Option<&'static Admits>,
);

type MazeComponents<G> = (
    (&'static Grid, Ref<'static, Start>),
    &'static mut Progress,
    &'static mut Frontier,
    &'static mut Route,
    Option<&'static mut Origins>,
    <G as Gait>::OfMaze,
);

/// Moves every walker one step in each of the ticks that are left.
pub(crate) fn step<G: Gait>(
    mut maze: Query<MazeComponents<G>>,
    mut cells: Cells<CellColumns<G>>,
    mut walkers: Query<&'static mut Pooled>,
    mut all_goals: Local<Vec<CellIndex>>,
) {
    let ((grid, start), mut progress, mut frontier, mut route, mut origins, of_maze) =
        single(&mut maze);
    let (trails, ways, columns) = cells.columns();
    let pool = only_table(&mut walkers).expect("a walk has walkers");
    let ground = Ground::new(columns, GroundOfMaze::<G>::shrink((grid, of_maze)));
    let ways = Ways::<G, _>::new(ways, ground);
    // Slices of one length, so that the compiler checks a cell's index only once.
    let trails = &mut trails[..ways.exits.len()];
    let origins = origins
        .as_mut()
        .map(|origins| &mut origins.0[..])
        .unwrap_or_default();
    let ring = frontier.ring(pool);

    let goal = start.goals(*grid).next().unwrap_or(CellIndex::NOWHERE);
    if start.is_changed() {
        all_goals.clear();
        let several = start.goals(*grid).filter(|_| start.to.only().is_none());
        all_goals.extend(several);
        all_goals.sort_unstable();
        crate::base::work::count(all_goals.len());
    }
    let goals = &all_goals[..];

    if ways.are_usual() && goals.is_empty() {
        let search = Search {
            ways: ways.without_leads(),
            goal,
            goals,
            trails,
            origins,
            ring,
        };
        search.run(&mut progress, &mut frontier, &mut route);
    } else {
        let search = Search {
            ways,
            goal,
            goals,
            trails,
            origins,
            ring,
        };
        search.run(&mut progress, &mut frontier, &mut route);
    }
}

/// A running search. `L` is [`ToNeighbours`] in a world with neither [`Leads`] nor [`Passes`] and with one goal, the
/// usual one, and [`ByLeads`] in others, even if steps lead to neighbours.
struct Search<'w, 's, G: Gait, L> {
    ways: Ways<'w, 's, G, L>,
    goal: CellIndex,
    /// All goals in grid order, if there are several.
    goals: &'w [CellIndex],
    trails: &'w mut [G::Trail],
    /// Empty if no rule redirects steps.
    origins: &'w mut [CellIndex],
    ring: Ring<'w>,
}

impl<G: Gait, L: Lead> Search<'_, '_, G, L> {
    fn run(mut self, progress: &mut Progress, frontier: &mut Frontier, route: &mut Route) {
        let ticks = if progress.is_walking() {
            progress.ticks_left()
        } else {
            0
        };
        let states = states(self.ways.ground.grid, G::POSES);
        let mut moves = frontier.moves();
        let mut ticked = 0;
        let mut outcome = None;

        // Walkers carry the ways that they will try, if that saves something. In a single tick no walker that arrives
        // steps on, and with more than one pose carrying costs more than it saves.
        let carries = !G::HEADED && G::POSES == 1 && ticks > 1;
        if carries {
            // They carry nothing yet, or what was open before rules ran.
            let tries = Self::tries(moves);
            self.ring
                .carry(|walker| self.ways.tried(walker, false, tries));
        }

        while ticked < ticks && outcome.is_none() {
            match self.ring.room(G::FAN, states) {
                Capacity::Enough => {}
                Capacity::Wanted => break,
                Capacity::Refused => {
                    outcome = Some(Outcome::Crowded);
                    break;
                }
            }

            // A step ends at most one layer, and the layer of the last step is finished, too. So N ticks take at most
            // N - 1 steps. In the first two layers walkers try other steps than later, so each of them is done
            // alone. If walkers carry what they try, this is true of the first layer only.
            let later = usize::try_from(ticks - ticked - 1).unwrap_or(usize::MAX);
            let is_alone = moves + u32::from(carries) < 2;
            let steps = if is_alone {
                0
            } else {
                self.ring.safe_steps(G::FAN, states).min(later)
            };

            let is_leaving = G::HEADED && moves == 0 && frontier.is_leaving;
            let (layers, has_arrived) = if is_leaving {
                self.layers::<true, false>(steps, Self::tries(moves))
            } else if carries {
                self.layers::<false, true>(steps, Self::tries(moves + 1))
            } else {
                self.layers::<false, false>(steps, Self::tries(moves))
            };
            moves += layers;
            ticked += u64::from(layers);

            if has_arrived {
                outcome = Some(self.end(moves, frontier, route));
            } else if self.ring.is_empty() {
                outcome = Some(Outcome::NoSolution);
            }
        }

        progress.pass(ticked);
        if let Some(outcome) = outcome {
            progress.finish(outcome);
        }
        frontier.keep(&self.ring, moves);
    }

    /// Finishes the search: the newest walker has reached the goal, and its route is traced.
    #[cold]
    fn end(&mut self, moves: u32, frontier: &Frontier, route: &mut Route) -> Outcome {
        let Self {
            ways,
            trails,
            origins,
            ring,
            ..
        } = self;
        let start = route.trace(
            trails,
            &mut ways.ground,
            origins,
            ring.newest().walker(),
            moves,
        );
        self.ring.clear();
        if start == Some(frontier.start) {
            Outcome::Solved { moves }
        } else {
            route.clear();
            Outcome::Stuck(frontier.wrong_route())
        }
    }

    /// Returns the headings that walkers try.
    ///
    /// A step that undoes the last one leads to a claimed state, so it isn't tried. After the first move it is: the start
    /// has no claim until a walker returns to it.
    fn tries(moves: u32) -> &'static OpenTable {
        if G::UNDOES && !L::HAS_RARE_COLUMNS && moves > 1 {
            const { &OpenHeadings::table::<G>(true) }
        } else {
            const { &OpenHeadings::table::<G>(false) }
        }
    }

    /// Moves this many walkers one step, and then the rest of their layer. Returns the number of layers that were
    /// finished, and true if the newest walker is at the goal.
    ///
    /// If `CARRIED` is true, walkers carry the ways that they will try. These are looked up when a walker arrives in a
    /// cell, together with the claim of the cell, so that its steps wait for nothing. `tries` is then for the walkers
    /// that arrive, which step in the next layer.
    ///
    /// Layers are counted without a branch. In a maze with a few walkers in each layer, every end would be mispredicted.
    fn layers<const LEAVING: bool, const CARRIED: bool>(
        &mut self,
        steps: usize,
        tries: &OpenTable,
    ) -> (u32, bool) {
        let (mut layers, mut next_layer) = (0, self.ring.tail);
        let after_steps = self.ring.head.wrapping_add(steps);
        for is_rest in [false, true] {
            let end = if is_rest { next_layer } else { after_steps };
            while self.ring.head != end && !self.ring.is_empty() {
                if self.step_next::<LEAVING, CARRIED>(tries) {
                    return (layers + 1, true);
                }
                let is_last = self.ring.head == next_layer;
                layers += u32::from(is_last);
                next_layer = if is_last { self.ring.tail } else { next_layer };
            }
        }
        (layers, false)
    }

    /// Takes the steps of the next walker. Returns true if one of them leads to the goal.
    #[inline(always)]
    #[allow(clippy::inline_always)] // the innermost loop but one
    fn step_next<const LEAVING: bool, const CARRIED: bool>(&mut self, tries: &OpenTable) -> bool {
        let pooled = self.ring.pop();
        let walker = pooled.walker();

        let mut ways = if CARRIED {
            pooled.ways()
        } else {
            self.ways.tried(walker, LEAVING, tries)
        };

        // A constant number of times, so that the loop is unrolled and each branch is predicted for itself.
        for _ in 0..G::FAN {
            let Some(heading) = ways.next() else { break };
            if self.enter::<CARRIED>(walker, heading, tries) {
                return true;
            }
        }
        false
    }

    /// Takes a step of a walker, which goes on if it is the first to arrive. Returns true if it is the first at the goal.
    #[inline(always)]
    #[allow(clippy::inline_always, clippy::needless_bitwise_bool)] // the innermost loop
    fn enter<const CARRIED: bool>(
        &mut self,
        walker: Walker,
        heading: Heading,
        tries: &OpenTable,
    ) -> bool {
        let Step::Open(next) = self.ways.step(walker, heading) else {
            return false;
        };

        let way_back = G::way_back(walker, heading, next, &self.ways.ground);
        let trail = &mut self.trails[next.cell];
        let pose = G::pose(next);
        let is_free = trail.is_free(pose);

        // Walkers with a heading meet as often as not: a branch would be mispredicted.
        if !G::HEADED && !is_free {
            return false;
        }

        trail.claim_if(is_free, pose, way_back);
        if L::HAS_RARE_COLUMNS && is_free && !self.origins.is_empty() {
            self.origins[Ground::<G, L>::place(next)] = walker.cell;
        }

        let mut pooled = Pooled::new(next);
        if CARRIED {
            pooled = pooled.carrying(self.ways.tried(next, false, tries));
        }
        self.ring.push_if(is_free, pooled);

        let is_another = || L::HAS_RARE_COLUMNS && self.goals.binary_search(&next.cell).is_ok();
        is_free & (next.cell == self.goal || is_another())
    }
}

impl Route {
    /// Writes the route down by walking back `moves` steps from the arrival. Returns the cell where that ends.
    fn trace<G: Gait, L: Lead>(
        &mut self,
        trails: &[G::Trail],
        ground: &mut Ground<'_, '_, G, L>,
        origins: &[CellIndex],
        arrival: Walker,
        moves: u32,
    ) -> Option<CellIndex> {
        // A route is never longer than the number of states, even if somebody has changed the components.
        let most = (moves as usize).min(trails.len() * G::POSES);
        self.0.clear();
        self.0.resize(most + 1, arrival.cell);

        let mut walker = arrival;
        for cell in self.0[..most].iter_mut().rev() {
            let way_back = trails[walker.cell].way_back(G::pose(walker))?;
            walker = ground.before(walker, way_back, origins)?;
            *cell = walker.cell;
        }

        Some(walker.cell)
    }
}

pub(crate) fn begin<G: Gait>(mut fresh: Fresh<G>) {
    fresh.begin(|grid, start| {
        let walker = first_walker::<G>(start, grid);
        Placement {
            walker,
            is_leaving: true,
        }
    });
}

/// Puts a single walker at a place, or removes all walkers.
fn stand<G: Gait>(In(placement): In<Option<Placement>>, mut fresh: Fresh<G>) {
    match placement {
        Some(placement) => fresh.begin(|_, _| placement),
        None => single(&mut fresh.maze).2.len = 0,
    }
}

#[derive(SystemParam)]
pub(crate) struct Fresh<'w, 's, G: Gait> {
    maze: Query<
        'w,
        's,
        (
            &'static Grid,
            &'static Start,
            &'static mut Frontier,
            &'static mut Route,
            Option<&'static mut Origins>,
        ),
    >,
    cells: Cells<'w, 's, &'static mut <G as Gait>::Trail>,
    walkers: Query<'w, 's, &'static mut Pooled>,
}

impl<G: Gait> Fresh<'_, '_, G> {
    fn begin(&mut self, place: impl FnOnce(Grid, &Start) -> Placement) {
        let (&grid, start, mut frontier, mut route, origins) = single(&mut self.maze);
        self.cells.columns().fill(G::Trail::default());
        route.clear();
        if let Some(mut origins) = origins {
            origins.0.resize(states(grid, G::POSES), CellIndex::NOWHERE);
        }
        let pool = only_table(&mut self.walkers).expect("a walk has walkers");
        let limit = most_walkers(grid, G::POSES, G::FAN);
        frontier.begin(place(grid, start), limit, pool);
    }
}

/// The ways that are open to walkers. A column is empty if the world doesn't have it.
struct Ways<'w, 's, G: Gait, L> {
    exits: &'w [Exits],
    turns: &'w [Turns],
    passes: &'w [Passes],
    admits: &'w [Admits],
    ground: Ground<'w, 's, G, L>,
}

impl<'w, 's, G: Gait> Ways<'w, 's, G, ByLeads<'w>> {
    fn new(
        (exits, turns, passes, admits): <WayColumns as ColumnData>::Slices<'w>,
        ground: Ground<'w, 's, G, ByLeads<'w>>,
    ) -> Self {
        let turns = turns.unwrap_or_default();
        let passes = passes.unwrap_or_default();
        // Of one length, so that the compiler checks a cell's index only once.
        let admits = match admits {
            Some(admits) => &admits[..exits.len()],
            None => &[],
        };

        Self {
            exits,
            turns,
            passes,
            admits,
            ground,
        }
    }

    fn are_usual(&self) -> bool {
        self.passes.is_empty() && self.ground.lead.0.is_empty()
    }

    fn without_leads(self) -> Ways<'w, 's, G, ToNeighbours> {
        let Self {
            exits,
            turns,
            passes,
            admits,
            ground: Ground {
                grid, cells, maze, ..
            },
        } = self;
        Ways {
            exits,
            turns,
            passes,
            admits,
            ground: Ground::plain(grid, cells, maze),
        }
    }
}

impl<G: Gait, L: Lead> Ways<'_, '_, G, L> {
    /// The headings in which a walker can leave its cell. When `leaving` its start, one with a
    /// heading goes straight on.
    #[inline]
    fn of(&self, walker: Walker, leaving: bool) -> Headings {
        let cell = walker.cell;
        let ways = match (G::HEADED, leaving) {
            (false, _) => self.exits[cell].headings(),
            (true, false) => self.turns[cell].after(walker.heading),
            (true, true) => self.exits[cell].headings().intersect_one(walker.heading),
        };
        match self.passes.get(cell.get()) {
            Some(passes) if L::HAS_RARE_COLUMNS && G::CLASSED => {
                ways.and(passes.of(G::class(walker)))
            }
            _ => ways,
        }
    }

    #[inline]
    fn tried(&self, walker: Walker, leaving: bool, tries: &OpenTable) -> OpenHeadings {
        let ways = self.of(walker, leaving);
        OpenHeadings(tries[walker.heading as usize][usize::from(ways.bits() & 15)])
    }

    #[inline]
    fn step(&self, walker: Walker, heading: Heading) -> Step {
        match G::step(walker, heading, &self.ground).map(without_unused::<G>) {
            None => Step::Never,
            Some(next) if !G::CLASSED || self.admits[next.cell].admits(G::class(walker)) => {
                Step::Open(next)
            }
            Some(next) => Step::Barred(next),
        }
    }
}
