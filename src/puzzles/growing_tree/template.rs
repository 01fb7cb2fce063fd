//! Templates of growing trees.

use crate::scene::template::Template;

pub(super) const GROWING_TREE: Template = Template {
    name: "growing-tree",
    about: "A maze that grows from the cells of a list",
    maze_name: "",
    seeded: true,
    title: "A growing tree: every tick picks a cell of a list, and the maze grows from it.",
    body: |_, _| BODY.to_owned(),
};

const BODY: &str = "    \
    generate: GrowingTree(pick: Mixed(0.3)), // or Newest, Oldest, Random\n    \
    text: Lattice, // or Johnny\n";
