//! Agents: walkers that find their own ways, many at once, one step a tick.
//!
//! An agent has a [`Policy`], a component that chooses its next step. All agents of one policy lie in
//! one table: a tick is a pass over two slices. Agents do not claim squares; whether two can stand
//! in one is said by [`AgentGroup::solid`].

mod aim;
mod group;
mod sight;
mod spawn;
mod step;

pub use group::{AgentGroup, Hand};
pub use sight::{Next, Seen, Sight, SightedPolicy};
pub use spawn::SpawnAgents;

use std::sync::Arc;

use bevy_ecs::archetype::Archetype;
use bevy_ecs::component::ComponentId;
use bevy_ecs::prelude::*;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use super::columns::Cells;
use super::maze::{Build, Kept, LazyQuery, Maze, Recount, Spawned, Visible, with_query};
use crate::base::digest::report;
use crate::base::grid::CellIndex;
use crate::base::heading::{Heading, Headings};
use crate::base::progress::Phase;
use crate::base::squares::{Squares, SquaresOf};
use crate::engine::tick::{PhaseSystems, TickPhase};

/// An agent. A component of its entity, beside its policy. Systems of each tick may write it: stop an agent, let it
/// arrive, send it elsewhere, or move it. The counts of the crew follow at the end of the tick.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
#[non_exhaustive]
pub struct Agent {
    /// The cell in which the agent stands.
    pub cell: CellIndex,
    /// The goal: of several the first, or that which was reached. An agent that starts there has not arrived.
    pub to: CellIndex,
    /// The heading of the last step; at first the one with which the agent starts.
    pub heading: Heading,
    /// Whether the agent still goes.
    pub state: AgentState,
    /// The number of steps so far.
    pub steps: u32,
    /// The number of ticks so far, waiting included.
    pub ticks: u32,
    /// The number of ticks after which the agent gives up; never for [`Agent::ENDLESS`].
    pub patience: u32,
}

impl Agent {
    /// The patience of an agent that never gives up.
    pub const ENDLESS: u32 = u32::MAX;
}

/// Its steps only report, and its ticks, too, if they have no limit.
impl Serialize for Agent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Agent", 7)?;
        fields.serialize_field("cell", &self.cell)?;
        fields.serialize_field("to", &self.to)?;
        fields.serialize_field("heading", &self.heading)?;
        fields.serialize_field("state", &self.state)?;
        fields.serialize_field("steps", &Reported(self.steps))?;
        if self.patience == Self::ENDLESS {
            fields.serialize_field("ticks", &Reported(self.ticks))?;
        } else {
            fields.serialize_field("ticks", &self.ticks)?;
        }
        fields.serialize_field("patience", &self.patience)?;
        fields.end()
    }
}

#[derive(Serialize)]
#[serde(transparent)]
struct Reported(#[serde(serialize_with = "report")] u32);

impl From<Agent> for CellIndex {
    fn from(agent: Agent) -> Self {
        agent.cell
    }
}

/// Whether an agent still goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect))]
#[non_exhaustive]
pub enum AgentState {
    /// The agent goes on.
    #[default]
    Going,
    /// The agent is at the goal. A solid one then no longer takes room.
    Arrived,
    /// The agent has run out of patience, or is solid and found no free square to start in.
    GaveUp,
}

/// How an agent finds its way: a component, and one function.
pub trait Policy: Kept {
    /// The heading of the next step, among the open ways, of which there is at least one. With any
    /// other heading the agent waits, and has turned to it.
    fn choose(&mut self, agent: &Agent, ways: Headings) -> Heading;
}

/// All agents of a maze. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Crew {
    /// The number of agents in the maze.
    pub total: u32,
    /// The number of agents that still go.
    pub going: u32,
    /// The agents that still go and those that have arrived, as counted in this tick.
    #[serde(skip)]
    counted: [u32; 2],
    has_ended: bool,
    #[serde(skip)]
    has_open_goals: bool,
    /// The number of agents that have arrived.
    pub arrived: u32,
    /// The number of steps of all.
    #[serde(serialize_with = "report")]
    pub steps: u64,
    /// The first tick in which agents went; 0 before.
    #[serde(serialize_with = "report")]
    pub first_tick: u64,
    /// A bit for each cell: whether an agent has been there.
    #[serde(serialize_with = "report")]
    visited: Vec<u64>,
}

#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
struct Solid;

/// The goals of groups that have several, in grid order. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub(crate) struct GoalLists(Vec<Vec<CellIndex>>);

/// The place of the goals of an agent that has several, among the lists.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Goals(u32);

impl GoalLists {
    #[inline]
    fn list(&self, Goals(place): Goals) -> &[CellIndex] {
        &self.0[place as usize]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = CellIndex> {
        self.0.iter().flatten().copied()
    }
}

/// Whether a solid agent stands in a cell: 0 for none, otherwise how far away, in grid order, the next
/// free cell is at least. Follows from the agents.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
struct Taken(u32);

/// The policies of the agents of a world, each with its name, and what lists the agents.
#[derive(Resource, Default)]
pub(crate) struct AgentKinds {
    policies: Vec<(&'static str, ComponentId)>,
    query: LazyQuery<(&'static Spawned, &'static Archetype, &'static Agent)>,
}

impl AgentKinds {
    pub(crate) fn names(&self) -> Arc<[&'static str]> {
        self.policies.iter().map(|&(name, _)| name).collect()
    }

    /// The place in [`Self::names`] of the kind of agents in a table of entities.
    pub(crate) fn place(&self, agents: &Archetype) -> usize {
        let is_its = |&(_, policy): &(_, ComponentId)| agents.contains(policy);
        self.policies
            .iter()
            .position(is_its)
            .unwrap_or(self.policies.len())
    }
}

impl Crew {
    /// The number of cells in which an agent has been.
    pub fn visited(&self) -> usize {
        self.visited
            .iter()
            .map(|cells| cells.count_ones() as usize)
            .sum()
    }

    fn count(&mut self, [going, arrived]: [u32; 2]) {
        self.counted = [self.counted[0] + going, self.counted[1] + arrived];
    }
}

impl Build<'_> {
    /// Adds agents of a policy, which is state under a name; they step in
    /// [`TickPhase::EachTick`]. The ingredient spawns them when a maze
    /// [begins](Self::on_begin), by [`SpawnAgents`]; then they go, beside a walk or without one,
    /// until all have arrived or given up.
    pub fn agents<P: SightedPolicy>(&mut self, name: &'static str) -> &mut Self {
        if !self.maze_has::<Crew>() {
            self.state::<Crew>("crew")
                .entities::<Agent>("agents")
                .entities::<Solid>("solid");
            self.maze::<GoalLists>().entities_kept::<Goals>(None);
            self.cells::<Taken>()
                .add_to(TickPhase::Begin, clear_agents)
                .crew_lasts()
                .add_to(TickPhase::EndOfTick, step::end);
            self.world.init_resource::<AgentKinds>();
            self.counted("agent", |crew: &Crew| crew.total as usize);
            (self.view)(self, Visible::Agents);
            let component = self.world.register_component::<Agent>();
            let systems = PhaseSystems::single(self.field, step::recount, self.world);
            self.unfinished.recount = Some(Recount {
                component,
                writers: 0,
                systems,
            });
        }
        self.unfinished
            .recount
            .as_mut()
            .expect("it was added with the first policy")
            .writers += 1;
        let policy = self.world.register_component::<P>();
        let kind = std::any::type_name::<P>()
            .rsplit("::")
            .next()
            .unwrap_or_default();
        self.world
            .resource_mut::<AgentKinds>()
            .policies
            .push((kind, policy));
        self.entities::<P>(name)
            .each_tick(Phase::Walk, step::walk::<P>)
    }
}

impl Maze {
    /// All agents, in the order in which they were spawned.
    pub fn agents(&self) -> Vec<Agent> {
        self.agents_by_kind()
            .into_iter()
            .map(|(_, agent)| agent)
            .collect()
    }

    /// All agents, each with the name of its policy, in the order in which they were spawned.
    pub(crate) fn agents_by_kind(&self) -> Vec<(&'static str, Agent)> {
        let world = self.world();
        let Some(known) = world.get_resource::<AgentKinds>() else {
            return Vec::new();
        };
        let agents = with_query(&known.query, world, |agents| {
            let mut agents: Vec<_> = agents.iter(world).collect();
            agents.sort_unstable_by_key(|&(&spawned, ..)| spawned);
            let kind = |agents| {
                known
                    .policies
                    .get(known.place(agents))
                    .map_or("", |it| it.0)
            };
            agents
                .into_iter()
                .map(|(_, table, &agent)| (kind(table), agent))
                .collect()
        });
        agents.unwrap_or_default()
    }
}

fn clear_agents(
    maze: Single<(SquaresOf, &mut Crew, &mut GoalLists)>,
    mut cells: Cells<&'static mut Taken>,
) {
    let (squares, mut crew, mut lists) = maze.into_inner();
    let squares = Squares::from(squares);
    lists.0.clear();
    let mut visited = std::mem::take(&mut crew.visited);
    visited.clear();
    visited.resize(squares.grid().cells().div_ceil(64), 0);
    *crew = Crew {
        visited,
        ..Crew::default()
    };
    let taken = cells.columns();
    taken.fill(Taken(0));
    for cell in squares.blocked() {
        taken[cell] = Taken(1);
    }
}

fn visit(visited: &mut [u64], cell: CellIndex) {
    visited[cell.get() / 64] |= 1 << (cell.get() % 64);
}
