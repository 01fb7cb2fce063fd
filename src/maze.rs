//! The maze: a World with its systems, ticked, looked at, drawn, digested.

mod build;
mod by_hand;
mod chance;
mod digests;
mod film;
mod passages;
mod pool;
mod prepared;
mod query;
mod refused;
mod rule;
mod sight;
mod sizes;
mod snapshot;
mod stats;
mod systems;
mod walk;
mod walls;

pub use build::Build;
pub use passages::Passages;
pub use refused::Refused;
pub(crate) use refused::{ClosedWay, Closer};
pub(crate) use rule::{Lack, LackingRule};
pub use stats::Stats;

use std::any::{Any, TypeId};
use std::fmt;

use bevy_ecs::prelude::*;
use bevy_ecs::system::ReadOnlySystem;

use crate::chance::Seed;
use crate::grid::Grid;
use crate::memory::{Shortage, WorldMemory};
use crate::progress::{Budget, Outcome, Phase, Progress};
use crate::text::{DrawingSystem, MazeName, TextFormat};
use crate::walker::Start;
use crate::wall::Wall;

use prepared::Prepared;
use systems::Systems;

/// One maze: its World, and the systems that its ingredients gave it.
///
/// A [`Simulation`](crate::Simulation) is a maze that can be loaded with scenes.
pub struct Maze {
    world: World,
    entity: Entity,
    text: TextFormat,
    systems: Systems,
    /// Whether the rules have closed what they forbid, since the walls stand.
    are_ways_closed: bool,
    drawings: Vec<(TextFormat, DrawingSystem)>,
    walls: Prepared<Wall>,
}

/// Its size and how far it is.
impl fmt::Debug for Maze {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut maze = f.debug_struct("Maze");
        maze.field("grid", &self.grid()).field("progress", &self.progress());
        maze.finish_non_exhaustive()
    }
}

/// What a maze begins with.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) name: &'a str,
    pub(crate) seed: u64,
    pub(crate) grid: Grid,
    pub(crate) start: Option<Start>,
    pub(crate) text: TextFormat,
}

impl Maze {
    /// A kind of maze, still without cells: `build` says what it has. A rule that lacks what it looks
    /// at, if there is one.
    pub(crate) fn new(build: impl FnOnce(&mut Build<'_>)) -> Result<Self, LackingRule> {
        let mut world = World::new();
        world.init_resource::<Budget>();
        world.init_resource::<WorldMemory>();
        let maze = (Grid::default(), Progress::default(), MazeName::default(), Seed::default());
        let entity = world.spawn(maze).id();
        let mut systems = Systems::default();
        build(&mut Build { world: &mut world, maze: entity, systems: &mut systems, field: "" });
        if let Some(rule) = systems.lacking_rule() {
            return Err(rule);
        }
        let (text, drawings) = (TextFormat::default(), Vec::new());
        let walls = Prepared::default();
        Ok(Self { world, entity, text, systems, are_ways_closed: false, drawings, walls })
    }

    /// Lays out the entities and fills them with what the ingredients of a scene say, at tick 0.
    pub(crate) fn begin<'a>(
        &mut self,
        setting: Setting<'_>,
        ingredient: impl Fn(TypeId) -> Option<&'a dyn Any>,
    ) {
        let Setting { name, seed, grid, start, text } = setting;
        self.text = text;
        self.lay_out(grid);
        let mut maze = self.world.entity_mut(self.entity);
        *maze.get_mut().expect("the maze has its grid") = grid;
        *maze.get_mut().expect("the maze has its seed") = Seed(seed);
        maze.get_mut::<MazeName>().expect("the maze has its name").0.replace_range(.., name);
        let progress = Progress::at_start(self.systems.plan());
        *maze.get_mut().expect("the maze has its progress") = progress;
        if let (Some(start), Some(mut there)) = (start, maze.get_mut::<Start>()) {
            *there = start;
        }
        self.are_ways_closed = false;
        for begin in &mut self.systems.on_begin {
            begin.run(&mut self.world, &ingredient);
        }
        self.memory().claim.fill();
    }

    /// Claims the memory of a world of this size and `beside` bytes more, before any of it is allocated.
    /// What is held is given back for it.
    pub(crate) fn reserve(&mut self, grid: Grid, beside: u64) -> Result<(), Shortage> {
        let bytes = self.systems.sizes.bytes(grid).saturating_add(beside);
        let world = || format!("a world of {bytes} bytes for {} cells", grid.cells());
        let walkers = self.systems.sizes.walkers(grid);
        let mut held = self.memory();
        held.claim.change(bytes, world)?;
        held.walkers = walkers;
        Ok(())
    }

    /// The memory that it holds.
    pub(crate) fn memory(&mut self) -> Mut<'_, WorldMemory> {
        self.world.resource_mut()
    }

    /// Why the walk does not go on, if that is for want of memory: room for more walkers can be refused
    /// in the middle of a search. The world stands as it was before that tick, with nothing lost; the
    /// next tick asks again.
    #[must_use]
    pub fn shortage(&self) -> Option<&Shortage> {
        self.world.resource::<WorldMemory>().shortage.as_ref()
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
        self.memory().shortage = None;
        while self.world.resource::<Budget>().0 > 0 && self.work() {}
        self.progress().tick - before
    }

    /// As [`advance`](Self::advance), a bite at a time, after each of which `go_on` is asked, for work that
    /// shows how far it is or that can be interrupted. A bite takes some milliseconds in most worlds.
    ///
    /// ```
    /// use mazetick::{Johnny, Position, Scene, Simulation};
    ///
    /// let scene = Scene::new(500, 500).with(Johnny::from(Position::new(1, 1)));
    /// let mut simulation = Simulation::new(&scene)?;
    /// let done = simulation.advance_while(u64::MAX, |progress| progress.tick < 100_000);
    /// assert!((100_000..499_999).contains(&done));
    /// # Ok::<(), mazetick::SceneError>(())
    /// ```
    pub fn advance_while(&mut self, ticks: u64, mut go_on: impl FnMut(&Progress) -> bool) -> u64 {
        /// So few that they soon pass, so many that a run of the systems for them costs nothing: generators
        /// look at every cell after a run of at least as many ticks.
        const MAKING: u64 = 1 << 18;
        const SEARCHING: u64 = 1 << 8;
        let making = MAKING.max(self.grid().cells() as u64);
        let before = self.progress().tick;
        self.memory().shortage = None;
        loop {
            let progress = self.progress();
            let bite = if progress.phase == Phase::Search { SEARCHING } else { making };
            let done = progress.tick - before;
            self.world.resource_mut::<Budget>().0 = bite.min(ticks - done);
            let is_over = done == ticks || !self.work() || self.shortage().is_some();
            if is_over || !go_on(self.progress()) {
                return self.progress().tick - before;
            }
        }
    }

    /// Runs the systems of the phase for as many ticks as the budget has; whether it is not finished.
    fn work(&mut self) -> bool {
        match self.progress().phase {
            Phase::Generation => self.run_stage(),
            Phase::Search => {
                self.close_ways();
                let search = self.systems.search.as_mut().expect("somebody walks");
                search.run(&mut self.world);
            }
            Phase::Finished => return false,
        }
        true
    }

    /// Does ticks up to this one, unless the world finishes or has passed it.
    pub fn advance_to(&mut self, tick: u64) {
        let done = self.progress().tick;
        self.advance(tick.saturating_sub(done));
    }

    /// Lets the stage of generation that is at work do ticks.
    fn run_stage(&mut self) {
        let stage = usize::from(self.progress().stage);
        self.systems.stages[stage].run(&mut self.world);
    }

    /// Lets the rules close ways, if they have not yet.
    fn close_ways(&mut self) {
        if !self.are_ways_closed {
            self.are_ways_closed = true;
            self.open_ways();
            let Systems { rules, after_rules, .. } = &mut self.systems;
            for rule in rules {
                rule.run(&mut self.world);
            }
            for system in after_rules {
                system.run((), &mut self.world).expect("walks have these columns");
            }
        }
    }

    /// Opens what rules may close.
    fn open_ways(&mut self) {
        for opening in &mut self.systems.openings {
            opening.run((), &mut self.world).expect("walks have these columns");
        }
    }

    /// Ticks until the world finishes, or until there is a [`shortage`](Self::shortage) of memory.
    pub fn run(&mut self) -> &Outcome {
        self.advance(u64::MAX);
        self.outcome()
    }

    /// The World, to run systems and queries that change it.
    ///
    /// Components of the maze entity, cells, walls and walkers may be written. Entities may be spawned
    /// beside them, without [`Position`](crate::Position), [`Wall`] or
    /// [`Walker`](crate::Walker). But no component may be inserted into those that are there or removed
    /// from them, and none of them despawned: their tables lie in grid order, which every later tick
    /// relies on and checks. Walls that were changed during generation may be written again by it; to
    /// what was changed before a walk begins its rules are applied, later no more.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Runs a system that only reads the World: what it gives.
    ///
    /// ```
    /// use mazetick::bevy_ecs::prelude::*;
    /// use mazetick::{Scene, Simulation, Wall};
    ///
    /// let scene = Scene::from_ron(
    ///     "Scene(grid: (rows: 2, columns: 2), generate: Johnny(start: (1, 1)), text: Lattice)",
    /// )?;
    /// let mut simulation = Simulation::new(&scene)?;
    /// simulation.run();
    /// let standing = simulation.query_by(|walls: Query<&Wall>| walls.iter().filter(|it| it.stands).count());
    /// assert_eq!(standing, 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the system asks for something that the World does not have.
    pub fn query_by<O: 'static, M>(
        &mut self,
        system: impl IntoSystem<(), O, M, System: ReadOnlySystem>,
    ) -> O {
        let mut system = IntoSystem::into_system(system);
        system.initialize(&mut self.world);
        system.run_readonly((), &self.world).expect("the World has what the system reads")
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
        if !format.needs().is_met(self.systems.has_walls(), self.systems.plan().walks) {
            return false;
        }
        let place = self.drawings.iter().position(|(made, _)| *made == format);
        let place = place.unwrap_or_else(|| {
            let mut drawing = format.drawing();
            drawing.initialize(&mut self.world);
            self.drawings.push((format, drawing));
            self.drawings.len() - 1
        });
        let drawing = &mut self.drawings[place].1;
        drawing.run_readonly(text, &self.world).expect("the world has what the format needs");
        true
    }
}
