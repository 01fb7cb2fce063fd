//! Mazes as guests of a Bevy app: they tick at the app's pace, send one message when finished, and
//! are the same worlds as outside the app.

#[allow(unreachable_pub)] // it is a program of its own
#[path = "../../examples/bevy_guest.rs"]
mod example;

use bevy_app::{App, PostUpdate};
use bevy_ecs::prelude::*;
use mazetick::base::{Grid, Outcome, Phase, Position, Progress};
use mazetick::engine::Agent;
use mazetick::engine::TextFormat;
use mazetick::engine::{Format, Need};
use mazetick::puzzles::{Foot, Johnny};
use mazetick::scene::{Scene, Simulation};
use mazetick::tools::guest::{AppIngredients, KnownIngredients, MazeFinished, MazePlugin};
use mazetick::tools::guest::{MazeSimulation, Pace, WalkerArrived};

#[test]
fn two_mazes_are_guests_of_an_app() -> Result<(), Box<dyn std::error::Error>> {
    example::main()
}

fn app(pace: Pace) -> App {
    let mut app = App::new();
    app.add_plugins(MazePlugin { pace });
    app
}

fn scene() -> Scene {
    let (from, to) = (Position::new(5, 1), Position::new(1, 5));
    Scene::new(5, 5).seeded(3).with(Johnny::from(from)).with(Foot { from, to })
}

fn spawn(app: &mut App) -> Entity {
    app.world_mut().spawn(MazeSimulation::new(&scene()).unwrap()).id()
}

fn maze(app: &mut App, entity: Entity) -> Mut<'_, MazeSimulation> {
    app.world_mut().get_mut::<MazeSimulation>(entity).unwrap()
}

/// Takes all pending messages.
fn told(app: &mut App) -> (Vec<MazeFinished>, Vec<WalkerArrived>) {
    let world = app.world_mut();
    let finished = world.resource_mut::<Messages<MazeFinished>>().drain().collect();
    (finished, world.resource_mut::<Messages<WalkerArrived>>().drain().collect())
}

#[test]
fn an_inspector_finds_the_components_of_a_maze() {
    let mut app = app(Pace::Manual);
    let guest = spawn(&mut app);
    maze(&mut app, guest).run();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let reflected = |name: &str, entity: EntityRef| {
        let registration = registry.get_with_short_type_path(name).expect("it was registered");
        let component = registration.data::<ReflectComponent>().expect("a component");
        component.reflect(entity).map(|value| format!("{value:?}"))
    };
    let maze = app.world().get::<MazeSimulation>(guest).expect("the guest");
    let cell = maze.cell(Position::new(5, 1)).expect("a cell");
    let position = reflected("Position", cell).expect("cells have positions");
    assert_eq!(position, "mazetick::base::grid::Position { row: 5, column: 1 }");
    assert!(reflected("Exits", cell).is_some() && reflected("Wall", cell).is_none());
}

#[test]
fn an_inspector_knows_the_components_that_ingredients_bring() {
    /// A component of cells.
    #[derive(Component, bevy_reflect::Reflect)]
    #[reflect(Component)]
    struct Fog(u8);

    let mut app = app(Pace::Manual);
    app.add_ingredients(|registry| {
        registry.reflected::<Fog>();
    });
    let registry = app.world().resource::<AppTypeRegistry>().read();
    for name in ["Fog", "Signs", "Number", "JumpLength", "Unvisited"] {
        let registration = registry.get_with_short_type_path(name);
        assert!(registration.is_some_and(|it| it.data::<ReflectComponent>().is_some()), "{name}");
    }
}

#[test]
fn a_guest_is_the_same_world_at_every_tick() {
    for pace in [1, 3, 1000] {
        let mut app = app(Pace::Ticks(pace));
        let guest = spawn(&mut app);
        let mut alone = Simulation::new(&scene()).unwrap();
        while alone.progress().phase != Phase::Finished {
            // Other entities of the app do not affect its mazes.
            app.world_mut().spawn((Grid::default(), Progress::default(), Agent::default()));
            app.update();
            alone.advance(pace);
            assert_eq!(maze(&mut app, guest).digest(), alone.digest());
        }
        let (finished, arrived) = told(&mut app);
        let outcome = alone.outcome().clone();
        let Outcome::Solved { moves } = outcome else { panic!("{outcome}") };
        assert_eq!(finished, [MazeFinished { maze: guest, outcome }]);
        assert_eq!(arrived, [WalkerArrived { maze: guest, at: Position::new(1, 5), moves }]);
    }
}

#[test]
fn the_outcome_is_sent_once_regardless_of_what_ticks() {
    let mut app = app(Pace::Manual);
    let guest = spawn(&mut app);
    app.update();
    assert_eq!(maze(&mut app, guest).progress().tick, 0);
    maze(&mut app, guest).run();
    app.update();
    assert_eq!(told(&mut app).0.len(), 1);
    app.update();
    assert_eq!(told(&mut app).0.len(), 0);

    maze(&mut app, guest).load(&scene()).unwrap();
    *app.world_mut().resource_mut::<Pace>() = Pace::Ticks(u64::MAX);
    app.update();
    let (finished, arrived) = told(&mut app);
    assert_eq!((finished.len(), arrived.len()), (1, 1));
}

#[test]
fn a_maze_that_did_not_tick_has_not_changed() {
    #[derive(Resource, Default)]
    struct Count(usize);

    let mut app = app(Pace::Ticks(1000));
    app.init_resource::<Count>();
    spawn(&mut app);
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
    let mut app = App::new();
    app.add_ingredients(|it| {
        it.text(FIRST);
    });
    app.add_plugins(MazePlugin::default());
    app.add_ingredients(|it| {
        it.text(SECOND);
    });
    let texts = app.world().resource::<KnownIngredients>().texts();
    assert!(texts.contains(&FIRST) && texts.contains(&SECOND));
    assert_eq!(app.world().resource::<Pace>(), &Pace::Ticks(1));
}

const FIRST: TextFormat = TextFormat::new(&format("First"));
const SECOND: TextFormat = TextFormat::new(&format("Second"));

/// A format that draws nothing.
const fn format(name: &'static str) -> Format {
    Format {
        name,
        needs: Need::Walls,
        drawing: || Box::new(IntoSystem::into_system(|InMut(_): InMut<String>| ())),
    }
}
