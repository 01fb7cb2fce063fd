//! Mazes as guests of a Bevy app: they tick at the app's pace, send one message when finished, and
//! are the same worlds as outside the app.

#[allow(unreachable_pub)] // it is a program of its own
#[path = "../../examples/bevy_guest.rs"]
mod example;

use bevy_app::{App, PostUpdate};
use bevy_ecs::prelude::*;
use mazetick::base::{Grid, Outcome, Phase, Position, Progress};
use mazetick::engine::TextFormat;
use mazetick::engine::agents::Agent;
use mazetick::engine::maze::ChangedState;
use mazetick::engine::text::Need;
use mazetick::puzzles::{Foot, Johnny};
use mazetick::registry::Registry;
use mazetick::scene::{Scene, Simulation};
use mazetick::tools::guest::{
    AgentArrived, AppIngredients, AtTicks, MazeFinished, MazePlugin, MazeSimulation, MirrorOf,
    Mirrored, Pace, PhaseBegun, TickReached, WalkerArrived,
};

#[test]
fn two_mazes_are_guests_of_an_app() -> Result<(), Box<dyn std::error::Error>> {
    example::main()
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins(MazePlugin::default());
    app
}

fn scene() -> Scene {
    let (from, to) = (Position::new(5, 1), Position::new(1, 5));
    Scene::new(5, 5)
        .seeded(3)
        .with(Johnny::from(from))
        .with(Foot {
            from: from.into(),
            to: to.into(),
        })
}

fn spawn(app: &mut App, pace: Pace) -> Entity {
    app.world_mut()
        .spawn((MazeSimulation::new(&scene()).unwrap(), pace))
        .id()
}

fn maze(app: &mut App, entity: Entity) -> Mut<'_, MazeSimulation> {
    app.world_mut().get_mut::<MazeSimulation>(entity).unwrap()
}

/// Takes all pending messages.
fn told(app: &mut App) -> (Vec<MazeFinished>, Vec<WalkerArrived>) {
    let world = app.world_mut();
    let finished = world
        .resource_mut::<Messages<MazeFinished>>()
        .drain()
        .collect();
    (
        finished,
        world
            .resource_mut::<Messages<WalkerArrived>>()
            .drain()
            .collect(),
    )
}

#[test]
fn an_inspector_finds_the_components_of_a_maze() {
    let mut app = app();
    let guest = spawn(&mut app, Pace::Paused);
    maze(&mut app, guest).run();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let reflected = |name: &str, entity: EntityRef| {
        let registration = registry
            .get_with_short_type_path(name)
            .expect("it was registered");
        let component = registration
            .data::<ReflectComponent>()
            .expect("a component");
        component.reflect(entity).map(|value| format!("{value:?}"))
    };
    let maze = app.world().get::<MazeSimulation>(guest).expect("the guest");
    let cell = maze.cell(Position::new(5, 1)).expect("a cell");
    let position = reflected("Position", cell).expect("cells have positions");
    assert_eq!(
        position,
        "mazetick::base::grid::Position { row: 5, column: 1 }"
    );
    assert!(reflected("Exits", cell).is_some() && reflected("Wall", cell).is_none());
}

#[test]
fn a_guest_is_the_same_world_at_every_tick() {
    for pace in [1, 3, 1000] {
        let mut app = app();
        let guest = spawn(&mut app, Pace::Ticks(pace));
        let mut alone = Simulation::new(&scene()).unwrap();
        while alone.progress().phase != Phase::Finished {
            // Other entities of the app do not affect its mazes.
            app.world_mut()
                .spawn((Grid::default(), Progress::default(), Agent::default()));
            app.update();
            alone.advance(pace);
            assert_eq!(maze(&mut app, guest).digest(), alone.digest());
        }
        let (finished, arrived) = told(&mut app);
        let outcome = alone.outcome();
        let Outcome::Solved { moves } = outcome else {
            panic!("{outcome}")
        };
        assert_eq!(
            finished,
            [MazeFinished {
                maze: guest,
                outcome
            }]
        );
        assert_eq!(
            arrived,
            [WalkerArrived {
                maze: guest,
                at: Position::new(1, 5),
                moves
            }]
        );
    }
}

#[test]
fn the_outcome_is_sent_once_regardless_of_what_ticks() {
    let mut app = app();
    let guest = spawn(&mut app, Pace::Paused);
    app.update();
    assert_eq!(maze(&mut app, guest).progress().tick, 0);
    maze(&mut app, guest).run();
    app.update();
    assert_eq!(told(&mut app).0.len(), 1);
    app.update();
    assert_eq!(told(&mut app).0.len(), 0);

    maze(&mut app, guest).load(&scene()).unwrap();
    app.world_mut()
        .entity_mut(guest)
        .insert(Pace::Ticks(u64::MAX));
    app.update();
    let (finished, arrived) = told(&mut app);
    assert_eq!((finished.len(), arrived.len()), (1, 1));
}

#[test]
fn a_maze_that_did_not_tick_has_not_changed() {
    #[derive(Resource, Default)]
    struct Count(usize);

    let mut app = app();
    app.init_resource::<Count>();
    spawn(&mut app, Pace::Ticks(1000));
    let count = |mazes: Query<(), Changed<MazeSimulation>>, mut count: ResMut<Count>| {
        count.0 = mazes.iter().count();
    };
    app.add_systems(PostUpdate, count);
    let mut counts = Vec::new();
    for _ in 0..3 {
        app.update();
        counts.push(app.world().resource::<Count>().0);
    }
    assert_eq!(counts, [1, 0, 0]);
}

#[test]
fn ingredients_are_added_before_and_after_the_plugin() {
    let add = |app: &mut App, text| {
        app.add_ingredients(|registry| _ = registry.text(text));
    };
    let mut app = App::new();
    add(&mut app, FIRST);
    app.add_plugins(MazePlugin::default());
    add(&mut app, SECOND);
    let texts = app.world().resource::<Registry>().texts();
    assert!(texts.contains(&FIRST) && texts.contains(&SECOND));
}

/// Three agents and a walker in a maze.
const CREW: &str = "Scene(seed: 4, grid: (rows: 5, columns: 5), generate: Wilson,
    walk: Foot(from: (5, 1), to: (1, 5)), agents: [WallFollower(to: (1, 5), count: 3)])";

fn crew(app: &mut App, pace: Pace) -> Entity {
    let scene = app.world().resource::<Registry>().read(CREW).unwrap();
    app.world_mut()
        .spawn((MazeSimulation::new(&scene).unwrap(), pace))
        .id()
}

#[test]
fn each_maze_has_a_pace() {
    let mut app = app();
    let [slow, fast, still] = [(); 3].map(|()| spawn(&mut app, Pace::Ticks(2)));
    app.world_mut().entity_mut(fast).insert(Pace::Ticks(5));
    app.world_mut().entity_mut(still).insert(Pace::Paused);
    let ticks = |app: &mut App| [slow, fast, still].map(|entity| maze(app, entity).progress().tick);
    app.update();
    assert_eq!(ticks(&mut app), [2, 5, 0]);
    app.world_mut().entity_mut(still).insert(Pace::Once(3));
    app.update();
    app.update();
    assert_eq!(ticks(&mut app), [6, 15, 3]);
    app.world_mut().entity_mut(slow).insert(Pace::Once(1));
    app.update();
    app.update();
    assert_eq!(ticks(&mut app), [7, 25, 3]);
    assert_eq!(app.world().get(slow), Some(&Pace::Paused));
}

#[test]
fn mazes_tick_in_a_schedule_of_choice() {
    let mut app = App::new();
    app.add_plugins(MazePlugin::in_schedule(PostUpdate));
    let guest = spawn(&mut app, Pace::Ticks(1));
    let mut seen = Vec::new();
    app.add_systems(
        bevy_app::Update,
        |mazes: Query<&MazeSimulation>, mut seen: Local<u64>| {
            assert!(mazes.iter().all(|maze| maze.progress().tick == *seen));
            *seen += 1;
        },
    );
    for _ in 0..3 {
        app.update();
        seen.push(maze(&mut app, guest).progress().tick);
    }
    assert_eq!(seen, [1, 2, 3]);
}

/// Messages and events say the same, each once, and mazes stand where asked.
#[test]
fn what_happens_is_told() {
    #[derive(Resource, Default, Debug, PartialEq)]
    struct Seen {
        phases: Vec<Phase>,
        ticks: Vec<(u64, u64)>,
        changes: Vec<ChangedState>,
        agents: Vec<usize>,
        ends: usize,
    }
    let mut app = app();
    app.init_resource::<Seen>();
    let guest = crew(&mut app, Pace::Ticks(7));
    let mut asked = app.world_mut().entity_mut(guest);
    asked.insert(AtTicks([0, 10, 11, 1_000_000].into()));
    asked.observe(|it: On<PhaseBegun>, mut seen: ResMut<Seen>| seen.phases.push(it.phase));
    asked.observe(
        |it: On<TickReached>, mazes: Query<&MazeSimulation>, mut seen: ResMut<Seen>| {
            seen.ticks
                .push((it.tick, mazes.get(it.maze).unwrap().progress().tick));
            seen.changes = it.changes.clone();
        },
    );
    asked.observe(|it: On<AgentArrived>, mut seen: ResMut<Seen>| {
        assert_eq!(it.at, Position::new(1, 5));
        seen.agents.push(it.agent);
    });
    asked.observe(|_: On<MazeFinished>, mut seen: ResMut<Seen>| seen.ends += 1);
    let mut agents = 0;
    for _ in 0..100 {
        app.update();
        agents += app
            .world_mut()
            .resource_mut::<Messages<AgentArrived>>()
            .drain()
            .count();
    }
    let mut seen = std::mem::take(&mut *app.world_mut().resource_mut::<Seen>());
    seen.agents.sort_unstable();
    let mut alone = Simulation::new(&Scene::from_ron(CREW).unwrap()).unwrap();
    alone.advance(10);
    let then = alone.checkpoint();
    alone.tick();
    let changes = alone.changes(&then);
    assert!(!changes.is_empty());
    assert_eq!(
        seen,
        Seen {
            phases: vec![Phase::Generation, Phase::Walk, Phase::Finished],
            ticks: vec![(10, 10), (11, 11)],
            changes,
            agents: vec![1, 2, 3],
            ends: 1,
        }
    );
    assert_eq!(agents, 3);
}

/// Steps that stop in between go on, arrivals are told when they happen, and another maze in the same
/// place is told of anew.
#[test]
fn a_maze_is_told_of_as_it_happens() {
    let mut app = app();
    let guest = crew(&mut app, Pace::Paused);
    app.world_mut()
        .entity_mut(guest)
        .insert((Pace::Once(20), AtTicks([5].into())));
    app.update();
    assert_eq!(maze(&mut app, guest).progress().tick, 5);
    app.update();
    assert_eq!(maze(&mut app, guest).progress().tick, 20);
    assert_eq!(app.world().get::<Pace>(guest), Some(&Pace::Paused));

    app.world_mut().entity_mut(guest).insert(Pace::Ticks(1));
    while maze(&mut app, guest).outcome() == Outcome::Unfinished {
        app.update();
    }
    assert_eq!(maze(&mut app, guest).progress().phase, Phase::Walk);
    let (finished, arrived) = told(&mut app);
    assert_eq!((finished.len(), arrived.len()), (0, 1));

    let scene = app.world().resource::<Registry>().read(CREW).unwrap();
    for _ in 0..2 {
        let mut again = Simulation::new(&scene).unwrap();
        again.run();
        app.world_mut()
            .entity_mut(guest)
            .insert(MazeSimulation(again));
        app.update();
        let (finished, arrived) = told(&mut app);
        assert_eq!((finished.len(), arrived.len()), (1, 1));
    }
}

/// Whatever else their entities have.
#[test]
fn mazes_are_told_of_in_the_order_in_which_they_were_added() {
    #[derive(Component)]
    struct Other;

    for others in [
        [false; 3],
        [true, false, false],
        [false, true, false],
        [true, false, true],
    ] {
        let mut app = app();
        let mazes = [(); 3].map(|()| spawn(&mut app, Pace::Ticks(1000)));
        for (maze, _) in mazes.into_iter().zip(others).filter(|(_, has)| *has) {
            app.world_mut().entity_mut(maze).insert(Other);
        }
        app.update();
        let (finished, arrived) = told(&mut app);
        assert_eq!(finished.iter().map(|it| it.maze).collect::<Vec<_>>(), mazes);
        assert_eq!(arrived.iter().map(|it| it.maze).collect::<Vec<_>>(), mazes);
    }
}

#[test]
fn what_happens_again_after_a_return_is_told_once() {
    let mut app = app();
    let guest = crew(&mut app, Pace::Ticks(1));
    let then = maze(&mut app, guest).checkpoint();
    let mut counts = [0; 3];
    for _ in 0..2 {
        maze(&mut app, guest)
            .rewind(&then)
            .expect("a checkpoint of this maze");
        while maze(&mut app, guest).progress().phase != Phase::Finished {
            app.update();
            let agents = app
                .world_mut()
                .resource_mut::<Messages<AgentArrived>>()
                .drain()
                .count();
            let (finished, walkers) = told(&mut app);
            counts = [
                counts[0] + agents,
                counts[1] + finished.len(),
                counts[2] + walkers.len(),
            ];
        }
    }
    assert_eq!(counts, [3, 1, 1]);
}

/// A branch that takes the place of its maze is told of as that maze would be.
#[test]
fn a_branch_in_the_place_of_its_maze_tells_nothing_again() {
    let mut app = app();
    let guest = crew(&mut app, Pace::Ticks(1));
    let mut branch = maze(&mut app, guest).branch();
    let mut counts = [0; 3];
    for _ in 0..2 {
        while maze(&mut app, guest).progress().phase != Phase::Finished {
            app.update();
            let agents = app
                .world_mut()
                .resource_mut::<Messages<AgentArrived>>()
                .drain()
                .count();
            let (finished, walkers) = told(&mut app);
            counts = [
                counts[0] + agents,
                counts[1] + finished.len(),
                counts[2] + walkers.len(),
            ];
        }
        let next = branch.branch();
        maze(&mut app, guest).0 = std::mem::replace(&mut branch, next);
    }
    assert_eq!(counts, [3, 1, 1]);
}

/// What happens and when is wanted can be shown by an inspector, whatever was registered.
#[test]
fn messages_are_reflected() {
    let app = app();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for name in [
        "MazeFinished",
        "PhaseBegun",
        "TickReached",
        "AgentArrived",
        "AtTicks",
        "Pace",
    ] {
        assert!(registry.get_with_short_type_path(name).is_some(), "{name}");
    }
}

#[test]
fn mirrors_go_with_their_maze() {
    let mut app = app();
    let guest = crew(&mut app, Pace::Ticks(1));
    app.world_mut().entity_mut(guest).insert(Mirrored);
    let mirrors = |app: &mut App| {
        app.update();
        app.world_mut()
            .query::<&MirrorOf>()
            .iter(app.world())
            .count()
    };
    assert!(mirrors(&mut app) > 0);
    app.world_mut().entity_mut(guest).remove::<MazeSimulation>();
    assert_eq!(mirrors(&mut app), 0);
}

#[test]
fn mirrors_follow_walkers_and_agents() {
    let mut app = app();
    let guest = crew(&mut app, Pace::Ticks(1));
    app.world_mut().entity_mut(guest).insert(Mirrored);
    loop {
        app.update();
        let mut mirrors = app
            .world_mut()
            .query::<(&MirrorOf, &Position, Option<&Agent>)>();
        let mut found: Vec<_> = mirrors
            .iter(app.world())
            .map(|(&of, &at, _)| (of, at))
            .collect();
        found.sort_unstable_by_key(|&(of, _)| of);
        assert!(
            mirrors
                .iter(app.world())
                .all(|(of, _, agent)| { matches!(of, MirrorOf::Agent(_)) == agent.is_some() })
        );
        let maze = maze(&mut app, guest);
        let walkers = maze.walkers().into_iter().enumerate();
        let walkers = walkers.map(|(place, it)| (MirrorOf::Walker(place), maze.position(it)));
        let agents = maze.agents().into_iter().enumerate();
        let grid = maze.grid();
        let agents = agents.map(|(place, it)| (MirrorOf::Agent(place + 1), grid.position(it.cell)));
        assert_eq!(found, walkers.chain(agents).collect::<Vec<_>>());
        if maze.progress().phase == Phase::Finished {
            break;
        }
    }
    app.world_mut().entity_mut(guest).remove::<Mirrored>();
    app.update();
    assert_eq!(
        app.world_mut()
            .query::<&MirrorOf>()
            .iter(app.world())
            .count(),
        0
    );
}

const FIRST: TextFormat = format("First");
const SECOND: TextFormat = format("Second");

/// A format that draws nothing.
const fn format(name: &'static str) -> TextFormat {
    TextFormat {
        name,
        needs: Need::Walls,
        drawing: || Box::new(IntoSystem::into_system(|InMut(_): InMut<String>| ())),
    }
}
