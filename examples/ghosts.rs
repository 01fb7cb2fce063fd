//! Ghosts that float through walls and bar the way of agents: entities of one's own.
//! `cargo run --example ghosts`.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::chance::{Chance, Purpose, Seed};
use mazetick::base::grid::CellIndex;
use mazetick::engine::maze::Entities;
use mazetick::engine::search::Leads;
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

/// The number of ghosts, which start at drawn cells: `ghosts: 3`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ghosts(pub u8);

/// A ghost: where it is, and where it floats.
#[derive(Component, Clone, Debug, Serialize)]
pub struct Ghost {
    cell: CellIndex,
    chance: Chance,
}

/// Whether a ghost is in a cell; follows from the ghosts.
#[derive(Component, Clone, Copy, Default, Serialize)]
pub struct Haunted(bool);

/// Adds ghosts.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Ghosts>();
}

impl Ingredient for Ghosts {
    const FIELD: &'static str = "ghosts";

    fn build(world: &mut Build<'_>) {
        world
            .entities::<Ghost>("ghosts")
            .cells::<Haunted>()
            .on_begin(appear);
        world
            .each_tick(Phase::Walk, (float, haunt).chain())
            .rule(scare);
    }
}

fn appear(
    InRef(ghosts): InRef<Ghosts>,
    maze: Single<(&Grid, &Seed)>,
    mut cells: Cells<&'static mut Haunted>,
    mut commands: Commands,
) {
    let (grid, seed) = maze.into_inner();
    let haunted = cells.columns();
    haunted.fill(Haunted(false));
    for number in 0..ghosts.0 {
        let mut chance = Chance::new(seed.0, Purpose::named("ghosts").numbered(number.into()));
        let cell = CellIndex::new(chance.place(grid.cells()));
        haunted[cell] = Haunted(true);
        commands.spawn(Ghost { cell, chance });
    }
}

fn float(grid: Single<&Grid>, mut ghosts: Entities<&'static mut Ghost>) {
    for ghost in ghosts.tables().flatten() {
        let heading = Heading::ALL[ghost.chance.place(4)];
        if grid.leads(grid.position(ghost.cell), heading) {
            ghost.cell = grid.beside(ghost.cell, heading);
        }
    }
}

fn haunt(mut ghosts: Entities<&'static Ghost>, mut cells: Cells<&'static mut Haunted>) {
    let haunted = cells.columns();
    haunted.fill(Haunted(false));
    ghosts
        .tables()
        .flatten()
        .for_each(|ghost| haunted[ghost.cell] = Haunted(true));
}

/// The rule: nobody enters a cell with a ghost.
fn scare(mut cells: Cells<(&'static Haunted, Option<&'static Leads>, &'static mut Exits)>) {
    let (grid, (haunted, leads, exits)) = cells.grid_and_columns();
    Exits::close_into(exits, grid, leads, |there| haunted[there].0);
}

/// Two agents among three ghosts.
pub(crate) const SCENE: &str = "Scene(
    seed: 8,
    grid: (rows: 6, columns: 6),
    generate: Wilson,
    ghosts: 3,
    agents: [WallFollower(at: (1, 1), to: (6, 6)), Tremaux(at: (6, 6), to: (1, 1))],
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
            arrived: 2,
            total: 2
        }
    );
    assert_eq!(
        simulation.query(|ghosts: Query<&Ghost>| ghosts.iter().count()),
        3
    );
    Ok(())
}
