//! Agents whose goal is the farthest cell get that goal when the walk begins.

use bevy_ecs::prelude::*;

use super::step::AgentSteps;
use super::{Agent, Crew};
use crate::base::grid::{CellIndex, Grid};
use crate::base::progress::Phase;
use crate::engine::bevy::run_on_demand;
use crate::engine::columns::Cells;
use crate::engine::maze::{Entities, Maze};
use crate::engine::search::{Exits, Leads, State, farthest};

fn aim(
    maze: Single<(&Grid, &mut Crew)>,
    mut cells: Cells<(&'static Exits, Option<&'static Leads>)>,
    mut agents: Entities<&'static mut Agent>,
) {
    let (&grid, mut crew) = maze.into_inner();
    crew.has_open_goals = false;
    let (exits, leads) = cells.columns();
    let steps = AgentSteps::new(grid, leads);
    let mut moves_from = |from: State, to: &mut Vec<State>| {
        let ways = exits[from.cell].headings().iter();
        to.extend(ways.map(|way| State {
            cell: steps.beside(from.cell, way),
            pose: 0,
        }));
    };
    // Those of a group start at one cell.
    let mut known = None;
    let open = agents
        .tables()
        .flatten()
        .filter(|agent| agent.to == CellIndex::NOWHERE);
    for agent in open {
        let (from, to) = known
            .filter(|&(from, _)| from == agent.cell)
            .unwrap_or_else(|| {
                let start = State {
                    cell: agent.cell,
                    pose: 0,
                };
                (agent.cell, farthest(start, 1, &mut moves_from, grid))
            });
        (known, agent.to) = (Some((from, to)), to);
    }
}

impl Maze {
    /// Looks for the goals of agents that are the farthest cells, once the walk has begun.
    pub(in crate::engine) fn aim_agents(&mut self) {
        if self.schedule.lasting.is_empty() {
            return; // there are no agents
        }
        let crew = self.entity().get::<Crew>();
        if crew.is_some_and(|crew| crew.has_open_goals) && self.progress().phase == Phase::Walk {
            self.with_ways(|world| run_on_demand(world, aim, ()));
        }
    }
}
