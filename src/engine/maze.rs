//! The maze: a World with its systems, ticked, queried, drawn, digested.

mod build;
mod by_hand;
mod checkpoint;
mod entities;
mod keeper;
mod lacks;
mod part;
mod passages;
mod picture;
mod pool;
mod query;
mod rules;
mod sizes;
mod state;
mod stats;
mod systems;
mod ticks;
mod walk;
mod walls;

pub use build::Build;
pub use checkpoint::{ChangedState, Checkpoint, OtherWorld};
pub use entities::{Entities, Spawned};
#[cfg(feature = "cli")]
pub(crate) use keeper::append_rows;
pub use keeper::{Kept, StateOf};
pub use passages::Passages;
pub(crate) use picture::Camera;
pub use rules::ForbiddenStep;
pub(crate) use rules::{ClosedWay, RuleEffect};
pub(crate) use sizes::check_bytes;
pub use stats::Stats;
pub(crate) use ticks::IDLE;
pub(crate) use walk::is_searched;

use std::any::{Any, TypeId};
use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::prelude::*;

use crate::base::chance::{Chance, Purpose, Seed};
use crate::base::grid::Grid;
use crate::base::progress::Progress;
use crate::base::scene_fault::SceneError;
use crate::base::walker::Start;
use crate::base::wall::Wall;
use crate::engine::drawing::Drawing;
use crate::engine::search::Frontier;
use crate::engine::text::{DrawingSystem, MazeName, TextFormat};

use query::LazyQuery;
use systems::Systems;

/// One maze: its World, and the systems that its ingredients gave it.
///
/// A [`Simulation`](crate::scene::Simulation) is a maze that can be loaded with scenes.
#[derive(derive_more::Debug)]
#[debug("Maze {{ grid: {:?}, progress: {:?}, .. }}", self.grid(), self.progress())]
pub struct Maze {
    world: World,
    entity: Entity,
    text: TextFormat,
    systems: Systems,
    /// The number of this beginning, among all of the process: checkpoints name it.
    pub(crate) beginning: u64,
    /// Whether the rules have closed their ways since the walls were built.
    are_ways_closed: bool,
    /// Whether the World was [lent out](Self::world_mut) to be changed since the maze began.
    pub(crate) is_changed_by_hand: bool,
    /// How many runs of systems in succession have done nothing.
    idle_runs: u8,
    drawings: Vec<(TextFormat, DrawingSystem)>,
    walls: LazyQuery<Wall>,
    first_components: QueryState<FirstComponents>,
    progress: QueryState<&'static mut Progress>,
    /// As its entity has it.
    grid: Grid,
}

/// What is set when a maze begins, before its ingredients become components.
type FirstComponents = (
    &'static mut Grid,
    &'static mut Seed,
    &'static mut MazeName,
    &'static mut Progress,
    Option<&'static mut Start>,
    Option<&'static mut Chance>,
);

/// How many mazes have begun in this process.
static BEGINNINGS: AtomicU64 = AtomicU64::new(1);

/// The initial values of a maze.
#[derive(Clone, Copy)]
pub(crate) struct NewMaze<'a> {
    pub(crate) name: &'a str,
    pub(crate) seed: u64,
    pub(crate) grid: Grid,
    pub(crate) start: Option<Start>,
    pub(crate) text: TextFormat,
}

impl Maze {
    /// A kind of maze without cells yet, built by `build`. `Err` if a rule lacks something that it
    /// reads.
    pub(crate) fn new(build: impl FnOnce(&mut Build<'_>)) -> Result<Self, SceneError> {
        let mut world = World::new();
        let mut systems = Systems::default();
        let mut kind = Build { world: &mut world, systems: &mut systems, field: "", kind: 0 };
        build(&mut kind);
        kind.finish()?;
        let components =
            (Grid::default(), Progress::default(), MazeName::default(), Seed::default());
        let mut maze = world.spawn(components);
        if let (Some(steps), Some(mut frontier)) = (&systems.steps, maze.get_mut::<Frontier>()) {
            *frontier = Frontier::new(steps.field);
        }
        let entity = maze.id();
        let (first_components, progress) = (world.query(), world.query());
        Ok(Self {
            world,
            entity,
            text: TextFormat::default(),
            systems,
            beginning: 0,
            are_ways_closed: false,
            is_changed_by_hand: false,
            idle_runs: 0,
            drawings: Vec::new(),
            walls: LazyQuery::default(),
            first_components,
            progress,
            grid: Grid::default(),
        })
    }

    /// Creates the entities and fills them from the ingredients of a scene, at tick 0.
    pub(crate) fn begin<'a>(
        &mut self,
        new: NewMaze<'_>,
        ingredient: impl Fn(TypeId) -> Option<&'a dyn Any>,
    ) {
        let NewMaze { name, seed, grid, start, text } = new;
        self.text = text;
        let components = self.first_components.iter_mut(&mut self.world).next().expect("a maze");
        let (mut grid_now, mut seed_now, mut name_now, mut progress, start_now, chance) =
            components;
        (*grid_now, *seed_now) = (grid, Seed(seed));
        *progress = Progress::at_start(self.systems.plan());
        name.clone_into(&mut name_now.0);
        if let (Some(start), Some(mut start_now)) = (start, start_now) {
            *start_now = start;
        }
        if let Some(mut chance) = chance {
            *chance = Chance::new(seed, Purpose::WALLS);
        }
        self.lay_out(grid);
        self.beginning = BEGINNINGS.fetch_add(1, Ordering::Relaxed);
        (self.are_ways_closed, self.is_changed_by_hand, self.idle_runs) = (false, false, 0);
        self.despawn_entities();
        for begin in &mut self.systems.on_begin {
            begin.run(&mut self.world, &ingredient);
        }
    }

    /// The World, to run systems and queries that change it.
    ///
    /// Components of the maze entity, cells and walls may be written. Other entities may
    /// be spawned, without [`Position`](crate::base::Position) or [`Wall`].
    /// But existing entities must not be despawned, and must not get or lose components: their
    /// tables are in grid order, which every later tick relies on and checks. Generation may
    /// overwrite walls that you change while it runs. Rules see changes made before the walk
    /// begins, not later ones. Until the next scene is loaded, the world can no longer be saved: a
    /// saved world is run again from its scene.
    pub fn world_mut(&mut self) -> &mut World {
        self.is_changed_by_hand = true;
        &mut self.world
    }

    /// The world drawn in the format of its scene.
    #[must_use]
    pub fn text(&mut self) -> Drawing {
        self.drawing(self.text)
    }

    /// Appends the world, drawn in the format of its scene, to `text`.
    pub fn write_text(&mut self, text: &mut String) {
        self.write(self.text, text);
    }

    /// The world drawn in any format; `None` if it lacks what that needs.
    #[must_use]
    pub fn draw(&mut self, format: TextFormat) -> Option<Drawing> {
        let is_met = format.needs.is_met(self.systems.sizes.has_walls, self.has_walk());
        is_met.then(|| self.drawing(format))
    }

    fn drawing(&mut self, format: TextFormat) -> Drawing {
        let mut text = String::new();
        self.write(format, &mut text);
        text.into()
    }

    fn write(&mut self, format: TextFormat, text: &mut String) {
        let place = self.drawings.iter().position(|(made, _)| *made == format);
        let place = place.unwrap_or_else(|| {
            let mut drawing = (format.drawing)();
            drawing.initialize(&mut self.world);
            self.drawings.push((format, drawing));
            self.drawings.len() - 1
        });
        let drawing = &mut self.drawings[place].1;
        drawing.run_readonly(text, &self.world).expect("the world has what the format needs");
    }
}
