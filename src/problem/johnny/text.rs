//! Johnny's drawing: floors as underscores, right walls as bars.

use bevy_ecs::prelude::*;

use crate::columns::Walls;
use crate::grid::Grid;
use crate::wall::{Segments, Wall};

/// Draws the walls: a top line, then a line a row, then an empty line.
pub(crate) fn draw(
    InMut(text): InMut<String>,
    grid: Single<&Grid>,
    mut walls: Walls<&'static Wall>,
) {
    let Some(walls) = walls.columns() else { return };
    let segments = Segments::of(**grid);
    let (rows, columns) = (grid.rows as usize, grid.columns as usize);
    text.reserve((rows + 1) * (2 * columns + 2) + 1);

    (0..columns).for_each(|_| text.push_str(" _"));
    text.push('\n');
    for row in 0..rows {
        text.push('|');
        for column in 0..columns {
            let floor = walls[segments.horizontal(row + 1, column)];
            let right = walls[segments.vertical(row, column + 1)];
            text.push(if floor.stands { '_' } else { ' ' });
            text.push(if right.stands { '|' } else { ' ' });
        }
        text.push('\n');
    }
    text.push('\n');
}
