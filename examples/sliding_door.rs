//! A door that opens and shuts: a wall that moves between the ticks of agents, and stays a wall for
//! text, pictures and statistics. `cargo run --example sliding_door`.

use std::error::Error;

use bevy_ecs::prelude::*;
use mazetick::base::wall::Segments;
use mazetick::engine::maze::Entities;
use mazetick::prelude::*;
use mazetick::scene::Board;
use serde::{Deserialize, Serialize};

/// Doors at the east of cells, each with the ticks after which it moves: `doors: {(1, 3): 4}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SlidingDoors(pub Board<u32>);

/// A door, which moves every so many ticks. A component of its entity.
#[derive(Component, Clone, Copy, Debug, Serialize)]
pub struct Door {
    wall: usize,
    every: u32,
    waited: u32,
}

/// Adds sliding doors.
pub fn plugin(registry: &mut Registry) {
    registry.add::<SlidingDoors>();
}

impl Ingredient for SlidingDoors {
    const FIELD: &'static str = "doors";
    const ROLE: Role = Role::Changes;

    fn check(&self, check: &mut Check<'_>) {
        self.0.check_inside(check);
        let columns = check.grid().columns;
        for &(at, ticks) in self
            .0
            .iter()
            .filter(|(at, ticks)| at.column == columns || *ticks == 0)
        {
            let message = format!("{ticks} ticks at {at}, expected 1 or more, not at the border");
            check.error([SceneStep::Key(at)], message);
        }
    }

    fn build(world: &mut Build<'_>) {
        world
            .walls()
            .entities::<Door>("doors")
            .on_begin(hang)
            .each_tick(Phase::Walk, slide);
    }
}

fn hang(InRef(doors): InRef<SlidingDoors>, grid: Single<&Grid>, mut commands: Commands) {
    for &(at, every) in &doors.0 {
        let wall = Segments::new(**grid).beside(grid.index(at), Heading::E);
        commands.spawn(Door {
            wall,
            every,
            waited: 0,
        });
    }
}

fn slide(mut doors: Entities<&'static mut Door>, mut walls: Walls<&'static mut Wall>) {
    let walls = walls.columns();
    for door in doors.tables().flatten() {
        door.waited += 1;
        if door.waited == door.every {
            door.waited = 0;
            walls[door.wall].stands ^= true;
        }
    }
}

/// An agent waits at the door of its corridor.
pub(crate) const SCENE: &str = "Scene(
    grid: (rows: 1, columns: 6),
    generate: Wilson,
    doors: {(1, 3): 4},
    agents: [WallFollower(at: (1, 1), to: (1, 6), heading: E)],
    text: Lattice,
)
";

/// Runs the scene.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let registry = Registry::standard().with(plugin);
    let mut simulation = Simulation::new(&registry.read(SCENE)?)?;
    let door = |simulation: &Simulation| simulation.is_wall(Position::new(1, 3), Heading::E);
    let mut stood = Vec::new();
    while simulation.tick() {
        stood.push(door(&simulation));
    }
    assert_eq!(
        simulation.outcome(),
        Outcome::Walked {
            arrived: 1,
            total: 1
        }
    );
    assert!(stood.contains(&true) && stood.contains(&false));
    print!("{}", simulation.text());
    Ok(())
}
