//! Wilson's algorithm: loop-erased random walks, by which every maze of a size is equally likely.
//!
//! Source: D. B. Wilson, "Generating random spanning trees more quickly than the cover time", STOC
//! 1996. The maze begins as the cell in the middle. A random walk starts at the first cell in grid
//! order that is not in the maze, and ends when it meets the maze. Then its path joins the maze
//! without its loops: wall by wall from its start, leaving each cell as the walk last left it. When
//! every cell has joined, the maze is perfect, and all perfect mazes are equally likely.

mod look;
mod square;
mod stage;
mod template;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::Heading;
use crate::base::progress::Progress;
use crate::base::wall::Wall;
use crate::engine::columns::{Cells, Walls};
use crate::engine::maze::Build;
use crate::registry::Registry;
use crate::scene::{Ingredient, Role};

use square::Square;

/// Wilson's algorithm: every maze is equally likely. `generate: Wilson`.
///
/// A tick is a step of the walk: to a neighbour, uniformly. The step that meets the maze carves the
/// whole path without its loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wilson;

/// The state of Wilson's walk. A component of the maze entity.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
pub struct WilsonWalk {
    /// The start of the present walk, and its current cell. The path between them
    /// is stored in the cells.
    start: CellIndex,
    at: CellIndex,
    /// The number of cells not yet in the maze.
    left: usize,
}

impl WilsonWalk {
    /// The current cell of the walk.
    #[must_use]
    pub fn at(&self) -> CellIndex {
        self.at
    }

    /// The number of cells not yet in the maze.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    /// The headings of the path from the start of the walk to its current cell, without loops.
    fn way(self, squares: &[Square], grid: Grid) -> impl Iterator<Item = Heading> {
        let mut here = self.start;
        std::iter::from_fn(move || {
            let heading = (here != self.at).then(|| squares[here].noted())?;
            here = grid.beside(here, heading);
            Some(heading)
        })
    }
}

/// Adds Wilson's algorithm, and its template.
pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<Wilson>().template(template::WILSON);
}

impl Ingredient for Wilson {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Wilson";
    const ROLE: Role = Role::Walls;

    fn build(world: &mut Build<'_>) {
        world.walls().chance().column::<Square>("squares").state::<WilsonWalk>("wilson");
        world.on_begin(begin).stage(stage::walk);
        world.look_at_list(&look::WAY, look::way).tell(look::tell);
    }
}

/// Walls in every cell; the one in the middle is the maze.
fn begin(
    InRef(_): InRef<Wilson>,
    maze: Single<(&mut WilsonWalk, &mut Progress)>,
    mut cells: Cells<&'static mut Square>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (mut walk, mut progress) = maze.into_inner();
    let grid = cells.grid();
    walls.columns().fill(Wall::STANDING);
    let squares = cells.columns();
    square::leave_all(squares, grid);
    squares[middle(grid)].join();
    *walk = WilsonWalk { left: grid.cells() - 1, ..WilsonWalk::default() };
    if walk.left == 0 {
        progress.built();
    } else {
        walk.start_anew(squares);
    }
}

/// The first cell of the maze. Walks to the middle are shorter than to a corner.
fn middle(grid: Grid) -> CellIndex {
    grid.index(Position::new(grid.rows.div_ceil(2), grid.columns.div_ceil(2)))
}
