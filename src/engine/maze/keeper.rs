//! Keepers: what the engine does with one kind of component that checkpoints hold.

use std::any::Any;
use std::ops::Range;
use std::{fmt, slice};

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::query::IterQueryData;
use ron::extensions::Extensions;
use serde::Serialize;

use crate::base::digest::{Digest, HashedBytes};
use crate::base::grid::{Grid, Position};
use crate::base::heading::Heading;
use crate::base::progress::Progress;
use crate::engine::columns::{ColumnData, only_table};

/// A component that checkpoints copy: any that is [`Clone`] and [`Serialize`].
pub trait Kept: Component<Mutability = Mutable> + Clone + Serialize {}

impl<C: Component<Mutability = Mutable> + Clone + Serialize> Kept for C {}

pub(super) struct Keeper {
    pub(super) name: Option<&'static str>,
    pub(super) field: &'static str,
    pub(super) keep: Box<dyn Keep>,
}

impl Keeper {
    pub(super) fn digest(&mut self, world: &mut World, grid: Grid) -> Digest {
        let mut bytes = HashedBytes::default();
        self.keep.write(world, grid, &mut bytes);
        bytes.digest()
    }
}

/// Copies and hashes one kind of component of a World, always the same one. It prepares itself when it
/// first runs: most worlds are never digested, and to prepare takes as long as to spawn a hundred cells.
/// The defaults are for what is only copied.
pub(super) trait Keep: Send + Sync + 'static {
    fn take(&mut self, world: &mut World) -> BoxedCopy;

    fn put(&mut self, world: &mut World, copy: &dyn Any);

    /// Ends a return to a checkpoint, when all copies have been put.
    fn settle(&mut self, _: &mut World) {}

    /// Moves every value to the next row.
    fn scramble(&mut self, _: &mut World) {}

    /// Writes what its digest is made of; only called if it has a name.
    fn write(&mut self, _: &mut World, _: Grid, _: &mut HashedBytes) {}

    /// Writes what decides the order of entities, which is not in digests.
    fn write_order(&mut self, _: &mut World, _: &mut HashedBytes) {}

    fn differences(&self, _before: &dyn Any, _after: &dyn Any, _: Grid) -> Vec<Difference> {
        Vec::new()
    }

    /// Appends a column of cells by its name, if they are numbers, words or truth values, to an open object of JSON.
    #[cfg(feature = "cli")]
    fn append_cells(&mut self, _name: &str, _: &mut World, _: Grid, _json: &mut Vec<u8>) {}
}

/// The column of cells or walls, or a component of the maze, which is a column of one row.
pub(super) struct OfTable<C: Kept> {
    /// Whose component the one in a row is.
    row: fn(Grid, usize) -> StateOf,
    show: Show<C>,
}

/// Shows the column of a World to a function; an empty one, if the World has none.
type Show<C> = Box<dyn FnMut(&mut World, &mut dyn FnMut(&mut [C])) + Send + Sync>;

pub(super) fn copies<C: Kept>(column: &[C]) -> Vec<C> {
    column.to_vec()
}

pub(super) fn copied<T: 'static>(copy: &dyn Any) -> &T {
    copy.downcast_ref().expect("a copy of the same world")
}

impl<C: Kept> OfTable<C> {
    /// One of the columns `D`.
    pub(super) fn new<D: ColumnData + IterQueryData + 'static>(
        row: fn(Grid, usize) -> StateOf,
        column: for<'a> fn(&'a mut D::Slices<'_>) -> &'a mut [C],
    ) -> Self {
        let mut query = None;
        let show = move |world: &mut World, see: &mut dyn FnMut(&mut [C])| {
            let query: &mut Box<QueryState<D>> =
                query.get_or_insert_with(|| Box::new(world.query()));
            let mut query = query.query_mut(world);
            let mut columns = only_table(&mut query);
            see(columns.as_mut().map(column).unwrap_or_default());
        };
        Self {
            row,
            show: Box::new(show),
        }
    }

    pub(super) fn of_maze() -> Self {
        let mut maze = None;
        let show = move |world: &mut World, see: &mut dyn FnMut(&mut [C])| {
            let maze = *maze.get_or_insert_with(|| maze_of(world));
            let mut value = world.get_mut::<C>(maze);
            let value = value.as_mut().map(Mut::bypass_change_detection);
            see(value.map(slice::from_mut).unwrap_or_default());
        };
        Self {
            row: |_, _| StateOf::Maze,
            show: Box::new(show),
        }
    }
}

fn maze_of(world: &mut World) -> Entity {
    let mut mazes = world.query_filtered::<Entity, With<Progress>>();
    mazes.single(world).expect("a World has one maze")
}

impl<C: Kept> Keep for OfTable<C> {
    fn take(&mut self, world: &mut World) -> BoxedCopy {
        let mut copy = Vec::new();
        (self.show)(world, &mut |column| copy = copies(column));
        Box::new(copy)
    }

    fn put(&mut self, world: &mut World, copy: &dyn Any) {
        (self.show)(world, &mut |column| {
            for (to, from) in column.iter_mut().zip(copied::<Vec<C>>(copy)) {
                *to = from.clone();
            }
        });
    }

    fn scramble(&mut self, world: &mut World) {
        (self.show)(world, &mut |column| {
            if !column.is_empty() {
                column.rotate_right(1);
            }
        });
    }

    fn write(&mut self, world: &mut World, grid: Grid, to: &mut HashedBytes) {
        let is_of_maze = (self.row)(grid, 0) == StateOf::Maze;
        (self.show)(world, &mut |column| match column {
            [value] if is_of_maze => to.write(value),
            column => to.write(column),
        });
    }

    #[cfg(feature = "cli")]
    fn append_cells(&mut self, name: &str, world: &mut World, grid: Grid, json: &mut Vec<u8>) {
        let is_of_cells = matches!((self.row)(grid, 0), StateOf::Cell(_));
        (self.show)(world, &mut |column| {
            if is_of_cells && column.iter().all(|it| is_single(serde_json::to_value(it))) {
                let rows: Vec<&[C]> = column.chunks(grid.columns as usize).collect();
                append_rows(json, name, &rows);
            }
        });
    }

    fn differences(&self, before: &dyn Any, after: &dyn Any, grid: Grid) -> Vec<Difference> {
        let (before, after) = (copied::<Vec<C>>(before), copied::<Vec<C>>(after));
        let differ =
            |rows: Range<usize>| Digest::new(&before[rows.clone()]) != Digest::new(&after[rows]);
        let difference = |row: usize| {
            (
                (self.row)(grid, row),
                [Some(in_words(&before[row])), Some(in_words(&after[row]))],
            )
        };
        differing(before.len().min(after.len()), &differ, &difference)
    }
}

/// The differences of two columns by rows, of which `differ` says whether they do.
fn differing(
    rows: usize,
    differ: &dyn Fn(Range<usize>) -> bool,
    difference: &dyn Fn(usize) -> Difference,
) -> Vec<Difference> {
    const BLOCK: usize = 64; // most have not changed
    let blocks = (0..rows)
        .step_by(BLOCK)
        .map(|first| first..rows.min(first + BLOCK));
    let changed = blocks.filter(|block| differ(block.clone())).flatten();
    changed
        .filter(|&row| differ(row..row + 1))
        .map(difference)
        .collect()
}

#[cfg(feature = "cli")]
fn is_single(value: serde_json::Result<serde_json::Value>) -> bool {
    value.is_ok_and(|it| !it.is_array() && !it.is_object())
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
#[non_exhaustive]
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
    if options
        .to_writer(&mut words as &mut dyn fmt::Write, value)
        .is_err()
    {
        words.0.push('…');
    }
    words.0
}

struct Beginning(String);

impl fmt::Write for Beginning {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const LONGEST: usize = 60;
        let room = LONGEST.saturating_sub(self.0.chars().count());
        self.0.extend(text.chars().take(room));
        if text.chars().count() > room {
            Err(fmt::Error)
        } else {
            Ok(())
        }
    }
}

pub(super) type BoxedCopy = Box<dyn Any + Send + Sync>;
