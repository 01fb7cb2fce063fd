//! Scenes of Kruskal's algorithm to start from.

use crate::template::Template;

pub(super) const KRUSKAL: Template = Template {
    name: "kruskal",
    about: "A maze of Kruskal's algorithm: walls in a random order",
    maze_name: "",
    seeded: true,
    title: "Kruskal's algorithm: walls in a random order, which fall unless they join what is joined.",
    body: |_, _| BODY.to_owned(),
};

const BODY: &str = "    generate: Kruskal,\n    text: Lattice, // or Johnny\n";
