//! The maze: a World with its systems, ticked, queried, drawn, digested.

mod build;
mod by_hand;
mod chance;
mod digests;
mod passages;
mod pool;
mod prepared;
mod query;
mod refused;
mod rule;
mod sight;
mod snapshot;
mod stats;
mod walk;
mod walls;
mod works;

pub use build::Build;
pub use passages::Passages;
pub use refused::Refused;
pub(crate) use refused::{ClosedWay, Closer};
pub(crate) use rule::LackingRule;
pub use stats::Stats;

use std::any::{Any, TypeId};
use std::fmt;

use bevy_ecs::prelude::*;
use bevy_ecs::system::ReadOnlySystem;

use crate::chance::Seed;
use crate::grid::Grid;
use crate::memory::{Held, Shortage};
use crate::progress::{Budget, Outcome, Phase, Progress};
use crate::search::Start;
use crate::text::{DrawingSystem, MazeName, TextFormat};
use crate::wall::Wall;

use prepared::Prepared;
use works::Works;

/// One maze: its World, and the systems that its ingredients gave it.
///
/// A [`Simulation`](crate::Simulation) is a maze that can be loaded with scenes.
pub struct Maze {
    world: World,
    entity: Entity,
    text: TextFormat,
    works: Works,
    /// Whether the rules have closed their ways since the walls were built.
    are_ways_closed: bool,
    drawings: Vec<(TextFormat, DrawingSystem)>,
    walls: Prepared<Wall>,
}

/// Its size and progress.
impl fmt::Debug for Maze {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut maze = f.debug_struct("Maze");
        maze.field("grid", &self.grid()).field("progress", &self.progress());
        maze.finish_non_exhaustive()
    }
}

/// The initial values of a maze.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) name: &'a str,
    pub(crate) seed: u64,
    pub(crate) grid: Grid,
    pub(crate) start: Option<Start>,
    pub(crate) text: TextFormat,
}

impl Maze {
    /// A kind of maze without cells yet, built by `build`. `Err` if a rule lacks something that it
    /// reads.
    pub(crate) fn new(build: impl FnOnce(&mut Build<'_>)) -> Result<Self, LackingRule> {
        let mut world = World::new();
        world.init_resource::<Budget>();
        world.init_resource::<Held>();
        let maze = (Grid::default(), Progress::default(), MazeName::default(), Seed::default());
        let entity = world.spawn(maze).id();
        let mut works = Works::default();
        build(&mut Build { world: &mut world, maze: entity, works: &mut works, field: "" });
        if let Some(rule) = works.lacking_rule() {
            return Err(rule);
        }
        let (text, drawings) = (TextFormat::default(), Vec::new());
        let walls = Prepared::default();
        Ok(Self { world, entity, text, works, are_ways_closed: false, drawings, walls })
    }

    /// Creates the entities and fills them from the ingredients of a scene, at tick 0.
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
        let progress = Progress::at_start(self.works.plan());
        *maze.get_mut().expect("the maze has its progress") = progress;
        if let (Some(start), Some(mut there)) = (start, maze.get_mut::<Start>()) {
            *there = start;
        }
        self.are_ways_closed = false;
        for begin in &mut self.works.on_begin {
            begin.run(&mut self.world, &ingredient);
        }
        self.held().claim.fill();
    }

    /// Claims the memory of a world of this size and `beside` more bytes, before any of it is
    /// allocated. What it held is released first.
    pub(crate) fn claim(&mut self, grid: Grid, beside: u64) -> Result<(), Shortage> {
        let bytes = self.works.sizes.bytes(grid).saturating_add(beside);
        let world = || format!("a world of {bytes} bytes for {} cells", grid.cells());
        let walkers = self.works.sizes.walkers(grid);
        let mut held = self.held();
        held.claim.change(bytes, world)?;
        held.walkers = walkers;
        Ok(())
    }

    /// The memory that it holds.
    pub(crate) fn held(&mut self) -> Mut<'_, Held> {
        self.world.resource_mut()
    }

    /// Why the walk does not continue, if memory is short: room for more walkers can be refused
    /// during a search. The world is as before that tick, with nothing lost; the next tick tries
    /// again.
    #[must_use]
    pub fn shortage(&self) -> Option<&Shortage> {
        self.world.resource::<Held>().shortage.as_ref()
    }

    /// Does one tick; returns whether there was one.
    pub fn tick(&mut self) -> bool {
        self.advance(1) == 1
    }

    /// Does up to `ticks` ticks, fewer if the world finishes; returns their number.
    ///
    /// The world is then the same as after that many single ticks.
    pub fn advance(&mut self, ticks: u64) -> u64 {
        let before = self.progress().tick;
        self.world.resource_mut::<Budget>().0 = ticks;
        self.held().shortage = None;
        while self.world.resource::<Budget>().0 > 0 && self.work() {}
        self.progress().tick - before
    }

    /// As [`advance`](Self::advance), in pieces that take some milliseconds in most worlds. After
    /// each, `go_on` decides whether to continue: for work that shows progress or can be
    /// interrupted.
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
        /// Ticks per piece: few enough for a quick reply, and enough to make starting the systems
        /// cheap: generators visit every cell after a run of at least as many ticks.
        const MAKING: u64 = 1 << 18;
        const SEARCHING: u64 = 1 << 8;
        let making = MAKING.max(self.grid().cells() as u64);
        let before = self.progress().tick;
        self.held().shortage = None;
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

    /// Runs the systems of the phase for as many ticks as the budget has; returns whether it is
    /// unfinished.
    fn work(&mut self) -> bool {
        match self.progress().phase {
            Phase::Generation => self.run_stage(),
            Phase::Search => {
                self.close_ways();
                let search = self.works.search.as_mut().expect("somebody walks");
                search.run(&mut self.world);
            }
            Phase::Finished => return false,
        }
        true
    }

    /// Advances to this tick, unless the world finishes or is past it.
    pub fn advance_to(&mut self, tick: u64) {
        let done = self.progress().tick;
        self.advance(tick.saturating_sub(done));
    }

    /// Runs the current stage of generation.
    fn run_stage(&mut self) {
        let stage = usize::from(self.progress().stage);
        self.works.stages[stage].run(&mut self.world);
    }

    /// Runs the rules, if they have not run yet.
    fn close_ways(&mut self) {
        if !self.are_ways_closed {
            self.are_ways_closed = true;
            self.open_ways();
            let Works { rules, after_rules, .. } = &mut self.works;
            for rule in rules {
                rule.run(&mut self.world);
            }
            for system in after_rules {
                system.run((), &mut self.world).expect("walks have these columns");
            }
        }
    }

    /// Opens everything that rules may close.
    fn open_ways(&mut self) {
        for opening in &mut self.works.openings {
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
    /// Components of the maze entity, cells, walls and walkers may be written. Other entities may
    /// be spawned, without [`Position`](crate::Position), [`Wall`] or [`Walker`](crate::Walker).
    /// But existing entities must not be despawned, and must not get or lose components: their
    /// tables are in grid order, which every later tick relies on and checks. Generation may
    /// overwrite walls that you change while it runs. Rules see changes made before the walk
    /// begins, not later ones.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Runs a read-only system on the World, and returns its output.
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
    /// let standing = simulation.look_by(|walls: Query<&Wall>| walls.iter().filter(|it| it.stands).count());
    /// assert_eq!(standing, 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the system asks for something that the World does not have.
    pub fn look_by<O: 'static, M>(
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

    /// Appends the world, drawn in the format of its scene, to `text`.
    pub fn write_text(&mut self, text: &mut String) {
        let drawn = self.draw(self.text, text);
        debug_assert!(drawn, "a checked scene has what its format needs");
    }

    /// Appends the world, drawn in any format, to `text`; false if the world lacks what it needs.
    pub fn draw(&mut self, format: TextFormat, text: &mut String) -> bool {
        if !format.needs().is_met(self.works.has_walls(), self.works.plan().walks) {
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
