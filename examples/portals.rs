//! Portals: a rule that redirects steps. `cargo run --example portals`.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::engine::search::Leads;
use mazetick::prelude::*;
use mazetick::scene::Board;
use serde::{Deserialize, Serialize};

/// Portals, each with the square where whoever steps into it comes out: `portals: {(1, 3): (3, 1)}`.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Portals(pub Board<Position>);

/// Adds portals.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Portals>();
}

impl Ingredient for Portals {
    const FIELD: &'static str = "portals";

    fn check(&self, check: &mut Check<'_>) {
        self.0.check_inside(check);
        self.0
            .iter()
            .for_each(|&(at, to)| check.inside([SceneStep::Key(at)], to));
    }

    fn build(world: &mut Build<'_>) {
        world.state::<Self>("portals").on_begin(begin).rule(lead);
    }
}

/// The portals are the same for all of the maze: they lie on its entity.
fn begin(InRef(portals): InRef<Portals>, mut of_maze: Single<&mut Portals>) {
    of_maze.clone_from(portals);
}

/// The rule: steps into a portal lead to where it comes out. A portal that comes out in another one
/// leads no farther.
fn lead(portals: Single<&Portals>, mut cells: Cells<&'static mut Leads>) {
    let (grid, leads) = cells.grid_and_columns();
    for leads in leads {
        for heading in Heading::ALL {
            let into = leads.toward(heading).map(|cell| grid.position(cell));
            if let Some(&to) = into.and_then(|into| portals.0.get(into)) {
                leads.redirect(heading, grid.index(to));
            }
        }
    }
}

/// Through the wall between the two halves.
pub(crate) const SCENE: &str = r#"Scene(
    name: "PORTALS",
    grid: (rows: 2, columns: 5),
    walls: {(1, 3): "E", (2, 3): "E"},
    portals: {(1, 3): (2, 4)},
    walk: Foot(from: (1, 1), to: (1, 5)),
    text: Arrow,
    expect: [Solved(moves: 4)],
)
"#;

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    assert_eq!(simulation.run(), Outcome::Solved { moves: 4 });
    print!("{}", simulation.text());
    Ok(())
}
