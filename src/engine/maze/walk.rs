//! Walks: what a world with a walk has.

use std::any::{Any, TypeId};
use std::marker::PhantomData;

use bevy_ecs::prelude::*;
use bevy_ecs::query::InvertibleComponentIdSet;
use bevy_ecs::system::ReadOnlySystem;

use super::build::{Build, Visible, WalkShape};
use super::keeper::{BoxedCopy, Keep, copied};
use crate::base::digest::HashedBytes;
use crate::base::grid::{CellIndex, Grid};
use crate::base::route::Route;
use crate::base::walker::{Start, Walker};
use crate::engine::bevy::run_on_demand;
use crate::engine::search::{
    ActiveWalkers, Admits, ByHand, Claims, Exits, Frontier, Gait, GaitSteps, Leads, Moves, Origins,
    OwnSteps, State, StepMachine, Turns, begin, check_gait, distance_reader, exits, has_die,
    lead_to_neighbours, put_walkers, step,
};
use crate::engine::tick::{PhaseSystems, TickPhase};

#[derive(Default)]
pub(crate) struct Walk {
    pub(super) is_unled: bool,
    /// What the steps of its gait read.
    pub(super) reads: InvertibleComponentIdSet,
    /// What is asked about single steps; `None` if the walk has its own steps and doesn't list them.
    pub(crate) machine: Option<Box<dyn StepMachine>>,
    pub(super) walkers: Option<WalkerList>,
    pub(super) claims: Option<ClaimCount>,
}

pub(super) type ClaimCount = fn(EntityRef<'_>) -> Option<usize>;

pub(super) type WalkerList = fn(EntityRef<'_>) -> Vec<Walker>;

impl Build<'_> {
    /// Adds a search for walkers of this gait, in [`TickPhase::Step`]. The ingredient gives start and goal by
    /// [`start`](crate::scene::Ingredient::start).
    ///
    /// # Panics
    /// If the gait's trail has no room for its poses or ways back, or if it tries more than four headings.
    pub fn walk<G: Gait>(&mut self) -> &mut Self {
        check_gait::<G>();
        self.added.walk.claims = Some(|cell| Some(cell.get::<G::Trail>()?.claims() as usize));
        self.maze::<Start>()
            .add_to_maze::<Frontier>()
            .maze::<Route>();
        self.added.poses = G::POSES;
        self.added.fan = G::FAN;
        self.column::<G::Trail>("claims")
            .add_to(TickPhase::Begin, begin::<G>);
        self.exits();
        if G::HEADED {
            self.cells::<Turns>()
                .add_to(TickPhase::OpenWays, exits::open_all(|| Turns(u16::MAX)));
            self.add_to(TickPhase::JoinWays, exits::join_turns);
        }
        if G::CLASSED {
            self.cells::<Admits>()
                .add_to(TickPhase::OpenWays, exits::open_all(|| Admits(u8::MAX)));
        }
        self.added.walk.is_unled = !G::LED;
        let ground = self.world.query::<(G::Reads, G::OfMaze)>();
        self.added.walk.reads = ground.component_access().access().reads().clone();
        self.added.walk.machine = Some(Box::new(GaitSteps::<G>::new()));
        let step = PhaseSystems::single(self.field, step::<G>, self.world);
        self.set_steps(step);
        let shape = WalkShape {
            is_headed: G::HEADED,
            has_die: has_die::<G>(),
            distances: distance_reader::<G>,
        };
        (self.view)(self, Visible::Walk(shape));
        let walkers = Box::new(OfWalkers::<G>(PhantomData));
        self.keep(Some("walkers"), walkers)
            .counted("state", Frontier::states)
    }

    /// Prepares for a walk with its own [steps](Self::steps) that keeps its walkers itself: the
    /// maze has its [`Start`] and a [`Route`] to be filled, and cells have [`Exits`], in which
    /// rules close ways before a step. `walkers` lists the active walkers, from the maze
    /// entity, in the order in which they step; `claims` returns the number of claimed states of a
    /// cell, from its entity.
    pub fn walk_by(&mut self, walkers: WalkerList, claims: ClaimCount) -> &mut Self {
        (self.added.walk.walkers, self.added.walk.claims) = (Some(walkers), Some(claims));
        self.added.walk.is_unled = true;
        self.maze::<Start>().maze::<Route>().exits()
    }

    /// Adds a system that lists the moves of a walk with its own steps, for the graph of its states
    /// ([`StateGraph`](crate::tools::graph::StateGraph)). It [answers](Moves::answer) whenever it is asked, in
    /// a world that has not begun its walk as in one that is finished, with the ways closed as the rules
    /// say. Every state on the cell of the goal counts as an arrival.
    pub fn moves<M>(
        &mut self,
        system: impl IntoSystem<Moves<'static>, (), M, System: ReadOnlySystem>,
    ) -> &mut Self {
        let lister = Box::new(IntoSystem::into_system(system));
        self.added.walk.machine = Some(Box::new(OwnSteps::new(lister)));
        self
    }

    /// Lets a walk with its own steps, whose [moves](Self::moves) are listed, be
    /// [walked by hand](crate::tools::Play): a move toward a side is the first that leads to the
    /// neighbour there, and waiting the first that stays. `stand` is a system that puts the walk where
    /// these states have led it, one after another, with nothing searched yet; nowhere, if there are none.
    /// `stance` describes the pose of a state, and `why` says why no move leads somewhere, though no
    /// rule forbids it.
    ///
    /// # Panics
    /// If the moves are not listed yet.
    pub fn by_hand<M>(
        &mut self,
        stand: impl IntoSystem<InRef<'static, [State]>, (), M>,
        stance: fn(Grid, State) -> String,
        why: &'static str,
    ) -> &mut Self {
        let mut stand = Box::new(IntoSystem::into_system(stand));
        stand.initialize(self.world);
        let machine = self.added.walk.machine.as_mut();
        let machine = machine.expect("a walk that lists its moves first");
        machine.play(ByHand { stand, stance, why });
        self
    }

    /// Gives cells their [`Exits`], in which rules close ways before a tick of the walk: for entities of an ingredient's own,
    /// for instance, that go where walkers may. A world with a walk or a part that [lasts](Self::lasts) has them.
    pub fn exits(&mut self) -> &mut Self {
        if !self
            .unfinished
            .cell_components
            .contains(&TypeId::of::<Exits>())
        {
            self.cells::<Exits>()
                .add_to(TickPhase::OpenWays, exits::open_exits);
        }
        self
    }

    pub(super) fn leads(&mut self) -> &mut Self {
        self.maze::<Origins>();
        // When a maze begins, for pictures; and before the rules, which redirect steps anew.
        self.cells::<Leads>()
            .add_to(TickPhase::Begin, lead_to_neighbours);
        self.add_to(TickPhase::OpenWays, lead_to_neighbours)
            .add_to(TickPhase::OpenWays, exits::open_all(|| Exits::ALL));
        (self.view)(self, Visible::Leads);
        // Before turns are joined with exits.
        let close = PhaseSystems::single(self.field, exits::close_ends, self.world);
        self.schedule[TickPhase::JoinWays].insert(0, close);
        self
    }
}

fn search_state(frontier: Single<&Frontier>, mut walkers: ActiveWalkers) -> (u32, Vec<Walker>) {
    (frontier.moves(), walkers.iter().collect())
}

fn goals(maze: Single<(&Grid, &Start)>) -> Vec<CellIndex> {
    maze.1.goals(*maze.0).collect()
}

/// Copies what changes in a search: the number of moves, and the active walkers, wherever they lie in the
/// ring, which may have another size later. Hashes the goals, too. The claims are copied before.
struct OfWalkers<G>(PhantomData<fn() -> G>);

impl<G: Gait> Keep for OfWalkers<G> {
    fn take(&mut self, world: &mut World) -> BoxedCopy {
        Box::new(run_on_demand(world, search_state, ()))
    }

    fn write(&mut self, world: &mut World, _: Grid, to: &mut HashedBytes) {
        let goals = run_on_demand(world, goals, ());
        let (moves, walkers) = run_on_demand(world, search_state, ());
        match goals[..] {
            [goal] => to.write(&(goal, moves, walkers)),
            _ => to.write(&(goals, moves, walkers)),
        }
    }

    fn put(&mut self, world: &mut World, copy: &dyn Any) {
        let (moves, walkers) = copied::<(u32, Vec<Walker>)>(copy);
        put_walkers::<G>(world, *moves, walkers);
    }
}
