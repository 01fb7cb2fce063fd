//! Mazes in a Bevy app: guests, each an entity of the app with its own World inside.
//!
//! A maze does not share the app's World. It relies on its entities being in grid order, on ids and
//! change ticks that no other code uses, and on there being one maze; and it must not depend on the
//! app. So a [`MazeSimulation`] is one component, ticked by a system of the app, and the app
//! queries it by [`Maze`](crate::engine::Maze)'s methods, such as [`get`](crate::engine::Maze::get),
//! [`walkers`](crate::engine::Maze::walkers) and [`route`](crate::engine::Maze::route). The components of mazes are
//! in the app's type registry, so an inspector can show the entities of
//! [`Maze::world`](crate::engine::Maze::world).
//!
//! ```
//! use bevy_app::App;
//! use mazetick::tools::guest::{AppIngredients, KnownIngredients, MazePlugin, MazeSimulation, Pace};
//! use mazetick::prelude::*;
//!
//! let mut app = App::new();
//! app.add_plugins(MazePlugin { pace: Pace::Ticks(20) });
//! app.add_ingredients(|_ingredients| ()); // a plugin of the app
//!
//! let scene = app.world().resource::<KnownIngredients>().read(
//!     "Scene(grid: (rows: 4, columns: 6), generate: Mazing(pick: EligibleWall), text: Lattice)",
//! )?;
//! let maze = app.world_mut().spawn(MazeSimulation::new(&scene)?).id();
//! app.update();
//! assert_eq!(app.world().get::<MazeSimulation>(maze).map(|it| it.outcome()), Some(&Outcome::Built));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::{Deref, DerefMut};

use bevy_app::{App, Plugin, Update};
use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;

use crate::base::chance::Seed;
use crate::base::grid::{Grid, Position};
use crate::base::progress::{Outcome, Phase};
use crate::base::scene_fault::SceneError;
use crate::base::walker::{Start, Walker};
use crate::base::wall::Wall;
use crate::engine::search::{Admits, Exits, Turns};
use crate::engine::text::MazeName;
use crate::registry::Registry;
use crate::scene::Loadable;
use crate::scene::simulation::Simulation;

/// Ticks the mazes of an app in its `Update`, and writes messages about their results.
#[derive(Clone, Copy, Debug, Default)]
pub struct MazePlugin {
    /// The speed.
    pub pace: Pace,
}

/// The ticks of a maze per update. A resource, which may be changed at any time.
#[derive(Resource, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pace {
    /// This many, until it is finished.
    Ticks(u64),
    /// None: the app ticks each maze itself.
    Manual,
}

/// A maze. A component of an entity of the app; the maze's own entities are in its World.
#[derive(Component)]
pub struct MazeSimulation {
    simulation: Simulation,
    /// Whether messages about the result were written.
    is_told: bool,
}

/// The ingredients known to scenes of the app. A resource; the [standard
/// ones](Registry::standard) at first.
#[derive(Resource, Clone, Debug)]
pub struct KnownIngredients(pub Registry);

/// A maze has finished. Written once per scene.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct MazeFinished {
    /// The entity of the app that has the maze.
    pub maze: Entity,
    /// Its outcome.
    pub outcome: Outcome,
}

/// A walker has arrived at the goal of its maze, which has thereby finished.
#[derive(Message, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkerArrived {
    /// The entity of the app that has the maze.
    pub maze: Entity,
    /// The goal.
    pub at: Position,
    /// The length of the shortest route, in moves.
    pub moves: u32,
}

/// The systems of [`MazePlugin`], for ordering.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MazeSystems {
    /// Mazes tick.
    Tick,
    /// Messages are written about finished mazes, regardless of what ticked them.
    Tell,
}

/// Adds ingredients from plugins of an app.
pub trait AppIngredients {
    /// Adds a plugin's ingredients, before or after [`MazePlugin`] itself is added.
    fn add_ingredients(&mut self, plugin: impl FnOnce(&mut Registry)) -> &mut Self;
}

impl Plugin for MazePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<KnownIngredients>().insert_resource(self.pace);
        app.add_message::<MazeFinished>().add_message::<WalkerArrived>();
        app.configure_sets(Update, (MazeSystems::Tick, MazeSystems::Tell).chain());
        app.add_systems(Update, (tick.in_set(MazeSystems::Tick), tell.in_set(MazeSystems::Tell)));
        register_types(app);
    }
}

impl AppIngredients for App {
    fn add_ingredients(&mut self, plugin: impl FnOnce(&mut Registry)) -> &mut Self {
        self.init_resource::<KnownIngredients>();
        plugin(&mut self.world_mut().resource_mut::<KnownIngredients>().0);
        register_components(self);
        self
    }
}

/// Registers the app's own types, then those that every maze can have, then those of ingredients.
fn register_types(app: &mut App) {
    app.register_type::<Pace>().register_type::<WalkerArrived>();
    app.register_type::<Grid>().register_type::<MazeName>().register_type::<Seed>();
    app.register_type::<Start>().register_type::<Position>().register_type::<Exits>();
    app.register_type::<Turns>().register_type::<Admits>();
    app.register_type::<Wall>().register_type::<Walker>();
    register_components(app);
}

/// Makes known the components of ingredients.
fn register_components(app: &mut App) {
    app.init_resource::<AppTypeRegistry>();
    let world = app.world();
    let registry = world.resource::<AppTypeRegistry>();
    world.resource::<KnownIngredients>().register_types(&mut registry.write());
}

/// Ticks every maze. Only those that were unfinished are marked as changed.
fn tick(pace: Res<Pace>, mut mazes: Query<&mut MazeSimulation>) {
    let Pace::Ticks(ticks) = *pace else { return };
    for mut maze in &mut mazes {
        if maze.progress().phase != Phase::Finished {
            maze.advance(ticks);
        }
    }
}

/// Writes messages about mazes that have finished since the last time.
fn tell(
    mut mazes: Query<(Entity, &mut MazeSimulation)>,
    mut finished: MessageWriter<MazeFinished>,
    mut arrived: MessageWriter<WalkerArrived>,
) {
    for (maze, mut simulation) in &mut mazes {
        let outcome = simulation.outcome().clone();
        if simulation.is_told || simulation.progress().phase != Phase::Finished {
            continue;
        }
        simulation.is_told = true;
        if let (Outcome::Solved { moves }, Some(&at)) = (&outcome, simulation.route().last()) {
            arrived.write(WalkerArrived { maze, at, moves: *moves });
        }
        finished.write(MazeFinished { maze, outcome });
    }
}

impl MazeSimulation {
    /// A maze of this scene, at tick 0.
    ///
    /// # Errors
    /// As [`Simulation::new`].
    pub fn new(scene: &impl Loadable) -> Result<Self, SceneError> {
        Simulation::new(scene).map(Self::from)
    }

    /// Starts over with this scene, at tick 0. Messages about its result are written again.
    ///
    /// # Errors
    /// As [`Simulation::load`].
    pub fn load(&mut self, scene: &impl Loadable) -> Result<(), SceneError> {
        self.simulation.load(scene)?;
        self.is_told = false;
        Ok(())
    }
}

/// An existing simulation, such as a resumed one.
impl From<Simulation> for MazeSimulation {
    fn from(simulation: Simulation) -> Self {
        Self { simulation, is_told: false }
    }
}

impl Deref for MazeSimulation {
    type Target = Simulation;

    fn deref(&self) -> &Simulation {
        &self.simulation
    }
}

impl DerefMut for MazeSimulation {
    fn deref_mut(&mut self) -> &mut Simulation {
        &mut self.simulation
    }
}

impl Default for KnownIngredients {
    fn default() -> Self {
        Self(Registry::standard())
    }
}

impl Deref for KnownIngredients {
    type Target = Registry;

    fn deref(&self) -> &Registry {
        &self.0
    }
}

/// One tick per update.
impl Default for Pace {
    fn default() -> Self {
        Self::Ticks(1)
    }
}
