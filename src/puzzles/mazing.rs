//! The Mazing (perplexus.info, 2003): walls grown from the border.
//!
//! At first only the border stands; every further wall starts at a standing one and ends at a
//! lattice point without a wall. That point then has only this wall, so the maze stays perfect. It
//! is finished after (rows − 1)(columns − 1) walls: each reaches one more inner point, and while a
//! point is free, a free one is next to a reached one.

mod corner;
mod stage;
mod stem;
mod template;

pub use corner::Corner;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::grid::Grid;
use crate::base::heading::Heading;
use crate::base::progress::Progress;
use crate::base::wall::Wall;
use crate::engine::columns::{Cells, Walls};
use crate::engine::maze::Build;
use crate::picture::{TickDiff, TickText};
use crate::registry::Registry;
use crate::scene::{Ingredient, Role};

use stem::Stem;

/// The Mazing: the border stands, then walls grow from it. `generate: Mazing(pick: AnyWall)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mazing {
    /// The process that picks the walls.
    pub pick: Pick,
}

/// The puzzle's two processes to pick the next wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pick {
    /// A tick is an attempt: any standing wall A, then any missing wall W that touches it; W is
    /// built unless it would join A to a wall that does not touch A.
    #[default]
    AnyWall,
    /// A tick builds a wall: any standing wall A that has an allowed W, then any allowed W of A.
    EligibleWall,
}

/// The state of the growth. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub struct Growth {
    pick: Pick,
    /// The walls to grow from.
    stems: Vec<Stem>,
    /// The number of walls still to be built.
    left: usize,
}

impl Growth {
    /// The number of walls still to be built.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }
}

/// Adds The Mazing, and its template.
pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<Mazing>().template(template::MAZING);
}

impl Ingredient for Mazing {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Mazing";
    const ROLE: Role = Role::Walls;

    fn build(world: &mut Build<'_>) {
        world.walls().chance().cells::<Corner>().buffer(size_of::<Stem>());
        world.state::<Growth>("mazing").on_begin(begin).stage(stage::grow).tell(tell);
    }
}

/// Raises the border and clears everything inside.
fn begin(
    InRef(mazing): InRef<Mazing>,
    maze: Single<(&mut Growth, &mut Progress)>,
    mut cells: Cells<&'static mut Corner>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (mut growth, mut progress) = maze.into_inner();
    let grid = cells.grid();
    let Grid { rows, columns } = grid;
    let segments = walls.segments();
    let walls = walls.columns();
    walls.fill(Wall::OPEN);
    segments.border().for_each(|wall| walls[wall] = Wall::STANDING);
    for (at, corner) in grid.positions().zip(cells.columns()) {
        let (is_lowest, is_rightmost) = (at.row == rows, at.column == columns);
        let border = [(is_lowest, Heading::W), (is_rightmost, Heading::N)];
        let border = border.into_iter().filter_map(|(stands, wall)| stands.then_some(wall));
        *corner = Corner::new(is_lowest || is_rightmost, border.collect());
    }

    growth.pick = mazing.pick;
    growth.left = (rows as usize - 1) * (columns as usize - 1);
    growth.stems.clear();
    growth.stems.extend(stem::border(grid));
    if growth.left == 0 {
        progress.built();
    }
}

/// Failed attempts change nothing visible.
fn tell(diff: &TickDiff<'_>) -> Option<TickText> {
    let fails = diff.was_generation() && diff.set("walls").next().is_none();
    fails.then(|| {
        TickText::plain("The attempt fails: both ends of the wall would touch other walls.")
    })
}
