//! A policy with a memory, in a program of its own: `cargo run --example explorer -- test --seeds 0..20
//! examples/explorer/forgetful.ron`. `docs/testing.md` tells how its bug was found.

use std::process::ExitCode;

use bevy_ecs::prelude::*;
use mazetick::base::Position;
use mazetick::base::grid::CellIndex;
use mazetick::engine::agents::{Agent, AgentGroup, Hand, SpawnAgents};
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

/// An agent that goes to new squares and turns back where there are none: `explorer: (from: (1, 1), to: (8, 10),
/// memory: 8)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Explorer", deny_unknown_fields)]
pub struct Explorer {
    /// Where the agent starts.
    pub from: Position,
    /// Where the agent wants to go.
    pub to: Position,
    /// How many squares the agent remembers; all, if this is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u32>,
}

/// What an explorer knows. A component of the agent.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub struct Memory {
    grid: Grid,
    most: usize,
    /// The squares that the agent remembers, the latest last.
    known: Vec<CellIndex>,
    /// The steps from the start.
    trail: Vec<Heading>,
}

impl Policy for Memory {
    fn choose(&mut self, agent: &Agent, ways: Headings) -> Heading {
        self.known.retain(|&it| it != agent.cell);
        self.known.push(agent.cell);
        let forgotten = self.known.len().saturating_sub(self.most);
        self.known.drain(..forgotten);
        let is_new = |way: &Heading| !self.known.contains(&self.grid.beside(agent.cell, *way));
        if let Some(way) = ways.iter().find(is_new) {
            self.trail.push(way);
            return way;
        }
        self.trail.pop().map_or(agent.heading, Heading::opposite)
    }
}

/// Adds explorers.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Explorer>();
}

impl Ingredient for Explorer {
    const FIELD: &'static str = "explorer";
    const ROLE: Role = Role::Agents;

    fn check(&self, check: &mut Check<'_>) {
        check.inside([SceneStep::Field("from")], self.from);
        check.inside([SceneStep::Field("to")], self.to);
    }

    fn build(world: &mut Build<'_>) {
        world.agents::<Memory>("explorer").on_begin(spawn);
    }
}

fn spawn(InRef(scene): InRef<Explorer>, grid: Single<&Grid>, mut agents: SpawnAgents) {
    let group = AgentGroup {
        at: Some(scene.from),
        count: 1,
        to: scene.to.into(),
        heading: Heading::N,
        hand: Hand::Right,
        solid: false,
        patience: Some(10_000),
    };
    let most = scene.memory.map_or(usize::MAX, |most| most as usize);
    agents.spawn(&group, |_| Memory {
        grid: **grid,
        most,
        ..Memory::default()
    });
}

fn main() -> ExitCode {
    mazetick::cli::run(Registry::standard().with(plugin))
}
