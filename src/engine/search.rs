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
mod step_probe;
mod told;
mod trail;

pub(crate) use distances::Distances;
pub use exits::{Admits, Exits, Passes, Turns};
pub use frontier::{ActiveWalkers, Frontier};
pub(crate) use frontier::{Pooled, SMALLEST, most_walkers, put_walkers, usual_walkers};
pub use gait::{Gait, Ground};
pub(crate) use gait::{check_gait, has_die};
pub use leads::{ByLeads, Lead, Leads, ToNeighbours};
pub(crate) use leads::{Origins, lead_to_neighbours};
pub use moves::{Moves, State};
pub(crate) use moves::{TellMoves, Told, moves};
pub(crate) use step_probe::{Placement, SIDES, Step, StepProbe, Tries, side};
pub(crate) use told::ByHand;
pub use trail::{Claims, Trail, WideTrail};

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;

use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::progress::{Outcome, Progress};
use crate::base::route::Route;
use crate::base::walker::{Start, Walker};
use crate::engine::columns::{Cells, Columns, only_table};

use frontier::{Capacity, Ring, enlarge, states};
use gait::{GroundColumns, GroundOfMaze, first_walker};

/// The columns of the cells that a search reads and writes.
type CellColumns<G> = (&'static mut <G as Gait>::Trail, WayColumns, GroundColumns<G>);

/// The columns of the cells that say which ways are open.
type WayColumns =
    (&'static Exits, Option<&'static Turns>, Option<&'static Passes>, Option<&'static Admits>);

/// What a search reads and writes of the maze entity.
type OfMaze<G> = (
    &'static Grid,
    &'static mut Progress,
    &'static mut Frontier,
    &'static mut Route,
    Option<&'static mut Origins>,
    <G as Gait>::OfMaze,
);

/// Moves every walker one step in each of the ticks that are left.
pub(crate) fn step<G: Gait>(
    maze: Single<OfMaze<G>>,
    mut cells: Cells<CellColumns<G>>,
    mut walkers: Query<&'static mut Pooled>,
    mut commands: Commands,
) {
    let (grid, mut progress, mut frontier, mut route, mut origins, of_maze) = maze.into_inner();
    let (trails, ways, columns) = cells.columns();
    let pool = only_table(&mut walkers).expect("a walk has walkers");
    let ground = Ground::new(columns, GroundOfMaze::<G>::shrink((grid, of_maze)));
    let ways = Ways::<G, _>::new(ways, ground);
    let search = Search {
        goal: frontier.goal(),
        trails: &mut trails[..ways.exits.len()],
        ways,
        origins: origins.as_mut().map(|origins| &mut origins.0[..]).unwrap_or_default(),
        ring: frontier.ring(pool),
    };
    if search.ways.are_usual() {
        search.usual().run(&mut progress, &mut frontier, &mut route);
    } else {
        search.run(&mut progress, &mut frontier, &mut route);
    }
    if frontier.wants_room() {
        commands.queue(enlarge);
    }
}

/// A running search.
struct Search<'w, 's, G: Gait, L> {
    ways: Ways<'w, 's, G, L>,
    goal: CellIndex,
    trails: &'w mut [G::Trail],
    /// Empty if no rule redirects steps.
    origins: &'w mut [CellIndex],
    ring: Ring<'w>,
}

impl<'w, 's, G: Gait> Search<'w, 's, G, ByLeads<'w>> {
    /// The same, without what hardly any rule asks for.
    fn usual(self) -> Search<'w, 's, G, ToNeighbours> {
        let Self { ways, goal, trails, origins, ring } = self;
        Search { ways: ways.usual(), goal, trails, origins, ring }
    }
}

impl<G: Gait, L: Lead> Search<'_, '_, G, L> {
    fn run(mut self, progress: &mut Progress, frontier: &mut Frontier, route: &mut Route) {
        let ticks = if progress.is_walking() { progress.ticks_left() } else { 0 };
        let states = states(self.ways.ground.grid, G::POSES);
        let (mut moves, mut ticked, mut outcome) = (frontier.moves(), 0, None);
        while ticked < ticks && outcome.is_none() {
            match self.ring.room(G::FAN, states) {
                Capacity::Enough => {}
                Capacity::Wanted => break,
                Capacity::Refused => {
                    outcome = Some(Outcome::Crowded);
                    break;
                }
            }
            // In the first two layers walkers try other steps than later: these go one by one.
            // Later a step ends at most one layer: `later` steps at most so many, and the layer of the
            // last one is completed.
            let later = usize::try_from(ticks - ticked - 1).unwrap_or(usize::MAX);
            let safe = if moves > 1 { self.ring.safe_steps(G::FAN, states).min(later) } else { 0 };
            let is_leaving = G::HEADED && moves == 0 && frontier.is_leaving();
            let layers = if is_leaving { Self::layers::<true> } else { Self::layers::<false> };
            let (layers, arrival) = layers(&mut self, safe, Self::tries(moves));
            (moves, ticked) = (moves + layers, ticked + u64::from(layers));
            if let Some(arrival) = arrival {
                outcome = Some(self.end(arrival, moves, frontier, route));
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

    /// The outcome of an arrival, from which the route is traced.
    #[cold]
    fn end(&mut self, at: Walker, moves: u32, frontier: &Frontier, route: &mut Route) -> Outcome {
        let Self { ways, trails, origins, .. } = self;
        let start = route.trace(trails, &mut ways.ground, origins, at, moves);
        self.ring.clear();
        if start == Some(frontier.start()) {
            Outcome::Solved { moves }
        } else {
            Outcome::Stuck(frontier.wrong_route())
        }
    }

    /// What walkers try. A step that undoes a walker's last one leads to a state with a claim, but for
    /// the first step: the start has no claim until a walker returns.
    fn tries(moves: u32) -> &'static OpenSets {
        if G::UNDOES && !L::HAS_RARE_COLUMNS && moves > 1 {
            const { &OpenWays::of_sets::<G>(true) }
        } else {
            const { &OpenWays::of_sets::<G>(false) }
        }
    }

    /// One step of each of so many walkers, then of the others of the layer. Returns the number of
    /// layers, and the walker that arrives at the goal, if any.
    ///
    /// Layers are counted without a branch: in a maze they have a few walkers each, so that each end
    /// would be mispredicted.
    fn layers<const LEAVING: bool>(
        &mut self,
        walkers: usize,
        tries: &OpenSets,
    ) -> (u32, Option<Walker>) {
        let (mut layers, mut next_layer) = (0, self.ring.tail);
        let after_walkers = self.ring.head.wrapping_add(walkers);
        for is_rest in [false, true] {
            let end = if is_rest { next_layer } else { after_walkers };
            while self.ring.head != end && !self.ring.is_empty() {
                if let Some(arrival) = self.walk(LEAVING, tries) {
                    return (layers + 1, Some(arrival));
                }
                let is_last = self.ring.head == next_layer;
                layers += u32::from(is_last);
                next_layer = if is_last { self.ring.tail } else { next_layer };
            }
        }
        (layers, None)
    }

    /// The steps of the next walker; returns it if it arrives at the goal.
    #[inline(always)]
    #[allow(clippy::inline_always)] // the innermost loop but one
    fn walk(&mut self, leaving: bool, tries: &OpenSets) -> Option<Walker> {
        let walker = self.ring.pop();
        let ways = self.ways.of(walker, leaving);
        let open = tries[walker.heading as usize][usize::from(ways.bits() & 15)];
        let mut open = OpenWays(open);
        // A constant number of times, so that the loop is unrolled and each branch is predicted for itself.
        for _ in 0..G::FAN {
            let arrival = self.enter(walker, open.next()?);
            if arrival.is_some() {
                return arrival;
            }
        }
        None
    }

    /// A step of a walker; it goes on from there if it is the first there. Returns it if it arrives
    /// at the goal.
    #[inline(always)]
    // The innermost loop.
    #[allow(clippy::inline_always, clippy::needless_bitwise_bool)]
    fn enter(&mut self, walker: Walker, heading: Heading) -> Option<Walker> {
        let Step::Open(there) = self.ways.step(walker, heading) else {
            return None;
        };
        let way_back = G::way_back(walker, heading, there, &self.ways.ground);
        let (trail, pose) = (&mut self.trails[there.cell], G::pose(there));
        let is_free = trail.is_free(pose);
        // Walkers with a heading meet as often as not: a branch would be mispredicted.
        if !G::HEADED && !is_free {
            return None;
        }
        trail.claim_if(is_free, pose, way_back);
        if L::HAS_RARE_COLUMNS && is_free && !self.origins.is_empty() {
            self.origins[Ground::<G, L>::place(there)] = walker.cell;
        }
        self.ring.push_if(is_free, there);
        (is_free & (there.cell == self.goal)).then_some(there)
    }
}

/// The open ones of some headings, in the order of a gait: two bits each, the first the lowest, with a
/// one above them, which is left at the end. Looked up: each way is as often open as closed, so branches
/// would be mispredicted.
struct OpenWays(u32);

/// The open ways by the heading of a walker, and by the bits of the set that is open.
type OpenSets = [[u32; 16]; 4];

impl OpenWays {
    /// Those of every set; without the way back, if that is not tried.
    const fn of_sets<G: Gait>(without_back: bool) -> OpenSets {
        let mut all = [[1; 16]; 4];
        let fan = if G::FAN < 4 { G::FAN } else { 4 }; // more is refused
        let mut at = 0;
        while at < 4 * 16 * fan {
            // From the last heading to the first.
            let (set, travel) = (at % 16, at / 16 % 4);
            let heading = G::ORDERS[travel][fan - 1 - at / 64];
            let is_tried = !without_back || heading as usize != travel ^ 1;
            if is_tried && set >> heading as usize & 1 == 1 {
                let open = &mut all[travel][set];
                *open = *open << 2 | heading as u32;
            }
            at += 1;
        }
        all
    }
}

impl Iterator for OpenWays {
    type Item = Heading;

    #[inline]
    fn next(&mut self) -> Option<Heading> {
        let heading = Heading::from_bits((self.0 & 3) as u8);
        let is_some = self.0 != 1;
        self.0 >>= 2;
        is_some.then_some(heading)
    }
}

impl Route {
    /// Walks back from the arrival, `moves` steps long; returns where that leads.
    fn trace<G: Gait, L: Lead>(
        &mut self,
        trails: &[G::Trail],
        ground: &mut Ground<'_, '_, G, L>,
        origins: &[CellIndex],
        arrival: Walker,
        moves: u32,
    ) -> Option<CellIndex> {
        self.0.clear();
        self.0.push(arrival.cell);
        let mut here = arrival;
        let most = (moves as usize).min(trails.len() * G::POSES);
        self.0.reserve(most);
        for _ in 0..most {
            let way_back = trails[here.cell].way_back(G::pose(here));
            here = ground.before(here, way_back?, origins)?;
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

/// Puts a single walker at a place, with the same goal, or nobody anywhere.
fn stand<G: Gait>(In(placement): In<Option<Placement>>, mut fresh: Fresh<G>) {
    let (_, frontier, ..) = &mut *fresh.maze;
    let goal = frontier.goal();
    match placement {
        Some(placement) => fresh.begin(placement, goal),
        None => frontier.clear(),
    }
}

/// What a new search clears and sets.
#[derive(SystemParam)]
pub(crate) struct Fresh<'w, 's, G: Gait> {
    maze: Single<
        'w,
        's,
        (&'static Grid, &'static mut Frontier, &'static mut Route, Option<&'static mut Origins>),
    >,
    cells: Cells<'w, 's, &'static mut <G as Gait>::Trail>,
    walkers: Query<'w, 's, &'static mut Pooled>,
}

impl<G: Gait> Fresh<'_, '_, G> {
    fn begin(&mut self, placement: Placement, goal: CellIndex) {
        let (grid, frontier, route, origins) = &mut *self.maze;
        self.cells.columns().fill(G::Trail::default());
        route.clear();
        if let Some(origins) = origins {
            origins.0.resize(states(**grid, G::POSES), CellIndex::NOWHERE);
        }
        let pool = only_table(&mut self.walkers).expect("a walk has walkers");
        let limit = most_walkers(**grid, G::POSES, G::FAN);
        frontier.begin(placement, goal, limit, pool);
    }
}

/// Where walkers can go. Columns that a world does not have are empty.
pub(super) struct Ways<'w, 's, G: Gait, L> {
    exits: &'w [Exits],
    turns: &'w [Turns],
    passes: &'w [Passes],
    admits: &'w [Admits],
    pub(super) ground: Ground<'w, 's, G, L>,
}

impl<'w, 's, G: Gait> Ways<'w, 's, G, ByLeads<'w>> {
    pub(super) fn new(
        (exits, turns, passes, admits): <WayColumns as Columns>::Slices<'w>,
        ground: Ground<'w, 's, G, ByLeads<'w>>,
    ) -> Self {
        let (turns, passes) = (turns.unwrap_or_default(), passes.unwrap_or_default());
        // Of one length, so that a cell is checked only once.
        let admits = admits.map(|it| &it[..exits.len()]).unwrap_or_default();
        Self { exits, turns, passes, admits, ground }
    }

    /// Whether no rule asks for more than most worlds have.
    fn are_usual(&self) -> bool {
        self.passes.is_empty() && self.ground.lead.0.is_empty()
    }

    fn usual(self) -> Ways<'w, 's, G, ToNeighbours> {
        let Self { exits, turns, passes, admits, ground } = self;
        Ways { exits, turns, passes, admits, ground: ground.unled() }
    }
}

impl<G: Gait, L: Lead> Ways<'_, '_, G, L> {
    /// The headings in which a walker can leave its cell. When `leaving` its start, one with a
    /// heading goes straight on.
    #[inline]
    pub(super) fn of(&self, walker: Walker, leaving: bool) -> Headings {
        let cell = walker.cell;
        let ways = match (G::HEADED, leaving) {
            (false, _) => self.exits[cell].headings(),
            (true, false) => self.turns[cell].after(walker.heading),
            (true, true) => self.exits[cell].headings().only(walker.heading),
        };
        match self.passes.get(cell.get()) {
            Some(passes) if L::HAS_RARE_COLUMNS && G::CLASSED => {
                ways.and(passes.of(G::class(walker)))
            }
            _ => ways,
        }
    }

    /// A step of a walker in one of its ways.
    #[inline]
    pub(super) fn step(&self, walker: Walker, heading: Heading) -> Step {
        let there = G::step(walker, heading, &self.ground);
        // What is known to be nothing is not carried along.
        let there = there.map(|it| if G::HOLDS { it } else { Walker { held: 0, ..it } });
        match there {
            None => Step::Never,
            Some(there) if !G::CLASSED || self.admits[there.cell].admits(G::class(walker)) => {
                Step::Open(there)
            }
            Some(there) => Step::Barred(there),
        }
    }
}
