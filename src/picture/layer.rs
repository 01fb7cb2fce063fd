//! Layers: what a picture shows of each slot.

use std::sync::Arc;

use super::look::{Look, Place};
use crate::base::count::saturating_u32;
use crate::base::grid::{CellIndex, Grid};

/// A visible property of the whole maze, such as its numbers.
#[derive(Clone, Debug)]
pub struct Layer {
    pub(crate) look: &'static Look,
    pub(crate) values: Vec<u32>,
    pub(crate) list: List,
    pub(crate) kinds: Kinds,
}

/// The kinds of the values of a layer: their names, the place of a value's kind among them, and for a place the value
/// that a legend shows.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    pub(crate) names: Arc<[&'static str]>,
    pub(crate) place: fn(u32) -> Option<usize>,
    pub(crate) sample: fn(usize) -> u32,
}

/// Cells in an order, such as Johnny's list; empty in layers that are not lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// The cells, by their indices in grid order, each at most once.
    pub cells: Vec<CellIndex>,
    /// The place in the list, from 0, from which the last tick reversed it, if it did.
    pub flipped: Option<u32>,
}

impl Layer {
    pub(crate) fn empty(look: &'static Look, grid: Grid) -> Self {
        let kinds = Kinds {
            names: [].into(),
            place: |_| None,
            sample: |_| 0,
        };
        Self {
            look,
            values: vec![0; look.place.slots(grid)],
            list: List::default(),
            kinds,
        }
    }

    /// The name of the kind of a value, if it has one.
    pub fn kind(&self, value: u32) -> Option<&'static str> {
        self.kinds.names.get((self.kinds.place)(value)?).copied()
    }

    /// How the layer is drawn.
    pub fn look(&self) -> &'static Look {
        self.look
    }

    /// The value of every slot. In a list: 1 plus the place of the cell in it, or 0.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The list, if the layer is one.
    pub fn list(&self) -> Option<&List> {
        (self.look.place == Place::List).then_some(&self.list)
    }

    pub(crate) fn number_list(&mut self) {
        self.values.fill(0);
        for (place, &cell) in (1..).zip(&self.list.cells) {
            self.values[cell] = place;
        }
    }

    pub(super) fn pop(&mut self, count: u32) {
        let left = self.list.cells.len() - count as usize;
        self.list
            .cells
            .drain(left..)
            .for_each(|cell| self.values[cell] = 0);
    }

    pub(super) fn push(&mut self, cells: &[CellIndex]) {
        for &cell in cells {
            self.list.cells.push(cell);
            self.values[cell] = saturating_u32(self.list.cells.len());
        }
    }

    pub(super) fn flip(&mut self, from: u32) {
        self.list.flipped = Some(from);
        let cells = &mut self.list.cells[from as usize..];
        cells.reverse();
        for (place, &cell) in (from + 1..).zip(&*cells) {
            self.values[cell] = place;
        }
    }
}

/// Layers are equal if they have the same look and the same values.
impl PartialEq for Layer {
    fn eq(&self, other: &Self) -> bool {
        self.look.name == other.look.name && self.values == other.values && self.list == other.list
    }
}

impl Eq for Layer {}
