//! Walks: what a world with a walk has.

mod look;

use std::any::{Any, TypeId};
use std::marker::PhantomData;

use bevy_ecs::prelude::*;
use bevy_ecs::system::ReadOnlySystem;

use super::keeper::{BoxedCopy, Keep, copied, read};
use super::part::Part;
use super::{Build, Maze};
use crate::base::digest::Hasher;
use crate::base::grid::{CellIndex, Grid};
use crate::base::progress::Phase;
use crate::base::route::Route;
use crate::base::walker::{Start, Walker};
use crate::engine::search::{
    ActiveWalkers, Admits, ByHand, Claims, Exits, Frontier, Gait, Leads, Moves, Origins, State,
    StepProbe, TellMoves, Told, Turns, begin, check_gait, exits, lead_to_neighbours, moves,
    put_walkers, step,
};
pub(crate) use look::is_searched;
use look::{LEADS, look};

/// Counts the claims on a cell.
pub(super) type ClaimCount = fn(EntityRef<'_>) -> Option<usize>;

/// Lists the walkers of a walk that keeps them itself, from the maze entity.
pub(super) type WalkerList = fn(EntityRef<'_>) -> Vec<Walker>;

impl Build<'_> {
    /// Adds a search for walkers of this gait. The ingredient gives start and goal by
    /// [`start`](crate::scene::Ingredient::start).
    ///
    /// # Panics
    /// If the gait's trail has no room for its poses or ways back, if it tries more than four
    /// headings, or if the world has a walk already.
    pub fn walk<G: Gait>(&mut self) -> &mut Self {
        check_gait::<G>();
        self.systems.claims = Some(|cell| Some(cell.get::<G::Trail>()?.claims() as usize));
        self.add_to_maze::<Start>().add_to_maze::<Frontier>().maze::<Route>();
        (self.systems.sizes.poses, self.systems.sizes.fan) = (G::POSES, G::FAN);
        self.column::<G::Trail>("claims").on_every_begin(begin::<G>);
        self.exits();
        if G::HEADED {
            self.cells::<Turns>().opening(exits::open_all(|| Turns(u16::MAX)));
            self.after_rules(exits::join_turns);
        }
        if G::CLASSED {
            self.cells::<Admits>().opening(exits::open_all(|| Admits(u8::MAX)));
        }
        self.systems.is_unled = !G::LED;
        self.systems.probe = Some(StepProbe::new::<G>);
        self.moves(moves::<G>);
        let step = Part::of(self.field, step::<G>, self.world);
        self.set_steps(step);
        look::<G>(self);
        self.keep(Some("walkers"), OfWalkers::<G>(PhantomData)).counted("state", Frontier::states)
    }

    /// Prepares for a walk with its own [steps](Self::steps) that keeps its walkers itself: the
    /// maze has its [`Start`] and a [`Route`] to be filled, and cells have [`Exits`], in which
    /// rules close ways before a step. `walkers` lists the active walkers, from the maze
    /// entity, in the order in which they step; `claims` returns the number of claimed states of a
    /// cell, from its entity.
    pub fn walk_by(&mut self, walkers: WalkerList, claims: ClaimCount) -> &mut Self {
        (self.systems.walkers, self.systems.claims) = (Some(walkers), Some(claims));
        self.systems.is_unled = true;
        self.add_to_maze::<Start>().maze::<Route>().exits()
    }

    /// Adds a system that tells the moves of a walk with its own steps, for the graph of its states
    /// ([`StateGraph`](crate::tools::StateGraph)). It [answers](Moves::answer) whenever it is asked, in
    /// a world that has not begun its walk as in one that is finished, with the ways closed as the rules
    /// say.
    pub fn moves<M>(
        &mut self,
        system: impl IntoSystem<Moves<'static>, (), M, System: ReadOnlySystem>,
    ) -> &mut Self {
        self.systems.moves = Some(TellMoves::new(system));
        self
    }

    /// Lets a walk with its own steps, whose [moves](Self::moves) are told, be
    /// [walked by hand](crate::tools::Play): a move toward a side is the first that leads to the
    /// neighbour there, and waiting the first that stays. `stand` is a system that puts the walk where
    /// these states have led it, one after another, with nothing searched yet; nowhere, if there are none.
    /// `stance` describes the pose of a state, and `why` says why no move leads somewhere, though no
    /// rule forbids it.
    pub fn by_hand<M>(
        &mut self,
        stand: impl IntoSystem<InRef<'static, [State]>, (), M>,
        stance: fn(Grid, State) -> String,
        why: &'static str,
    ) -> &mut Self {
        let mut stand = Box::new(IntoSystem::into_system(stand));
        stand.initialize(self.world);
        self.systems.by_hand = Some(ByHand { stand, stance, why });
        self
    }

    /// Gives cells their exits, which are open before rules run.
    pub(super) fn exits(&mut self) -> &mut Self {
        if !self.systems.cell_components.contains(&TypeId::of::<Exits>()) {
            self.cells::<Exits>().opening(exits::open_exits);
        }
        self
    }

    /// Lets rules redirect steps.
    pub(super) fn leads(&mut self) -> &mut Self {
        let poses = self.systems.sizes.poses;
        self.maze::<Origins>().buffer(poses * size_of::<CellIndex>());
        // When a maze begins, for pictures; and before the rules, which redirect steps anew.
        self.cells::<Leads>().on_every_begin(lead_to_neighbours);
        self.opening(lead_to_neighbours).opening(exits::open_all(|| Exits::ALL));
        self.look_by(&LEADS, look::leads);
        // Before turns are joined with exits.
        let close = Part::of(self.field, exits::close_ends, self.world);
        self.systems.after_rules.insert(0, close);
        self
    }
}

impl Maze {
    /// Lets the walk tell its moves, with the ways closed as the rules say; `None` if it does not tell
    /// them. Its state is the same afterwards.
    pub(crate) fn ask_moves<T>(&mut self, mut ask: impl FnMut(Told<'_>) -> T) -> Option<T> {
        let were_closed = self.are_ways_closed;
        self.close_ways();
        self.are_ways_closed = were_closed;
        let mut answer = None;
        let mut ask = |told: Told<'_>| answer = Some(ask(told));
        let tell = self.systems.moves.as_mut()?;
        tell.prepare(&mut self.world);
        tell.ask(&self.world, &mut ask);
        answer
    }

    /// Whether rules close other ways while the walk goes on.
    pub(crate) fn has_changing_ways(&self) -> bool {
        self.systems.has_changing_ways
    }

    /// What is wrong with the ways back of its search, if anything is, and the field of the walk. Where the
    /// world changes while it goes on, a step that was done may be no more.
    pub(crate) fn wrong_way_back(&mut self) -> Option<(&'static str, String)> {
        let (probe, field) = (self.probe()?, self.systems.steps.as_ref()?.field);
        let is_steady = !self.systems.ticks_singly(Phase::Walk);
        let found = (probe.wrong_way_back)(&mut self.world, is_steady);
        found.map(|found| (field, found))
    }
}

/// The goal, the number of moves, and the active walkers in the order in which they step.
fn search_state(
    frontier: Single<&Frontier>,
    mut walkers: ActiveWalkers,
) -> (CellIndex, u32, Vec<Walker>) {
    (frontier.goal, frontier.moves(), walkers.iter().collect())
}

/// Copies what changes in a search: the number of moves, and the active walkers, wherever they lie in the
/// ring, which may have another size later. Hashes the goal, too. The claims are copied before.
struct OfWalkers<G>(PhantomData<fn() -> G>);

impl<G: Gait> Keep for OfWalkers<G> {
    fn take(&mut self, world: &mut World) -> BoxedCopy {
        let (_, moves, walkers) =
            world.run_system_cached(search_state).expect("a world with a walk");
        Box::new((moves, walkers))
    }

    fn hash(&mut self, world: &mut World, hasher: &mut Hasher) {
        hasher.add(&world.run_system_cached(search_state).expect("a world with a walk"));
    }

    fn put(&mut self, world: &mut World, copy: &dyn Any) {
        let (moves, walkers) = copied::<(u32, Vec<Walker>)>(copy);
        put_walkers::<G>(world, *moves, walkers);
    }

    fn decode(&mut self, _: &mut World, from: &mut &[u8]) -> Option<BoxedCopy> {
        Some(Box::new(read::<(u32, Vec<Walker>)>(from)?))
    }
}
