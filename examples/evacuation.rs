//! An evacuation, one in a square: agents who see how far the exits are. `cargo run --example evacuation`.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::grid::Position;
use mazetick::engine::agents::{Agent, AgentGroup, Next, Sight, SightedPolicy, SpawnAgents};
use mazetick::engine::search::{Leads, steps_to};
use mazetick::picture::ink::Ink;
use mazetick::picture::look::{Depth, Look, Place};
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

/// The exits, and how many flee: `evacuation: (exits: [(1, 1)], count: 50)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evacuation {
    /// The exits, at least one.
    pub exits: Vec<Position>,
    /// The number of agents.
    pub count: u32,
}

/// The number of steps to the nearest exit. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Far(pub u32);

/// Goes nearer to an exit, or waits. A component of an agent.
#[derive(Component, Clone, Copy, Serialize)]
pub struct Evacuee;

/// Adds evacuations.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Evacuation>();
}

impl Ingredient for Evacuation {
    const FIELD: &'static str = "evacuation";
    const ROLE: Role = Role::Agents;

    fn check(&self, check: &mut Check<'_>) {
        if self.exits.is_empty() {
            check.error([SceneStep::Field("exits")], "no exits, expected one");
        }
        check.all_inside([SceneStep::Field("exits")], &self.exits);
    }

    fn build(world: &mut Build<'_>) {
        world.column::<Far>("far").agents::<Evacuee>("evacuees");
        world
            .on_begin(begin)
            .on_walk(measure)
            .look::<Far>(&LOOK, |far| far.0 % u32::MAX);
    }
}

/// The look of squares, in pictures and as text: the farther from an exit, the darker.
static LOOK: Look = Look {
    shapes: |slot, pen| pen.fill_cell(Ink::Claim(slot.tint())),
    letters: |slot, letters| letters.ground(Ink::Claim(slot.tint())),
    meaning: "the darker, the farther from an exit",
    ..Look::new("far", Place::Cells(1), Depth::Ground)
};

type Begun<'w, 's> = (Cells<'w, 's, &'static mut Far>, SpawnAgents<'w, 's>);

fn begin(InRef(evacuation): InRef<Evacuation>, (mut cells, mut agents): Begun<'_, '_>) {
    let (grid, far) = cells.grid_and_columns();
    far.fill(Far(u32::MAX));
    evacuation
        .exits
        .iter()
        .for_each(|&exit| far[grid.index(exit)] = Far(0));
    let one = AgentGroup::at(evacuation.exits[0]);
    let all = AgentGroup {
        at: None,
        count: evacuation.count,
        solid: true,
        patience: Some(9999),
        ..one
    };
    agents.spawn(&all, |_| Evacuee);
}

/// What gives the steps to the exits: open ways, and where rules redirect them.
type Ways = (&'static Exits, Option<&'static Leads>, &'static mut Far);

/// Counts the steps to the exits, when the walls are built.
fn measure(mut cells: Cells<Ways>) {
    let (grid, (exits, leads, far)) = cells.grid_and_columns();
    let goals = grid.indices().filter(|&cell| far[cell] == Far(0));
    let steps = steps_to(goals, grid, exits, leads);
    far.iter_mut()
        .zip(steps)
        .for_each(|(far, steps)| far.0 = steps);
}

impl SightedPolicy for Evacuee {
    type Cells = &'static Far;
    type OfMaze = ();

    fn decide(&mut self, at: &Agent, ways: Headings, sight: &Sight<Self>) -> Option<Heading> {
        let far = ways
            .iter()
            .map(|way| (sight.cells[sight.beside(at.cell, way)].0, way));
        far.filter(|&(far, _)| far < sight.cells[at.cell].0)
            .min()
            .map(|(_, way)| way)
    }

    fn next(&mut self, at: &Agent, _: bool, sight: &Sight<Self>) -> Next {
        if sight.cells[at.cell] == Far(0) {
            Next::Arrive
        } else {
            Next::Go
        }
    }
}

/// All leave a maze by two exits.
pub(crate) const SCENE: &str = "Scene(
    seed: 5,
    grid: (rows: 9, columns: 12),
    generate: Kruskal,
    evacuation: (exits: [(1, 1), (9, 12)], count: 40),
    expect: [Arrived(all: true)],
)
";

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    assert_eq!(
        simulation.run(),
        Outcome::Walked {
            arrived: 40,
            total: 40
        }
    );
    println!("all left by tick {}", simulation.progress().tick);
    Ok(())
}
