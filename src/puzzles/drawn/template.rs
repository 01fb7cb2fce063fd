//! Templates of fixed walls.

use std::fmt::Write as _;

use crate::base::grid::{Grid, Position};
use crate::scene::template::Template;

pub(super) const WALLS: Template = Template {
    name: "walls",
    about: "A maze of fixed walls, drawn in the scene, with a walk",
    maze_name: "",
    seeded: false,
    title: "A drawn maze: `--` and `|` are walls; change them as you like.",
    body,
};

/// A passage that winds through all columns: the gaps of the walls alternate between the ends.
fn body(grid: Grid, _: u64) -> String {
    let Grid { rows, columns } = grid;
    let is_gap = |at: Position| at.row == if at.column % 2 == 1 { rows } else { 1 };
    let mut drawing = String::new();
    for row in 1..=rows {
        let floor = if row == 1 { "+--" } else { "+  " };
        (0..columns).for_each(|_| drawing.push_str(floor));
        drawing.push_str("+\n|");
        for column in 1..=columns {
            let is_open = column < columns && is_gap(Position { row, column });
            drawing.push_str(if is_open { "   " } else { "  |" });
        }
        drawing.push('\n');
    }
    (0..columns).for_each(|_| drawing.push_str("+--"));
    let end = if columns % 2 == 1 { rows } else { 1 };
    let mut body = String::new();
    let _ = write!(
        body,
        "    walls: \"\n{drawing}+\n\",\n    \
         walk: Foot(from: (1, 1), to: ({end}, {columns})),\n    \
         text: Lattice, // or Johnny\n"
    );
    body
}
