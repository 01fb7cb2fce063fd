//! Braided mazes: dead ends are opened, so that there are loops.
//!
//! After generation, cells are visited in grid order. A dead end is a cell with exactly one way out and a wall inside the
//! border. It may have been one before and be a passage when it is visited. A tick goes to the next dead end, and
//! opens or keeps it, at random. The tick that finds none ends the stage, so a maze without dead ends takes one tick.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::chance::{Chance, Odds};
use crate::base::grid::CellIndex;
use crate::base::heading::Headings;
use crate::base::progress::Progress;
use crate::base::squares::{Squares, SquaresOf};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Walls, single};
use crate::engine::maze::Build;
use crate::registry::Registry;
use crate::registry::expect::check_walls;
use crate::scene::template::Template;
use crate::scene::{Check, Ingredient, Role};

/// Opens each dead end with this probability, 0 to 1: `braid: 0.5`.
///
/// If a dead end is opened, one of its walls inside the border is removed, each as likely as the
/// others. With 1, no cell of a perfect maze has one way out, unless the maze is only a row or a
/// column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Braid(pub f64);

impl Ingredient for Braid {
    const FIELD: &'static str = "braid";
    const ROLE: Role = Role::Changes;

    fn check(&self, check: &mut Check<'_>) {
        check.number([], "a share of", (self.0, 1.0));
        check_walls(check);
    }

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world
            .chance()
            .state::<Braiding>("braid")
            .on_begin(begin)
            .stage(open);
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<Braid>().template(TEMPLATE);
}

/// The state of the stage. A component of the maze entity.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
struct Braiding {
    /// The odds that a dead end is opened; `None` if all are.
    odds: Option<Odds>,
    /// The index of the next cell to visit.
    next: usize,
}

fn begin(InRef(braid): InRef<Braid>, mut braiding: Single<&mut Braiding>) {
    let odds = (braid.0 < 1.0).then(|| Odds::new(braid.0));
    **braiding = Braiding { odds, next: 0 };
}

/// Visits a dead end in each tick.
fn open(
    mut maze: Query<(SquaresOf, &mut Progress, &mut Braiding, &mut Chance)>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (squares, mut progress, mut braiding, mut chance) = single(&mut maze);
    let squares = Squares::from(squares);
    let grid = squares.grid();
    let segments = Segments::new(grid);
    let walls = walls.columns();

    progress.do_ticks(|| {
        while braiding.next < grid.cells() {
            let cell = CellIndex::new(braiding.next);
            braiding.next += 1;

            if let Some(shut) = dead_end(cell, squares, segments, walls) {
                if braiding.odds.is_none_or(|odds| chance.happens(odds)) {
                    let side = chance.heading(shut);
                    walls[segments.beside(cell, side)] = Wall::OPEN;
                }
                return false;
            }
        }

        true
    });
}

/// Returns the sides of a dead end that can be opened; `None` if the cell is not a dead end.
#[inline]
fn dead_end(
    cell: CellIndex,
    squares: Squares<'_>,
    segments: Segments,
    walls: &[Wall],
) -> Option<Headings> {
    let shut = segments.walled_sides(cell, walls);
    if shut.len() != 3 {
        return None;
    }

    let shut = shut.and(squares.ways_inside(cell));
    (!shut.is_empty()).then_some(shut)
}

const TEMPLATE: Template = Template {
    name: "braid",
    about: "A maze some of whose dead ends are opened, with a walk",
    text: include_str!("templates/braid.ron"),
};
