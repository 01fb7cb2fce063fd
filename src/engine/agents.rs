//! Agents: walkers that find their own ways, many at once, one step a tick.
//!
//! An agent has a [`Policy`], a component that chooses its next step. All agents of one policy lie in
//! one table: a tick is a pass over two slices. Agents do not claim squares; whether two can stand
//! in one is said by [`AgentGroup::solid`].

mod group;
mod sight;
mod spawn;

pub use group::{AgentGroup, Hand};
pub use sight::{Next, Seen, Sight, SightedPolicy};
pub use spawn::SpawnAgents;

use std::sync::Arc;

use bevy_ecs::archetype::Archetype;
use bevy_ecs::component::ComponentId;
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use serde::{Deserialize, Serialize};

use super::columns::Cells;
use super::maze::{Build, Entities, Kept, LazyQuery, Maze, Recount, Spawned, Visible, with_query};
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::progress::{Outcome, Phase, Progress};
use crate::engine::search::{Exits, Leads, State, farthest};
use crate::engine::tick::{PhaseSystems, TickPhase};

/// An agent. A component of its entity, beside its policy. Systems of each tick may write it: stop an agent, let it
/// arrive, send it elsewhere, or move it. The counts of the crew follow at the end of the tick.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
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
    /// The number of ticks after which the agent gives up.
    pub patience: u32,
}

impl From<Agent> for CellIndex {
    fn from(agent: Agent) -> Self {
        agent.cell
    }
}

/// Whether an agent still goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect))]
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
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crew {
    /// The number of agents in the maze.
    pub total: u32,
    /// The number of agents that still go.
    pub going: u32,
    /// The agents that still go and those that have arrived, as counted in this tick.
    #[serde(skip)]
    counted: [u32; 2],
    has_ended: bool,
    /// Whether goals are not known before the walk begins.
    #[serde(skip)]
    has_open_goals: bool,
    /// The number of agents that have arrived.
    pub arrived: u32,
    /// The number of steps of all.
    pub steps: u64,
    /// The first tick in which agents went; 0 before.
    pub first_tick: u64,
    /// A bit for each cell: whether an agent has been there.
    visited: Vec<u64>,
}

#[derive(Component, Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Solid;

/// The goals of an agent that has several.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Goals(pub(crate) Vec<CellIndex>);

/// Whether a solid agent stands in a cell: 0 for none, otherwise how far away, in grid order, the next
/// free cell is at least. Follows from the agents.
#[derive(Component, Clone, Copy, Debug, Default, Serialize, Deserialize)]
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
        self.policies.iter().position(is_its).unwrap_or(self.policies.len())
    }
}

impl Crew {
    /// The number of cells in which an agent has been.
    pub fn visited(&self) -> usize {
        self.visited.iter().map(|cells| cells.count_ones() as usize).sum()
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
    ///
    /// # Panics
    /// If the world has state of this name already.
    pub fn agents<P: SightedPolicy>(&mut self, name: &'static str) -> &mut Self {
        if !self.maze_has::<Crew>() {
            self.state::<Crew>("crew").entities::<Agent>("agents").entities::<Solid>("solid");
            self.entities_kept::<Goals>(None);
            self.cells::<Taken>()
                .add_to(TickPhase::Begin, clear_agents)
                .lasts()
                .add_to(TickPhase::EndOfTick, end);
            self.fits(fits);
            self.world.init_resource::<AgentKinds>();
            self.counted("agent", |crew: &Crew| crew.total as usize);
            (self.view)(self, Visible::Agents);
            let component = self.world.register_component::<Agent>();
            let systems = PhaseSystems::single(self.field, recount, self.world);
            self.recount = Some(Recount { component, writers: 0, systems });
        }
        self.recount.as_mut().expect("it was added with the first policy").writers += 1;
        let policy = self.world.register_component::<P>();
        let kind = std::any::type_name::<P>().rsplit("::").next().unwrap_or_default();
        self.world.resource_mut::<AgentKinds>().policies.push((kind, policy));
        self.entities::<P>(name).each_tick(Phase::Walk, walk::<P>)
    }
}

impl Maze {
    /// All agents, in the order in which they were spawned.
    pub fn agents(&self) -> Vec<Agent> {
        self.agents_by_kind().into_iter().map(|(_, agent)| agent).collect()
    }

    /// All agents, each with the name of its policy, in the order in which they were spawned.
    pub(crate) fn agents_by_kind(&self) -> Vec<(&'static str, Agent)> {
        let world = self.world();
        let Some(known) = world.get_resource::<AgentKinds>() else { return Vec::new() };
        let agents = with_query(&known.query, world, |agents| {
            let mut agents: Vec<_> = agents.iter(world).collect();
            agents.sort_unstable_by_key(|&(&spawned, ..)| spawned);
            let kind = |agents| known.policies.get(known.place(agents)).map_or("", |it| it.0);
            agents.into_iter().map(|(_, table, &agent)| (kind(table), agent)).collect()
        });
        agents.unwrap_or_default()
    }
}

fn clear_agents(maze: Single<(&Grid, &mut Crew)>, mut cells: Cells<&'static mut Taken>) {
    let (grid, mut crew) = maze.into_inner();
    let mut visited = std::mem::take(&mut crew.visited);
    visited.clear();
    visited.resize(grid.cells().div_ceil(64), 0);
    *crew = Crew { visited, ..Crew::default() };
    cells.columns().fill(Taken(0));
}

fn walk<P: SightedPolicy>(
    maze: Single<(&Grid, &mut Crew, &Progress, P::OfMaze)>,
    mut cells: Cells<(&'static Exits, Option<&'static Leads>, &'static mut Taken, P::Cells)>,
    mut agents: Entities<(
        &'static mut Agent,
        &'static mut P,
        Option<&'static Solid>,
        Option<&'static Goals>,
    )>,
) {
    let (&grid, mut crew, progress, of_maze) = maze.into_inner();
    if crew.has_ended {
        return;
    }
    let (exits, leads, taken, cells) = cells.columns();
    let strides = Heading::ALL.map(|heading| grid.stride(heading));
    let (tick, maze) = (progress.tick, P::OfMaze::shrink(of_maze));
    let leads = leads.unwrap_or_default();
    let sight = Sight { grid, tick, cells, maze, strides, leads };
    if crew.first_tick == 0 {
        crew.first_tick = progress.tick;
    }
    let mut tick = CrewTick { strides: &strides, leads, exits, steps: 0, arrived: 0, going: 0 };
    let visited = &mut crew.visited;
    for (agents, policies, solid, goals) in agents.tables() {
        let pairs = agents.iter_mut().zip(policies);
        match (solid, goals) {
            (None, None) => {
                pairs
                    .for_each(|(agent, policy)| tick.go(agent, policy, &[], Headings::ALL, &sight));
            }
            (None, Some(goals)) => pairs.zip(goals).for_each(|((agent, policy), goals)| {
                tick.go(agent, policy, &goals.0, Headings::ALL, &sight);
            }),
            (Some(_), None) => pairs.for_each(|(agent, policy)| {
                tick.go_solid(agent, policy, &[], taken, &sight);
            }),
            (Some(_), Some(goals)) => pairs.zip(goals).for_each(|((agent, policy), goals)| {
                tick.go_solid(agent, policy, &goals.0, taken, &sight);
            }),
        }
        // Apart from the steps, or no step could begin before the mark of the last is written.
        for agent in agents.iter() {
            visit(visited, agent.cell);
        }
    }
    let CrewTick { steps, arrived, going, .. } = tick;
    crew.steps += steps;
    crew.count([going, arrived]);
}

/// Counts the agents again, where systems besides their policies may have changed them: sent them elsewhere, stopped
/// them, let them arrive, or moved them.
fn recount(
    mut crew: Single<&mut Crew>,
    mut cells: Cells<&'static mut Taken>,
    mut agents: Entities<(&'static Agent, Option<&'static Solid>)>,
) {
    let taken = cells.columns();
    taken.fill(Taken(0));
    crew.counted = [0; 2];
    for (agents, solid) in agents.tables() {
        for agent in agents {
            visit(&mut crew.visited, agent.cell);
            let has_arrived = agent.state == AgentState::Arrived;
            if solid.is_some() && !has_arrived {
                taken[agent.cell] = Taken(1);
            }
            crew.count([agent.state == AgentState::Going, has_arrived].map(u32::from));
        }
    }
}

fn end(maze: Single<(&mut Crew, &mut Progress)>) {
    let (mut crew, mut progress) = maze.into_inner();
    if crew.has_ended {
        return;
    }
    [crew.going, crew.arrived] = std::mem::take(&mut crew.counted);
    if crew.going == 0 {
        crew.has_ended = true;
        progress.end_part(Outcome::Walked { arrived: crew.arrived, total: crew.total });
    }
}

/// Gives agents whose goal is the farthest cell that goal.
fn aim(
    maze: Single<(&Grid, &mut Crew)>,
    mut cells: Cells<(&'static Exits, Option<&'static Leads>)>,
    mut agents: Entities<&'static mut Agent>,
) {
    let (&grid, mut crew) = maze.into_inner();
    crew.has_open_goals = false;
    let (exits, leads) = cells.columns();
    let strides = Heading::ALL.map(|heading| grid.stride(heading));
    let leads = leads.unwrap_or_default();
    let tick = CrewTick { strides: &strides, leads, exits, steps: 0, arrived: 0, going: 0 };
    let mut moves_from = |from: State, to: &mut Vec<State>| {
        let ways = exits[from.cell].headings().iter();
        to.extend(ways.map(|way| State { cell: tick.beside(from.cell, way), pose: 0 }));
    };
    // Those of a group start at one cell.
    let mut known = None;
    let open = agents.tables().flatten().filter(|agent| agent.to == CellIndex::NOWHERE);
    for agent in open {
        let (from, to) = known.filter(|&(from, _)| from == agent.cell).unwrap_or_else(|| {
            let start = State { cell: agent.cell, pose: 0 };
            (agent.cell, farthest(start, 1, &mut moves_from, grid))
        });
        (known, agent.to) = (Some((from, to)), to);
    }
}

impl Maze {
    /// Looks for the goals of agents that are the farthest cells, once the walk has begun.
    pub(super) fn aim_agents(&mut self) {
        let crew = self.entity().get::<Crew>();
        if self.progress().phase == Phase::Walk && crew.is_some_and(|crew| crew.has_open_goals) {
            self.with_ways(|world| world.run_system_cached(aim).expect("a world with agents"));
        }
    }
}

fn fits(maze: Single<(&Grid, &Crew)>, agents: Query<&Agent>) -> bool {
    let (grid, crew) = maze.into_inner();
    let is_counted = crew.visited.len() == grid.cells().div_ceil(64)
        && crew.total as usize == agents.iter().count()
        && crew.arrived <= crew.total
        && crew.steps <= u64::from(u32::MAX) * u64::from(crew.total);
    let is_patient = |it: &Agent| it.steps <= it.ticks && it.ticks <= it.patience;
    let goes_on = |it: &Agent| it.state != AgentState::Going || it.ticks < it.patience;
    is_counted && agents.iter().all(|it| is_patient(it) && goes_on(it))
}

fn visit(visited: &mut [u64], cell: CellIndex) {
    visited[cell.get() / 64] |= 1 << (cell.get() % 64);
}

struct CrewTick<'a> {
    strides: &'a [i32; 4],
    /// Where steps lead instead, if rules redirect them.
    leads: &'a [Leads],
    exits: &'a [Exits],
    steps: u64,
    arrived: u32,
    going: u32,
}

impl CrewTick<'_> {
    #[inline]
    fn beside(&self, cell: CellIndex, heading: Heading) -> CellIndex {
        match self.leads.get(cell.get()) {
            Some(leads) => leads.toward(heading).expect("an open way"),
            None => cell.offset(self.strides[heading as usize]),
        }
    }

    #[inline]
    fn go<P: SightedPolicy>(
        &mut self,
        agent: &mut Agent,
        policy: &mut P,
        goals: &[CellIndex],
        free: Headings,
        sight: &Sight<'_, '_, P>,
    ) {
        if agent.state != AgentState::Going {
            self.arrived += u32::from(agent.state == AgentState::Arrived);
            return;
        }
        let ways = self.exits[agent.cell].headings().and(free);
        agent.ticks += 1;
        let mut has_stepped = false;
        if !ways.is_empty()
            && let Some(heading) = policy.decide(agent, ways, sight)
        {
            agent.heading = heading;
            has_stepped = ways.contains(heading);
            if has_stepped {
                agent.cell = self.beside(agent.cell, heading);
                agent.steps += 1;
                self.steps += 1;
            }
        }
        if goals.contains(&agent.cell) {
            agent.to = agent.cell;
        }
        match policy.next(agent, has_stepped, sight) {
            Next::Arrive => {
                agent.state = AgentState::Arrived;
                self.arrived += 1;
                return;
            }
            Next::GiveUp => agent.state = AgentState::GaveUp,
            Next::GoTo(cell) => agent.to = cell,
            Next::Go => {}
        }
        if agent.state != AgentState::GaveUp && agent.ticks < agent.patience {
            self.going += 1;
        } else {
            agent.state = AgentState::GaveUp;
        }
    }

    #[inline]
    fn go_solid<P: SightedPolicy>(
        &mut self,
        agent: &mut Agent,
        policy: &mut P,
        goals: &[CellIndex],
        taken: &mut [Taken],
        sight: &Sight<'_, '_, P>,
    ) {
        if agent.state != AgentState::Going {
            self.arrived += u32::from(agent.state == AgentState::Arrived);
            return;
        }
        let from = agent.cell;
        let mut free = self.exits[from].headings();
        for heading in free.iter() {
            if taken[self.beside(from, heading)].0 > 0 {
                free.remove(heading);
            }
        }
        self.go(agent, policy, goals, free, sight);
        taken[from] = Taken(0);
        taken[agent.cell] = Taken(u32::from(agent.state != AgentState::Arrived));
    }
}
