//! Blocked cells, which are no squares of the maze, and walls that leave them out.

use bevy_ecs::prelude::*;

use crate::base::grid::{Grid, Position};
use crate::base::scene_fault::SceneStep;
use crate::base::squares::{Blocked, Mask, Squares, SquaresOf};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Cells, Walls};
use crate::engine::maze::Build;
use crate::engine::search::{Exits, Leads};
use crate::picture::{Depth, Ink, Look, Place};
use crate::registry::Registry;
use crate::scene::{Check, Ingredient, Role, Word};

use super::kruskal::{Edge, Parent, unite};

impl Ingredient for Blocked {
    const FIELD: &'static str = "blocked";
    const ROLE: Role = Role::Walls;
    const WORDS: &'static [Word] = &[("blocked", "Filled squares {blocked} can't be entered.")];

    fn check(&self, check: &mut Check<'_>) {
        let grid = check.grid();
        if grid.area() == 0 {
            return;
        }
        if let Some(drawn) = self.drawn.filter(|&drawn| drawn != grid) {
            let size = |grid: Grid| format!("{} by {}", grid.rows, grid.columns);
            let (drawn, grid) = (size(drawn), size(grid));
            let message = format!("a drawing of {drawn} cells, expected {grid} as in `grid`");
            return check.error([], message);
        }
        for (place, &at) in self.cells.iter().enumerate() {
            if !grid.contains(at) {
                check.inside([SceneStep::Index(place)], at);
            }
        }

        let squares = check.squares();
        let message = match stray(squares) {
            _ if squares.count() == 0 => {
                "every square is blocked, expected one that isn't".to_owned()
            }
            Some([one, other]) if check.scene().has("generate") => {
                format!("{one} and {other} are apart, expected squares that `generate` can join")
            }
            _ => return,
        };
        check.error([], message);
    }

    fn build(world: &mut Build<'_>) {
        world
            .walls()
            .state::<Mask>("blocked")
            .on_begin(begin)
            .rule(keep_out)
            .why(|_| "The square is blocked.".to_owned());
        world
            .look_by(&LOOK, show)
            .positions("blocked", |mask: &Mask, grid| {
                let blocked = Squares::from((&grid, Some(mask))).blocked();
                blocked.map(|cell| grid.position(cell)).collect()
            })
            .counted("blocked square", Mask::count);
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<Blocked>();
}

/// The look of blocked cells, in pictures and as text: solid, as walls are.
static LOOK: Look = Look {
    shapes: |_, pen| pen.fill_cell(Ink::Wall),
    letters: |_, letters| letters.fill('#', Ink::Wall),
    legend: &[("#", "blocked")],
    meaning: "blocked",
    ..Look::new("blocked", Place::Cells(1), Depth::Ground)
};

fn show(InMut(values): InMut<[u32]>, squares: Single<SquaresOf>) {
    for cell in Squares::from(squares.into_inner()).blocked() {
        values[cell] = 1;
    }
}

/// Builds the border and walls around blocked cells. What builds other walls begins later.
fn begin(
    InRef(_): InRef<Blocked>,
    squares: Single<SquaresOf>,
    mut walls: Walls<&'static mut Wall>,
) {
    let squares = Squares::from(squares.into_inner());
    let walls = walls.columns();
    walls.fill(Wall::OPEN);
    for wall in Segments::new(squares.grid()).border() {
        walls[wall] = Wall::STANDING;
    }
    squares.wall_in(walls);
}

/// The rule: no step leads into a blocked cell.
fn keep_out(mask: Single<&Mask>, mut cells: Cells<(Option<&'static Leads>, &'static mut Exits)>) {
    let (grid, (leads, exits)) = cells.grid_and_columns();
    Exits::close_into(exits, grid, leads, |there| mask.has(there));
}

/// Leaves blocked cells out of a perfect maze: it walls them in and joins again what they came between.
pub(super) fn leave_out(squares: Squares<'_>, walls: &mut [Wall]) {
    if squares.blocked().next().is_none() {
        return;
    }
    squares.wall_in(walls);
    let segments = Segments::new(squares.grid());
    let mut parents = roots(squares.grid());
    for stands in [false, true] {
        for edge in Edge::all(squares) {
            let (cell, side) = edge.cell_and_side();
            let wall = &mut walls[segments.beside(cell, side)];
            let there = squares.grid().beside(cell, side);
            if wall.stands == stands && unite(&mut parents, cell, there) {
                *wall = Wall::OPEN;
            }
        }
    }
}

/// Returns the first square and another one without a way from it, if there is one.
fn stray(squares: Squares<'_>) -> Option<[Position; 2]> {
    let grid = squares.grid();
    let mut parents = roots(grid);
    for edge in Edge::all(squares) {
        let (cell, side) = edge.cell_and_side();
        unite(&mut parents, cell, grid.beside(cell, side));
    }

    // The root of a tree of squares is the first of them.
    let mut roots = squares.indices().filter(|&cell| parents[cell].0 == cell);
    let first = roots.next()?;
    let other = roots.next()?;
    Some([first, other].map(|cell| grid.position(cell)))
}

fn roots(grid: Grid) -> Vec<Parent> {
    grid.indices().map(Parent).collect::<Vec<Parent>>()
}
