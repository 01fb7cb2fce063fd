//! Checkpoints: copies of a world in memory, to which it can be set back, and what has changed since.

use std::any::Any;
use std::fmt;

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{ArchetypeFilter, QueryFilter};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Maze;
use super::bytes::{Rows, read, write};
use crate::base::digest::Digest;
use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::Heading;
use crate::base::progress::Progress;
use crate::base::wall::Segments;
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
    pub(super) beginning: u64,
    pub(super) grid: Grid,
    pub(super) progress: Progress,
    pub(super) are_ways_closed: bool,
    pub(super) is_changed_by_hand: bool,
    pub(super) idle_runs: u8,
    pub(super) idle_field: Option<&'static str>,
    pub(super) copies: Vec<Saved>,
}

/// The copy of a column or of a component.
pub(super) type Saved = Box<dyn Any + Send + Sync>;

/// Something that has changed since a checkpoint: a component, by the name of its state, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        let (world, maze) = (&mut self.world, self.entity);
        let copies = self.systems.keepers.iter_mut().map(|keeper| keeper.take(world, maze));
        Checkpoint {
            copies: copies.collect(),
            beginning: self.beginning,
            grid: self.grid(),
            progress: self.progress().clone(),
            are_ways_closed: self.are_ways_closed,
            is_changed_by_hand: self.is_changed_by_hand,
            idle_runs: self.idle_runs,
            idle_field: self.idle_field,
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
        (self.idle_runs, self.idle_field) = (to.idle_runs, to.idle_field);
        let (world, maze) = (&mut self.world, self.entity);
        for (keeper, copy) in self.systems.keepers.iter_mut().zip(&to.copies) {
            keeper.put(world, maze, copy.as_ref());
        }
        self.systems.keepers.iter_mut().for_each(|keeper| keeper.settle(&mut self.world));
        Ok(())
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
        let (world, maze) = (&mut self.world, self.entity);
        let mut changes = Vec::new();
        for (keeper, before) in self.systems.keepers.iter_mut().zip(&since.copies) {
            let Some(name) = keeper.state_name() else { continue };
            let after = keeper.take(world, maze);
            let found = keeper.differences(before.as_ref(), after.as_ref(), since.grid);
            changes.extend(found.into_iter().map(|of| ChangedState { name, of }));
        }
        changes
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

/// Its size and tick.
impl fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut checkpoint = f.debug_struct("Checkpoint");
        checkpoint.field("grid", &self.grid).field("progress", &self.progress);
        checkpoint.finish_non_exhaustive()
    }
}

/// Copies one kind of component of a World, always the same one.
pub(super) trait Keep: Send + Sync {
    /// The name under which it is state, if it is.
    fn state_name(&self) -> Option<&'static str>;

    fn take(&mut self, world: &mut World, maze: Entity) -> Saved;

    fn put(&mut self, world: &mut World, maze: Entity, copy: &dyn Any);

    /// Ends a return to a checkpoint, when all copies have been put.
    fn settle(&mut self, _: &mut World) {}

    /// Appends a copy as bytes; `None` if it has no such form.
    fn encode(&self, copy: &dyn Any, to: &mut Vec<u8>) -> Option<()>;

    /// Reads a copy for this World from the first bytes, and moves their start behind it.
    fn decode(&mut self, world: &mut World, maze: Entity, from: &mut &[u8]) -> Option<Saved>;

    /// Where two copies differ.
    fn differences(&self, before: &dyn Any, after: &dyn Any, grid: Grid) -> Vec<StateOf>;
}

/// The name of a component's state, and what compares two of them; `None` if it is not state.
pub(super) type Named<C> = Option<(&'static str, fn(&C) -> Digest)>;

/// The column of cells, walls or walkers.
pub(super) struct OfTable<C: Kept, F: QueryFilter + 'static> {
    pub(super) state: Named<C>,
    /// Whose component the one in a row is.
    pub(super) row: fn(Grid, usize) -> StateOf,
    pub(super) query: Option<QueryState<&'static mut C, F>>,
}

/// A component of the maze.
pub(super) struct OfMaze<C: Kept>(pub(super) Named<C>);

/// The value that a copy was made of.
pub(super) fn copied<T: 'static>(copy: &dyn Any) -> &T {
    copy.downcast_ref().expect("a copy of the same world")
}

impl<C: Kept, F: QueryFilter + ArchetypeFilter + 'static> Keep for OfTable<C, F> {
    fn state_name(&self) -> Option<&'static str> {
        self.state.map(|(name, _)| name)
    }

    fn take(&mut self, world: &mut World, _: Entity) -> Saved {
        let query = self.query.get_or_insert_with(|| world.query_filtered());
        let column = only_table(&mut query.query_mut(world)).map_or(Vec::new(), |it| it.to_vec());
        Box::new(column)
    }

    fn put(&mut self, world: &mut World, _: Entity, copy: &dyn Any) {
        let query = self.query.get_or_insert_with(|| world.query_filtered());
        if let Some(column) = only_table(&mut query.query_mut(world)) {
            column.clone_from_slice(copied::<Vec<C>>(copy));
        }
    }

    fn encode(&self, copy: &dyn Any, to: &mut Vec<u8>) -> Option<()> {
        write(&Rows(copied::<Vec<C>>(copy)), to)
    }

    fn decode(&mut self, world: &mut World, _: Entity, from: &mut &[u8]) -> Option<Saved> {
        let query = self.query.get_or_insert_with(|| world.query_filtered());
        let rows = only_table(&mut query.query_mut(world)).map_or(0, |it| it.len());
        let column: Option<Vec<C>> = (0..rows).map(|_| read(from)).collect();
        Some(Box::new(column?))
    }

    fn differences(&self, before: &dyn Any, after: &dyn Any, grid: Grid) -> Vec<StateOf> {
        let Some((_, digest)) = self.state else { return Vec::new() };
        let pairs = copied::<Vec<C>>(before).iter().zip(copied::<Vec<C>>(after)).enumerate();
        let changed = pairs.filter(|(_, (before, after))| digest(before) != digest(after));
        changed.map(|(row, _)| (self.row)(grid, row)).collect()
    }
}

impl<C: Kept> Keep for OfMaze<C> {
    fn state_name(&self) -> Option<&'static str> {
        self.0.map(|(name, _)| name)
    }

    fn take(&mut self, world: &mut World, maze: Entity) -> Saved {
        Box::new(world.get::<C>(maze).expect("the maze has its components").clone())
    }

    fn put(&mut self, world: &mut World, maze: Entity, copy: &dyn Any) {
        world.get_mut::<C>(maze).expect("the maze has its components").clone_from(copied(copy));
    }

    fn encode(&self, copy: &dyn Any, to: &mut Vec<u8>) -> Option<()> {
        write(copied::<C>(copy), to)
    }

    fn decode(&mut self, _: &mut World, _: Entity, from: &mut &[u8]) -> Option<Saved> {
        Some(Box::new(read::<C>(from)?))
    }

    fn differences(&self, before: &dyn Any, after: &dyn Any, _: Grid) -> Vec<StateOf> {
        let digest = self.0.map(|(_, digest)| digest);
        let differs = digest.is_some_and(|of| of(copied(before)) != of(copied(after)));
        differs.then_some(StateOf::Maze).into_iter().collect()
    }
}

/// The cell in a row.
pub(super) fn cell(grid: Grid, row: usize) -> StateOf {
    StateOf::Cell(grid.position(CellIndex::new(row)))
}

/// The wall in a row.
pub(super) fn wall(grid: Grid, row: usize) -> StateOf {
    let (at, side) = Segments::new(grid).side(row);
    StateOf::Wall(at, side)
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
