//! Fireflies that come and go beside a walk: entities that are spawned and despawned in any tick.
//! `cargo run --example fireflies`.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::chance::{Chance, Purpose, Seed};
use mazetick::base::grid::CellIndex;
use mazetick::prelude::*;
use serde::{Deserialize, Serialize};

/// One firefly a tick, each for some ticks: `fireflies: (ticks: 4)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fireflies {
    /// For how many ticks each is there.
    pub ticks: u32,
}

/// A firefly: where it is, and for how many further ticks.
#[derive(Component, Clone, Copy, Debug, Serialize)]
pub struct Firefly {
    cell: CellIndex,
    left: u32,
}

/// What decides the next ones. A component of the maze.
#[derive(Component, Clone, Default, Serialize)]
pub struct Dusk {
    chance: Chance,
    ticks: u32,
}

/// Adds fireflies.
pub fn plugin(registry: &mut Registry) {
    registry.add::<Fireflies>();
}

impl Ingredient for Fireflies {
    const FIELD: &'static str = "fireflies";

    fn build(world: &mut Build<'_>) {
        world
            .state::<Dusk>("dusk")
            .entities::<Firefly>("fireflies")
            .on_begin(fall);
        world.each_tick(Phase::Walk, (fade, shine).chain());
    }
}

fn fall(InRef(fireflies): InRef<Fireflies>, maze: Single<(&Seed, &mut Dusk)>) {
    let (seed, mut dusk) = maze.into_inner();
    let chance = Chance::new(seed.0, Purpose::named("fireflies"));
    *dusk = Dusk {
        chance,
        ticks: fireflies.ticks,
    };
}

fn fade(mut flies: Query<(Entity, &mut Firefly)>, mut commands: Commands) {
    for (entity, mut firefly) in &mut flies {
        match firefly.left.checked_sub(1) {
            Some(left) => firefly.left = left,
            None => commands.entity(entity).despawn(),
        }
    }
}

fn shine(maze: Single<(&Grid, &mut Dusk)>, mut commands: Commands) {
    let (grid, mut dusk) = maze.into_inner();
    let cell = CellIndex::new(dusk.chance.place(grid.cells()));
    commands.spawn(Firefly {
        cell,
        left: dusk.ticks,
    });
}

/// They shine while someone walks.
pub(crate) const SCENE: &str = "Scene(
    seed: 3,
    grid: (rows: 4, columns: 9),
    generate: Kruskal,
    walk: Foot(from: (4, 1), to: (1, 9)),
    fireflies: (ticks: 4),
    text: Lattice,
)
";

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    assert!(matches!(simulation.run(), Outcome::Solved { .. }));
    assert_eq!(
        simulation.query(|flies: Query<&Firefly>| flies.iter().count()),
        5
    );
    Ok(())
}
