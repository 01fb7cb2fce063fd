//! Kruskal's algorithm: walls in a random order, each removed if it separates two regions.
//!
//! Source: J. B. Kruskal, "On the shortest spanning subtree of a graph", 1956, with random weights.
//! At first every cell is walled in. A tick draws one of the inner walls that were not drawn yet,
//! uniformly; it is removed if no route joins the cells on its sides. The maze is finished when all
//! cells are joined; the remaining walls stay.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::chance::Chance;
use crate::base::digest::unordered;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::base::limits;
use crate::base::progress::Progress;
use crate::base::squares::{Squares, SquaresOf};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Cells, Walls, single};
use crate::engine::maze::Build;
use crate::picture::{TickDiff, TickText};
use crate::registry::Registry;
use crate::scene::template::Template;
use crate::scene::{Ingredient, Role};

/// Kruskal's algorithm: `generate: Kruskal`. Each tick processes one wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kruskal;

impl Ingredient for Kruskal {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Kruskal";
    const ROLE: Role = Role::Walls;

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world.walls().chance().cells::<Parent>();
        world
            .state::<KruskalForest>("kruskal")
            .on_begin(begin)
            .stage(join);
        world.describe(describe_tick);
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<Kruskal>().template(TEMPLATE);
}

/// The state of the generator. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, Serialize)]
struct KruskalForest {
    /// The walls that are not processed yet; empty once all cells are joined.
    #[serde(serialize_with = "unordered")]
    edges: Vec<Edge>,
    /// The number of joins that are left: the number of trees minus 1.
    left: usize,
}

/// An inner wall, packed: the index of the cell on its north or west side, and in the lowest bit
/// whether it is that cell's east wall (1) or south wall (0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct Edge(u32);

const _: () = assert!(limits::CELLS <= 1 << 31);

impl Edge {
    #[inline]
    pub(super) fn cell_and_side(self) -> (CellIndex, Heading) {
        let cell = CellIndex::from(self.0 >> 1);
        let side = if self.0 & 1 == 0 {
            Heading::S
        } else {
            Heading::E
        };

        (cell, side)
    }

    /// Returns all walls between two squares: for each square in grid order the south wall, then the east wall.
    pub(super) fn all(squares: Squares<'_>) -> impl Iterator<Item = Self> {
        let grid = squares.grid();
        let cells = grid.indices().zip(grid.positions());

        cells.flat_map(move |(cell, at)| {
            let is_inner = move |side| grid.leads(at, side) && squares.has_both(cell, side);
            let sides = [(Heading::S, 0), (Heading::E, 1)].into_iter();
            let inner = sides.filter(move |&(side, _)| is_inner(side));
            inner.map(move |(_, bit)| Self(u32::from(cell) << 1 | bit))
        })
    }
}

/// A cell of the same tree, or the cell itself if it is the root. A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Parent(pub(super) CellIndex);

/// Joins the trees of two cells. Returns false if they are the same tree.
#[inline]
pub(super) fn unite(parents: &mut [Parent], one: CellIndex, other: CellIndex) -> bool {
    let one = root(parents, one);
    let other = root(parents, other);

    parents[one.max(other)].0 = one.min(other);
    one != other
}

/// Returns the root of a cell's tree.
///
/// The path is halved on the way, so that later searches are short. It leads to smaller and smaller indices, so it ends
/// even if somebody has changed the components.
#[inline]
fn root(parents: &mut [Parent], mut cell: CellIndex) -> CellIndex {
    loop {
        let parent = parents[cell].0;
        if parent >= cell {
            return cell;
        }

        let next = parents[parent].0.min(parent);
        parents[cell].0 = next;
        cell = next;
    }
}

/// Walls in every cell, makes each a tree of its own, and lists the walls between them.
fn begin(
    InRef(_): InRef<Kruskal>,
    mut maze: Query<(&mut KruskalForest, &mut Progress, SquaresOf)>,
    mut cells: Cells<&'static mut Parent>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (mut forest, mut progress, squares) = single(&mut maze);
    let squares = Squares::from(squares);

    walls.columns().fill(Wall::STANDING);
    let (grid, parents) = cells.grid_and_columns();
    for (cell, parent) in grid.indices().zip(parents) {
        parent.0 = cell;
    }

    forest.left = squares.count() - 1;
    forest.edges.clear();
    forest.edges.extend(Edge::all(squares));

    if forest.left == 0 {
        progress.end_stage();
    }
}

/// Draws a wall in each tick, and removes it if it separates two trees.
fn join(
    mut maze: Query<(&Grid, &mut Progress, &mut KruskalForest, &mut Chance)>,
    mut cells: Cells<&'static mut Parent>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut forest, mut chance) = single(&mut maze);
    let forest = &mut *forest;
    let parents = cells.columns();
    let walls = walls.columns();
    let segments = Segments::new(grid);

    progress.do_ticks(|| {
        let place = chance.place(forest.edges.len());
        let (cell, side) = forest.edges.swap_remove(place).cell_and_side();

        if unite(parents, cell, grid.beside(cell, side)) {
            walls[segments.beside(cell, side)] = Wall::OPEN;
            forest.left -= 1;
        }
        forest.left == 0
    });

    if forest.left == 0 {
        forest.edges.clear();
    }
}

/// Describes a tick in which a wall stays, as nothing visible changes.
fn describe_tick(diff: &TickDiff<'_>) -> Option<TickText> {
    if !diff.was_generation() || diff.set("walls").next().is_some() {
        return None;
    }

    Some(TickText::plain(
        "A wall stays: its two sides are joined already.",
    ))
}

const TEMPLATE: Template = Template {
    name: "kruskal",
    about: "A maze by Kruskal's algorithm: walls in a random order",
    text: include_str!("templates/kruskal.ron"),
};
