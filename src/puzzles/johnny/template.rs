//! Templates of Johnny's mazes.

use crate::base::grid::Grid;
use crate::scene::template::Template;

pub(super) const JOHNNY: Template = Template {
    name: "johnny",
    about: "A maze carved by Johnny's list, with flips",
    maze_name: "",
    seeded: true,
    title: "Johnny's maze: a list of cells, moves that carve, flips of its tail.",
    body,
};

fn body(grid: Grid, _: u64) -> String {
    format!(
        "    generate: Johnny(start: ({}, 1), flips: 0.2), // or commands: \"R U L F 2 …\"\n    \
         text: Johnny, // or Lattice\n",
        grid.rows
    )
}
