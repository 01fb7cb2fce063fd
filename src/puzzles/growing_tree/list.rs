//! The list of cells that the tree grows from.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::chance::{Chance, Odds};
use crate::base::grid::CellIndex;

/// The cell of its list that a growing tree picks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum NextCell {
    /// The last: a depth-first search, with long passages.
    #[default]
    Newest,
    /// The first: straight passages away from the start.
    Oldest,
    /// A random one, uniformly: similar to Prim's algorithm, with many short dead ends.
    Random,
    /// With this probability, 0 to 1, a random one, otherwise the last; which of the two is drawn
    /// first.
    Mixed(f64),
}

/// The list of a growing tree. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub struct GrowingList {
    pub(super) pick: PickWithOdds,
    /// The cells, after those that were removed as the first.
    pub(super) cells: Vec<CellIndex>,
    pub(super) first: usize,
}

/// The cell to pick.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) enum PickWithOdds {
    #[default]
    Newest,
    Oldest,
    Random,
    /// A random one with these odds, otherwise the newest.
    Mixed(Odds),
}

impl From<NextCell> for PickWithOdds {
    fn from(pick: NextCell) -> Self {
        match pick {
            NextCell::Newest => Self::Newest,
            NextCell::Oldest => Self::Oldest,
            NextCell::Random => Self::Random,
            NextCell::Mixed(share) if share >= 1.0 => Self::Random,
            NextCell::Mixed(share) => Self::Mixed(Odds::new(share)),
        }
    }
}

impl PickWithOdds {}

impl GrowingList {
    /// The cells in the order of the list.
    #[must_use]
    pub fn cells(&self) -> &[CellIndex] {
        &self.cells[self.first..]
    }

    /// Starts with one cell.
    pub(super) fn begin(&mut self, pick: NextCell, start: CellIndex) {
        self.pick = pick.into();
        self.first = 0;
        self.cells.clear();
        self.cells.push(start);
    }

    /// The place of the cell to process, in a list that is not empty.
    #[inline]
    pub(super) fn pick(&self, chance: &mut Chance) -> usize {
        let newest = self.cells.len() - 1;
        match self.pick {
            PickWithOdds::Oldest => self.first,
            PickWithOdds::Random => chance.place(self.cells.len()),
            PickWithOdds::Mixed(odds) if chance.happens(odds) => chance.place(self.cells.len()),
            PickWithOdds::Newest | PickWithOdds::Mixed(_) => newest,
        }
    }

    /// Removes the cell at a place.
    #[inline]
    pub(super) fn remove(&mut self, place: usize) {
        match self.pick {
            PickWithOdds::Oldest => self.first += 1,
            _ => drop(self.cells.swap_remove(place)),
        }
    }
}
