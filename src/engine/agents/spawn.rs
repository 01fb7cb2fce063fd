//! Spawning of agents, when a maze begins.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;

use super::{
    Agent, AgentGroup, AgentState, Crew, GoalLists, Goals, SightedPolicy, Solid, Taken, visit,
};
use crate::base::chance::{Chance, Purpose, Seed};
use crate::base::count::saturating_u32;
use crate::base::grid::CellIndex;
use crate::base::squares::{Squares, SquaresOf};
use crate::engine::columns::Cells;

/// Spawns agents when a maze begins.
#[derive(SystemParam)]
pub struct SpawnAgents<'w, 's> {
    maze: Single<
        'w,
        's,
        (
            SquaresOf,
            &'static Seed,
            &'static mut Crew,
            &'static mut GoalLists,
        ),
    >,
    cells: Cells<'w, 's, &'static mut Taken>,
    commands: Commands<'w, 's>,
}

impl SpawnAgents<'_, '_> {
    /// Spawns a group of agents, with the policy of each, for which there is a stream of random
    /// numbers of its own.
    pub fn spawn<P: SightedPolicy>(
        &mut self,
        group: &AgentGroup,
        mut policy: impl FnMut(Chance) -> P,
    ) {
        let (squares, seed, crew, lists) = &mut *self.maze;
        let Seed(seed) = **seed;
        let squares = Squares::from(*squares);
        let grid = squares.grid();
        let taken = self.cells.columns();
        let mut start = group.at.map(|at| grid.index(at));
        let mut to = group.to.clone();
        let purpose = Purpose::named("goals of agents").numbered(crew.total.into());
        to.draw(Chance::new(seed, purpose), squares, group.at);
        let mut all: Vec<_> = to.positions().iter().map(|&at| grid.index(at)).collect();
        crew.has_open_goals |= all.is_empty();
        let to = all.first().copied().unwrap_or(CellIndex::NOWHERE);
        let goals = (all.len() > 1).then(|| Goals(saturating_u32(lists.0.len())));
        if goals.is_some() {
            all.sort_unstable();
            lists.0.push(all);
        }
        for _ in 0..group.count {
            let number = crew.total.into();
            let mut places = Chance::new(seed, Purpose::named("places of agents").numbered(number));
            let mut cell = start.unwrap_or_else(|| squares.nth(places.place(squares.count())));
            let mut state = AgentState::Going;
            if group.solid {
                match next_free(cell, taken) {
                    Some(free) => (cell, taken[free]) = (free, Taken(1)),
                    None => state = AgentState::GaveUp,
                }
                start = start.map(|_| cell);
            }
            let heading = group.heading;
            let patience = group.patience.unwrap_or(Agent::ENDLESS);
            let agent = Agent {
                cell,
                to,
                heading,
                state,
                patience,
                ..Agent::default()
            };
            let chance = Chance::new(seed, Purpose::named("agents").numbered(number));
            let policy = policy(chance);
            let mut spawned = if group.solid {
                self.commands.spawn((agent, policy, Solid))
            } else {
                self.commands.spawn((agent, policy))
            };
            if let Some(goals) = goals {
                spawned.insert(goals);
            }
            visit(&mut crew.visited, cell);
            crew.total += 1;
            crew.going += u32::from(state == AgentState::Going);
        }
    }
}

/// The first free cell from this one on, in grid order, while agents start: no cell becomes free.
fn next_free(from: CellIndex, taken: &mut [Taken]) -> Option<CellIndex> {
    let cells: u32 = saturating_u32(taken.len());
    let after = |far: u32| CellIndex::new((from.get() + far as usize) % cells as usize);
    let (mut far, mut passed) = (0, 0);
    while far < cells && taken[after(far)].0 > 0 {
        far = cells.min(far + taken[after(far)].0);
    }
    while passed < far {
        passed += std::mem::replace(&mut taken[after(passed)].0, far - passed);
    }
    (far < cells).then(|| after(far))
}
