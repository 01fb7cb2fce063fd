//! A policy of your own: how an agent finds its way. `cargo run --example stubborn`.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::heading::Turn;
use mazetick::engine::agents::{Agent, AgentGroup, SpawnAgents};
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

/// Agents that go straight on while they can: `stubborn: (at: (1, 1), to: (4, 4), heading: E)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stubborn(pub AgentGroup);

/// What such an agent remembers. A component of the agent.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
pub struct Turned {
    times: u32,
}

impl Policy for Turned {
    fn choose(&mut self, agent: &Agent, ways: Headings) -> Heading {
        let on = agent.heading;
        let tries = [on, on.turn(Turn::Right), on.turn(Turn::Left), on.opposite()];
        let way = tries
            .into_iter()
            .find(|&way| ways.contains(way))
            .unwrap_or(on);
        self.times += u32::from(way != on);
        way
    }
}

/// Adds stubborn agents.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Stubborn>();
}

impl Ingredient for Stubborn {
    const FIELD: &'static str = "stubborn";
    const ROLE: Role = Role::Agents;

    fn check(&self, check: &mut Check<'_>) {
        self.0.check(check);
    }

    fn build(world: &mut Build<'_>) {
        world.agents::<Turned>("stubborn").on_begin(spawn);
    }
}

fn spawn(InRef(Stubborn(group)): InRef<Stubborn>, mut agents: SpawnAgents) {
    agents.spawn(group, |_| Turned::default());
}

/// Around the hall, along its walls.
pub(crate) const SCENE: &str = "Scene(
    grid: (rows: 4, columns: 6),
    stubborn: (at: (1, 1), to: (3, 1), heading: E),
    expect: [Arrived(agent: 1, at: 14)],
)
";

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    assert_eq!(
        simulation.run(),
        Outcome::Walked {
            arrived: 1,
            total: 1
        }
    );
    assert_eq!(simulation.agents()[0].steps, 14);
    Ok(())
}
