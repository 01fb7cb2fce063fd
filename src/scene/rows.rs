//! Rows: things on all cells, row by row.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::count::plural;
use crate::base::grid::Grid;
use crate::base::scene_fault::SceneStep;
use crate::scene::Check;

/// Things on all cells, row by row from the top. In scenes a list of lists, such as `[[-1, 5], [0,
/// 6]]`. Rows can have different lengths, until they are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows<T> {
    /// The things of all rows, one row after another.
    things: Vec<T>,
    /// The end of each row among them.
    ends: Vec<u32>,
}

impl<T> Rows<T> {
    /// The rows, from the top.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.things[start as usize..end as usize])
    }

    /// Adds a row at the bottom.
    ///
    /// # Panics
    /// If there are then 2³² things or more.
    pub fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.things.extend(row);
        self.end_row();
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.things.clear();
        self.ends.clear();
    }

    fn end_row(&mut self) {
        self.ends
            .push(u32::try_from(self.things.len()).expect("fewer than 2³² things"));
    }

    /// Reports rows whose number or length differs from the grid's, and each thing that is not
    /// legal, with what `found` says of it.
    pub fn check(
        &self,
        check: &mut Check<'_>,
        is_legal: impl Fn(&T) -> bool,
        found: impl Fn(&T) -> String,
    ) {
        let grid = check.grid();
        if grid.area() > 0 && self.ends.len() != grid.rows as usize {
            let found = plural(self.ends.len(), "row");
            check.error([], format!("found {found}, expected {}", grid.rows));
        }
        // Without an early end this vectorises.
        let are_legal = self
            .things
            .iter()
            .fold(true, |all, thing| all & is_legal(thing));
        for (row, things) in self.iter().enumerate() {
            if grid.area() > 0 && things.len() != grid.columns as usize {
                let message = format!("found a row of {}, expected {}", things.len(), grid.columns);
                check.error([SceneStep::Index(row)], message);
            }
            if are_legal {
                continue;
            }
            for (column, thing) in things.iter().enumerate().filter(|(_, it)| !is_legal(it)) {
                check.error(
                    [SceneStep::Index(row), SceneStep::Index(column)],
                    found(thing),
                );
            }
        }
    }
}

impl<T: Copy> Rows<T> {
    pub(crate) fn of(grid: Grid, cells: &[T]) -> Self {
        cells
            .chunks(grid.columns as usize)
            .map(|row| row.iter().copied())
            .collect()
    }

    /// The thing of a cell, by its index in grid order, if the rows have it.
    pub fn get(&self, cell: usize) -> Option<T> {
        self.things.get(cell).copied()
    }

    /// Replaces the thing of a cell, if the rows have it.
    pub fn put(&mut self, cell: usize, thing: T) {
        if let Some(old) = self.things.get_mut(cell) {
            *old = thing;
        }
    }

    /// Whether something is in these rows.
    pub fn contains(&self, thing: T) -> bool
    where
        T: PartialEq,
    {
        self.things.contains(&thing)
    }

    /// Copies the things to the cells of a grid; the rows must have been checked.
    ///
    /// # Panics
    /// If there are not as many things as cells.
    pub fn lay(&self, cells: &mut [T]) {
        cells.copy_from_slice(&self.things);
    }
}

impl<T: Clone + Default> Rows<T> {
    /// Adds whole rows of so many columns at the bottom, with so many things in all, to be filled.
    pub(crate) fn add_all(&mut self, things: usize, columns: usize) -> &mut [T] {
        let start = self.things.len();
        self.things.resize(start + things, T::default());
        let ends = [start + columns, self.things.len()];
        let [first, last] = ends.map(|end| u32::try_from(end).expect("fewer than 2³² things"));
        self.ends.extend((first..=last).step_by(columns));
        &mut self.things[start..]
    }
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self {
            things: Vec::new(),
            ends: Vec::new(),
        }
    }
}

impl<T, R: IntoIterator<Item = T>> FromIterator<R> for Rows<T> {
    fn from_iter<I: IntoIterator<Item = R>>(all: I) -> Self {
        let mut rows = Self::default();
        all.into_iter().for_each(|row| rows.push(row));
        rows
    }
}

impl<T: Serialize> Serialize for Rows<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Rows<T> {
    fn deserialize<D: Deserializer<'de>>(list: D) -> Result<Self, D::Error> {
        list.deserialize_seq(AllRows(PhantomData))
    }
}

struct AllRows<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for AllRows<T> {
    type Value = Rows<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of rows such as [[1, 2], [3, 4]]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Rows<T>, A::Error> {
        let mut rows = Rows::default();
        while let Some(row) = list.next_element::<Vec<T>>()? {
            rows.push(row);
        }
        Ok(rows)
    }
}
