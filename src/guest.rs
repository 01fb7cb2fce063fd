//! Mazes in a Bevy app: guests, each an entity of the app with a World of its own inside.
//!
//! A maze does not share the app's World. It relies on its entities lying in grid order, on ids and
//! change ticks that nobody else takes, on there being one maze; and it is to be the same whatever the
//! app does. So a [`MazeSimulation`] is one component, ticked by a system of the app, and the app asks it
//! by [`Maze`](crate::Maze)'s methods, such as [`get`](crate::Maze::get),
//! [`walkers`](crate::Maze::walkers) and [`route`](crate::Maze::route). The app's type registry has the
//! components that say how a maze stands, so an inspector can show the entities of
//! [`Maze::world`](crate::Maze::world).
//!
//! ```
//! use bevy_app::App;
//! use mazetick::guest::{AppIngredients, KnownIngredients, MazePlugin, MazeSimulation, Pace};
//! use mazetick::Outcome;
//!
//! let mut app = App::new();
//! app.add_plugins(MazePlugin { pace: Pace::Ticks(20) });
//! app.add_ingredients(|_ingredients| ()); // what a plugin of the app brings
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

use crate::chance::Seed;
use crate::grid::{Grid, Position};
use crate::ingredient::Ingredients;
use crate::objection::SceneError;
use crate::progress::Outcome;
use crate::scene::Scene;
use crate::search::{Entry, Exits, Turns};
use crate::simulation::Simulation;
use crate::text::MazeName;
use crate::walker::{Start, Walker};
use crate::wall::Wall;

/// Ticks the mazes of an app in its `Update`, and tells what comes of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct MazePlugin {
    /// How fast.
    pub pace: Pace,
}

/// How many ticks a maze does in an update. A resource: what is written to it holds from then on.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect))]
pub enum Pace {
    /// So many, as long as it is not finished.
    Ticks(u64),
    /// None: the app ticks each as it likes.
    Manual,
}

/// A maze. A component of an entity of the app; the maze's own entities are in a World inside.
#[derive(Component)]
pub struct MazeSimulation {
    simulation: Simulation,
    /// Whether it was told what came of the maze.
    is_told: bool,
}

/// The ingredients that scenes of the app can have. A resource; the [standard
/// ones](Ingredients::standard) at first.
#[derive(Resource, Clone, Debug)]
pub struct KnownIngredients(pub Ingredients);

/// A maze has finished. Written once for every scene.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct MazeFinished {
    /// The entity of the app that has the maze.
    pub maze: Entity,
    /// What came of it.
    pub outcome: Outcome,
}

/// A walker has arrived at the goal of its maze, which is thereby finished.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect))]
pub struct WalkerArrived {
    /// The entity of the app that has the maze.
    pub maze: Entity,
    /// The goal.
    pub at: Position,
    /// The length of the shortest route, in moves.
    pub moves: u32,
}

/// The systems of [`MazePlugin`], to put others before or after them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MazeSystems {
    /// Mazes tick.
    Tick,
    /// Messages are written about those that have finished, whoever ticked them.
    Tell,
}

/// What plugins of an app add to the ingredients of its scenes.
pub trait AppIngredients {
    /// Adds what a plugin brings, before or after [`MazePlugin`] itself is added.
    fn add_ingredients(&mut self, plugin: impl FnOnce(&mut Ingredients)) -> &mut Self;
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
    fn add_ingredients(&mut self, plugin: impl FnOnce(&mut Ingredients)) -> &mut Self {
        self.init_resource::<KnownIngredients>();
        plugin(&mut self.world_mut().resource_mut::<KnownIngredients>().0);
        register_components(self);
        self
    }
}

/// Makes known the app's own types, then those that every maze can have, then those of ingredients.
fn register_types(app: &mut App) {
    app.register_type::<Pace>().register_type::<WalkerArrived>();
    app.register_type::<Grid>().register_type::<MazeName>().register_type::<Seed>();
    app.register_type::<Start>().register_type::<Position>().register_type::<Exits>();
    app.register_type::<Turns>().register_type::<Entry>();
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

/// Ticks every maze. Those that did not tick are not marked as changed.
fn tick(pace: Res<Pace>, mut mazes: Query<&mut MazeSimulation>) {
    let Pace::Ticks(ticks) = *pace else { return };
    for mut maze in &mut mazes {
        if maze.bypass_change_detection().advance(ticks) > 0 {
            maze.set_changed();
        }
    }
}

/// Tells of mazes that have finished since it was last told.
fn tell(
    mut mazes: Query<(Entity, &mut MazeSimulation)>,
    mut finished: MessageWriter<MazeFinished>,
    mut arrived: MessageWriter<WalkerArrived>,
) {
    for (maze, mut simulation) in &mut mazes {
        let there = simulation.bypass_change_detection();
        let outcome = there.outcome().clone();
        if there.is_told || outcome == Outcome::Unfinished {
            continue;
        }
        there.is_told = true;
        if let (Outcome::Solved { moves }, Some(&at)) = (&outcome, there.route().last()) {
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
    pub fn new(scene: &Scene) -> Result<Self, SceneError> {
        Simulation::new(scene).map(Self::from)
    }

    /// Starts over with this scene, at tick 0. What comes of it is told again.
    ///
    /// # Errors
    /// As [`Simulation::load`].
    pub fn load(&mut self, scene: &Scene) -> Result<(), SceneError> {
        self.simulation.load(scene)?;
        self.is_told = false;
        Ok(())
    }
}

/// A simulation that is there already, such as a restored one.
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
        Self(Ingredients::standard())
    }
}

impl Deref for KnownIngredients {
    type Target = Ingredients;

    fn deref(&self) -> &Ingredients {
        &self.0
    }
}

/// A tick an update.
impl Default for Pace {
    fn default() -> Self {
        Self::Ticks(1)
    }
}
