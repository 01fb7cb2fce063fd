//! A tick of all agents, and where their steps lead.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;

use super::{
    Agent, AgentState, Crew, GoalLists, Goals, Next, Sight, SightedPolicy, Solid, Taken, visit,
};
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::progress::{Outcome, PartNumber, Progress};
use crate::engine::columns::Cells;
use crate::engine::maze::Entities;
use crate::engine::search::{Exits, Leads};

/// Where steps lead: to the neighbours, or where rules redirect them.
#[derive(Clone, Copy)]
pub(super) struct AgentSteps<'w> {
    strides: [i32; 4],
    leads: &'w [Leads],
}

impl<'w> AgentSteps<'w> {
    pub(super) fn new(grid: Grid, leads: Option<&'w [Leads]>) -> Self {
        let strides = Heading::ALL.map(|heading| grid.stride(heading));
        Self {
            strides,
            leads: leads.unwrap_or_default(),
        }
    }

    #[inline]
    pub(super) fn beside(&self, cell: CellIndex, way: Heading) -> CellIndex {
        match self.leads.get(cell.get()) {
            Some(leads) => leads.toward(way).expect("an open way"),
            None => cell.offset(self.strides[way as usize]),
        }
    }
}

pub(super) fn walk<P: SightedPolicy>(
    maze: Single<(&Grid, &mut Crew, &GoalLists, &Progress, P::OfMaze)>,
    mut cells: Cells<(
        &'static Exits,
        Option<&'static Leads>,
        &'static mut Taken,
        P::Cells,
    )>,
    mut agents: Entities<(
        &'static mut Agent,
        &'static mut P,
        Option<&'static Solid>,
        Option<&'static Goals>,
    )>,
) {
    let (&grid, mut crew, lists, progress, of_maze) = maze.into_inner();
    if crew.has_ended {
        return;
    }
    let (exits, leads, taken, cells) = cells.columns();
    let (tick, maze) = (progress.tick, P::OfMaze::shrink(of_maze));
    let steps = AgentSteps::new(grid, leads);
    let sight = Sight {
        grid,
        tick,
        cells,
        maze,
        steps,
    };
    if crew.first_tick == 0 {
        crew.first_tick = progress.tick;
    }
    let mut tick = CrewTick {
        exits,
        steps: 0,
        arrived: 0,
        going: 0,
    };
    let visited = &mut crew.visited;
    for (agents, policies, solid, goals) in agents.tables() {
        let pairs = agents.iter_mut().zip(policies);
        match (solid, goals) {
            (None, None) => {
                pairs
                    .for_each(|(agent, policy)| tick.go(agent, policy, &[], Headings::ALL, &sight));
            }
            (None, Some(goals)) => pairs.zip(goals).for_each(|((agent, policy), goals)| {
                tick.go(agent, policy, lists.list(*goals), Headings::ALL, &sight);
            }),
            (Some(_), None) => pairs.for_each(|(agent, policy)| {
                tick.go_solid(agent, policy, &[], taken, &sight);
            }),
            (Some(_), Some(goals)) => pairs.zip(goals).for_each(|((agent, policy), goals)| {
                tick.go_solid(agent, policy, lists.list(*goals), taken, &sight);
            }),
        }
        // Apart from the steps, or no step could begin before the mark of the last is written.
        for agent in agents.iter() {
            visit(visited, agent.cell);
        }
    }
    let CrewTick {
        steps,
        arrived,
        going,
        ..
    } = tick;
    crew.steps += steps;
    crew.count([going, arrived]);
}

/// Counts the agents again, where systems besides their policies may have changed them: sent them elsewhere, stopped
/// them, let them arrive, or moved them.
pub(super) fn recount(
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

pub(super) fn end(maze: Single<(&mut Crew, &mut Progress)>) {
    let (mut crew, mut progress) = maze.into_inner();
    if crew.has_ended {
        return;
    }
    [crew.going, crew.arrived] = std::mem::take(&mut crew.counted);
    if crew.going == 0 {
        crew.has_ended = true;
        let outcome = Outcome::Walked {
            arrived: crew.arrived,
            total: crew.total,
        };
        progress.end_numbered(PartNumber::CREW, outcome);
    }
}

struct CrewTick<'a> {
    exits: &'a [Exits],
    steps: u64,
    arrived: u32,
    going: u32,
}

impl CrewTick<'_> {
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
        agent.ticks = agent.ticks.wrapping_add(1);
        let mut has_stepped = false;
        if !ways.is_empty()
            && let Some(heading) = policy.decide(agent, ways, sight)
        {
            agent.heading = heading;
            has_stepped = ways.contains(heading);
            if has_stepped {
                agent.cell = sight.beside(agent.cell, heading);
                agent.steps += 1;
                self.steps += 1;
            }
        }
        if goals.binary_search(&agent.cell).is_ok() {
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
        let goes_on = agent.ticks < agent.patience || agent.patience == Agent::ENDLESS;
        if agent.state != AgentState::GaveUp && goes_on {
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
            if taken[sight.beside(from, heading)].0 > 0 {
                free.remove(heading);
            }
        }
        self.go(agent, policy, goals, free, sight);
        taken[from] = Taken(0);
        taken[agent.cell] = Taken(u32::from(agent.state != AgentState::Arrived));
    }
}
