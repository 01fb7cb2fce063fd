//! Two mazes of different kinds in a Bevy app, next to entities of its own:
//! `cargo run --example bevy_guest --features bevy`.
//!
//! The app has plugins: `MazePlugin` ticks mazes, and `Mud` adds an ingredient for their scenes.
//! Each maze is a component with its own World, separate from the app's entities and systems. The
//! agents of one are mirrored as entities of the app, which a system follows; an observer hears of
//! their arrivals.

use std::error::Error;

use bevy_app::{App, Plugin, Update};
use bevy_ecs::prelude::*;
use mazetick::prelude::*;
use mazetick::tools::guest::{
    AgentArrived, AppIngredients, MazeFinished, MazePlugin, MazeSimulation, MazeSystems, MirrorOf,
    Mirrored, Pace, WalkerArrived,
};

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
    agents: Vec<usize>,
    /// The steps of all agents.
    steps: u32,
}

/// A walk around mud.
const MUDDY: &str = r#"Scene(
    name: "MUD",
    grid: (rows: 3, columns: 4),
    mud: [(1, 2), (2, 2)],
    walk: Foot(from: (2, 1), to: (2, 4)),
    text: Arrow,
)"#;

/// A maze with agents.
const GROWN: &str = r"Scene(
    grid: (rows: 4, columns: 6),
    generate: Mazing(pick: EligibleWall),
    agents: [WallFollower(at: (1, 1), to: (4, 6)), Tremaux(at: (4, 1), to: (1, 6))],
    text: Lattice,
)";

/// Runs the app.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut app = App::new();
    app.add_plugins((Mud, MazePlugin::default()))
        .init_resource::<Heard>();
    app.add_systems(Update, listen.after(MazeSystems::Tell));
    app.add_systems(Update, follow.after(MazeSystems::Mirror));
    app.add_observer(|it: On<AgentArrived>, mut heard: ResMut<Heard>| heard.agents.push(it.agent));

    let known = app.world().resource::<Registry>();
    let mazes = [MUDDY, GROWN].map(|scene| known.read(scene));
    let [muddy, grown] = mazes.map(|scene| Ok::<_, Box<dyn Error>>(MazeSimulation::new(&scene?)?));
    let world = app.world_mut();
    world.spawn(Player);
    let muddy = world.spawn((muddy?, Player, Pace::Ticks(2))).id();
    let grown = world.spawn((grown?, Mirrored, Pace::Ticks(2))).id();

    // An update is two ticks: the walk of five moves ends in the third, the fifteen walls take
    // eight.
    app.update();
    let maze = app
        .world()
        .get::<MazeSimulation>(muddy)
        .ok_or("it is there")?;
    assert_eq!(
        (maze.progress().tick, maze.progress().phase),
        (2, Phase::Walk)
    );
    // Then the agents take over, at their own pace. When all is over, a rollback: the mazes go on from before the end once
    // more, and end the same; what was told is not told again.
    app.world_mut().entity_mut(grown).insert(Pace::Ticks(1));
    let mut before = Vec::new();
    for maze in [muddy, grown] {
        let mut maze = app
            .world_mut()
            .get_mut::<MazeSimulation>(maze)
            .ok_or("it is there")?;
        before.push(maze.checkpoint());
    }
    finish(&mut app);
    let mut end = Vec::new();
    for (maze, before) in [muddy, grown].into_iter().zip(&before) {
        let mut maze = app
            .world_mut()
            .get_mut::<MazeSimulation>(maze)
            .ok_or("it is there")?;
        end.push(maze.digest());
        maze.rewind(before)?;
    }
    finish(&mut app);
    for (maze, end) in [muddy, grown].into_iter().zip(end) {
        let mut maze = app
            .world_mut()
            .get_mut::<MazeSimulation>(maze)
            .ok_or("it is there")?;
        assert_eq!(maze.digest(), end);
    }

    let Heard {
        finished,
        arrived,
        agents,
        steps,
    } = app.world().resource();
    let solved = Outcome::Solved { moves: 5 };
    let walked = Outcome::Walked {
        arrived: 2,
        total: 2,
    };
    let expected = [(muddy, solved), (grown, walked)];
    assert_eq!(
        *finished,
        expected.map(|(maze, outcome)| MazeFinished { maze, outcome })
    );
    assert_eq!(agents.len(), 2);
    assert!(*steps > 0);
    assert_eq!(
        *arrived,
        [WalkerArrived {
            maze: muddy,
            at: Position::new(2, 4),
            moves: 5
        }]
    );
    Ok(())
}

/// Updates the app until all mazes are finished.
fn finish(app: &mut App) {
    let mut mazes = app.world_mut().query::<&MazeSimulation>();
    while mazes
        .iter(app.world())
        .any(|maze| maze.progress().phase != Phase::Finished)
    {
        app.update();
    }
}

/// Counts the steps of the agents, as a sprite would follow them.
fn follow(moved: Query<&MirrorOf, Changed<Position>>, mut heard: ResMut<Heard>) {
    heard.steps += moved.iter().map(|_| 1).sum::<u32>();
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
