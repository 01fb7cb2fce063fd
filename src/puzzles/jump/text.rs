//! The texts of number mazes: the listing of a route, and the board of numbers.

use bevy_ecs::prelude::*;

use super::JumpLength;
use crate::base::route::{OnRoute, Route};
use crate::engine::columns::Cells;
use crate::engine::text::{Format, Listed, Listing, Need, TextFormat};

impl TextFormat {
    /// The listing of a number maze: name and route, positions separated by `>`, eight per line.
    pub const JUMP: Self = Self::new(&Format {
        name: "Jump",
        needs: Need::Listing,
        drawing: || Box::new(IntoSystem::into_system(list)),
    });

    /// The numbers of a number maze, row by row, in brackets on the shortest route. A square
    /// without a number is a dot.
    pub const JUMP_BOARD: Self = Self::new(&Format {
        name: "JumpBoard",
        needs: Need::Route,
        drawing: || Box::new(IntoSystem::into_system(draw)),
    });
}

const LISTING: Listing = Listing { a_line: 8, between: " > ", at_line_end: " >" };

/// Lists the route: `  (1,1) > (4,1) > …`.
fn list(InMut(text): InMut<String>, maze: Single<Listed>) {
    LISTING.write(text, maze.into_inner());
}

/// Draws a row per line: `[ 3]  2   1 `.
fn draw(
    InMut(text): InMut<String>,
    route: Single<&Route>,
    mut cells: Cells<Option<&'static JumpLength>>,
) {
    let grid = cells.grid();
    let lengths = cells.columns();
    let on_route = OnRoute::new(grid, route.cells());
    text.reserve(grid.cells() * "[63]".len() + grid.rows as usize);
    for cell in grid.indices() {
        let number = match lengths {
            Some(lengths) => lengths[cell].0.to_string(),
            None => ".".to_owned(),
        };
        let [left, right] = if on_route.has(cell) { ["[", "]"] } else { [" ", " "] };
        text.extend([left, if number.len() < 2 { " " } else { "" }, &number, right]);
        if grid.position(cell).column == grid.columns {
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
    }
}
