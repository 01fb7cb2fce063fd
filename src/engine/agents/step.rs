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
        taken,
        visited: &mut crew.visited,
        steps: 0,
        arrived: 0,
        going: 0,
    };

    for (agents, policies, solid, goals) in agents.tables() {
        for (row, (agent, policy)) in agents.iter_mut().zip(policies).enumerate() {
            let goals = goals.map_or(&[][..], |goals| lists.list(goals[row]));
            tick.go(agent, policy, goals, solid.is_some(), &sight);
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

/// A tick of all agents of a policy, and what is counted in it.
struct CrewTick<'a> {
    exits: &'a [Exits],
    taken: &'a mut [Taken],
    visited: &'a mut [u64],
    steps: u64,
    arrived: u32,
    going: u32,
}

impl CrewTick<'_> {
    /// Does a tick of an agent that may have several goals.
    #[inline]
    fn go<P: SightedPolicy>(
        &mut self,
        agent: &mut Agent,
        policy: &mut P,
        goals: &[CellIndex],
        is_solid: bool,
        sight: &Sight<'_, '_, P>,
    ) {
        if agent.state != AgentState::Going {
            self.arrived += u32::from(agent.state == AgentState::Arrived);
            return;
        }

        let from = agent.cell;
        let mut ways = self.exits[from].headings();
        if is_solid {
            ways = self.free(from, ways, sight);
        }

        agent.ticks = agent.ticks.wrapping_add(1);
        let has_stepped = self.step(agent, policy, ways, sight);
        if goals.binary_search(&agent.cell).is_ok() {
            agent.to = agent.cell;
        }

        match policy.next(agent, has_stepped, sight) {
            Next::Arrive => agent.state = AgentState::Arrived,
            Next::GiveUp => agent.state = AgentState::GaveUp,
            Next::GoTo(cell) => agent.to = cell,
            Next::Go => {}
        }
        let may_go_on = agent.ticks < agent.patience || agent.patience == Agent::ENDLESS;
        if agent.state == AgentState::Going && !may_go_on {
            agent.state = AgentState::GaveUp;
        }
        self.going += u32::from(agent.state == AgentState::Going);
        self.arrived += u32::from(agent.state == AgentState::Arrived);

        if is_solid {
            self.taken[from] = Taken(0);
            self.taken[agent.cell] = Taken(u32::from(agent.state != AgentState::Arrived));
        }
    }

    /// Returns the ways from a cell that lead where no solid agent stands.
    #[inline]
    fn free<P: SightedPolicy>(
        &self,
        from: CellIndex,
        mut ways: Headings,
        sight: &Sight<'_, '_, P>,
    ) -> Headings {
        for way in ways.iter() {
            if self.taken[sight.beside(from, way)].0 > 0 {
                ways.remove(way);
            }
        }
        ways
    }

    /// Makes the step on which the policy of an agent decides. Returns true if there is one.
    #[inline]
    fn step<P: SightedPolicy>(
        &mut self,
        agent: &mut Agent,
        policy: &mut P,
        ways: Headings,
        sight: &Sight<'_, '_, P>,
    ) -> bool {
        if ways.is_empty() {
            return false;
        }
        let Some(heading) = policy.decide(agent, ways, sight) else {
            return false;
        };

        agent.heading = heading;
        if !ways.contains(heading) {
            return false;
        }
        agent.cell = sight.beside(agent.cell, heading);
        agent.steps += 1;
        self.steps += 1;
        visit(self.visited, agent.cell);
        true
    }
}
