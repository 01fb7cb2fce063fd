//! The maze: a World with its systems, ticked, looked at, drawn, digested.

mod build;
mod by_hand;
mod chance;
mod digests;
mod draw;
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
mod ticks;
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
use crate::progress::{Budget, Progress};
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
}
