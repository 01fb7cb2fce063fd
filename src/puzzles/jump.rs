//! Number mazes, or jumping mazes (Robert Abbott, <http://www.logicmazes.com/n0mz.html>, after Sam
//! Loyd, 1898): the number of a square is the length of a jump from it.
//!
//! A move goes exactly that many squares up, down, left or right, and stays inside the grid; from a
//! square with a 0 there is no move. Walls, which Abbott's mazes do not have, block jumps: none may
//! stand anywhere along the line. Rules that close the way from a square to its neighbour close the
//! jump over that neighbour, too. A state is just a square, and the walk ends with the first
//! arrival at the goal.

mod lengths;

use std::fmt::Write;

pub use lengths::{JumpLength, Jumps, RandomJumps};

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::end::End;
use crate::base::grid::Grid;
use crate::base::heading::Heading;
use crate::base::route::{OnRoute, Route};
use crate::base::walker::{Start, Walker};
use crate::engine::columns::Cells;
use crate::engine::maze::Build;
use crate::engine::search::{Gait, Ground, Lead, WideTrail};
use crate::engine::text::{Listing, Need, TextFormat};
use crate::registry::{CellFacet, Registry};
use crate::scene::template::Template;
use crate::scene::{Check, Ingredient, Role, Scene, Word};

/// A walk in jumps of the given lengths: `walk: Jump(from: (1, 1), to: (4, 4))`. It ends at the
/// first arrival at its goal; starting on the goal does not count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jump {
    /// The start.
    pub from: End,
    /// The goal.
    pub to: End,
}

impl Ingredient for Jump {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Jump";
    const ROLE: Role = Role::Walk;
    const WORDS: &'static [Word] = &[
        ("Jump", "Number maze"),
        ("jump", "Find a way from the start to the goal by jumps."),
    ];

    fn check(&self, check: &mut Check<'_>) {
        check.check_ends(&self.from, &self.to);
        if !check.scene().may_have::<Jumps>() {
            check.error([], "a walk in jumps needs a board: add `jumps`");
        }
    }

    fn start(&self) -> Option<Start> {
        Some(Start::between(&self.from, &self.to))
    }

    fn fixed(&self, scene: &Scene) -> Option<Self> {
        let [from, to] = scene.known_ends()?;
        Some(Self { from, to })
    }

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world.walk::<Jumping>();
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .add::<Jumps>()
        .craft::<Jumps>()
        .add::<Jump>()
        .facet(CellFacet::of::<JumpLength>("jump", "jumps"))
        .text(TextFormat::JUMP)
        .text(TextFormat::JUMP_BOARD)
        .template(TEMPLATE);
}

/// The gait of jumps: one pose. A way back stores the heading and the length of the jump.
#[derive(Debug)]
pub struct Jumping;

impl Gait for Jumping {
    type Trail = WideTrail<1>;
    type Reads = &'static JumpLength;
    type OfMaze = ();
    const POSES: usize = 1;
    const WAYS: u8 = 4 * JumpLength::LONGEST;
    const LED: bool = false;

    fn posed(_: usize) -> Walker {
        Walker::default()
    }

    #[inline]
    fn pose(_: Walker) -> usize {
        0
    }

    #[inline]
    fn step(walker: Walker, heading: Heading, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        Some(jumped(
            walker,
            heading,
            ground.cells[walker.cell],
            ground.grid,
        ))
    }

    /// The heading, plus 4 × (the length − 1): no jump has length 0.
    #[inline]
    fn way_back(from: Walker, heading: Heading, _: Walker, ground: &Ground<Self, impl Lead>) -> u8 {
        heading as u8 + 4 * (ground.cells[from.cell].0 - 1)
    }

    /// Returns `None` if the jump began outside the grid, or where jumps have another length.
    fn back(walker: Walker, way: u8, ground: &Ground<Self, impl Lead>) -> Option<Walker> {
        let back = Heading::from_bits(way).opposite();
        let length = JumpLength(way / 4 + 1);
        let grid = ground.grid;
        if !length.stays_inside(grid.position(walker.cell), back, grid) {
            return None;
        }

        let before = jumped(walker, back, length, grid);
        if ground.cells[before.cell] != length {
            return None;
        }
        Some(Walker {
            heading: walker.heading,
            ..before
        })
    }
}

#[inline]
fn jumped(walker: Walker, heading: Heading, length: JumpLength, grid: Grid) -> Walker {
    let cell = walker
        .cell
        .offset(grid.stride(heading) * i32::from(length.0));
    Walker {
        cell,
        heading,
        ..walker
    }
}

impl TextFormat {
    /// The listing of a number maze: name and route, positions separated by `>`, eight per line.
    pub const JUMP: Self = Self {
        name: "Jump",
        needs: Need::Route,
        drawing: || {
            Listing {
                a_line: 8,
                between: " > ",
                at_line_end: " >",
            }
            .drawing()
        },
    };

    /// The numbers of a number maze, row by row, in brackets on the shortest route. A square
    /// without a number is a dot.
    pub const JUMP_BOARD: Self = Self {
        name: "JumpBoard",
        needs: Need::Route,
        drawing: || Box::new(IntoSystem::into_system(draw)),
    };
}

/// Draws a row per line: `[ 3]  2   1 `.
fn draw(
    InMut(text): InMut<String>,
    route: Single<&Route>,
    mut cells: Cells<Option<&'static JumpLength>>,
) {
    let (grid, lengths) = cells.grid_and_columns();
    let on_route = OnRoute::new(grid, route.cells());
    text.reserve(grid.cells() * "[63]".len() + grid.rows as usize);

    for cell in grid.indices() {
        let number = match lengths {
            Some(lengths) => lengths[cell].0.to_string(),
            None => ".".to_owned(),
        };
        let [left, right] = if on_route.has(cell) {
            ["[", "]"]
        } else {
            [" ", " "]
        };
        let _ = write!(text, "{left}{number:>2}{right}");

        if grid.position(cell).column == grid.columns {
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
    }
}

const TEMPLATE: Template = Template {
    name: "jump",
    about: "A maze of random numbers, the lengths of jumps",
    text: include_str!("templates/jump.ron"),
};
