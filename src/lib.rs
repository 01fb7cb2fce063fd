//! mazetick: a deterministic, headless maze simulator on `bevy_ecs`.
//!
//! # The model
//!
//! A **[maze](Maze)** is a World. Its entities are a cell for every square or intersection, a wall
//! for every unit segment that can stand, the walkers, the agents, and the maze itself, which holds
//! size, progress, generator and route. Cells are laid out once, in grid order: row by row from the upper
//! left. A [`Position`] is `(row, column)` from 1, at the upper left as well.
//!
//! A **[scene](Scene)** describes a maze: a size, a seed, a [text format](TextFormat), and
//! **[ingredients](Ingredient)**, such as a generator ([`Johnny`] or [`Mazing`]), boards of
//! [numbers](Numbers) or [signs](SignBoard), a walk ([`Foot`]), and agents. It names no puzzle. Ingredients
//! from different contests combine in a scene, and a program can bring its own: each is one type
//! that defines everything about it, and [`Registry`] is the list of the known ones. A scene that was read or
//! checked is a [`CheckedScene`], from which a world is made without checking it again.
//!
//! A **[simulation](Simulation)** is a maze that is loaded with scenes: it adds loading to a [`Maze`], to which it
//! dereferences. It goes through two
//! **[phases](Phase)**, then it is finished and no longer changes. In generation, walls are built
//! or carved. In the walk, a search looks for the goal, and agents find their own ways.
//!
//! A **tick** is one step of the simulation: a step of Johnny's loop, an attempt of The Mazing to
//! build a wall, or one move of every [`Walker`] and [`Agent`]. [`tick`](Maze::tick) does one.
//! [`advance`](Maze::advance) does many, faster, and leaves the same world. [`run`](Maze::run) goes
//! to the end and returns the [`Outcome`].
//!
//! There is one **search**, breadth first over states. A state is a cell and a pose; a [`Gait`]
//! defines the poses of a walker and how it steps. Before the first step each **rule**, a system,
//! closes the ways that it forbids, in [`Exits`] and its like. If something that rules
//! read changes in each tick, they run before each step. A state belongs to the
//! walker that claims it first, and walkers step in the order in which they arrived. So the number
//! of search ticks until the goal is claimed is the length of the shortest route, and ties are
//! broken in a fixed order: forward, left, right with a heading, otherwise up, down, left, right. A
//! walk whose states are not of this kind, such as [`Theseus`], has its own steps and shares the
//! rest.
//!
//! An **agent** is a single walker: an entity with a [`Policy`], which chooses its steps. Many go at
//! once.
//!
//! **Text** is drawn by systems that can only read. Any world can be [drawn](Maze::draw) in any
//! format whose needs it meets. The **[digest](Digest)** is one number for the state of a world,
//! made from coordinates; worlds with equal digests can be taken as equal.
//!
//! # An example
//!
//! ```rust
//! use mazetick::prelude::*;
//! use mazetick::puzzles::johnny::Unvisited;
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
//! assert_eq!(simulation.progress().phase, Phase::Walk);
//! assert_eq!(simulation.walkers().len(), 1);
//!
//! assert_eq!(simulation.run(), Outcome::Solved { moves: 3 });
//! assert_eq!(simulation.text(), "\
//! +--+--+
//! |** **|
//! +  +  +
//! |*S|*G|
//! +--+--+
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Names
//!
//! The [`prelude`] holds what most programs and most ingredients use; at the top of each module is what its
//! other users look for; the rest is in a module below that is named after it, such as
//! [`engine::search`] for rules, or [`picture::look`] for what is seen of an ingredient.
//!
//! # What always holds
//!
//! - The same scene leads to the same world at every tick: on every machine, with any number of
//!   threads, ticked singly or advanced, in a new [`Simulation`] or a reused one.
//! - All random choices come from the scene's seed.
//! - What is written for reading back is read back as the same, and a [`Simulation`] holds only
//!   [checked](CheckedScene) scenes.
//! - Input cannot cause a panic. An error has its place, what was found and what was expected; a
//!   [`Source`](base::report::Source) turns it into a report that shows the line.
//! - There is no unsafe code.
//!
//! `ARCHITECTURE.md` in the repository names what holds each of these, and is the map of the source.
//!
//! # Where to go from here
//!
//! - Read scenes: [`Scene::from_ron`], or [`Registry::read`] if you add your own; make them by
//!   calls: [`Scene::new`]. Write one for every maze of a contest: [`Contest`].
//! - Look at a world: [`Maze`] by position or by query, [`picture`] for what it looks like.
//! - Test it: [`expect`](registry::expect) for what scenes expect, [`Trial`]; replay
//!   it: [`Record`]; walk it by hand: [`Play`](tools::Play).
//! - Make tables of many worlds: [`sweep`](tools::sweep).
//! - Add a rule, a generator or a walk: [`Ingredient`], whose example is a whole one, and [`Build`].
//!   `docs/extending.md` explains it step by step.
//! - Put mazes into a Bevy app: the feature `bevy`, and the module `guest`.
//! - Have the program with your own ingredients: the feature `cli`, and `cli::run`.

pub mod base;
#[cfg(feature = "cli")]
pub mod cli;
pub mod contest;
pub mod engine;
#[cfg(test)]
#[path = "../tests/inside/growth.rs"]
mod growth;
pub mod picture;
pub mod prelude;
pub mod puzzles;
pub mod registry;
pub mod scene;
mod standard;
pub mod tools;
mod view;

pub use bevy_ecs;

// The names in the text above.
#[cfg(doc)]
use {engine::agents::Agent, prelude::*, puzzles::*, scene::CheckedScene};

pub use base::digest::RULES;
