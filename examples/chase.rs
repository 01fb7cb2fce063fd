//! A chase: a robber who sees the cops, and cops who see the robber. `cargo run --example chase`.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::grid::Position;
use mazetick::engine::agents::{
    Agent, AgentGroup, AgentState, Next, Seen, Sight, SightedPolicy, SpawnAgents,
};
use mazetick::picture::ink::Ink;
use mazetick::picture::look::{Depth, Look, Place};
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

/// Where a robber and cops start: `chase: (robber: (5, 5), cops: [(1, 1), (9, 9)])`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chase {
    /// The square of the robber.
    pub robber: Position,
    /// The squares of the cops.
    pub cops: Vec<Position>,
}

/// Goes where the nearest cop is farther away, or waits. A component of the robber.
#[derive(Component, Clone, Copy, Serialize)]
pub struct Robber;

/// Goes nearer to the robber. A component of a cop.
#[derive(Component, Clone, Copy, Serialize)]
pub struct Cop;

/// Adds chases.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Chase>();
}

impl Ingredient for Chase {
    const FIELD: &'static str = "chase";
    const ROLE: Role = Role::Agents;

    fn check(&self, check: &mut Check<'_>) {
        check.inside([SceneStep::Field("robber")], self.robber);
        check.all_inside([SceneStep::Field("cops")], &self.cops);
    }

    fn build(world: &mut Build<'_>) {
        world
            .agents::<Robber>("robber")
            .agents::<Cop>("cops")
            .on_begin(begin);
        world.seen::<Robber>().seen::<Cop>().look_by(&LOOK, look);
    }
}

/// The look of the robber, in pictures and as text: a red square behind the agent.
static LOOK: Look = Look {
    shapes: |_, pen| pen.fill_cell(Ink::Accent),
    letters: |_, letters| letters.ground(Ink::Accent),
    meaning: "the robber",
    ..Look::new("robber", Place::Cells(1), Depth::Ground)
};

fn look(InMut(values): InMut<[u32]>, robbers: Query<&Agent, With<Robber>>) {
    values.fill(0);
    robbers.iter().for_each(|robber| values[robber.cell] = 1);
}

fn begin(InRef(chase): InRef<Chase>, mut agents: SpawnAgents) {
    agents.spawn(&AgentGroup::at(chase.robber), |_| Robber);
    chase
        .cops
        .iter()
        .for_each(|&cop| agents.spawn(&AgentGroup::at(cop), |_| Cop));
}

impl SightedPolicy for Robber {
    type Cells = ();
    type OfMaze = &'static Seen<Cop>;

    fn decide(&mut self, at: &Agent, ways: Headings, sight: &Sight<Self>) -> Option<Heading> {
        let from_cops = |cell| {
            sight
                .maze
                .iter()
                .map(|cop| sight.grid.distance(cell, cop.cell))
                .min()
        };
        let here = from_cops(at.cell).filter(|&here| here > 0)?; // else caught
        let far = ways
            .iter()
            .map(|way| (from_cops(sight.beside(at.cell, way)), way));
        far.filter(|&(far, _)| far > Some(here))
            .max()
            .map(|(_, way)| way)
    }

    fn next(&mut self, at: &Agent, _: bool, sight: &Sight<Self>) -> Next {
        if sight.maze.iter().any(|cop| cop.cell == at.cell) {
            Next::GiveUp
        } else {
            Next::Go
        }
    }
}

impl SightedPolicy for Cop {
    type Cells = ();
    type OfMaze = &'static Seen<Robber>;

    fn decide(&mut self, at: &Agent, ways: Headings, sight: &Sight<Self>) -> Option<Heading> {
        let robber = sight.maze.iter().next()?.cell;
        let here = sight.grid.distance(at.cell, robber);
        let far = |way| sight.grid.distance(sight.beside(at.cell, way), robber);
        let far = ways.iter().map(|way| (far(way), way));
        far.filter(|&(far, _)| far < here).min().map(|(_, way)| way)
    }

    fn next(&mut self, _: &Agent, _: bool, sight: &Sight<Self>) -> Next {
        let has_given_up = |robber: &Agent| robber.state == AgentState::GaveUp;
        if sight.maze.iter().all(has_given_up) {
            Next::Arrive
        } else {
            Next::Go
        }
    }
}

/// Two cops drive the robber into a corner.
pub(crate) const SCENE: &str = "Scene(
    grid: (rows: 7, columns: 9),
    chase: (robber: (4, 5), cops: [(1, 2), (7, 3)]),
)
";

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    assert_eq!(
        simulation.run(),
        Outcome::Walked {
            arrived: 2,
            total: 3
        }
    );
    let robber = simulation.agents()[0];
    println!(
        "caught at {} after {} steps",
        simulation.position(robber),
        robber.steps
    );
    Ok(())
}
