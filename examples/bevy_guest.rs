//! Two mazes of different kinds in a Bevy app, next to entities of its own:
//! `cargo run --example bevy_guest --features bevy`.
//!
//! The app has plugins: `MazePlugin` ticks mazes, and `Mud` adds an ingredient for their scenes.
//! Each maze is a component with its own World, separate from the app's entities and systems.

use std::error::Error;

use bevy_app::{App, Plugin, Update};
use bevy_ecs::prelude::*;
use mazetick::prelude::*;
use mazetick::tools::guest::{AppIngredients, KnownIngredients, MazeFinished, MazePlugin};
use mazetick::tools::guest::{MazeSimulation, MazeSystems, Pace, WalkerArrived};

#[allow(dead_code, unreachable_pub)] // it has a scene and a `main` of its own
#[path = "mud.rs"]
mod mud;

/// A plugin of the app that adds an ingredient.
struct Mud;

impl Plugin for Mud {
    fn build(&self, app: &mut App) {
        app.add_ingredients(mud::plugin);
    }
}

/// A player of the app, which is not a walker of any maze.
#[derive(Component)]
struct Player;

/// The messages that the app got about its mazes.
#[derive(Resource, Default)]
struct Heard {
    finished: Vec<MazeFinished>,
    arrived: Vec<WalkerArrived>,
}

/// A walk around mud.
const MUDDY: &str = r#"Scene(
    name: "MUD",
    grid: (rows: 3, columns: 4),
    mud: [(1, 2), (2, 2)],
    walk: Foot(from: (2, 1), to: (2, 4)),
    text: Arrow,
)"#;

/// A maze without a walk.
const GROWN: &str = r"Scene(
    grid: (rows: 4, columns: 6),
    generate: Mazing(pick: EligibleWall),
    text: Lattice,
)";

/// Runs the app.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut app = App::new();
    app.add_plugins((Mud, MazePlugin { pace: Pace::Ticks(2) })).init_resource::<Heard>();
    app.add_systems(Update, listen.after(MazeSystems::Tell));

    let known = app.world().resource::<KnownIngredients>();
    let mazes = [MUDDY, GROWN].map(|scene| known.read(scene));
    let [muddy, grown] = mazes.map(|scene| Ok::<_, Box<dyn Error>>(MazeSimulation::new(&scene?)?));
    let world = app.world_mut();
    world.spawn(Player);
    let muddy = world.spawn((muddy?, Player)).id();
    let grown = world.spawn(grown?).id();

    // An update is two ticks: the walk of five moves ends in the third, the fifteen walls take
    // eight.
    app.update();
    let maze = app.world().get::<MazeSimulation>(muddy).ok_or("it is there")?;
    assert_eq!((maze.progress().tick, maze.progress().phase), (2, Phase::Walk));
    for _ in 0..7 {
        app.update();
    }

    let Heard { finished, arrived } = app.world().resource();
    let solved = Outcome::Solved { moves: 5 };
    let expected = [(muddy, solved), (grown, Outcome::Built)];
    assert_eq!(*finished, expected.map(|(maze, outcome)| MazeFinished { maze, outcome }));
    assert_eq!(*arrived, [WalkerArrived { maze: muddy, at: Position::new(2, 4), moves: 5 }]);
    Ok(())
}

/// Notes the messages about mazes, and draws them.
fn listen(
    mut finished: MessageReader<MazeFinished>,
    mut arrived: MessageReader<WalkerArrived>,
    mut mazes: Query<&mut MazeSimulation>,
    mut heard: ResMut<Heard>,
) {
    for it in finished.read() {
        if let Ok(mut maze) = mazes.get_mut(it.maze) {
            println!("{}\n{}", it.outcome, maze.text());
        }
        heard.finished.push(it.clone());
    }
    heard.arrived.extend(arrived.read());
}
