//! Walks: what a world with a walk has.

mod die;
mod look;

use bevy_ecs::prelude::*;

use super::Build;
use crate::base::grid::CellIndex;
use crate::base::route::Route;
use crate::base::walker::{Start, Walker};
use crate::engine::search::{
    ActiveWalkers, Admits, Claims, Exits, Frontier, Gait, StepProbe, Turns, begin, check_gait,
    enlarge, exits, step,
};
use look::look;

/// Counts the claims on a cell. A component of the maze entity.
#[derive(Component, Clone, Copy)]
pub(super) struct ClaimCount(fn(EntityRef<'_>) -> Option<usize>);

impl ClaimCount {
    pub(super) fn of(self, cell: EntityRef<'_>) -> Option<usize> {
        (self.0)(cell)
    }
}

/// Lists the walkers of a walk that keeps them itself. A component of the maze entity.
#[derive(Component, Clone, Copy)]
pub(super) struct WalkerList(fn(EntityRef<'_>) -> Vec<Walker>);

impl WalkerList {
    pub(super) fn of(self, maze: EntityRef<'_>) -> Vec<Walker> {
        (self.0)(maze)
    }
}

impl Build<'_> {
    /// Adds a search for walkers of this gait. The ingredient gives start and goal by
    /// [`start`](crate::scene::Ingredient::start).
    ///
    /// # Panics
    /// If the gait's trail has no room for its poses or ways back, if it tries more than four
    /// headings, or if the world has a walk already.
    pub fn walk<G: Gait>(&mut self) -> &mut Self {
        check_gait::<G>();
        let claims = ClaimCount(|cell| cell.get::<G::Trail>().map(|trail| trail.claims() as usize));
        self.maze((Start::default(), Frontier::default(), Route::default(), claims));
        self.add_walkers(G::POSES, G::FAN).column::<G::Trail>("claims").on_every_begin(begin::<G>);
        self.ways::<G>();
        self.systems.probe = Some(StepProbe::new::<G>);
        self.steps((step::<G>, enlarge).chain());
        look::<G>(self);
        self.state_by("walkers", walkers).counted_in("state", G::Trail::claims_in)
    }

    /// Prepares for a walk with its own [steps](Self::steps) that keeps its walkers itself: the
    /// maze has its [`Start`] and a [`Route`] to be filled, and cells have [`Exits`], in which
    /// rules close ways before the first step. `walkers` lists the active walkers, from the maze
    /// entity, in the order in which they step; `claims` returns the number of claimed states of a
    /// cell, from its entity.
    pub fn walk_by(
        &mut self,
        walkers: fn(EntityRef<'_>) -> Vec<Walker>,
        claims: fn(EntityRef<'_>) -> Option<usize>,
    ) -> &mut Self {
        self.maze((Start::default(), Route::default(), WalkerList(walkers), ClaimCount(claims)));
        self.cells::<Exits>().opening(exits::open_exits)
    }

    /// Opens everything that rules may close, before they run.
    fn ways<G: Gait>(&mut self) {
        self.cells::<Exits>().opening(exits::open_exits);
        if G::HEADED {
            self.cells::<Turns>().opening(exits::open_turns).after_rules(exits::join_turns);
        }
        if G::CLASSED {
            self.cells::<Admits>().opening(exits::open_entry);
        }
    }
}

/// The goal, the number of moves, and the active walkers in the order in which they step.
fn walkers(
    frontier: Single<&Frontier>,
    mut walkers: ActiveWalkers,
) -> (CellIndex, u32, Vec<Walker>) {
    (frontier.goal(), frontier.moves(), walkers.iter().copied().collect())
}
