//! Mazes without edges: steps out of the grid come back in at the opposite side.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::grid::Grid;
use crate::base::heading::Heading;
use crate::base::progress::Progress;
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Cells, Walls};
use crate::engine::maze::Build;
use crate::engine::search::Leads;
use crate::registry::Registry;
use crate::scene::{Ingredient, Role, Word};

/// Joins opposite edges: `wrap: Both` makes a torus, `Rows` and `Columns` a ring.
///
/// Where there are walls, a tick after their generation removes those of the joined edges. A text
/// shows the gaps.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wrap {
    /// The two ends of every row: a step west from the first column leads to the last one.
    Rows,
    /// The two ends of every column.
    Columns,
    /// All edges.
    #[default]
    Both,
}

impl Ingredient for Wrap {
    const FIELD: &'static str = "wrap";
    const ROLE: Role = Role::Changes;
    const WORDS: &'static [Word] = &[
        (
            "wrap_rows",
            "A step over the left or right edge comes in at the opposite one.",
        ),
        (
            "wrap_columns",
            "A step over the upper or lower edge comes in at the opposite one.",
        ),
        (
            "wrap_both",
            "A step over any edge comes in at the opposite one.",
        ),
    ];

    fn rules(&self) -> Vec<&'static str> {
        vec![["wrap_rows", "wrap_columns", "wrap_both"][*self as usize]]
    }

    fn reads_reports(&self) -> bool {
        false
    }

    fn build(world: &mut Build<'_>) {
        world.state::<Self>("wrap").on_begin(begin).rule(join);
        if world.has_walls() {
            world.stage(open);
        }
    }
}

pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<Wrap>();
}

impl Wrap {
    /// Whether it joins the edge toward `heading` with the opposite one.
    pub(super) fn joins(self, heading: Heading) -> bool {
        match heading {
            Heading::N | Heading::S => self != Self::Rows,
            Heading::W | Heading::E => self != Self::Columns,
        }
    }
}

fn begin(InRef(wrap): InRef<Wrap>, mut maze: Single<&mut Wrap>) {
    **maze = *wrap;
}

/// The rule: a step out of the grid leads to the other end of its row or column.
fn join(wrap: Single<&Wrap>, mut cells: Cells<&'static mut Leads>) {
    let (grid, leads) = cells.grid_and_columns();
    for (cell, heading) in grid.ways_out().filter(|&(_, heading)| wrap.joins(heading)) {
        leads[cell].redirect(heading, grid.across(cell, heading));
    }
}

fn open(maze: Single<(&Grid, &Wrap, &mut Progress)>, mut walls: Walls<&'static mut Wall>) {
    let (&grid, wrap, mut progress) = maze.into_inner();
    let segments = Segments::new(grid);
    let walls = walls.columns();
    for wall in segments
        .border()
        .filter(|&wall| wrap.joins(segments.place(wall).1))
    {
        walls[wall] = Wall::OPEN;
    }
    progress.pass(1);
    progress.end_stage();
}
