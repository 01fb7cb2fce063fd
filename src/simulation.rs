//! The simulation: a World and its schedule, loaded with a scene, ticked, drawn, and reused.

#[cfg(test)]
mod crowded_tests;
mod kind;
mod look;
mod passages;
mod pool;
mod snapshot;
mod stats;

pub use passages::Passages;
pub use stats::Stats;

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy_ecs::system::{BoxedSystem, ReadOnlySystem};

use crate::digest::{Digest, PartDigests, digest};
use crate::grid::Grid;
use crate::progress::{Budget, Outcome, Phase, Progress};
use crate::scene::{Scene, SceneError};
use crate::text::{Drawing, MazeName, TextFormat};

use kind::Kind;

/// One maze: built from a scene, ticked to its end, drawn; then loaded with the next scene.
///
/// Loading reuses the World, its entities and its schedule where the next scene has the same kinds
/// of ingredients, whatever its size.
pub struct Simulation {
    world: World,
    maze: Entity,
    kind: Kind,
    text: TextFormat,
    setup: Vec<Setup>,
    carving: Schedule,
    rules: Vec<Rule>,
    /// Whether the rules have closed what they forbid, since the walls stand.
    are_ways_closed: bool,
    searching: Schedule,
    drawings: Vec<(TextFormat, Drawing)>,
    digesting: Box<dyn ReadOnlySystem<In = (), Out = PartDigests>>,
}

/// A system that turns a scene's ingredients into components.
type Setup = BoxedSystem<InRef<'static, Scene>>;

/// A system that closes ways before a search.
type Rule = BoxedSystem;

/// The schedules whose runs are ticks.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Ticks;

impl Simulation {
    /// A simulation of this scene, at tick 0.
    ///
    /// # Errors
    /// Everything that stands against the scene, a grid too large for the machine's memory
    /// included.
    pub fn new(scene: &Scene) -> Result<Self, SceneError> {
        scene.check()?;
        let kind = Kind::of(scene);
        kind.fits_in_memory(scene.grid, 0)?;
        let mut simulation = Self::build(kind);
        simulation.begin(scene);
        Ok(simulation)
    }

    /// Starts over with this scene, at tick 0.
    ///
    /// # Errors
    /// As [`Self::new`]; the simulation then is as it was.
    pub fn load(&mut self, scene: &Scene) -> Result<(), SceneError> {
        scene.check()?;
        let kind = Kind::of(scene);
        if kind != self.kind || scene.grid.cells() > self.grid().cells() {
            kind.fits_in_memory(scene.grid, self.kind.bytes(self.grid()))?;
        }
        if kind != self.kind || scene.grid.cells() > self.grid().cells().max(REUSED) {
            *self = Self::build(kind);
        }
        self.begin(scene);
        Ok(())
    }

    /// Loads this scene into the simulation that is there, or into a new one.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn reuse<'a>(
        there: &'a mut Option<Self>,
        scene: &Scene,
    ) -> Result<&'a mut Self, SceneError> {
        match there {
            Some(simulation) => {
                simulation.load(scene)?;
                Ok(simulation)
            }
            none => Ok(none.insert(Self::new(scene)?)),
        }
    }

    /// Does one tick; whether there was one to do.
    pub fn tick(&mut self) -> bool {
        self.advance(1) == 1
    }

    /// Does up to `ticks` ticks, fewer if the world finishes; how many were done.
    ///
    /// The world is then the same as after so many single ticks.
    pub fn advance(&mut self, ticks: u64) -> u64 {
        let before = self.progress().tick;
        self.world.resource_mut::<Budget>().0 = ticks;
        while self.world.resource::<Budget>().0 > 0 {
            match self.progress().phase {
                Phase::Generation => self.carving.run(&mut self.world),
                Phase::Search => {
                    self.close_ways();
                    self.searching.run(&mut self.world);
                }
                Phase::Finished => break,
            }
        }
        self.progress().tick - before
    }

    /// Lets the rules close ways, if they have not yet.
    fn close_ways(&mut self) {
        if !self.are_ways_closed {
            self.are_ways_closed = true;
            for rule in &mut self.rules {
                rule.run((), &mut self.world).expect("rules find what they close");
            }
        }
    }

    /// Ticks until the world finishes.
    pub fn run(&mut self) -> &Outcome {
        self.advance(u64::MAX);
        self.outcome()
    }

    /// How far the world has come.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        self.world.get(self.maze).expect("the maze has its progress")
    }

    /// What has come of the world so far.
    #[must_use]
    pub fn outcome(&self) -> &Outcome {
        &self.progress().outcome
    }

    /// The size of the maze.
    #[must_use]
    pub fn grid(&self) -> Grid {
        *self.world.get(self.maze).expect("the maze has its grid")
    }

    /// The entity of the maze itself: size, progress, generator state, route.
    #[must_use]
    pub fn maze(&self) -> EntityRef<'_> {
        self.world.entity(self.maze)
    }

    /// The World, for queries.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world drawn in the format of its scene.
    #[must_use]
    pub fn text(&mut self) -> String {
        let mut text = String::new();
        self.write_text(&mut text);
        text
    }

    /// Appends to `text` the world drawn in the format of its scene.
    pub fn write_text(&mut self, text: &mut String) {
        let drawn = self.draw(self.text, text);
        debug_assert!(drawn, "a checked scene has what its format needs");
    }

    /// Appends to `text` the world drawn in any format; false if the world lacks what it needs.
    pub fn draw(&mut self, format: TextFormat, text: &mut String) -> bool {
        let place = self.drawings.iter().position(|(made, _)| *made == format);
        let place = place.unwrap_or_else(|| {
            let mut drawing = format.drawing();
            drawing.initialize(&mut self.world);
            self.drawings.push((format, drawing));
            self.drawings.len() - 1
        });
        let length = text.len();
        let drawing = &mut self.drawings[place].1;
        drawing.run_readonly(text, &self.world).is_ok() && text.len() > length
    }

    /// The digest of the world as it stands.
    #[must_use]
    pub fn digest(&mut self) -> Digest {
        self.digests().whole()
    }

    /// The digests of the parts of the world's state.
    #[must_use]
    pub fn digests(&mut self) -> PartDigests {
        self.digesting.run_readonly((), &self.world).expect("every world has a digest")
    }

    /// Sets how many walker entities there may be, a power of two, until the next scene is loaded.
    #[cfg(test)]
    pub(crate) fn limit_walkers(&mut self, limit: usize) {
        let mut frontier = self.world.get_mut::<crate::search::Frontier>(self.maze);
        frontier.as_mut().expect("somebody walks").limit_to(limit);
    }

    /// A World of this kind, with its schedule, still without cells.
    fn build(kind: Kind) -> Self {
        let mut world = World::new();
        world.init_resource::<Budget>();
        let maze = world.spawn((Grid::default(), Progress::default(), MazeName::default())).id();
        let (mut carving, mut searching) = (schedule(), schedule());
        let (mut setup, mut rules) = (Vec::new(), Vec::new());
        let mut entity = world.entity_mut(maze);
        kind.install(&mut entity, &mut setup, &mut rules, &mut carving, &mut searching);
        for system in &mut setup {
            system.initialize(&mut world);
        }
        for rule in &mut rules {
            rule.initialize(&mut world);
        }
        for ticks in [&mut carving, &mut searching] {
            let ambiguous = ticks.initialize(&mut world);
            assert!(ambiguous.is_ok(), "the order of the systems is ambiguous");
        }
        let mut digesting = Box::new(IntoSystem::into_system(digest));
        digesting.initialize(&mut world);
        let text = TextFormat::default();
        let (are_ways_closed, drawings) = (false, Vec::new());
        Self {
            world,
            maze,
            kind,
            text,
            setup,
            carving,
            rules,
            are_ways_closed,
            searching,
            drawings,
            digesting,
        }
    }

    /// Lays out the entities and fills them with what the scene says.
    fn begin(&mut self, scene: &Scene) {
        self.text = scene.text;
        if self.grid().cells() == 0 {
            self.kind.populate(&mut self.world, scene.grid);
        } else if self.grid() != scene.grid {
            self.kind.resize(&mut self.world, scene.grid);
        }
        let mut maze = self.world.entity_mut(self.maze);
        *maze.get_mut().expect("the maze has its grid") = scene.grid;
        maze.get_mut::<MazeName>().expect("the maze has its name").0.clone_from(&scene.name);
        *maze.get_mut().expect("the maze has its progress") =
            Progress { tick: 0, phase: self.kind.first_phase(), outcome: Outcome::Unfinished };
        self.are_ways_closed = false;
        for system in &mut self.setup {
            system.run(scene, &mut self.world).expect("set-up systems find what they fill");
        }
    }
}

/// Up to how many cells a World is made larger. Beyond, a new one takes less memory: what grows by
/// and by has up to double the room.
const REUSED: usize = 1 << 16;

/// A schedule in which an ambiguous order is an error, run by a single thread.
fn schedule() -> Schedule {
    let mut ticks = Schedule::new(Ticks);
    ticks.set_executor(SingleThreadedExecutor::new());
    ticks.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        hierarchy_detection: LogLevel::Error,
        ..Default::default()
    });
    ticks
}
