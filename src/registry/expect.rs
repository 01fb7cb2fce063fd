//! The standard expectations. Their fields are those in scenes, and so are their names; without `Expected`, if there is
//! another type of that name.

mod agent;
mod amount;
mod cell;
mod diff;
mod drawing;
mod holds;
mod outcome;
mod perfect;
mod walker;

pub use agent::{Arrived, ExpectedAgent};
pub use amount::Amount;
pub use cell::Cell;
pub use drawing::{ExpectedDigest, Text};
pub use holds::Holds;
pub use outcome::{NoSolution, Solved};
pub use perfect::Perfect;
pub use walker::{ExpectedRoute, ExpectedWalker};

use crate::base::scene_fault::WALL_FIELDS;
use crate::registry::{CellFacet, Registry};
use crate::scene::Check;

/// Expectations of which scenes have conditions instead.
const CONDITIONS: [(&str, &str); 4] = [
    ("Walls", "a condition such as `\"walls = 12\"`"),
    ("Walkers", "a condition such as `\"walkers = 2\"`"),
    ("DeadEnds", "a condition such as `\"dead_ends <= 4\"`"),
    ("Finished", "a condition such as `\"ticks = 13\"`"),
];

pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .expectation::<Text>()
        .expectation::<Solved>()
        .expectation::<NoSolution>()
        .expectation::<ExpectedRoute>()
        .expectation::<Perfect>()
        .expectation::<ExpectedDigest>()
        .expectation::<Cell>()
        .expectation::<ExpectedWalker>()
        .expectation::<Holds>()
        .facet(CellFacet::WALLS)
        .facet(CellFacet::CLAIMS);
    for (name, condition) in CONDITIONS {
        registry.known_as("expect", &[name], condition);
    }
}

pub(crate) fn check_walk(check: &mut Check<'_>) {
    if !check.scene().has_walk() {
        check.error([], "needs a walk: add `walk`");
    }
}

pub(crate) fn check_walls(check: &mut Check<'_>) {
    if !check.scene().has_walls() {
        check.error([], format!("needs walls: add {WALL_FIELDS}"));
    }
}
