//! Changes: what makes one picture of a world another.

use std::collections::BTreeMap;

use super::sentence::{Passed, Said};
use super::{Layer, List, Picture, Place};
use crate::grid::Grid;
use crate::progress::Phase;

/// What makes a picture a later one of the same world.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// How many ticks had passed then.
    pub tick: u64,
    /// What the next tick did then.
    pub phase: Phase,
    /// One by one, in the order in which they are to be made.
    pub list: Vec<Change>,
    /// What the tick did, in words; `None` where more ticks than one passed.
    pub said: Option<Said>,
}

/// A change. Layers are told by their places among a picture's [`layers`](Picture::layers).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// These slots, in ascending order, have this value now.
    Set {
        /// The layer.
        layer: usize,
        /// The value.
        value: u32,
        /// The slots.
        slots: Vec<u32>,
    },
    /// So many cells left the end of a list.
    Pop {
        /// The layer.
        layer: usize,
        /// How many.
        count: u32,
    },
    /// These cells came to the end of a list.
    Push {
        /// The layer.
        layer: usize,
        /// By their places in grid order.
        cells: Vec<u32>,
    },
    /// The list was turned round from this place, from 0, to its end.
    Turn {
        /// The layer.
        layer: usize,
        /// The place.
        from: u32,
    },
    /// A route was found, or forgotten: all its cells.
    Route(Vec<u32>),
}

impl Changes {
    /// What makes the picture `before` the picture `after`, which is one of the same world.
    ///
    /// # Panics
    /// If they have not the same layers.
    #[must_use]
    pub fn between(before: &Picture, after: &Picture) -> Self {
        assert_eq!(before.layers.len(), after.layers.len(), "pictures of two worlds");
        let mut list = Vec::new();
        for (layer, (old, new)) in before.layers.iter().zip(&after.layers).enumerate() {
            match new.look.place {
                Place::List => list_changes(layer, &old.list, &new.list, &mut list),
                _ => value_changes(layer, &old.values, &new.values, &mut list),
            }
        }
        if before.route != after.route {
            list.push(Change::Route(after.route.clone()));
        }
        let mut changes = Self { tick: after.tick, phase: after.phase, list, said: None };
        if after.tick == before.tick + 1 {
            let passed = Passed { before, after, changes: &changes };
            changes.said = after.tellers.0.iter().rev().find_map(|tell| tell(&passed));
        }
        changes
    }

    /// What the tick did, in words; empty where more ticks than one passed.
    #[must_use]
    pub fn told(&self, grid: Grid) -> String {
        self.said.as_ref().map(|said| said.in_words(grid)).unwrap_or_default()
    }
}

impl Picture {
    /// Makes changes that another picture of the same world had.
    ///
    /// # Panics
    /// If they are changes of another world.
    pub fn apply(&mut self, changes: &Changes) {
        (self.tick, self.phase) = (changes.tick, changes.phase);
        self.layers.iter_mut().for_each(|layer| layer.list.turned = None);
        for change in &changes.list {
            match change {
                Change::Set { layer, value, slots } => {
                    let values = &mut self.layers[*layer].values;
                    for &slot in slots {
                        values[slot as usize] = *value;
                    }
                }
                Change::Pop { layer, count } => self.layers[*layer].pop(*count),
                Change::Push { layer, cells } => self.layers[*layer].push(cells),
                Change::Turn { layer, from } => self.layers[*layer].turn(*from),
                Change::Route(route) => self.route.clone_from(route),
            }
        }
    }
}

#[allow(clippy::cast_possible_truncation)] // a grid has fewer than 2³² cells
impl Layer {
    fn pop(&mut self, count: u32) {
        let left = self.list.cells.len() - count as usize;
        self.list.cells.drain(left..).for_each(|cell| self.values[cell as usize] = 0);
    }

    fn push(&mut self, cells: &[u32]) {
        for &cell in cells {
            self.list.cells.push(cell);
            self.values[cell as usize] = self.list.cells.len() as u32;
        }
    }

    fn turn(&mut self, from: u32) {
        self.list.turned = Some(from);
        let cells = &mut self.list.cells[from as usize..];
        cells.reverse();
        for (place, &cell) in (from + 1..).zip(&*cells) {
            self.values[cell as usize] = place;
        }
    }
}

/// Adds a change for every value that slots have now.
#[allow(clippy::cast_possible_truncation)] // slots are fewer than 2³²
fn value_changes(layer: usize, old: &[u32], new: &[u32], changes: &mut Vec<Change>) {
    let mut by_value: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (slot, (old, new)) in old.iter().zip(new).enumerate() {
        if old != new {
            by_value.entry(*new).or_default().push(slot as u32);
        }
    }
    let set = |(value, slots)| Change::Set { layer, value, slots };
    changes.extend(by_value.into_iter().map(set));
}

/// Adds what makes a list another: cells leave its end, others come, and its end is turned round.
#[allow(clippy::cast_possible_truncation)] // a grid has fewer than 2³² cells
fn list_changes(layer: usize, old: &List, new: &List, changes: &mut Vec<Change>) {
    // As it was before it was turned round, if it was.
    let mut target = new.cells.clone();
    if let Some(from) = new.turned {
        target[from as usize..].reverse();
    }
    let same = old.cells.iter().zip(&target).take_while(|(old, new)| old == new).count();
    let count = (old.cells.len() - same) as u32;
    if count > 0 {
        changes.push(Change::Pop { layer, count });
    }
    if same < target.len() {
        changes.push(Change::Push { layer, cells: target.split_off(same) });
    }
    if let Some(from) = new.turned {
        changes.push(Change::Turn { layer, from });
    }
}
