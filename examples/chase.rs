//! A chase: a robber who sees the cops, and cops who see the robber. `cargo run --example chase`.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::grid::{CellIndex, Position};
use mazetick::engine::agents::{
    Agent, AgentGroup, AgentState, Next, Seen, Sight, SightedPolicy, SpawnAgents,
};
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
#[derive(Component, Clone, Copy, Serialize, Deserialize)]
pub struct Robber;

/// Goes nearer to the robber. A component of a cop.
#[derive(Component, Clone, Copy, Serialize, Deserialize)]
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
        for (place, &at) in self.cops.iter().enumerate() {
            check.inside([SceneStep::Field("cops"), SceneStep::Index(place)], at);
        }
    }

    fn build(world: &mut Build<'_>) {
        world.agents::<Robber>("robber").agents::<Cop>("cops").on_begin(begin);
        world.seen::<Robber>().seen::<Cop>();
    }
}

fn begin(InRef(chase): InRef<Chase>, mut agents: SpawnAgents) {
    let at = |at| AgentGroup { patience: 200, ..AgentGroup::at(at) };
    agents.spawn(&at(chase.robber), |_| Robber);
    chase.cops.iter().for_each(|&cop| agents.spawn(&at(cop), |_| Cop));
}

impl SightedPolicy for Robber {
    type Cells = ();
    type OfMaze = &'static Seen<Cop>;

    fn decide(
        &mut self,
        at: &Agent,
        ways: Headings,
        sight: &Sight<'_, '_, Self>,
    ) -> Option<Heading> {
        let from_cops = |cell| sight.maze.iter().map(|cop| steps(sight.grid, cell, cop.cell)).min();
        let far = |&way: &Heading| from_cops(sight.grid.beside(at.cell, way));
        let here = from_cops(at.cell).filter(|&here| here > 0)?; // else caught
        ways.iter().filter(|way| far(way) > Some(here)).max_by_key(far)
    }

    fn next(&mut self, at: &Agent, _: bool, sight: &Sight<'_, '_, Self>) -> Next {
        if sight.maze.iter().any(|cop| cop.cell == at.cell) { Next::GiveUp } else { Next::Go }
    }
}

impl SightedPolicy for Cop {
    type Cells = ();
    type OfMaze = &'static Seen<Robber>;

    fn decide(
        &mut self,
        at: &Agent,
        ways: Headings,
        sight: &Sight<'_, '_, Self>,
    ) -> Option<Heading> {
        let robber = sight.maze.iter().next()?.cell;
        let far = |&way: &Heading| steps(sight.grid, sight.grid.beside(at.cell, way), robber);
        ways.iter().filter(|way| far(way) < steps(sight.grid, at.cell, robber)).min_by_key(far)
    }

    fn next(&mut self, _: &Agent, _: bool, sight: &Sight<'_, '_, Self>) -> Next {
        let is_caught = sight.maze.iter().all(|robber| robber.state == AgentState::GaveUp);
        if is_caught { Next::Arrive } else { Next::Go }
    }
}

/// The steps between two cells of an open board.
fn steps(grid: Grid, one: CellIndex, other: CellIndex) -> u32 {
    let (one, other) = (grid.position(one), grid.position(other));
    one.row.abs_diff(other.row) + one.column.abs_diff(other.column)
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
    assert_eq!(simulation.run(), &Outcome::Walked { arrived: 2, total: 3 });
    let robber = simulation.agents()[0];
    println!("caught at {} after {} steps", simulation.position(robber), robber.steps);
    Ok(())
}
