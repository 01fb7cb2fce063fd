//! Mazes in a Bevy app: guests, each an entity of the app with its own World inside.
//!
//! A maze does not share the app's World. It relies on its entities being in grid order, on ids and
//! change ticks that no other code uses, and on there being one maze; and it must not depend on the
//! app. So a [`MazeSimulation`] is one component, ticked by a system of the app, and the app
//! queries it by [`Maze`](crate::engine::Maze)'s methods, such as [`get`](crate::engine::Maze::get),
//! [`walkers`](crate::engine::Maze::walkers) and [`route`](crate::engine::Maze::route). The engine's components of cells, walls, walkers
//! and agents are in the app's type registry, so an inspector can show the entities of
//! [`Maze::world`](crate::engine::Maze::world); those of a puzzle, such as `Number`, when it gets them by
//! `register_type`. The app's [`Registry`] is a resource, to which plugins of the app
//! [add their ingredients](AppIngredients).
//!
//! ```
//! use bevy_app::App;
//! use mazetick::prelude::*;
//! use mazetick::tools::guest::{MazePlugin, MazeSimulation, Pace};
//!
//! let mut app = App::new();
//! app.add_plugins(MazePlugin::default());
//!
//! let scene = app.world().resource::<Registry>().read(
//!     "Scene(grid: (rows: 4, columns: 6), generate: Mazing(pick: EligibleWall), text: Lattice)",
//! )?;
//! let maze = app.world_mut().spawn((MazeSimulation::new(&scene)?, Pace::Ticks(20))).id();
//! app.update();
//! assert_eq!(app.world().get::<MazeSimulation>(maze).map(|it| it.outcome()), Some(Outcome::Built));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy_app::{App, Plugin, Update};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy_reflect::Reflect;

use crate::base::chance::Seed;
use crate::base::grid::{Grid, Position};
use crate::base::progress::{Outcome, Phase, Progress};
use crate::base::scene_fault::SceneError;
use crate::base::walker::{Start, Walker};
use crate::base::wall::Wall;
use crate::engine::agents::{Agent, AgentState};
use crate::engine::maze::{ChangedState, Checkpoint};
use crate::engine::search::{Admits, Exits, Leads, Passes, Turns};
use crate::engine::text::MazeName;
use crate::registry::Registry;
use crate::scene::Loadable;
use crate::scene::simulation::Simulation;

mod mirror;

pub use mirror::{MirrorOf, Mirrored};

/// Ticks the mazes of an app, and reports what happens in them.
#[derive(Clone, Copy, Debug)]
pub struct MazePlugin {
    /// The schedule in which mazes tick; `Update` by default.
    pub schedule: InternedScheduleLabel,
}

/// The ticks of a maze per update, one by default. A component beside the maze, which may be changed at any
/// time. To hold all mazes, give [`MazeSystems::Tick`] a run condition.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
#[reflect(Component)]
#[non_exhaustive]
pub enum Pace {
    /// The maze does this many ticks in each update, until it is finished.
    Ticks(u64),
    /// The maze does this many ticks in the next update, or in several if it [stops](AtTicks) in between; then it
    /// pauses: for single steps.
    Once(u64),
    /// The maze does no tick: it pauses, or the app ticks it itself.
    Paused,
}

/// A maze. A component of an entity of the app; the maze's own entities are in its World. What happens
/// in it is reported anew when another scene is loaded. A [branch](Simulation::branch) may take its place: what was reported
/// is then not reported again.
#[derive(Component, derive_more::Deref, derive_more::DerefMut)]
#[require(LastReported = LastReported::new(), Pace)]
pub struct MazeSimulation(pub Simulation);

/// Ticks at which a maze stops for an update, so that the app sees it there, and which are reported.
/// A component of the entity of a maze.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq, Eq)]
#[reflect(Component)]
pub struct AtTicks(pub BTreeSet<u64>);

#[derive(Component, Debug, Default)]
struct LastReported {
    /// The place of the maze among all, in the order in which they were added.
    place: u64,
    beginning: u64,
    moment: Option<(u64, Phase)>,
    is_solved: bool,
    is_finished: bool,
    arrived: Vec<bool>,
    /// The world at the last tick that was asked for.
    then: Option<Checkpoint>,
}

/// A maze has finished. A message, and an event of its entity, once per scene.
#[derive(Message, EntityEvent, Reflect, Clone, Debug, PartialEq, Eq)]
pub struct MazeFinished {
    /// The entity of the app that has the maze.
    #[event_target]
    pub maze: Entity,
    /// The outcome of the maze.
    pub outcome: Outcome,
}

/// A maze is in another phase than at the last report, or is reported for the first time. A
/// message, and an event of its entity.
#[derive(Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhaseBegun {
    /// The entity of the app that has the maze.
    #[event_target]
    pub maze: Entity,
    /// The phase.
    pub phase: Phase,
}

/// A maze has come to a tick that was [asked for](AtTicks). A message, and an event of its entity.
#[derive(Message, EntityEvent, Reflect, Clone, Debug, PartialEq, Eq)]
pub struct TickReached {
    /// The entity of the app that has the maze.
    #[event_target]
    pub maze: Entity,
    /// The tick.
    pub tick: u64,
    /// What has changed since the last such tick, or since the ticks were asked for.
    pub changes: Vec<ChangedState>,
}

/// A walker has arrived at the goal of its maze, which ends its search. A message, and an event of the
/// maze's entity.
#[derive(Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkerArrived {
    /// The entity of the app that has the maze.
    #[event_target]
    pub maze: Entity,
    /// The goal.
    pub at: Position,
    /// The length of the shortest route, in moves.
    pub moves: u32,
}

/// An agent has arrived at its goal. A message, and an event of the maze's entity.
#[derive(Message, EntityEvent, Reflect, Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentArrived {
    /// The entity of the app that has the maze.
    #[event_target]
    pub maze: Entity,
    /// The number of the agent, from 1 in the order of the scene.
    pub agent: usize,
    /// The goal of the agent.
    pub at: Position,
}

/// The systems of [`MazePlugin`], for ordering.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MazeSystems {
    /// Mazes tick.
    Tick,
    /// Walkers and agents are [mirrored](Mirrored).
    Mirror,
    /// Messages and events report what happened, regardless of what ticked the mazes.
    Tell,
}

impl MazePlugin {
    /// The plugin in another schedule, such as `FixedUpdate`.
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
        }
    }
}

impl Plugin for MazePlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<MazeFinished>()
            .add_message::<PhaseBegun>()
            .add_message::<TickReached>();
        app.add_message::<WalkerArrived>()
            .add_message::<AgentArrived>();
        let sets = (MazeSystems::Tick, MazeSystems::Mirror, MazeSystems::Tell);
        app.configure_sets(self.schedule, sets.chain());
        let systems = (
            mirror::dismiss.before(MazeSystems::Mirror),
            tick.in_set(MazeSystems::Tick),
            mirror::mirror.in_set(MazeSystems::Mirror),
            report.in_set(MazeSystems::Tell),
        );
        app.add_systems(self.schedule, systems);
        // The types of this module, then those of mazes.
        app.register_type::<Pace>()
            .register_type::<Mirrored>()
            .register_type::<MirrorOf>();
        app.register_type::<AtTicks>()
            .register_type::<MazeFinished>();
        app.register_type::<PhaseBegun>()
            .register_type::<TickReached>();
        app.register_type::<WalkerArrived>()
            .register_type::<AgentArrived>();
        app.register_type::<Grid>()
            .register_type::<MazeName>()
            .register_type::<Seed>();
        app.register_type::<Start>()
            .register_type::<Position>()
            .register_type::<Exits>();
        app.register_type::<Turns>()
            .register_type::<Admits>()
            .register_type::<Passes>();
        app.register_type::<Leads>()
            .register_type::<Wall>()
            .register_type::<Walker>();
        app.register_type::<Agent>();
        app.add_ingredients(|_| ());
    }
}

/// Ingredients for the scenes of an app.
pub trait AppIngredients {
    /// Adds what a plugin of the [`Registry`] registers to that of the app, before or after [`MazePlugin`].
    fn add_ingredients(&mut self, plugin: impl FnOnce(&mut Registry)) -> &mut Self;
}

impl AppIngredients for App {
    fn add_ingredients(&mut self, plugin: impl FnOnce(&mut Registry)) -> &mut Self {
        plugin(
            &mut self
                .world_mut()
                .get_resource_or_insert_with(Registry::standard),
        );
        self
    }
}

/// Ticks every maze. Only the mazes that were unfinished are marked as changed.
fn tick(
    mut mazes: Query<(
        &mut MazeSimulation,
        &mut Pace,
        &mut LastReported,
        Option<&AtTicks>,
    )>,
) {
    for (mut maze, mut pace, mut reported, stops) in &mut mazes {
        let simulation = maze.bypass_change_detection();
        reported.begin_with(simulation);
        if stops.is_some() {
            reported.then.get_or_insert_with(|| simulation.checkpoint());
        }
        let (Pace::Ticks(wanted) | Pace::Once(wanted)) = *pace else {
            continue;
        };
        let Progress { tick, phase, .. } = *maze.progress();
        let next = stops.and_then(|stops| stops.0.range(tick + 1..).next());
        let ticks = next.map_or(wanted, |next| wanted.min(next - tick));
        if let Pace::Once(_) = *pace {
            let left = wanted - ticks;
            *pace = if left > 0 {
                Pace::Once(left)
            } else {
                Pace::Paused
            };
        }
        if phase != Phase::Finished && ticks > 0 {
            maze.advance(ticks);
        }
    }
}

fn send<E: Message + EntityEvent + Clone>(event: E, commands: &mut Commands)
where
    for<'a> E::Trigger<'a>: Default,
{
    commands.write_message(event.clone());
    commands.trigger(event);
}

/// Reports what has happened in mazes since the last time, in the order in which they were added.
fn report(
    mut mazes: Query<(
        Entity,
        &mut MazeSimulation,
        &mut LastReported,
        Option<&AtTicks>,
    )>,
    mut commands: Commands,
) {
    let in_order = mazes
        .iter_mut()
        .sort_unstable_by_key::<&LastReported, _>(|it| it.place);
    for (maze, mut simulation, mut reported, stops) in in_order {
        let simulation = simulation.bypass_change_detection(); // to look is no change
        reported.begin_with(simulation);
        let Progress { tick, phase, .. } = *simulation.progress();
        let before = reported.moment.replace((tick, phase));
        if before == Some((tick, phase)) {
            continue;
        }
        if before.is_none_or(|before| before.1 != phase) {
            send(PhaseBegun { maze, phase }, &mut commands);
        }
        let has_ticked = before.is_none_or(|before| before.0 != tick);
        if has_ticked && stops.is_some_and(|stops| stops.0.contains(&tick)) {
            let then = reported.then.get_or_insert_with(|| simulation.checkpoint());
            let changes = simulation.changes_from(then);
            send(
                TickReached {
                    maze,
                    tick,
                    changes,
                },
                &mut commands,
            );
        }
        let agents = simulation.agents();
        reported.arrived.resize(agents.len(), false);
        for ((agent, arrived), is_told) in (1..).zip(agents).zip(&mut reported.arrived) {
            if arrived.state == AgentState::Arrived && !std::mem::replace(is_told, true) {
                send(
                    AgentArrived {
                        maze,
                        agent,
                        at: simulation.position(arrived.to),
                    },
                    &mut commands,
                );
            }
        }
        let outcome = simulation.outcome();
        if let (&Outcome::Solved { moves }, Some(&at)) = (&outcome, simulation.route().last())
            && !std::mem::replace(&mut reported.is_solved, true)
        {
            send(WalkerArrived { maze, at, moves }, &mut commands);
        }
        if phase == Phase::Finished && !std::mem::replace(&mut reported.is_finished, true) {
            send(MazeFinished { maze, outcome }, &mut commands);
        }
    }
}

impl LastReported {
    /// No report yet, of a maze that is added after all others.
    fn new() -> Self {
        static MAZES: AtomicU64 = AtomicU64::new(0);
        Self {
            place: MAZES.fetch_add(1, Ordering::Relaxed),
            ..Self::default()
        }
    }

    fn begin_with(&mut self, maze: &Simulation) {
        if self.beginning != maze.beginning {
            *self = Self {
                place: self.place,
                beginning: maze.beginning,
                ..Self::default()
            };
        }
    }
}

impl MazeSimulation {
    /// A maze of this scene, at tick 0.
    pub fn new(scene: &impl Loadable) -> Result<Self, SceneError> {
        Simulation::new(scene).map(Self)
    }
}

impl Default for MazePlugin {
    fn default() -> Self {
        Self::in_schedule(Update)
    }
}

impl Default for Pace {
    fn default() -> Self {
        Self::Ticks(1)
    }
}
