//! Wilson's algorithm: loop-erased random walks, by which every maze of a size is equally likely.
//!
//! Source: D. B. Wilson, "Generating random spanning trees more quickly than the cover time", STOC
//! 1996. The maze begins as the cell in the middle. From the first cell in grid order that is not in
//! the maze somebody walks at random until he meets it. Then his way joins the maze, without the
//! loops that he made: wall by wall from where he began, as he last left each cell. When every cell
//! has joined, the maze is perfect, and none is likelier than another.

mod look;
mod snapshot;
mod square;
mod template;
mod walk;

use std::fmt::{self, Write as _};

use bevy_ecs::prelude::*;
use serde::Deserialize;

use crate::columns::{Cells, Walls};
use crate::digest::{Hasher, Part};
use crate::grid::{Grid, Position};
use crate::heading::Heading;
use crate::ingredient::Ingredients;
use crate::maze::Build;
use crate::progress::Progress;
use crate::scene::{Ingredient, Slot};
use crate::wall::Wall;

use square::Square;

/// Wilson's algorithm: every maze is equally likely. `generate: Wilson`.
///
/// A tick is a step of the walk: to a neighbour, every one as likely. The step that meets the maze
/// carves all of the way that is left without its loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Wilson;

/// The state of Wilson's walk. A component of the maze entity.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct WilsonWalk {
    /// Where the present walk began, and where it is, by their places in grid order. The way between
    /// them is noted in the cells.
    start: usize,
    at: usize,
    /// How many cells are not yet in the maze.
    left: usize,
}

impl WilsonWalk {
    /// Where the walk is, by its place in grid order.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// How many cells are not yet in the maze.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    /// The headings that lead from the start of the walk to where it is, without loops.
    fn way(self, squares: &[Square], grid: Grid) -> impl Iterator<Item = Heading> {
        let mut here = self.start;
        std::iter::from_fn(move || {
            let heading = (here != self.at).then(|| squares[here].noted())?;
            here = here.wrapping_add_signed(grid.stride(heading));
            Some(heading)
        })
    }
}

/// Adds Wilson's algorithm, and its template.
pub(crate) fn plugin(ingredients: &mut Ingredients) {
    ingredients.add::<Wilson>().template(template::WILSON);
}

impl Ingredient for Wilson {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Wilson";
    const SLOT: Slot = Slot::Walls;

    fn print(&self, ron: &mut String) -> fmt::Result {
        ron.write_str(Self::NAME)
    }

    fn build(_: u8, world: &mut Build<'_>) {
        world.walls().chance().cells::<Square>();
        world.maze(WilsonWalk::default()).on_begin(begin).stage(walk::walk);
        world.look_at_list(&look::WAY, look::way).tell(look::tell);
        world.hashed(Part::Generator, hash).saved(snapshot::save, snapshot::restore);
    }
}

/// Walls every cell in; the one in the middle is the maze.
fn begin(
    InRef(_): InRef<Wilson>,
    maze: Single<(&mut WilsonWalk, &mut Progress)>,
    mut cells: Cells<&'static mut Square>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (mut walk, mut progress) = maze.into_inner();
    let grid = cells.grid();
    walls.columns().bypass_change_detection().fill(Wall::STANDING);
    let (_, mut squares) = cells.columns();
    let squares = squares.bypass_change_detection();
    square::leave_all(squares, grid);
    squares[middle(grid)].join();
    *walk = WilsonWalk { left: grid.cells() - 1, ..WilsonWalk::default() };
    if walk.left == 0 {
        progress.built();
    } else {
        walk.start_anew(squares);
    }
}

/// The first cell of the maze. Walks to it are shorter than to a corner.
fn middle(grid: Grid) -> usize {
    grid.index(Position::new(grid.rows.div_ceil(2), grid.columns.div_ceil(2)))
}

/// Adds what decides the walk's future beside the walls: how long its way is, without loops (u64),
/// then every heading of it (u8), from the first cell in grid order that is not in the maze.
fn hash(
    InMut(hasher): InMut<Hasher>,
    walk: Single<&WilsonWalk>,
    mut cells: Cells<&'static Square>,
) {
    let grid = cells.grid();
    let (_, squares) = cells.columns();
    hasher.number(walk.way(squares, grid).count() as u64);
    walk.way(squares, grid).for_each(|heading| hasher.bytes(&[heading as u8]));
}
