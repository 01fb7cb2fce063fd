//! The lattice: a `+` at every point, `--` and `|` for walls, two characters per square.

use bevy_ecs::prelude::*;

use super::{Format, Need, TextFormat};
use crate::base::grid::{CellIndex, Grid};
use crate::base::route::{OnRoute, Route};
use crate::base::wall::Wall;
use crate::engine::columns::Walls;

impl TextFormat {
    /// The lattice of The Mazing, with the squares of the shortest route marked.
    pub const LATTICE: Self = Self(&Format {
        name: "Lattice",
        needs: Need::Walls,
        drawing: || Box::new(IntoSystem::into_system(draw)),
    });
}

/// Draws the walls, and `**` in the squares of the shortest route.
fn draw(
    InMut(text): InMut<String>,
    maze: Single<(&Grid, Option<&Route>)>,
    mut walls: Walls<&'static Wall>,
) {
    let segments = walls.segments();
    let walls = walls.columns();
    let (&grid, route) = maze.into_inner();
    let on_route = OnRoute::new(grid, route.map_or(&[], Route::cells));
    let (rows, columns) = (grid.rows as usize, grid.columns as usize);
    text.reserve((2 * rows + 1) * (3 * columns + 2));

    for row in 0..=rows {
        for column in 0..columns {
            let wall = walls[segments.horizontal(row, column)];
            text.push_str(if wall.stands { "+--" } else { "+  " });
        }
        text.push_str("+\n");
        if row == rows {
            break;
        }
        for line in 0..=columns {
            let wall = walls[segments.vertical(row, line)];
            text.push(if wall.stands { '|' } else { ' ' });
            if line < columns {
                text.push_str(if on_route.has(CellIndex::new(row * columns + line)) {
                    "**"
                } else {
                    "  "
                });
            }
        }
        text.push('\n');
    }
}
