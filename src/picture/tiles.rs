//! Pictures as tiles: a block for each square, one for each wall between two, and one for each corner.

use super::look::Place;
use super::{Layer, Picture};
use crate::base::grid::{CellIndex, Grid};
use crate::base::wall::Segments;

/// How tiles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TileStyle {
    /// `#` for walls, blanks for ways, `S` and `G` for start and goal.
    Blocks,
    /// 1 for walls and 0 for ways, with commas between them.
    Values,
    /// A character for each square and none for walls: `#` if it is blocked, `.` if not, `S` and `G` for start and goal.
    Cells,
}

/// The walls of a picture as tiles.
pub fn tiles(picture: &Picture, style: TileStyle) -> String {
    let Grid { rows, columns } = picture.grid;
    let blocked = picture.layer("blocked").map(Layer::values);
    let square = |cell: CellIndex| match picture.end(cell) {
        _ if blocked.is_some_and(|blocked| blocked[cell] != 0) => '#',
        end => end.unwrap_or(' '),
    };
    if style == TileStyle::Cells {
        let mut text = String::new();
        for cell in picture.grid.indices() {
            let letter = square(cell);
            text.push(if letter == ' ' { '.' } else { letter });
            if (cell.get() + 1).is_multiple_of(columns as usize) {
                text.push('\n');
            }
        }
        return text;
    }

    let (lines, places) = (2 * rows as usize, 2 * columns as usize);
    let layer = picture
        .layers
        .iter()
        .find(|layer| layer.look.place == Place::Walls);
    let (walls, segments) = (
        layer.map_or(&[][..], |layer| &layer.values),
        Segments::new(picture.grid),
    );
    let wall = |wall: usize| {
        if walls.get(wall).is_some_and(|&it| it != 0) {
            '#'
        } else {
            ' '
        }
    };
    let cell = |row, column| CellIndex::new(row * columns as usize + column);
    let mut text = String::new();
    for line in 0..=lines {
        for place in 0..=places {
            let letter = match (line % 2, place % 2) {
                (0, 0) => '#',
                (0, _) => wall(segments.horizontal(line / 2, place / 2)),
                (_, 0) => wall(segments.vertical(line / 2, place / 2)),
                _ => square(cell(line / 2, place / 2)),
            };
            if style == TileStyle::Values && place > 0 {
                text.push(',');
            }
            text.push(match (style, letter) {
                (TileStyle::Values, '#') => '1',
                (TileStyle::Values, _) => '0',
                (_, letter) => letter,
            });
        }
        text.push('\n');
    }
    text
}
