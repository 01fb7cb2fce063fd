//! The maze: a World with its systems, ticked, queried, drawn, digested.

mod answers;
mod build;
mod checkpoint;
mod drive;
mod ends;
mod entities;
mod keeper;
mod missing;
mod passages;
mod pool;
mod query;
mod state;
mod stats;
mod walk;
mod walls;

pub use build::Build;
pub(crate) use build::{Recount, Unfinished, Visible, WalkShape};
pub use checkpoint::{ChangedState, Checkpoint, OtherWorld};
pub use drive::Observer;
pub use entities::{Entities, Spawned};
#[cfg(feature = "cli")]
pub(crate) use keeper::append_rows;
pub use keeper::{Kept, StateOf};
pub use passages::Passages;
pub(crate) use query::{LazyQuery, with_query};
pub use stats::Stats;

use std::any::{Any, TypeId};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::prelude::*;

use crate::base::chance::{Chance, Purpose, Seed};
use crate::base::draws::Draws;
use crate::base::end::End;
use crate::base::grid::{Grid, Position};
use crate::base::progress::{PartNumber, Phase, Progress};
use crate::base::scene_fault::SceneError;
use crate::base::squares::{Mask, Squares};
use crate::base::walker::Start;
use crate::engine::drawing::Drawing;
use crate::engine::search::Frontier;
use crate::engine::text::{DrawingSystem, MazeName, TextFormat};
use crate::engine::tick::{Schedule, TickPhase};

use entities::despawn_entities;
use keeper::Keeper;
use pool::{SpawnCells, lay_out};
use query::Queries;
use stats::Count;
use walk::Walk;

/// One maze: its World, and the systems that its ingredients gave it.
///
/// A [`Simulation`](crate::scene::Simulation) is a maze that can be loaded with scenes.
#[derive(derive_more::Debug)]
#[debug("Maze {{ grid: {:?}, progress: {:?}, .. }}", self.grid(), self.progress())]
pub struct Maze {
    pub(crate) world: World,
    entity: Entity,
    text: TextFormat,
    pub(crate) schedule: Schedule,
    pub(crate) added: Added,
    /// The number of this beginning, among all of the process: checkpoints name it.
    pub(crate) beginning: u64,
    /// Whether the World was [lent out](Self::world_mut) to be changed since the maze began.
    pub(crate) is_changed_by_hand: bool,
    /// What was found out while the world stands still.
    pub(crate) known: Option<Vec<Arc<dyn Any + Send + Sync>>>,
    /// The answers to its draws, in place of random streams.
    pub(crate) draws: Draws,
    drawings: Vec<(TextFormat, DrawingSystem)>,
    queries: Queries,
    first_components: QueryState<FirstComponents>,
    grid: Grid,
}

/// What the ingredients added to a kind of world besides components and scheduled systems.
#[derive(Default)]
pub(crate) struct Added {
    keepers: Vec<Keeper>,
    boards: Vec<&'static str>,
    pub(crate) walk: Walk,
    counts: Vec<Count>,
    positions: Vec<(&'static str, PositionList)>,
    pub(crate) has_walls: bool,
    /// The poses of a walker; 0 without a search.
    pub(crate) poses: usize,
    /// The most walkers that one can produce in a step.
    fan: usize,
    spawn_cells: Option<SpawnCells>,
}

/// Lists the positions of something, from the maze entity; `None` if that lacks it.
type PositionList = Box<dyn Fn(EntityRef<'_>, Grid) -> Option<Vec<Position>> + Send + Sync>;

/// What is set when a maze begins, before its ingredients become components.
type FirstComponents = (
    &'static mut Grid,
    &'static mut Seed,
    &'static mut MazeName,
    &'static mut Progress,
    Option<&'static mut Start>,
    Option<&'static mut Chance>,
    Option<&'static mut Mask>,
);

static BEGINNINGS: AtomicU64 = AtomicU64::new(1);

pub(crate) struct NewMaze<'a> {
    pub(crate) name: &'a str,
    pub(crate) seed: u64,
    pub(crate) draws: &'a [u32],
    pub(crate) grid: Grid,
    pub(crate) start: Option<Start>,
    pub(crate) mask: Option<Mask>,
    pub(crate) text: TextFormat,
}

impl Maze {
    /// A kind of maze without cells yet, built by `build`. Returns an error if something is missing that a rule
    /// reads.
    pub(crate) fn new(
        view: fn(&mut Build<'_>, Visible),
        build: impl FnOnce(&mut Build<'_>),
    ) -> Result<Self, SceneError> {
        let mut world = World::new();
        let (mut schedule, mut added) = (Schedule::default(), Added::default());
        let mut unfinished = Unfinished::default();
        let mut kind = Build::new(&mut world, &mut schedule, &mut added, &mut unfinished, view);
        build(&mut kind);
        kind.finish()?;
        let components = (
            Grid::default(),
            Progress::default(),
            MazeName::default(),
            Seed::default(),
        );
        let mut maze = world.spawn(components);
        let steps = schedule[TickPhase::Step].first();
        if let (Some(steps), Some(mut frontier)) = (steps, maze.get_mut::<Frontier>()) {
            *frontier = Frontier::new(steps.field);
        }
        let entity = maze.id();
        let first_components = world.query();
        Ok(Self {
            world,
            entity,
            text: TextFormat::default(),
            schedule,
            added,
            beginning: 0,
            is_changed_by_hand: false,
            known: None,
            draws: Draws::default(),
            drawings: Vec::new(),
            queries: Queries::default(),
            first_components,
            grid: Grid::default(),
        })
    }

    /// Creates the entities and fills them from the ingredients of a scene, at tick 0.
    pub(crate) fn begin<'a>(
        &mut self,
        new: NewMaze<'_>,
        ingredient: impl Fn(TypeId) -> Option<&'a dyn Any>,
    ) {
        self.draws.restart(new.draws);
        if !self.draws.are_answered() {
            return self.fill(new, ingredient);
        }
        self.answering(|maze| maze.fill(new, ingredient));
        self.stop_at_wrong_answer();
    }

    fn fill<'a>(&mut self, new: NewMaze<'_>, ingredient: impl Fn(TypeId) -> Option<&'a dyn Any>) {
        let start = new.start.as_ref();
        let seeks = start.is_some_and(|start| matches!(start.to, End::Farthest));
        self.lay_out(new);
        for begin in &mut self.schedule.on_begin {
            let part = begin.part;
            if part.is_some() {
                set_part(&mut self.world, self.entity, part);
            }

            begin.run(&mut self.world, &ingredient);

            if part.is_some() {
                set_part(&mut self.world, self.entity, None);
            }
        }

        if self.progress().phase == Phase::Walk {
            self.schedule.begin_walk(&mut self.world);
            if seeks || !self.schedule.lasting.is_empty() {
                self.find_farthest();
            }
        }
    }

    fn lay_out(&mut self, new: NewMaze<'_>) {
        let NewMaze {
            name,
            seed,
            grid,
            start,
            mask,
            text,
            draws: _,
        } = new;
        self.text = text;
        let components = self
            .first_components
            .iter_mut(&mut self.world)
            .next()
            .expect("a maze");
        let (mut grid_now, mut seed_now, mut name_now, mut progress, start_now, chance, mask_now) =
            components;
        (*grid_now, *seed_now) = (grid, Seed(seed));
        *progress = Progress::at_start(self.schedule.plan());
        name.clone_into(&mut name_now.0);
        if let (Some(mut start), Some(mut start_now)) = (start, start_now) {
            start.draw(seed, Squares::from((&grid, mask.as_ref())));
            *start_now = start;
        }
        if let (Some(mask), Some(mut mask_now)) = (mask, mask_now) {
            *mask_now = mask;
        }
        if let Some(mut chance) = chance {
            *chance = Chance::new(seed, Purpose::WALLS);
        }
        let last = mem::replace(&mut self.grid, grid);
        lay_out(&mut self.world, &self.added, last, grid);
        self.beginning = BEGINNINGS.fetch_add(1, Ordering::Relaxed);
        self.known = None;
        self.is_changed_by_hand = false;
        self.schedule.forget_ways();
        self.schedule.idle_runs = 0;
        despawn_entities(&mut self.world);
        self.schedule
            .run_phase(TickPhase::Begin, Phase::Walk, &mut self.world);
    }

    /// The World, to run systems and queries that change it.
    ///
    /// Components of the maze entity, cells and walls may be written. Other entities may
    /// be spawned, without [`Position`] or [`Wall`](crate::base::Wall).
    /// But existing entities must not be despawned, and must not get or lose components: their
    /// tables are in grid order, which every later tick relies on and checks. Generation may
    /// overwrite walls that you change while it runs. Rules see changes made before the walk
    /// begins, not later ones. Until the next scene is loaded, the world can no longer be recorded: a
    /// record runs the scene again.
    pub fn world_mut(&mut self) -> &mut World {
        self.is_changed_by_hand = true;
        self.schedule.are_ways_kept = false;
        &mut self.world
    }

    /// Returns what `find` finds out about the world: one value of each type, shared by all expectations that are judged
    /// together.
    pub(crate) fn known<T: Any + Send + Sync>(&mut self, find: fn(&mut Self) -> T) -> Arc<T> {
        for known in self.known.iter().flatten() {
            if let Ok(known) = Arc::clone(known).downcast() {
                return known;
            }
        }

        let found = Arc::new(find(self));
        if let Some(known) = &mut self.known {
            known.push(Arc::clone(&found) as _);
        }
        found
    }

    /// The format that its scene names, or [none](TextFormat::NONE).
    pub(crate) fn text_format(&self) -> TextFormat {
        self.text
    }

    /// The world drawn in the format that its scene names; nothing if it names none.
    pub(crate) fn named_text(&mut self) -> Drawing {
        let mut text = String::new();
        self.write(self.text, &mut text);
        text.into()
    }

    /// Whether it has what a format needs.
    pub(crate) fn has_needs_of(&self, format: TextFormat) -> bool {
        format.needs.is_met(self.added.has_walls, self.has_walk())
    }

    /// Appends the world, drawn in a format, to `text`.
    pub(crate) fn write(&mut self, format: TextFormat, text: &mut String) {
        let place = self.drawings.iter().position(|(made, _)| *made == format);
        let place = place.unwrap_or_else(|| {
            let mut drawing = (format.drawing)();
            drawing.initialize(&mut self.world);
            self.drawings.push((format, drawing));
            self.drawings.len() - 1
        });
        let drawing = &mut self.drawings[place].1;
        let length = text.len();
        drawing
            .run_readonly(text, &self.world)
            .expect("the world has what the format needs");
        crate::base::work::count(text.len() - length);
    }
}

/// Says for which lasting part systems run now.
fn set_part(world: &mut World, maze: Entity, part: Option<PartNumber>) {
    let progress = world.get_mut::<Progress>(maze);
    progress.expect("the maze has its progress").part = part;
}

#[cfg(test)]
mod tests {
    use bevy_ecs::prelude::*;

    use super::*;
    use crate::base::grid::Grid;

    #[derive(Component)]
    struct Spark;

    fn fly(mut progress: Single<&mut Progress>, mut commands: Commands) {
        let spark = commands.spawn(Spark).id();
        commands.entity(spark).despawn();
        progress.pass(1);
        if progress.tick == 3 {
            progress.end_stage();
        }
    }

    /// Bevy keeps a message of each component that is removed until it is told not to.
    #[test]
    fn a_stage_that_despawns_leaves_nothing_behind() {
        let mut maze = Maze::new(|_, _| (), |build| _ = build.stage(fly)).expect("a kind of maze");
        let grid = Grid {
            rows: 1,
            columns: 1,
        };
        let (start, text) = (None, TextFormat::default());
        maze.begin(
            NewMaze {
                name: "",
                seed: 0,
                draws: &[],
                grid,
                start,
                mask: None,
                text,
            },
            |_| None,
        );
        maze.run();
        assert_eq!(maze.progress().tick, 3);
        assert_eq!(
            maze.query(|mut gone: RemovedComponents<Spark>| gone.read().count()),
            0
        );
    }
}
