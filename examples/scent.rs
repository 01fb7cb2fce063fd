//! A scent that agents leave, and that fades: a column that follows agents. `cargo run --example scent`.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::engine::agents::Agent;
use mazetick::engine::maze::Entities;
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

/// How strong the scent of an agent is, and for how many ticks it lasts: `scent: 20`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ScentOf(pub u16);

/// The scent in a cell. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scent(pub u16);

/// How strong it is where an agent is. A component of the maze.
#[derive(Component, Clone, Copy, Default, Serialize, Deserialize)]
pub struct Strength(u16);

/// Adds scent.
pub fn plugin(registry: &mut Registry) {
    registry.add::<ScentOf>();
}

impl Ingredient for ScentOf {
    const FIELD: &'static str = "scent";
    const ROLE: Role = Role::Agents;

    fn build(world: &mut Build<'_>) {
        world.column::<Scent>("scent").state::<Strength>("strength").on_begin(begin);
        world.each_tick(Phase::Walk, (fade, leave).chain());
    }
}

fn begin(
    InRef(of): InRef<ScentOf>,
    mut strength: Single<&mut Strength>,
    mut cells: Cells<&'static mut Scent>,
) {
    **strength = Strength(of.0);
    cells.columns().fill(Scent(0));
}

fn fade(mut cells: Cells<&'static mut Scent>) {
    cells.columns().iter_mut().for_each(|scent| scent.0 = scent.0.saturating_sub(1));
}

fn leave(
    strength: Single<&Strength>,
    mut agents: Entities<&'static Agent>,
    mut cells: Cells<&'static mut Scent>,
) {
    let scent = cells.columns();
    agents.tables().flatten().for_each(|agent| scent[agent.cell] = Scent(strength.0));
}

/// An agent in a corridor.
pub(crate) const SCENE: &str = "Scene(
    grid: (rows: 1, columns: 9),
    agents: [WallFollower(at: (1, 1), to: (1, 9), heading: E)],
    scent: 5,
)
";

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    simulation.run();
    let scents =
        simulation.query(|scents: Query<&Scent>| scents.iter().map(|it| it.0).collect::<Vec<_>>());
    assert_eq!(scents, [0, 0, 0, 0, 1, 2, 3, 4, 5]);
    Ok(())
}
