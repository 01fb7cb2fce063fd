//! The frontier: the walkers of the current layer, in a ring of walker entities.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

use super::gait::Gait;
use super::ring::{Pooled, Ring};
use super::step_machine::Placement;
use super::trail::Claims as _;
use crate::base::grid::{CellIndex, Grid};
use crate::base::limits;
use crate::base::scene_fault::{SceneFault, SceneStep};
use crate::base::walker::Walker;
use crate::engine::columns::only_table;

/// The active walkers: a range of the ring of walker entities, first in first out. A component of
/// the maze entity.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Frontier {
    head: usize,
    pub(super) len: usize,
    pub(super) start: CellIndex,
    moves: u32,
    states: usize,
    field: &'static str,
    /// Whether the search begins at the start of the walk, not somewhere else.
    pub(super) is_leaving: bool,
    /// The size that the ring must have before the search can continue; 0 if it can.
    pub(super) wanted: usize,
    /// The largest size of the ring; a power of two.
    limit: usize,
}

/// The number of walkers in a new world; a power of two.
pub(crate) const SMALLEST: usize = 64;

/// The number of walkers that every world may have; a power of two.
const FEW: usize = 1 << 16;

const _: () = assert!(limits::WALKERS.is_power_of_two() && limits::WALKERS >= FEW);

/// About as many walkers as a search on an open board needs; a power of two.
pub(crate) fn usual_walkers(grid: Grid, poses: usize, fan: usize) -> usize {
    let border = 2 * (grid.rows as usize + grid.columns as usize);
    let layer = border * poses.div_ceil(2);
    (layer * fan)
        .next_power_of_two()
        .clamp(SMALLEST, limits::WALKERS)
}

/// The most walkers that a search may have; a power of two. That is one for each cell, and more on
/// a narrow or a small board.
pub(crate) fn most_walkers(grid: Grid, poses: usize, fan: usize) -> usize {
    let enough = (grid.cells() + 1)
        .max(usual_walkers(grid, poses, fan))
        .max(FEW);
    let most = enough.min(states(grid, poses) + 1);
    most.next_power_of_two().clamp(SMALLEST, limits::WALKERS)
}

pub(super) fn states(grid: Grid, poses: usize) -> usize {
    grid.cells() * poses
}

impl Frontier {
    pub(crate) fn new(field: &'static str) -> Self {
        Self {
            field,
            ..Self::default()
        }
    }

    pub(super) fn begin(
        &mut self,
        Placement { walker, is_leaving }: Placement,
        limit: usize,
        pool: &mut [Pooled],
    ) {
        pool[0] = Pooled::new(walker);
        let (start, field) = (walker.cell, self.field);
        *self = Self {
            len: 1,
            start,
            field,
            is_leaving,
            limit,
            ..Self::default()
        };
    }

    /// The number of active walkers.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no walker is active.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of steps made by the walkers.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// The number of states that walkers have claimed.
    pub fn states(&self) -> usize {
        self.states
    }

    pub(super) fn wrong_route(&self) -> SceneFault {
        let message = "its ways back do not lead from the goal to the start in as many steps";
        SceneFault::new([SceneStep::Field(self.field)], message)
    }

    /// The active ones among all walkers, in the order in which they step.
    pub(crate) fn active<'a>(&self, pool: &'a [Pooled]) -> impl Iterator<Item = Walker> + 'a {
        pool.iter()
            .map(|pooled| pooled.walker())
            .cycle()
            .skip(self.head)
            .take(self.len)
    }

    pub(super) fn ring<'a>(&self, pool: &'a mut [Pooled]) -> Ring<'a> {
        Ring::new(pool, self.head, self.len, self.limit)
    }

    pub(super) fn keep(&mut self, ring: &Ring<'_>, moves: u32) {
        (self.head, self.len) = (ring.first(), ring.len());
        (self.wanted, self.moves) = (ring.wanted, moves);
        self.states += ring.came();
    }

    #[cfg(test)]
    pub(crate) fn limit_to(&mut self, limit: usize) {
        assert!(limit.is_power_of_two(), "the ring's size is a power of two");
        self.limit = limit;
    }
}

/// Enlarges the ring, if the search waits for that; returns whether it did.
pub(crate) fn make_room(world: &mut World) -> bool {
    let mut frontiers = world.query::<&mut Frontier>();
    let frontier = frontiers
        .iter_mut(world)
        .find(|frontier| frontier.wanted > 0);
    let Some(mut frontier) = frontier else {
        return false;
    };
    let wanted = std::mem::take(&mut frontier.wanted).next_power_of_two();
    let head = std::mem::take(&mut frontier.head);
    let mut pools = world.query::<&mut Pooled>();
    let mut pools = pools.query_mut(&mut *world);
    let pool = only_table(&mut pools).expect("a walk has walkers");
    pool.rotate_left(head);
    let have = pool.len();
    world.spawn_batch((have..wanted).map(|_| Pooled::default()));
    true
}

/// The active walkers of a search. A parameter of systems: `mut walkers: ActiveWalkers`.
///
/// They are in the order in which they step. There are more walker entities than that, for later
/// ones, which no query lists. A walk with its [own steps](crate::engine::Build::walk_by) keeps its walkers
/// in a component of its own, and has none here, as a world without a walk.
#[derive(SystemParam)]
pub struct ActiveWalkers<'w, 's> {
    frontier: Option<Single<'w, 's, &'static Frontier>>,
    pool: Query<'w, 's, &'static Pooled>,
}

impl ActiveWalkers<'_, '_> {
    /// Whether the walker is at its start, which it leaves whatever [`Turns`](super::Turns) say there.
    pub(crate) fn are_leaving(&self) -> bool {
        self.frontier
            .as_ref()
            .is_some_and(|it| it.moves() == 0 && it.is_leaving)
    }

    /// The walkers, in the order in which they step.
    pub fn iter(&mut self) -> impl Iterator<Item = Walker> {
        let pool = only_table(&mut self.pool).unwrap_or_default();
        self.frontier
            .iter()
            .flat_map(|frontier| frontier.active(pool))
    }
}

pub(crate) fn put_walkers<G: Gait>(world: &mut World, moves: u32, walkers: &[Walker]) {
    let states = world
        .query::<&G::Trail>()
        .iter(world)
        .map(|it| it.claims() as usize)
        .sum();
    let mut frontiers = world.query::<&mut Frontier>();
    let mut frontier = frontiers.single_mut(world).expect("a world with a walk");
    (frontier.head, frontier.len, frontier.wanted) = (0, walkers.len(), walkers.len() + 1);
    (frontier.moves, frontier.states) = (moves, states);
    make_room(world);
    let mut pools = world.query::<&mut Pooled>();
    let mut pools = pools.query_mut(world);
    let pool = only_table(&mut pools).expect("a walk has walkers");
    for (place, &walker) in pool.iter_mut().zip(walkers) {
        *place = Pooled::new(walker);
    }
}

#[cfg(test)]
mod tests {
    use crate::base::grid::Position;
    use crate::base::heading::Heading;
    use crate::base::progress::{Outcome, Phase};
    use crate::engine::search::Exits;
    use crate::engine::text::TextFormat;
    use crate::puzzles::foot::Foot;
    use crate::scene::Scene;
    use crate::scene::simulation::Simulation;

    #[test]
    fn a_way_that_is_closed_between_two_runs_is_not_taken() {
        let walk = Foot {
            from: Position::new(1, 1).into(),
            to: Position::new(1, 9).into(),
        };
        let scene = Scene::new(1, 9)
            .named("ROW")
            .with(walk)
            .drawn(TextFormat::ARROW);
        let mut simulation = Simulation::new(&scene).expect("a legal scene");
        simulation.advance(3);
        let world = simulation.world_mut();
        let mut cells = world.query::<&mut Exits>();
        cells
            .iter_mut(world)
            .for_each(|mut exits| exits.close(Heading::E));
        assert_eq!(simulation.run(), Outcome::NoSolution);
    }

    /// A limit of walkers, which in production takes gigabytes to reach: each of 16 walkers on foot can produce 4.
    const LIMIT: usize = 64;

    /// Searches from the middle of an open square to a corner. After n moves 4 n walkers are active, until one
    /// reaches the border.
    fn open(side: u32) -> Scene {
        let middle = side.div_ceil(2);
        Scene::new(side, side)
            .named("OPEN")
            .with(Foot {
                from: Position::new(middle, middle).into(),
                to: Position::new(1, 1).into(),
            })
            .drawn(TextFormat::ARROW)
    }

    fn limited(side: u32) -> Simulation {
        let mut simulation = Simulation::new(&open(side)).expect("a legal scene");
        simulation.limit_walkers(LIMIT);
        simulation
    }

    #[test]
    fn there_are_never_more_than_16_walkers_in_a_square_of_9() {
        let mut simulation = limited(9);
        let mut most = 0;
        while simulation.tick() {
            most = most.max(simulation.walkers().len());
        }
        assert_eq!(
            (most, simulation.outcome()),
            (16, Outcome::Solved { moves: 8 })
        );
    }

    #[test]
    fn a_square_of_11_is_crowded_by_20_walkers_and_stays_as_it_is() {
        let mut simulation = limited(11);
        assert_eq!(simulation.run(), Outcome::Crowded);
        assert_eq!(
            (simulation.progress().tick, simulation.progress().phase),
            (5, Phase::Finished)
        );
        assert_eq!(simulation.walkers().len(), 20);
        assert_eq!(simulation.text(), "OPEN\n  Not Finished\n");
        assert!(!simulation.tick());

        let mut free = Simulation::new(&open(11)).expect("a legal scene");
        free.advance(5);
        let (crowded, free_at_5) = (simulation.digests(), free.digests());
        assert_eq!(
            crowded.differences(&free_at_5).collect::<Vec<_>>(),
            ["progress"]
        );
        assert_eq!(free.run(), Outcome::Solved { moves: 10 });
    }

    #[test]
    fn neither_single_ticks_nor_an_earlier_maze_matter() {
        let mut at_once = limited(11);
        at_once.run();
        let mut singly = limited(11);
        for tick in 1..=5 {
            assert!(singly.tick());
            assert_eq!(
                (singly.progress().tick, singly.outcome()),
                (tick, Outcome::Unfinished)
            );
        }
        assert!(!singly.tick());
        assert_eq!(singly.digest(), at_once.digest());

        let mut reused = Simulation::new(&open(41)).expect("a legal scene");
        assert_eq!(reused.run(), Outcome::Solved { moves: 40 });
        reused.load(&open(11)).expect("a legal scene");
        reused.limit_walkers(LIMIT);
        reused.run();
        assert_eq!(reused.digest(), at_once.digest());
        reused.load(&open(11)).expect("a legal scene");
        assert_eq!(reused.run(), Outcome::Solved { moves: 10 });
    }
}
