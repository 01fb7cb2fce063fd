//! What agents see, and policies that decide by it.

use std::marker::PhantomData;

use bevy_ecs::prelude::*;
use bevy_ecs::query::{QueryData, ReadOnlyQueryData};

use super::step::AgentSteps;
use super::{Agent, Policy};
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::engine::columns::ColumnData;
use crate::engine::maze::{Build, Entities, Kept, Spawned};
use crate::engine::tick::{PhaseSystems, TickPhase};

/// How an agent finds its way by what it sees: a component, as a [`Policy`], which sees nothing but open ways.
pub trait SightedPolicy: Kept + Sized {
    /// The columns of the cells that it sees, such as `&'static Scent`; `()` for none.
    type Cells: ReadOnlyQueryData + ColumnData;

    /// The components of the maze entity that it sees, such as `&'static Seen<Robber>`; `()` for none.
    type OfMaze: ReadOnlyQueryData;

    /// Decides on the heading of the next step, among the open ways, of which there is at least one. With
    /// any other heading the agent waits, and has turned to it; with none it waits.
    fn decide(
        &mut self,
        agent: &Agent,
        ways: Headings,
        sight: &Sight<'_, '_, Self>,
    ) -> Option<Heading>;

    /// Decides what becomes of the agent after a step, or after a tick of waiting. By default it has arrived
    /// if a step has led to its goal.
    #[inline]
    fn next(&mut self, agent: &Agent, has_stepped: bool, _sight: &Sight<'_, '_, Self>) -> Next {
        if has_stepped && agent.cell == agent.to {
            Next::Arrive
        } else {
            Next::Go
        }
    }
}

/// What an agent sees.
pub struct Sight<'w, 's, P: SightedPolicy> {
    /// The size of the maze.
    pub grid: Grid,
    /// The number of ticks done.
    pub tick: u64,
    /// The columns of the [cells](SightedPolicy::Cells), as the systems that run before the agents have left them.
    pub cells: <P::Cells as ColumnData>::Slices<'w>,
    /// What it sees [of the maze entity](SightedPolicy::OfMaze).
    pub maze: <P::OfMaze as QueryData>::Item<'w, 's>,
    pub(super) steps: AgentSteps<'w>,
}

impl<P: SightedPolicy> Sight<'_, '_, P> {
    /// The cell to which an open way leads from a cell, also where rules redirect the step.
    #[inline]
    pub fn beside(&self, cell: CellIndex, way: Heading) -> CellIndex {
        self.steps.beside(cell, way)
    }
}

/// What becomes of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Next {
    /// The agent goes on.
    Go,
    /// The agent goes on, to this goal.
    GoTo(CellIndex),
    /// The agent has arrived.
    Arrive,
    /// The agent gives up.
    GiveUp,
}

impl<P: Policy> SightedPolicy for P {
    type Cells = ();
    type OfMaze = ();

    #[inline]
    fn decide(
        &mut self,
        agent: &Agent,
        ways: Headings,
        _: &Sight<'_, '_, Self>,
    ) -> Option<Heading> {
        Some(self.choose(agent, ways))
    }
}

/// The agents of a policy as they were at the start of the tick, in the order in which they were spawned, so that no
/// order of policies counts. A component of the maze entity, by [`Build::seen`].
#[derive(Component)]
pub struct Seen<P> {
    agents: Vec<Agent>,
    /// The numbers of the agents, by which they are in order.
    numbers: Vec<Spawned>,
    policy: PhantomData<fn() -> P>,
}

impl<P> Seen<P> {
    /// The agents.
    pub fn iter(&self) -> impl Iterator<Item = &Agent> {
        self.agents.iter()
    }
}

impl<P> Default for Seen<P> {
    fn default() -> Self {
        Self {
            agents: Vec::new(),
            numbers: Vec::new(),
            policy: PhantomData,
        }
    }
}

impl Build<'_> {
    /// Lets the [agents](Self::agents) of a policy be [`Seen`].
    ///
    /// # Panics
    /// If they are seen already.
    pub fn seen<P: SightedPolicy>(&mut self) -> &mut Self {
        self.add_to_maze::<Seen<P>>();
        let see = PhaseSystems::single(self.field, see::<P>, self.world);
        self.schedule[TickPhase::EachTick].insert(0, see);
        self
    }
}

fn see<P: SightedPolicy>(
    mut seen: Single<&mut Seen<P>>,
    mut agents: Entities<(&'static Spawned, &'static Agent, &'static P)>,
) {
    let Seen {
        agents: seen,
        numbers: seen_numbers,
        ..
    } = &mut **seen;
    seen.clear();
    seen_numbers.clear();
    for (numbers, agents, _) in agents.tables() {
        seen.extend_from_slice(agents);
        seen_numbers.extend_from_slice(numbers);
    }

    // Agents lose their order only if some are despawned, or if they are in several tables.
    if !seen_numbers.is_sorted() {
        let mut numbered: Vec<_> = seen_numbers.iter().zip(&*seen).collect();
        numbered.sort_unstable_by_key(|&(number, _)| number);
        *seen = numbered.into_iter().map(|(_, &agent)| agent).collect();
    }
}
