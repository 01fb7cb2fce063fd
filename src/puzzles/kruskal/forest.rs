//! The forest: which cells are joined, and which walls are not processed yet.

use bevy_ecs::prelude::*;
use serde::Serialize;

use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::base::limits;

/// The state of Kruskal's algorithm. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub struct KruskalForest {
    /// The walls that are not processed yet; empty once all cells are joined.
    pub(super) edges: Vec<Edge>,
    /// How many joins are left: the number of trees minus 1.
    pub(super) left: usize,
}

/// An inner wall, packed: the index of the cell on its north or west side, and in the lowest bit
/// whether it is that cell's east wall (1) or south wall (0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Edge(pub(super) u32);

const _: () = assert!(limits::CELLS <= 1 << 31);

/// A cell of the same tree, or the cell itself if it is the root. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct Parent(CellIndex);

impl Edge {
    /// The cell on its north or west side.
    #[inline]
    pub(super) fn cell(self) -> CellIndex {
        CellIndex::from(self.0 >> 1)
    }

    /// The side of that cell on which it lies.
    #[inline]
    pub(super) fn side(self) -> Heading {
        if self.0 & 1 == 0 { Heading::S } else { Heading::E }
    }

    /// All inner walls of a grid: for each cell in grid order the south wall, then the east wall.
    pub(super) fn all(grid: Grid) -> impl Iterator<Item = Self> {
        grid.indices().zip(grid.positions()).flat_map(move |(cell, at)| {
            let sides = [(Heading::S, 0), (Heading::E, 1)].into_iter();
            let inner = sides.filter(move |&(side, _)| grid.leads(at, side));
            inner.map(move |(_, bit)| Self(u32::from(cell) << 1 | bit))
        })
    }
}

impl KruskalForest {
    /// Whether all cells are joined.
    #[must_use]
    pub fn is_joined(&self) -> bool {
        self.left == 0
    }

    /// Starts with every cell as its own tree.
    pub(super) fn begin(&mut self, grid: Grid) {
        self.left = grid.cells() - 1;
        self.edges.clear();
        self.edges.extend(Edge::all(grid));
    }
}

/// Makes every cell a tree of its own.
pub(super) fn part_all(parents: &mut [Parent]) {
    parents.iter_mut().enumerate().for_each(|(cell, parent)| parent.0 = CellIndex::new(cell));
}

/// The root of a cell's tree. The path is halved on the way, so that later searches are short.
#[inline]
fn root(parents: &mut [Parent], mut cell: CellIndex) -> CellIndex {
    loop {
        let parent = parents[cell].0;
        if parent == cell {
            return cell;
        }
        let next = parents[parent].0;
        parents[cell].0 = next;
        cell = next;
    }
}

/// Joins the trees of two cells; false if they are the same tree.
#[inline]
pub(super) fn unite(parents: &mut [Parent], one: CellIndex, other: CellIndex) -> bool {
    let (one, other) = (root(parents, one), root(parents, other));
    parents[one.max(other)].0 = one.min(other);
    one != other
}
