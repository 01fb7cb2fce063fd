//! Checkpoints: copies of a world, to which it can be set back, and what has changed since; and as
//! bytes, to which another world of the same scene can be set.

use std::any::Any;
#[cfg(feature = "cli")]
use std::any::TypeId;
use std::{fmt, mem};

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{ArchetypeFilter, QueryFilter};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Maze;
use crate::base::digest::{Digest, Hasher};
use crate::base::grid::{Grid, Position};
use crate::base::heading::Heading;
use crate::base::progress::{Outcome, Progress};
use crate::engine::columns::only_table;

/// A component of which checkpoints hold copies, in memory and as bytes: any that is [`Clone`],
/// [`Serialize`] and [`Deserialize`](serde::Deserialize).
pub trait Kept: Component<Mutability = Mutable> + Clone + Serialize + DeserializeOwned {}

impl<C: Component<Mutability = Mutable> + Clone + Serialize + DeserializeOwned> Kept for C {}

/// A copy of a world at a tick, made by [`Maze::checkpoint`].
///
/// It holds every component that ingredients have declared, whether state or not. What they keep
/// elsewhere, in resources or in `Local`s of systems, is not in it.
pub struct Checkpoint {
    /// That of its maze.
    beginning: u64,
    progress: Progress,
    are_ways_closed: bool,
    is_changed_by_hand: bool,
    copies: Vec<Saved>,
}

/// The copy of a column or of a component.
pub(super) type Saved = Box<dyn Encode>;

/// What can be appended to bytes.
pub(super) trait Encode: Any + Send + Sync {
    fn encode(&self, to: &mut Vec<u8>) -> Option<()>;
}

impl<T: Serialize + Any + Send + Sync> Encode for T {
    fn encode(&self, to: &mut Vec<u8>) -> Option<()> {
        *to = postcard::to_extend(self, mem::take(to)).ok()?;
        Some(())
    }
}

/// Reads a value from the first bytes, and moves their start behind it.
pub(super) fn read<T: DeserializeOwned>(from: &mut &[u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(from).ok()?;
    *from = rest;
    Some(value)
}

/// The release, which alone reads the bytes that it writes.
const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// Something that has changed since a checkpoint: a component, by the name of its state, and where.
#[derive(Clone, PartialEq, Eq)]
pub struct ChangedState {
    /// The name of the [state](super::Build::column).
    pub name: &'static str,
    /// Whose component it is.
    pub of: StateOf,
}

/// Whose component a piece of state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateOf {
    /// The maze's.
    Maze,
    /// A cell's.
    Cell(Position),
    /// The wall's at this side of a cell.
    Wall(Position, Heading),
    /// An entity's, by the [number](crate::engine::Spawned) with which it was spawned; it may be gone.
    Entity(u32),
}

impl Maze {
    /// A copy of the world as it is, to [rewind](Self::rewind) to.
    ///
    /// ```
    /// use mazetick::prelude::*;
    ///
    /// let scene = Scene::from_ron(r#"Scene(
    ///     grid: (rows: 2, columns: 2),
    ///     generate: Johnny(start: (2, 1), commands: "U R D"),
    ///     text: Lattice,
    /// )"#)?;
    /// let mut simulation = Simulation::new(&scene)?;
    /// let start = simulation.checkpoint();
    /// simulation.tick();
    /// let changes: Vec<String> = simulation.changes(&start).iter().map(ToString::to_string).collect();
    /// assert_eq!(changes, ["the wall S of (1, 1): walls", "the maze: johnny"]);
    ///
    /// simulation.run();
    /// simulation.rewind(&start)?;
    /// assert_eq!(simulation.progress().tick, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn checkpoint(&mut self) -> Checkpoint {
        let copies =
            self.systems.keepers.iter_mut().map(|keeper| keeper.keep.take(&mut self.world));
        Checkpoint {
            copies: copies.collect(),
            beginning: self.beginning,
            progress: self.progress().clone(),
            are_ways_closed: self.are_ways_closed,
            is_changed_by_hand: self.is_changed_by_hand,
        }
    }

    /// Sets the world back to a checkpoint of it, made since its scene was loaded.
    ///
    /// # Errors
    /// If it is of another world, or of a scene before; then the world is unchanged.
    pub fn rewind(&mut self, to: &Checkpoint) -> Result<(), OtherWorld> {
        if self.beginning != to.beginning {
            return Err(OtherWorld);
        }
        *self.progress_mut() = to.progress.clone();
        self.are_ways_closed = to.are_ways_closed;
        self.is_changed_by_hand = to.is_changed_by_hand;
        self.idle_runs = 0;
        for (keeper, copy) in self.systems.keepers.iter_mut().zip(&to.copies) {
            keeper.keep.put(&mut self.world, copy.as_ref());
        }
        self.systems.keepers.iter_mut().for_each(|keeper| keeper.keep.settle(&mut self.world));
        Ok(())
    }

    /// This world as bytes, for [`decode`](Self::decode); `None` if it was changed by hand, or has
    /// ended in words of its own.
    ///
    /// ```
    /// use mazetick::prelude::*;
    ///
    /// let scene = Scene::new(9, 9).with(Johnny::from(Position::new(9, 1)));
    /// let mut simulation = Simulation::new(&scene)?;
    /// simulation.advance(40);
    /// let bytes = simulation.encode().expect("a world of its scene");
    ///
    /// let mut other = Simulation::new(&scene)?;
    /// other.decode(&bytes)?;
    /// assert_eq!(other.digests(), simulation.digests());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn encode(&mut self) -> Option<Vec<u8>> {
        let progress = self.progress().clone();
        let has_words = matches!(progress.outcome, Outcome::Stuck(_) | Outcome::Ended(_));
        if has_words || self.is_changed_by_hand {
            return None;
        }
        let mut bytes = Vec::new();
        (RELEASE, progress.plan, progress).encode(&mut bytes)?;
        for keeper in &mut self.systems.keepers {
            keeper.keep.take(&mut self.world).encode(&mut bytes)?;
        }
        Some(bytes)
    }

    /// Sets this world, at tick 0, to one of the same scene that was [encoded](Self::encode). Other
    /// bytes may hold a world to which the scene does not lead, and in which systems panic.
    ///
    /// # Errors
    /// If they are not of this release, or do not fit this world; then it is unchanged.
    pub fn decode(&mut self, mut bytes: &[u8]) -> Result<(), OtherWorld> {
        let checkpoint = self.checkpoint_in(&mut bytes).filter(|_| bytes.is_empty());
        self.rewind(&checkpoint.ok_or(OtherWorld)?)
    }

    fn checkpoint_in(&mut self, from: &mut &[u8]) -> Option<Checkpoint> {
        let (release, plan, mut progress): (String, _, Progress) = read(from)?;
        progress.plan = plan;
        let (world, keepers) = (&mut self.world, self.systems.keepers.iter_mut());
        let copies: Option<_> = keepers.map(|keeper| keeper.keep.decode(world, from)).collect();
        Some(Checkpoint {
            copies: copies.filter(|_| release == RELEASE)?,
            beginning: self.beginning,
            progress,
            are_ways_closed: false,
            is_changed_by_hand: false,
        })
    }

    /// What has changed since a checkpoint of this world, by component, in the order in which
    /// ingredients declare them: those of cells, walls, entities and the maze that are state. Progress
    /// and the walkers of a search are not among them.
    ///
    /// # Panics
    /// If the checkpoint is of another world.
    #[must_use]
    pub fn changes(&mut self, since: &Checkpoint) -> Vec<ChangedState> {
        assert_eq!(self.beginning, since.beginning, "a checkpoint of another world");
        let (grid, mut changes) = (self.grid(), Vec::new());
        for (keeper, before) in self.systems.keepers.iter_mut().zip(&since.copies) {
            let Some(name) = keeper.name else { continue };
            let after = keeper.keep.take(&mut self.world);
            let found = keeper.keep.differences(before.as_ref(), after.as_ref(), grid);
            changes.extend(found.into_iter().map(|of| ChangedState { name, of }));
        }
        changes
    }

    /// Appends the columns of the cells that are state, of numbers, words and truth values, to an open object of
    /// JSON: each by its name, a list of rows.
    #[cfg(feature = "cli")]
    pub(crate) fn append_cells(&mut self, json: &mut Vec<u8>) {
        let grid = self.grid();
        let state = self.systems.keepers.iter_mut().filter_map(|it| Some((it.name?, &mut it.keep)));
        state.for_each(|(name, keep)| keep.append_cells(name, &mut self.world, grid, json));
    }
}

/// A checkpoint of another world, to which this one cannot be set back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherWorld;

impl fmt::Display for OtherWorld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a checkpoint of another world")
    }
}

impl std::error::Error for OtherWorld {}

/// Its progress.
impl fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checkpoint").field("progress", &self.progress).finish_non_exhaustive()
    }
}

/// What an ingredient has declared, and the name under which it is state, if it is.
pub(super) struct Keeper {
    pub(super) name: Option<&'static str>,
    /// The field of the ingredient.
    pub(super) field: &'static str,
    pub(super) keep: Box<dyn Keep>,
}

/// Copies and hashes one kind of component of a World, always the same one. It prepares itself when it
/// first runs: most worlds are never digested, and to prepare takes as long as to spawn a hundred cells.
pub(super) trait Keep: Send + Sync {
    fn take(&mut self, _: &mut World) -> Saved {
        Box::new(())
    }

    fn put(&mut self, _: &mut World, _: &dyn Any) {}

    /// Ends a return to a checkpoint, when all copies have been put.
    fn settle(&mut self, _: &mut World) {}

    /// [Reads](read) a copy that fits this World.
    fn decode(&mut self, _: &mut World, _: &mut &[u8]) -> Option<Saved> {
        Some(Box::new(()))
    }

    /// Hashes it, if it is state.
    fn hash(&mut self, _: &mut World, _: &mut Hasher) {}

    /// Where two copies differ.
    fn differences(&self, _before: &dyn Any, _after: &dyn Any, _: Grid) -> Vec<StateOf> {
        Vec::new()
    }

    /// Appends a column of cells by its name, if its values are single ones, to an open object of JSON.
    #[cfg(feature = "cli")]
    fn append_cells(&mut self, _name: &str, _: &mut World, _: Grid, _json: &mut Vec<u8>) {}
}

/// The column of cells or walls, or a component of the maze, in a table of one row.
pub(super) struct OfTable<C: Kept, F: QueryFilter + 'static> {
    /// Whose component the one in a row is.
    row: fn(Grid, usize) -> StateOf,
    query: Option<QueryState<&'static mut C, F>>,
}

/// The value that a copy was made of.
pub(super) fn copied<T: 'static>(copy: &dyn Any) -> &T {
    copy.downcast_ref().expect("a copy of the same world")
}

impl<C: Kept, F: QueryFilter + ArchetypeFilter + 'static> OfTable<C, F> {
    /// A column, whose rows are what `row` tells.
    pub(super) fn new(row: fn(Grid, usize) -> StateOf) -> Self {
        Self { row, query: None }
    }

    /// Sees the column; an empty one, if the World has no such table.
    fn with<R>(&mut self, world: &mut World, see: impl FnOnce(&mut [C]) -> R) -> R {
        let query = self.query.get_or_insert_with(|| world.query_filtered());
        see(only_table(&mut query.query_mut(world)).unwrap_or_default())
    }
}

impl<C: Kept, F: QueryFilter + ArchetypeFilter + 'static> Keep for OfTable<C, F> {
    fn take(&mut self, world: &mut World) -> Saved {
        Box::new(self.with(world, |column| column.to_vec()))
    }

    fn put(&mut self, world: &mut World, copy: &dyn Any) {
        self.with(world, |column| column.clone_from_slice(copied::<Vec<C>>(copy)));
    }

    fn decode(&mut self, world: &mut World, from: &mut &[u8]) -> Option<Saved> {
        let rows = self.with(world, |column| column.len());
        Some(Box::new(read::<Vec<C>>(from).filter(|column| column.len() == rows)?))
    }

    fn hash(&mut self, world: &mut World, hasher: &mut Hasher) {
        self.with(world, |column| hasher.add_all(column));
    }

    #[cfg(feature = "cli")]
    fn append_cells(&mut self, name: &str, world: &mut World, grid: Grid, json: &mut Vec<u8>) {
        let is_single =
            |it: &C| serde_json::to_value(it).is_ok_and(|it| !it.is_array() && !it.is_object());
        let is_of_cells = TypeId::of::<F>() == TypeId::of::<With<Position>>();
        self.with(world, |column| {
            if is_of_cells && column.iter().all(is_single) {
                let rows: Vec<&[C]> = column.chunks(grid.columns as usize).collect();
                append_rows(json, name, &rows);
            }
        });
    }

    fn differences(&self, before: &dyn Any, after: &dyn Any, grid: Grid) -> Vec<StateOf> {
        let pairs = copied::<Vec<C>>(before).iter().zip(copied::<Vec<C>>(after)).enumerate();
        let changed =
            pairs.filter(|(_, (before, after))| Digest::new(before) != Digest::new(after));
        changed.map(|(row, _)| (self.row)(grid, row)).collect()
    }
}

/// Appends rows of cells to an open object of JSON.
#[cfg(feature = "cli")]
pub(crate) fn append_rows(json: &mut Vec<u8>, name: &str, rows: &impl Serialize) {
    json.extend_from_slice(if json.ends_with(b"{") { b"\"" } else { b",\"" });
    json.extend_from_slice(name.as_bytes());
    json.extend_from_slice(b"\":");
    serde_json::to_writer(json, rows).expect("memory takes every byte");
}

/// As in `cell (2, 3)`.
impl fmt::Display for StateOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Maze => f.write_str("the maze"),
            Self::Cell(at) => write!(f, "cell {at}"),
            Self::Wall(at, side) => write!(f, "the wall {} of {at}", side.letter()),
            Self::Entity(number) => write!(f, "entity {number}"),
        }
    }
}

/// As in `cell (2, 3): mud`.
impl fmt::Display for ChangedState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.of, self.name)
    }
}

/// A line, for messages of tests.
impl fmt::Debug for ChangedState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
