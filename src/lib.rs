//! mazetick: a deterministic, headless maze simulator on `bevy_ecs`.
//!
//! # The model
//!
//! A **[maze](Maze)** is a World. Its entities are a cell for every square or intersection, a wall
//! for every unit segment that can stand, the walkers, and the maze itself, which holds size,
//! progress, generator and route. Cells are laid out once, in grid order: row by row from the upper
//! left. A [`Position`] is `(row, column)` from 1, at the upper left as well.
//!
//! A **[scene](Scene)** describes a maze: a size, a seed, a [text format](TextFormat), and
//! **[ingredients](Ingredient)**, such as a generator ([`Johnny`] or [`Mazing`]), boards of
//! [numbers](Numbers) or [signs](SignBoard), and a walk ([`Foot`]). It names no puzzle. Ingredients
//! from different contests combine in a scene, and a program can bring its own: each is one type
//! that defines everything about it, and [`Ingredients`] is the list of the known ones.
//!
//! A **[simulation](Simulation)** is a maze that is loaded with scenes. It goes through two
//! **[phases](Phase)**, then it is finished and no longer changes. In generation, walls are built
//! or carved. In search, walkers look for the goal.
//!
//! A **tick** is one step of the simulation: a step of Johnny's loop, an attempt of The Mazing to
//! build a wall, or one move of every [`Walker`]. [`tick`](Maze::tick) does one.
//! [`advance`](Maze::advance) does many, faster, and leaves the same world. [`run`](Maze::run) goes
//! to the end and returns the [`Outcome`].
//!
//! There is one **search**, breadth first over states. A state is a cell and a pose; a [`Gait`]
//! defines the poses of a walker and how it steps. Before the first step each **rule**, a system,
//! closes the ways that it forbids, in [`Exits`], [`Turns`] and [`Entry`]. A state belongs to the
//! walker that claims it first, and walkers step in the order in which they arrived. So the number
//! of search ticks until the goal is claimed is the length of the shortest route, and ties are
//! broken in a fixed order: forward, left, right with a heading, otherwise up, down, left, right. A
//! walk whose states are not of this kind, such as [`Theseus`], has its own steps and shares the
//! rest.
//!
//! **Text** is drawn by systems that can only read. Any world can be [drawn](Maze::draw) in any
//! format whose needs it meets. The **[digest](Digest)** is one number for the state of a world,
//! made from coordinates; worlds with equal digests can be taken as equal.
//!
//! # An example
//!
//! ```rust
//! use mazetick::{Heading, Outcome, Phase, Position, Scene, Simulation, Unvisited};
//!
//! let scene = Scene::from_ron(r#"Scene(
//!     grid: (rows: 2, columns: 2),
//!     generate: Johnny(start: (2, 1), commands: "U R D"),
//!     walk: Foot(from: (2, 1), to: (2, 2)),
//!     text: Lattice,
//! )"#)?;
//! let mut simulation = Simulation::new(&scene)?;
//! let corner = Position::new(1, 1);
//!
//! simulation.tick(); // "U" opens the wall between the start and the upper left corner
//! assert_eq!(simulation.wall(corner, Heading::S), Some(false));
//! let unvisited = simulation.get::<Unvisited>(corner); // the cell to its east
//! assert!(unvisited.is_some_and(|it| it.headings().contains(Heading::E)));
//!
//! simulation.advance(6); // two more moves, and the list of four cells empties
//! assert_eq!(simulation.progress().phase, Phase::Search);
//! assert_eq!(simulation.walkers().len(), 1);
//!
//! assert_eq!(simulation.run(), &Outcome::Solved { moves: 3 });
//! assert_eq!(simulation.text(), "\
//! +--+--+
//! |** **|
//! +  +  +
//! |**|**|
//! +--+--+
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What always holds
//!
//! 1. The same scene leads to the same world at every tick: on every machine, with any number of
//!    threads, ticked singly or advanced, in a new [`Simulation`], a reused or a resumed one.
//!    Nothing depends on the order of a query, an entity's id, a hash map, a clock or a thread. The
//!    systems of a world run on one thread, and a schedule whose order is ambiguous is rejected;
//!    threads work on different worlds.
//! 2. All random choices come from the scene's seed, by `ChaCha8`, in one stream per purpose.
//!    Numbers below a bound are drawn by our own method, so an update of a dependency cannot change
//!    a maze.
//! 3. What is written for reading back is read back as the same. A [`Simulation`] holds only
//!    [checked](CheckedScene) scenes: [`Ingredients::read`] rejects invalid ones, and so does
//!    [`Simulation::new`] for scenes made in code.
//! 4. Input cannot cause a panic. An error has its place, what was found and what was expected; a
//!    [`Source`] turns it into a report that shows the line.
//! 5. This crate has no unsafe code.
//!
//! # Where to look
//!
//! | for | see |
//! |---|---|
//! | what an ingredient is; its role | [`Ingredient`], [`Role`]; `src/scene/ingredient.rs` |
//! | the list of all ingredients | [`Ingredients`]; `src/registry.rs`; mazetick's own: `src/standard.rs` |
//! | the problems, Johnny's and The Mazing's generators among them | `src/puzzles/` |
//! | further generators | `src/puzzles/` |
//! | what an ingredient gives a world | [`Build`], [`Column`], [`Gait`]; `src/engine/maze/build.rs`, and next to it `walls.rs`, `walk.rs`, `picture.rs`, `closed_ways.rs`, `chance.rs` |
//! | from a scene file to a World | [`Ingredients::read`], `src/scene/reader.rs`, `src/scene/check.rs`, [`CheckedScene`], [`Simulation::new`], `src/scene/world_kind.rs`, [`Ingredient::build`], `Maze::begin` in `src/engine/maze.rs`, in this order |
//! | a tick | `src/engine/maze/ticks.rs`; a step of the search: `src/engine/search.rs` |
//! | running a world and looking at it | [`Simulation`], [`Maze`], [`Progress`]; `src/engine/maze.rs`, `examples/` |
//! | the search, and what rules close | `src/engine/search.rs`, `src/engine/search/exits.rs` |
//! | why a walk finds no way | [`Simulation::outcome`](Maze::outcome), [`play`], [`Build::why`]; `src/tools/play.rs` |
//! | what scenes expect, and how they are tested | [`Expect`], [`mod@expect`], [`CellFacet`], [`Trial`]; `src/tools/trial.rs` |
//! | records, saved worlds, digests | [`Record`], [`Simulation::record`], [`Digest`]; `src/tools/record.rs`, `src/base/digest.rs` |
//! | what worlds look like, and drawings of that | [`picture`], [`Maze::picture`], [`Build::look`]; `src/picture.rs` |
//! | how walls look | `src/engine/maze/walls/look.rs` |
//! | how walkers and claims look | `src/engine/maze/walk/` |
//! | how start, goal and route look; colours | `src/picture/marks.rs`, `src/picture/route.rs`, `src/picture/ink.rs` |
//! | how an ingredient looks | `look.rs` in its folder |
//! | tables of many worlds | [`sweep`], [`Measure`]; `src/tools/sweep.rs`, `src/registry/measure.rs`, `examples/sweep.rs` |
//! | options, parts, shards and output of `mazetick sweep` | `src/cli/sweep/` |
//! | contest input and output, texts, templates | [`Contest`], [`ContestFormat`], [`TextFormat`], [`Template`] |
//! | columns as slices, walls in their order | [`Cells`], [`Walls`], [`Segments`]; `src/engine/params.rs`, `src/base/wall.rs` |
//! | limits of memory, sizes and threads | [`limits`], [`Jobs`]; `src/base/memory.rs`, `src/base/limits.rs`, `src/base/jobs.rs` |
//! | error reports | [`Source`], [`SceneError`]; line and column: `src/base/report.rs`; places of values in scenes: `src/scene/locate.rs`, of faults in their RON: `src/scene/reader/faults.rs`, `src/scene/ron_fault.rs`; in contests: `src/contest/cursor.rs` |
//! | mazes in a Bevy app | the feature `bevy`, `src/tools/guest.rs`, `examples/bevy_guest.rs` |
//! | the program, and your own program | `src/main.rs`, `src/cli/` |
//!
//! The README says how to add a rule, a generator or a problem.

mod base;
#[cfg(feature = "cli")]
pub mod cli;
pub mod contest;
mod engine;
pub mod picture;
mod puzzles;
mod registry;
mod scene;
mod standard;
mod tools;

pub use base::chance::{Chance, Odds, Purpose, Seed};
pub use base::count::counted;
pub use base::die::Orientation;
pub use base::digest::{Digest, Hasher, ParseDigestError, StateDigests};
pub use base::grid::{CellIndex, Grid, Position};
pub use base::heading::{Heading, Headings, Turn};
pub use base::jobs::Jobs;
pub use base::limits;
pub use base::objection::{Item, Objection, SceneError, ScenePath, SceneStep};
pub use base::progress::{Budget, Outcome, Phase, Progress};
pub use base::report::{Fault, Source, TextError, shown, shown_lines};
pub use base::route::Route;
pub use base::walker::{Start, Walker};
pub use base::wall::{Segments, Wall};
pub use bevy_ecs;
pub use contest::{Contest, ContestError, ContestFormat, ExportError};
pub use engine::columns::{Cells, Columns, Walls};
pub use engine::maze::{Build, ForbiddenStep, Maze, Passages, PreparedSystem, Stats};
pub use engine::search::WideTrail;
pub use engine::search::{Claims, Entry, Exits, Frontier, Gait, ReadsOf, Trail, Turns};
pub use engine::text::{DrawingSystem, Format, MazeName, Need, TextFormat};
pub use puzzles::arrow::{Arrow, SignBoard, Signs};
pub use puzzles::braid::{Braid, Braiding};
pub use puzzles::dice::{Dice, Number, Numbers};
pub use puzzles::drawn::DrawnWalls;
pub use puzzles::foot::Foot;
pub use puzzles::growing_tree::{GrowingList, GrowingTree, NextCell};
pub use puzzles::johnny::{Command, Commands, Johnny, JohnnyList, ListStep, Unvisited};
pub use puzzles::jump::{Jump, JumpLength, Jumps};
pub use puzzles::kruskal::{Kruskal, KruskalForest};
pub use puzzles::mazing::{Corner, Growth, Mazing, Pick};
pub use puzzles::theseus::{Pair, Pursuit, Theseus};
pub use puzzles::wilson::{Wilson, WilsonWalk};
pub use registry::Ingredients;
pub use registry::expect;
pub use registry::facet::CellFacet;
pub use registry::measure::{Measure, Measured, Survey, Value, ValueKind};
pub use scene::board::Board;
pub use scene::rows::Rows;
pub use scene::simulation::Simulation;
pub use scene::template::Template;
pub use scene::{Check, CheckedScene, Expect, Expectation, Expected, Ingredient, Loadable};
pub use scene::{Mismatch, Role, Scene};
pub use standard::{bless, export, test};
#[cfg(feature = "bevy")]
pub use tools::guest;
#[cfg(feature = "draw")]
pub use tools::page;
pub use tools::play::Play;
pub use tools::record::{
    DRAWING, Departure, Difference, ReadRecordError, Record, RecordingError, ReplayError,
};
pub use tools::sweep::{Seeds, Sweep};
pub use tools::trial::{Blessed, Failure, SeedTrials, Trial};
pub use tools::{play, sweep};

/// The version of the rules: of everything that determines the world of a scene, and of its digest.
///
/// Releases with the same version make the same worlds. Records, saved worlds among them, name it.
pub const RULES: u32 = 1;
