//! Templates of Wilson's algorithm.

use crate::scene::template::Template;

pub(super) const WILSON: Template = Template {
    name: "wilson",
    about: "A maze by Wilson's algorithm: all mazes are equally likely",
    maze_name: "",
    seeded: true,
    title: "Wilson's algorithm: loop-erased random walks, every maze equally likely.",
    body: |_, _| BODY.to_owned(),
};

const BODY: &str = "    generate: Wilson,\n    text: Lattice, // or Johnny\n";
