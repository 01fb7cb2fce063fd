//! Kruskal's algorithm: walls in a random order, each removed if it separates two regions.
//!
//! Source: J. B. Kruskal, "On the shortest spanning subtree of a graph", 1956, with random weights.
//! At first every cell is walled in. A tick draws one of the inner walls that were not drawn yet,
//! uniformly; it is removed if no route joins the cells on its sides. The maze is finished when all
//! cells are joined; the remaining walls stay.

mod forest;
mod stage;
mod template;

pub use forest::KruskalForest;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::progress::Progress;
use crate::base::wall::Wall;
use crate::engine::columns::{Cells, Walls};
use crate::engine::maze::Build;
use crate::picture::{TickDiff, TickText};
use crate::registry::Registry;
use crate::scene::{Ingredient, Role};

use forest::{Edge, Parent};

/// Kruskal's algorithm: `generate: Kruskal`. A tick processes one wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kruskal;

/// Adds Kruskal's algorithm, and its template.
pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<Kruskal>().template(template::KRUSKAL);
}

impl Ingredient for Kruskal {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Kruskal";
    const ROLE: Role = Role::Walls;

    fn build(world: &mut Build<'_>) {
        world.walls().chance().cells::<Parent>().buffer(2 * size_of::<Edge>());
        world.state::<KruskalForest>("kruskal").on_begin(begin).stage(stage::join);
        world.tell(tell);
    }
}

/// Walls that stay change nothing visible.
fn tell(diff: &TickDiff<'_>) -> Option<TickText> {
    let stays = diff.was_generation() && diff.set("walls").next().is_none();
    stays.then(|| TickText::plain("A wall stays: its two sides are joined already."))
}

/// Walls in every cell: each is a tree of its own.
fn begin(
    InRef(_): InRef<Kruskal>,
    maze: Single<(&mut KruskalForest, &mut Progress)>,
    mut cells: Cells<&'static mut Parent>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (mut forest, mut progress) = maze.into_inner();
    let grid = cells.grid();
    walls.columns().fill(Wall::STANDING);
    forest::part_all(cells.columns());
    forest.begin(grid);
    if forest.is_joined() {
        progress.built();
    }
}
