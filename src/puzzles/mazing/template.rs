//! Templates of The Mazing.

use crate::scene::template::Template;

pub(super) const MAZING: Template = Template {
    name: "mazing",
    about: "A maze grown from its border",
    maze_name: "",
    seeded: true,
    title: "The Mazing: walls grown from the border.",
    body: |_, _| BODY.to_owned(),
};

const BODY: &str = "    \
    generate: Mazing(pick: EligibleWall), // or AnyWall: the literal attempts, most of which fail\n    \
    text: Lattice, // or Johnny\n";
