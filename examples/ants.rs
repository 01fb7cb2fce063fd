//! Ants that find food by the scent of others, which fades: agents with two goals. `cargo run --example ants`.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::chance::Chance;
use mazetick::base::grid::{CellIndex, Position};
use mazetick::engine::agents::{Agent, AgentGroup, Next, Sight, SightedPolicy, SpawnAgents};
use mazetick::picture::ink::Ink;
use mazetick::picture::look::{Depth, Look, Place};
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

/// A nest, food, and how many ants go for how long: `ants: (nest: (1, 1), food: (9, 9), count: 20, ticks: 1000)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ants {
    /// Where the ants start, and bring the food.
    pub nest: Position,
    /// Where the food is.
    pub food: Position,
    /// The number of ants.
    pub count: u32,
    /// For how many ticks they go.
    pub ticks: u32,
}

/// The scent of the nest, and that of food. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Scents(pub [u16; 2]);

/// An ant: what it left last, 0 for the nest and 1 for food, where that is, and how strongly the ant smells of it.
#[derive(Component, Clone, Serialize)]
pub struct Ant(pub usize, CellIndex, u16, Chance);

/// Adds ants.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Ants>();
}

impl Ingredient for Ants {
    const FIELD: &'static str = "ants";
    const ROLE: Role = Role::Agents;

    fn check(&self, check: &mut Check<'_>) {
        check.inside([SceneStep::Field("nest")], self.nest);
        check.inside([SceneStep::Field("food")], self.food);
    }

    fn build(world: &mut Build<'_>) {
        world
            .column::<Scents>("scents")
            .agents::<Ant>("ants")
            .on_begin(begin);
        world.each_tick(Phase::Walk, leave);
        world.look::<Scents>(&LOOK, |scents| scents.0[1].into());
    }
}

/// The look of the scent of food, in pictures and as text: the stronger, the darker.
static LOOK: Look = Look {
    shapes: |slot, pen| pen.fill_cell(Ink::Claim(slot.tint())),
    letters: |slot, letters| letters.ground(Ink::Claim(slot.tint())),
    meaning: "the scent of food",
    ..Look::new("scent", Place::Cells(1), Depth::Ground)
};

fn begin(InRef(ants): InRef<Ants>, mut cells: Cells<&'static mut Scents>, mut to: SpawnAgents) {
    let (grid, scents) = cells.grid_and_columns();
    scents.fill(Scents([0; 2]));
    let (count, patience) = (ants.count, ants.ticks);
    let all = AgentGroup {
        count,
        patience: Some(patience),
        to: ants.food.into(),
        ..AgentGroup::at(ants.nest)
    };
    to.spawn(&all, |chance| Ant(0, grid.index(ants.nest), FRESH, chance));
}

/// The scent of an ant that comes from the nest, or from food; it loses 1 a step.
const FRESH: u16 = 1000;

/// Scents fade, and ants leave theirs: of several on a cell the strongest, whatever their order.
fn leave(ants: Query<(&Agent, &Ant)>, mut cells: Cells<&'static mut Scents>) {
    let scents = cells.columns();
    for cell in &mut *scents {
        cell.0 = cell.0.map(|scent| scent.saturating_sub(1));
    }
    for (agent, ant) in &ants {
        let scent = &mut scents[agent.cell].0[ant.0];
        *scent = ant.2.max(*scent);
    }
}

impl SightedPolicy for Ant {
    type Cells = &'static Scents;
    type OfMaze = ();

    /// By chance now and then, and else to the strongest scent of its goal, back only at an end.
    fn decide(&mut self, at: &Agent, mut ways: Headings, sight: &Sight<Self>) -> Option<Heading> {
        if ways.len() > 1 {
            ways.remove(at.heading.opposite());
        }
        let any = ways.nth(self.3.below(ways.len()));
        let scent = |way| sight.cells[sight.beside(at.cell, way)].0[1 - self.0];
        let (scent, best) = ways.iter().map(|way| (scent(way), way)).max()?;
        Some(if scent > 0 && self.3.below(16) > 0 {
            best
        } else {
            any
        })
    }

    fn next(&mut self, at: &Agent, _: bool, _: &Sight<Self>) -> Next {
        self.2 = self.2.saturating_sub(1);
        if at.cell != at.to {
            return Next::Go;
        }
        (self.0, self.2) = (1 - self.0, FRESH);
        Next::GoTo(std::mem::replace(&mut self.1, at.cell))
    }
}

/// A braided maze.
pub(crate) const SCENE: &str = "Scene(
    seed: 2,
    grid: (rows: 12, columns: 12),
    generate: Kruskal,
    braid: 1.0,
    ants: (nest: (1, 1), food: (12, 12), count: 40, ticks: 2000),
)
";

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    simulation.run();
    let laden = simulation.query(|ants: Query<&Ant>| ants.iter().filter(|ant| ant.0 == 1).count());
    println!("{laden} of 40 ants carry food");
    assert!(laden > 10);
    Ok(())
}
