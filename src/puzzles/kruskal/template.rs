//! Templates of Kruskal's algorithm.

use crate::scene::template::Template;

pub(super) const KRUSKAL: Template = Template {
    name: "kruskal",
    about: "A maze by Kruskal's algorithm: walls in a random order",
    maze_name: "",
    seeded: true,
    title: "Kruskal's algorithm: walls in a random order, each removed if it separates two regions.",
    body: |_, _| BODY.to_owned(),
};

const BODY: &str = "    generate: Kruskal,\n    text: Lattice, // or Johnny\n";
