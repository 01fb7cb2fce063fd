//! Changes: the difference between two pictures of a world, and who describes it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::tick_text::TickText;
use super::{List, Picture, Place, Teller};
use crate::base::count::saturating_u32;
use crate::base::differences::differences;
use crate::base::grid::{CellIndex, Grid};
use crate::base::progress::Phase;

/// The difference from a picture to a later one of the same world.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Changes {
    /// The number of ticks done at the later one.
    pub tick: u64,
    /// The phase of the next tick after it.
    pub phase: Phase,
    /// The changes, in the order in which they must be applied.
    pub list: Vec<Change>,
    /// A description of the tick; `None` if they span several ticks.
    pub said: Option<TickText>,
}

/// A change. Layers are given by their indices in a picture's [`layers`](Picture::layers).
///
/// Films hold it as serde does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Change {
    /// Slots, in ascending order, got this value.
    Set {
        /// The layer.
        layer: usize,
        /// The value.
        value: u32,
        /// The slots.
        #[serde(with = "far")]
        slots: Vec<u32>,
    },
    /// A number of cells was removed from the end of a list.
    Pop {
        /// The layer.
        layer: usize,
        /// The number of removed cells.
        count: u32,
    },
    /// Cells were appended to a list.
    Push {
        /// The layer.
        layer: usize,
        /// The cells.
        #[serde(with = "far")]
        cells: Vec<CellIndex>,
    },
    /// The list was reversed from this place, counted from 0, to its end.
    Flip {
        /// The layer.
        layer: usize,
        /// The place.
        from: u32,
    },
    /// The route now has these cells; empty if there is none.
    Route(#[serde(with = "far")] Vec<CellIndex>),
}

impl Changes {
    /// The changes from the picture `before` to the picture `after` of the same world.
    ///
    /// # Panics
    /// If their layers differ.
    pub fn between(before: &Picture, after: &Picture) -> Self {
        assert_eq!(
            before.layers.len(),
            after.layers.len(),
            "pictures of two worlds"
        );
        let mut list = Vec::new();
        for (layer, (old, new)) in before.layers.iter().zip(&after.layers).enumerate() {
            if new.look.place == Place::List {
                list_changes(layer, &old.list, &new.list, &mut list);
            } else {
                let slots = differences(&old.values, &new.values);
                value_changes(layer, &new.values, slots, &mut list);
            }
        }
        Self::of_layers(before, after, list)
    }

    /// The changes between two pictures whose layers differ by this list.
    pub(crate) fn of_layers(before: &Picture, after: &Picture, mut list: Vec<Change>) -> Self {
        if before.route != after.route {
            list.push(Change::Route(after.route.clone()));
        }
        let mut changes = Self {
            tick: after.tick,
            phase: after.phase,
            list,
            said: None,
        };
        if after.tick == before.tick + 1 {
            let diff = TickDiff {
                before,
                after,
                changes: &changes,
            };
            let knows = |it: &&Teller| {
                !it.is_of_stage || before.tellers.stage.is_none_or(|stage| stage == it.field)
            };
            let mut tellers = after.tellers.all.iter().rev().filter(knows);
            changes.said = tellers.find_map(|it| (it.tell)(&diff));
        }
        changes
    }

    /// The changes, each in words: what changed, and its value, as in `walls E of (2, 3): missing`. `after`
    /// is the later picture, or another one of its world.
    pub fn in_words(&self, after: &Picture) -> Vec<String> {
        let mut words = Vec::new();
        let grid = after.grid;
        let all = |cells: &[CellIndex]| {
            let positions = cells.iter().map(|&cell| grid.position(cell).to_string());
            positions.collect::<Vec<_>>().join(" ")
        };
        for change in &self.list {
            let name = |layer: &usize| after.layers[*layer].look.name;
            words.push(match change {
                Change::Set {
                    layer,
                    value,
                    slots,
                } => {
                    let look = after.layers[*layer].look;
                    let value = (look.words)(*value);
                    let of = |slot: &u32| look.place.in_words(look.name, *slot as usize, grid);
                    words.extend(slots.iter().map(|slot| format!("{}: {value}", of(slot))));
                    continue;
                }
                Change::Pop { layer, count } => format!("{}: {count} removed", name(layer)),
                Change::Push { layer, cells } => format!("{}: {} added", name(layer), all(cells)),
                Change::Flip { layer, from } => {
                    format!("{}: reversed from place {}", name(layer), from + 1)
                }
                Change::Route(cells) => format!("route: {}", all(cells)),
            });
        }
        words
    }

    /// A description of the tick; empty if they span several ticks.
    pub fn describe(&self, grid: Grid) -> String {
        self.said
            .as_ref()
            .map(|said| said.in_words(grid))
            .unwrap_or_default()
    }
}

/// Describes a tick, if it can: [`Build::describe`](crate::engine::Build::describe).
pub type Describer = fn(&TickDiff<'_>) -> Option<TickText>;

/// A tick.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TickDiff<'a> {
    /// The picture before it.
    pub before: &'a Picture,
    /// The picture after it.
    pub after: &'a Picture,
    /// The changes from `before` to `after`.
    pub changes: &'a Changes,
}

impl<'a> TickDiff<'a> {
    /// The new values of slots in this layer, each with its slots.
    pub fn set(self, layer: &str) -> impl Iterator<Item = (u32, &'a [u32])> {
        let index = self.index(layer);
        self.changes
            .list
            .iter()
            .filter_map(move |change| match change {
                Change::Set {
                    layer,
                    value,
                    slots,
                } if Some(*layer) == index => Some((*value, &slots[..])),
                _ => None,
            })
    }

    /// The changes of this layer's list.
    pub fn list(self, layer: &str) -> impl Iterator<Item = &'a Change> {
        let index = self.index(layer);
        self.changes.list.iter().filter(move |change| {
            let (Change::Set { layer, .. }
            | Change::Pop { layer, .. }
            | Change::Push { layer, .. }
            | Change::Flip { layer, .. }) = change
            else {
                return false;
            };
            Some(*layer) == index
        })
    }

    /// Whether the tick was one of generation.
    pub fn was_generation(self) -> bool {
        self.before.phase == Phase::Generation
    }

    fn index(self, layer: &str) -> Option<usize> {
        self.after
            .layers
            .iter()
            .position(|it| it.look.name == layer)
    }
}

impl Picture {
    /// Applies changes between two other pictures of the same world. It then looks as the later one, but a tick after
    /// it may be [told](Changes::said) by the ingredient of another stage.
    ///
    /// # Panics
    /// If they are changes of another world.
    pub fn apply(&mut self, changes: &Changes) {
        (self.tick, self.phase) = (changes.tick, changes.phase);
        self.layers
            .iter_mut()
            .for_each(|layer| layer.list.flipped = None);
        changes.list.iter().for_each(|change| self.change(change));
    }

    pub(crate) fn change(&mut self, change: &Change) {
        match change {
            Change::Set {
                layer,
                value,
                slots,
            } => {
                let values = &mut self.layers[*layer].values;
                for &slot in slots {
                    values[slot as usize] = *value;
                }
            }
            Change::Pop { layer, count } => self.layers[*layer].pop(*count),
            Change::Push { layer, cells } => self.layers[*layer].push(cells),
            Change::Flip { layer, from } => self.layers[*layer].flip(*from),
            Change::Route(route) => self.route.clone_from(route),
        }
    }
}

pub(crate) fn value_changes(
    layer: usize,
    new: &[u32],
    slots: impl Iterator<Item = usize>,
    changes: &mut Vec<Change>,
) {
    let mut by_value: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for slot in slots {
        by_value
            .entry(new[slot])
            .or_default()
            .push(saturating_u32(slot));
    }
    let set = |(value, slots)| Change::Set {
        layer,
        value,
        slots,
    };
    changes.extend(by_value.into_iter().map(set));
}

/// Adds the changes of a list: cells are removed from its end, others appended, and its end is
/// reversed.
pub(crate) fn list_changes(layer: usize, old: &List, new: &List, changes: &mut Vec<Change>) {
    // The list before it was reversed, if it was.
    let mut target = Cow::Borrowed(&new.cells[..]);
    if let Some(from) = new.flipped {
        target.to_mut()[from as usize..].reverse();
    }
    let same = differences(&old.cells, &target).next();
    let same = same.unwrap_or_else(|| old.cells.len().min(target.len()));
    let count = saturating_u32(old.cells.len() - same);
    if count > 0 {
        changes.push(Change::Pop { layer, count });
    }
    if same < target.len() {
        changes.push(Change::Push {
            layer,
            cells: target[same..].to_vec(),
        });
    }
    if let Some(from) = new.flipped {
        changes.push(Change::Flip { layer, from });
    }
}

/// Lists of cells or slots for serde, as the distance of each to the last, which takes few bytes in a film.
mod far {
    use std::mem;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<T, S>(cells: &[T], to: S) -> Result<S::Ok, S::Error>
    where
        T: Copy + Into<u32>,
        S: Serializer,
    {
        let mut last = 0;
        to.collect_seq(cells.iter().map(|&cell| {
            let cell = i64::from(cell.into());
            cell - mem::replace(&mut last, cell)
        }))
    }

    pub(super) fn deserialize<'de, T, D>(from: D) -> Result<Vec<T>, D::Error>
    where
        T: From<u32>,
        D: Deserializer<'de>,
    {
        let mut last = 0;
        let far = Vec::<i64>::deserialize(from)?.into_iter();
        let cells = far.map(|far| {
            last += far;
            u32::try_from(last).unwrap_or(u32::MAX).into()
        });
        Ok(cells.collect())
    }
}
