//! Keepers: what copies, compares and hashes one kind of component.

use std::any::Any;
use std::{fmt, mem};

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{ArchetypeFilter, QueryFilter};
use ron::extensions::Extensions;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::digest::Digest;
use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::Heading;
use crate::engine::columns::only_table;
use crate::engine::search::{Admits, Exits, Passes, Turns};

/// A component of which checkpoints hold copies, in memory and as bytes: any that is [`Clone`],
/// [`Serialize`] and [`Deserialize`](serde::Deserialize). The ways that rules close are no `Clone`, so that
/// no rule opens them by a copy; only the engine copies them.
pub trait Kept: Component<Mutability = Mutable> + Serialize + DeserializeOwned {
    #[doc(hidden)]
    #[must_use]
    fn copy(&self, _: ByEngine) -> Self;
}

/// What only the engine has.
pub struct ByEngine(pub(super) ());

impl<C: Component<Mutability = Mutable> + Clone + Serialize + DeserializeOwned> Kept for C {
    fn copy(&self, _: ByEngine) -> Self {
        self.clone()
    }
}

/// Implements [`Kept`] for columns that are not `Clone`, so that rules cannot copy them.
macro_rules! kept {
    ($($ways:ident)*) => {
        $(impl Kept for $ways {
            fn copy(&self, _: ByEngine) -> Self {
                Self(self.0)
            }
        })*
    };
}

kept! { Exits Turns Passes Admits }

pub(super) struct Keeper {
    pub(super) name: Option<&'static str>,
    pub(super) field: &'static str,
    pub(super) keep: Box<dyn Keep>,
}

/// Copies and hashes one kind of component of a World, always the same one. It prepares itself when it
/// first runs: most worlds are never digested, and to prepare takes as long as to spawn a hundred cells.
/// The defaults are for what is only copied.
pub(super) trait Keep: Send + Sync + 'static {
    fn take(&mut self, world: &mut World) -> BoxedCopy;

    fn put(&mut self, world: &mut World, copy: &dyn Any);

    /// Ends a return to a checkpoint, when all copies have been put.
    fn settle(&mut self, _: &mut World) {}

    fn decode(&mut self, world: &mut World, from: &mut &[u8]) -> Option<BoxedCopy>;

    /// Writes into every row a value that hardly any scene leads to.
    fn soil(&mut self, _: &mut World, _: Grid) {}

    /// The digest of what is kept; only called if it has a name.
    fn digest(&mut self, _: &mut World, _: Grid) -> Digest {
        Digest::default()
    }

    fn differences(&self, _before: &dyn Any, _after: &dyn Any, _: Grid) -> Vec<Difference> {
        Vec::new()
    }

    /// Appends a column of cells by its name, if they are numbers, words or truth values, to an open object of JSON.
    #[cfg(feature = "cli")]
    fn append_cells(&mut self, _name: &str, _: &mut World, _: Grid, _json: &mut Vec<u8>) {}
}

/// The column of cells or walls, or a component of the maze, in a table of one row.
pub(super) struct OfTable<C: Kept, F: QueryFilter + 'static> {
    /// Whose component the one in a row is.
    row: fn(Grid, usize) -> StateOf,
    query: Option<Box<QueryState<&'static mut C, F>>>,
}

pub(super) fn copies<C: Kept>(column: &[C]) -> Vec<C> {
    column.iter().map(|it| it.copy(ByEngine(()))).collect()
}

pub(super) fn copied<T: 'static>(copy: &dyn Any) -> &T {
    copy.downcast_ref().expect("a copy of the same world")
}

impl<C: Kept, F: QueryFilter + ArchetypeFilter + 'static> OfTable<C, F> {
    pub(super) fn new(row: fn(Grid, usize) -> StateOf) -> Self {
        Self { row, query: None }
    }

    /// Sees the column; an empty one, if the World has no such table.
    fn with<R>(&mut self, world: &mut World, see: impl FnOnce(&mut [C]) -> R) -> R {
        let query = self.query.get_or_insert_with(|| Box::new(world.query_filtered()));
        see(only_table(&mut query.query_mut(world)).unwrap_or_default())
    }
}

impl<C: Kept, F: QueryFilter + ArchetypeFilter + 'static> Keep for OfTable<C, F> {
    fn take(&mut self, world: &mut World) -> BoxedCopy {
        Box::new(self.with(world, |column| copies(column)))
    }

    fn put(&mut self, world: &mut World, copy: &dyn Any) {
        self.with(world, |column| {
            let pairs = column.iter_mut().zip(copied::<Vec<C>>(copy));
            pairs.for_each(|(to, from)| *to = from.copy(ByEngine(())));
        });
    }

    fn decode(&mut self, world: &mut World, from: &mut &[u8]) -> Option<BoxedCopy> {
        let rows = self.with(world, |column| column.len());
        Some(Box::new(read::<Vec<C>>(from).filter(|column| column.len() == rows)?))
    }

    fn soil(&mut self, world: &mut World, grid: Grid) {
        /// More than most values are long.
        const BYTES: usize = 1 << 16;
        // Bytes of 1 are a value of most types: true, 1, the second variant, a list of one element.
        let read = |byte: u8| read::<C>(&mut &vec![byte; BYTES][..]);
        let unlikely = CellIndex::below(grid.cells(), || [1, 2, 3].into_iter().find_map(read));
        self.with(world, |column| {
            let values = unlikely.iter().cycle();
            column.iter_mut().zip(values).for_each(|(to, from)| *to = from.copy(ByEngine(())));
        });
    }

    fn digest(&mut self, world: &mut World, grid: Grid) -> Digest {
        let is_of_maze = (self.row)(grid, 0) == StateOf::Maze;
        self.with(world, |column| match column {
            [value] if is_of_maze => Digest::new(value),
            column => Digest::new(column),
        })
    }

    #[cfg(feature = "cli")]
    fn append_cells(&mut self, name: &str, world: &mut World, grid: Grid, json: &mut Vec<u8>) {
        let is_single =
            |it: &C| serde_json::to_value(it).is_ok_and(|it| !it.is_array() && !it.is_object());
        let is_of_cells = matches!((self.row)(grid, 0), StateOf::Cell(_));
        self.with(world, |column| {
            if is_of_cells && column.iter().all(is_single) {
                let rows: Vec<&[C]> = column.chunks(grid.columns as usize).collect();
                append_rows(json, name, &rows);
            }
        });
    }

    fn differences(&self, before: &dyn Any, after: &dyn Any, grid: Grid) -> Vec<Difference> {
        const BLOCK: usize = 64; // most have not changed
        let [before, after] = [before, after].map(|it| copied::<Vec<C>>(it).chunks(BLOCK));
        let blocks = before.zip(after).zip((0..).step_by(BLOCK));
        let changed = blocks.filter(|((a, b), _)| Digest::new(a) != Digest::new(b));
        let rows = changed.flat_map(|((a, b), first)| a.iter().zip(b).zip(first..));
        rows.filter_map(|((a, b), row)| difference((self.row)(grid, row), [Some(a), Some(b)]))
            .collect()
    }
}

#[cfg(feature = "cli")]
pub(crate) fn append_rows(json: &mut Vec<u8>, name: &str, rows: &impl Serialize) {
    json.extend_from_slice(if json.ends_with(b"{") { b"\"" } else { b",\"" });
    json.extend_from_slice(name.as_bytes());
    json.extend_from_slice(b"\":");
    serde_json::to_writer(json, rows).expect("memory takes every byte");
}

/// Whose component a piece of state is. Displayed as in `cell (2, 3)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, derive_more::Display)]
pub enum StateOf {
    /// The maze's.
    #[display("the maze")]
    Maze,
    /// A cell's.
    #[display("cell {_0}")]
    Cell(Position),
    /// The wall's at this side of a cell.
    #[display("the wall {} of {_0}", _1.letter())]
    Wall(Position, Heading),
    /// An entity's, by the [number](crate::engine::maze::Spawned) with which it was spawned; it may be gone.
    #[display("entity {_0}")]
    Entity(u32),
}

/// What is another one, and its values before and after, in words; `None` where it is not there.
pub(super) type Difference = (StateOf, [Option<String>; 2]);

pub(super) fn difference<C: Serialize>(
    place: StateOf,
    values: [Option<&C>; 2],
) -> Option<Difference> {
    let [before, after] = values.map(|value| Digest::new(&value));
    (before != after).then(|| (place, values.map(|value| value.map(in_words))))
}

/// A value as scenes write it, or its beginning.
fn in_words(value: &impl Serialize) -> String {
    let mut words = Beginning(String::new());
    let options = ron::Options::default().with_default_extension(Extensions::UNWRAP_NEWTYPES);
    if options.to_writer(&mut words, value).is_err() {
        words.0.push('…');
    }
    words.0
}

struct Beginning(String);

impl fmt::Write for Beginning {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const LONGEST: usize = 60;
        let room = LONGEST.saturating_sub(self.0.len());
        self.0.extend(text.chars().take(room));
        if text.len() > room { Err(fmt::Error) } else { Ok(()) }
    }
}

pub(super) type BoxedCopy = Box<dyn Encode>;

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
