//! The growing tree: every tick picks a cell of a list, and the maze grows from it.
//!
//! Source: J. Buck, "Mazes for Programmers", chapter 12. At first every cell is walled in and the
//! list holds one cell. A tick picks a cell of the list. If it has neighbours that were never
//! listed, one of them is drawn, the wall between is removed, and the neighbour is appended to the
//! list; otherwise the cell is removed from the list and the last cell takes its place (if the
//! oldest is picked, those after it move up). The maze is finished when the list is empty: the
//! number of ticks is the number of cells plus the number of passages.

mod list;
mod look;
mod stage;
mod template;
mod unlisted;

pub use list::{GrowingList, NextCell};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::chance::Chance;
use crate::base::grid::{CellIndex, Position};
use crate::base::scene_fault::SceneStep;
use crate::base::wall::Wall;
use crate::engine::columns::{Cells, Walls};
use crate::engine::maze::Build;
use crate::registry::Registry;
use crate::scene::{Check, Ingredient, Role};

use unlisted::Unlisted;

/// The growing tree: `generate: GrowingTree(pick: Random)`. A tick processes one cell of its list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrowingTree {
    /// The cell of the list that a tick picks.
    pub pick: NextCell,
    /// The first cell of the list; if omitted, it is drawn.
    #[serde(default)]
    pub start: Option<Position>,
}

/// Adds the growing tree, and its template.
pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<GrowingTree>().template(template::GROWING_TREE);
}

impl Ingredient for GrowingTree {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "GrowingTree";
    const ROLE: Role = Role::Walls;

    fn check(&self, check: &mut Check<'_>) {
        if let NextCell::Mixed(share) = self.pick
            && !(0.0..=1.0).contains(&share)
        {
            let message = format!("a share of {share}, expected 0 to 1");
            check.error([SceneStep::Field("pick")], message);
        }
        if let Some(start) = self.start {
            check.inside([SceneStep::Field("start")], start);
        }
    }

    fn build(world: &mut Build<'_>) {
        world.walls().chance().cells::<Unlisted>().buffer(size_of::<u32>());
        world.state::<GrowingList>("growing_tree").on_begin(begin).stage(stage::grow);
        world.look_by(&look::LISTED, look::listed).tell(look::tell);
    }
}

/// Walls in every cell and puts the first one into the list.
fn begin(
    InRef(tree): InRef<GrowingTree>,
    maze: Single<(&mut GrowingList, &mut Chance)>,
    mut cells: Cells<&'static mut Unlisted>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (mut list, mut chance) = maze.into_inner();
    let grid = cells.grid();
    walls.columns().fill(Wall::STANDING);
    let unlisted = cells.columns();
    unlisted::leave_all(unlisted, grid);
    let start = tree.start.map(|start| grid.index(start));
    let start = start.unwrap_or_else(|| CellIndex::new(chance.place(grid.cells())));
    unlisted::list(unlisted, grid, start);
    list.begin(tree.pick, start);
}
