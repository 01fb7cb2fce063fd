//! Wilson's algorithm: loop-erased random walks, by which every maze of a size is equally likely.
//!
//! Source: D. B. Wilson, "Generating random spanning trees more quickly than the cover time", STOC
//! 1996. The maze begins as the cell in the middle. A random walk starts at the first cell in grid
//! order that is not in the maze, and ends when it meets the maze. Then its path joins the maze
//! without its loops: wall by wall from its start, leaving each cell as the walk last left it. When
//! every cell has joined, the maze is perfect, and all perfect mazes are equally likely.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::chance::Chance;
use crate::base::count::saturating_u32;
use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::{Heading, Headings};
use crate::base::progress::{Phase, Progress};
use crate::base::squares::{Squares, SquaresOf};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Cells, Walls, single};
use crate::engine::maze::Build;
use crate::picture::{Change, Depth, Ink, List, Look, Place, TickDiff, TickText};
use crate::registry::Registry;
use crate::scene::template::Template;
use crate::scene::{Ingredient, Role};

/// Wilson's algorithm: every maze is equally likely. `generate: Wilson`.
///
/// A tick is a step of the walk: to a neighbour, uniformly. The step that meets the maze carves the
/// whole path without its loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wilson;

impl Ingredient for Wilson {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Wilson";
    const ROLE: Role = Role::Walls;

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world
            .walls()
            .chance()
            .column::<Square>("squares")
            .state::<WilsonWalk>("wilson");
        world.on_begin(begin).stage(walk);
        world.look_at_list(&WAY, way).describe(describe_tick);
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<Wilson>().template(TEMPLATE);
}

/// The present walk. A component of the maze entity.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
struct WilsonWalk {
    /// The cell where the walk started. The path from here is stored in the cells.
    start: CellIndex,
    /// The cell where the walk is.
    at: CellIndex,
    /// The number of cells that are not in the maze.
    left: usize,
}

impl WilsonWalk {
    /// Starts another walk at the first cell that is not in the maze. All cells before the last start are in it.
    fn start_again(&mut self, squares: &[Square]) {
        let start = self.start.get();
        let ahead = squares[start..]
            .iter()
            .position(|square| !square.is_in_maze());

        self.start = CellIndex::new(start + ahead.unwrap_or_default());
        self.at = self.start;
    }
}

/// The headings of neighbours (four bits), the heading in which the walk last left the cell (two bits), and whether the
/// cell is in the maze (one bit). A component of every cell.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
struct Square(u8);

const IN_MAZE: u8 = 1 << 6;

impl Square {
    #[inline]
    fn ways(self) -> Headings {
        Headings::from_bits(self.0)
    }

    #[inline]
    fn noted(self) -> Heading {
        Heading::from_bits(self.0 >> 4)
    }

    #[inline]
    fn note(&mut self, heading: Heading) {
        self.0 = self.0 & !(3 << 4) | (heading as u8) << 4;
    }

    #[inline]
    fn is_in_maze(self) -> bool {
        self.0 & IN_MAZE != 0
    }

    #[inline]
    fn join(&mut self) {
        self.0 |= IN_MAZE;
    }
}

/// Walls in every cell, puts one into the maze, and starts the first walk.
fn begin(
    InRef(_): InRef<Wilson>,
    mut maze: Query<(&mut WilsonWalk, &mut Progress, SquaresOf)>,
    mut cells: Cells<&'static mut Square>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (mut walk, mut progress, all) = single(&mut maze);
    let all = Squares::from(all);
    let squares = cells.columns();

    walls.columns().fill(Wall::STANDING);
    let remove = |square: &mut Square, heading| square.0 &= !(1 << heading as u8);
    all.fill_inside(squares, || Square(Headings::ALL.bits()), remove);

    // The maze begins in the middle, or at the first square if the middle is blocked.
    let middle = middle(all.grid());
    let first = if all.has(middle) { middle } else { all.nth(0) };
    squares[first].join();

    // No walk starts at a blocked square.
    for blocked in all.blocked() {
        squares[blocked].join();
    }

    *walk = WilsonWalk {
        left: all.count() - 1,
        ..WilsonWalk::default()
    };
    if walk.left == 0 {
        progress.end_stage();
    } else {
        walk.start_again(squares);
    }
}

/// Returns the cell in the middle. Walks to it are shorter than walks to a corner.
fn middle(grid: Grid) -> CellIndex {
    grid.index(Position::new(
        grid.rows.div_ceil(2),
        grid.columns.div_ceil(2),
    ))
}

/// Takes a step in each tick. A step that meets the maze carves the path of the walk.
fn walk(
    mut maze: Query<(&Grid, &mut Progress, &mut WilsonWalk, &mut Chance)>,
    mut cells: Cells<&'static mut Square>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut walk, mut chance) = single(&mut maze);
    let walk = &mut *walk;
    let squares = cells.columns();
    let walls = walls.columns();
    let segments = Segments::new(grid);
    let strides = Heading::ALL.map(|heading| grid.stride(heading));
    let beside = |cell: CellIndex, heading: Heading| cell.offset(strides[heading as usize]);

    progress.do_ticks(|| {
        let ways = squares[walk.at].ways();
        let heading = chance.heading(ways);
        squares[walk.at].note(heading);
        walk.at = beside(walk.at, heading);

        if squares[walk.at].is_in_maze() {
            // Follow the headings from the start: loops are left out, as each cell has only its last heading.
            let mut cell = walk.start;
            while !squares[cell].is_in_maze() {
                let heading = squares[cell].noted();
                squares[cell].join();
                walls[segments.beside(cell, heading)] = Wall::OPEN;
                walk.left -= 1;
                cell = beside(cell, heading);
            }
            walk.start_again(squares);
        }

        walk.left == 0
    });
}

static WAY: Look = Look {
    shapes: |slot, pen| pen.fill_cell(Ink::List(slot.tint())),
    letters: |slot, letters| letters.listed(slot.tint()),
    legend: &[(":", "on the walk"), ("@", "its current cell")],
    meaning: "on the way that looks for the maze",
    ..Look::new("way", Place::List, Depth::Ground)
};

/// Lists the cells of the walk's path, without loops, for pictures.
fn way(
    InMut(seen): InMut<List>,
    maze: Single<(&WilsonWalk, &Progress)>,
    mut cells: Cells<&'static Square>,
) {
    let (walk, progress) = maze.into_inner();
    let (grid, squares) = cells.grid_and_columns();
    seen.cells.clear();
    if progress.phase != Phase::Generation || walk.left == 0 {
        return;
    }

    let mut cell = walk.start;
    seen.cells.push(cell);
    // The path is never longer than the maze, even if somebody has changed the components.
    while cell != walk.at && seen.cells.len() <= squares.len() {
        cell = grid.beside(cell, squares[cell].noted());
        seen.cells.push(cell);
    }
}

/// Describes a tick: the walk goes on, crosses itself, or meets the maze.
fn describe_tick(diff: &TickDiff<'_>) -> Option<TickText> {
    if let Some((_, walls)) = diff.set("walls").find(|&(value, _)| value == 0) {
        let joined: u32 = saturating_u32(walls.len());
        let phrase = "The walk meets the maze: {cell} of its path joined.";
        return Some(TickText::new(phrase, [joined]));
    }

    let list = diff.after.layer(WAY.name)?.list()?;
    let text = match diff.list(WAY.name).last()? {
        Change::Push { cells, .. } => TickText::new("The walk goes to {@}.", cells.last().copied()),
        _ => TickText::new(
            "The walk crosses itself at {@}: the loop is erased.",
            list.cells.last().copied(),
        ),
    };
    Some(text)
}

const TEMPLATE: Template = Template {
    name: "wilson",
    about: "A maze by Wilson's algorithm: all mazes are equally likely",
    text: include_str!("templates/wilson.ron"),
};
