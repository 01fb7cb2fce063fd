//! Pictures as tiles: a block for each square, one for each wall between two, and one for each corner.

use super::Picture;
use super::look::Place;
use crate::base::end::End;
use crate::base::grid::{Grid, Position};
use crate::base::wall::Segments;

/// How tiles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileStyle {
    /// `#` for walls, blanks for ways, `S` and `G` for start and goal.
    Blocks,
    /// 1 for walls and 0 for ways, with commas between them.
    Values,
}

/// The walls of a picture as tiles.
pub fn tiles(picture: &Picture, style: TileStyle) -> String {
    let Grid { rows, columns } = picture.grid;
    let (lines, places) = (2 * rows as usize, 2 * columns as usize);
    let layer = picture.layers.iter().find(|layer| layer.look.place == Place::Walls);
    let (walls, segments) =
        (layer.map_or(&[][..], |layer| &layer.values), Segments::new(picture.grid));
    let stands = |wall: usize| walls.get(wall).is_some_and(|&value| value != 0);
    let mut text = String::new();
    for line in 0..=lines {
        for place in 0..=places {
            let is_wall = match (line % 2, place % 2) {
                (0, 0) => true,
                (0, _) => stands(segments.horizontal(line / 2, place / 2)),
                (_, 0) => stands(segments.vertical(line / 2, place / 2)),
                _ => false,
            };
            let is_end = |end: &End| {
                let middle = |at: &Position| (2 * at.row as usize - 1, 2 * at.column as usize - 1);
                end.positions().iter().any(|at| middle(at) == (line, place))
            };
            let [is_start, is_goal] =
                picture.start.as_ref().map_or([false; 2], |it| [&it.from, &it.to].map(is_end));
            if style == TileStyle::Values && place > 0 {
                text.push(',');
            }
            text.push(match (style, is_wall) {
                (TileStyle::Values, _) => {
                    if is_wall {
                        '1'
                    } else {
                        '0'
                    }
                }
                (TileStyle::Blocks, true) => '#',
                _ if is_start && is_goal => '&',
                _ if is_start => 'S',
                _ if is_goal => 'G',
                _ => ' ',
            });
        }
        text.push('\n');
    }
    text
}
