//! The standard expectations. Their names and fields are those in scenes.
//!
//! Import the module, not its items: [`Walls`], [`Walker`], [`Route`] and [`Digest`] are names of
//! other types, too.

mod agent;
mod amount;
mod cell;
mod drawing;
mod holds;
mod outcome;
mod walker;
mod walls;

pub use agent::{Agent, Arrived};
pub use amount::Amount;
pub use cell::{Cell, Claimed, WallsAround};
pub use drawing::{Digest, Text};
pub use holds::Holds;
pub use outcome::{Finished, NoSolution, Solved};
pub use walker::{Route, Walker, Walkers};
pub use walls::{DeadEnds, Perfect, Walls};

use crate::base::scene_fault::WALL_FIELDS;
use crate::registry::Registry;
use crate::scene::Check;

pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .expectation::<Text>()
        .expectation::<Finished>()
        .expectation::<Solved>()
        .expectation::<NoSolution>()
        .expectation::<Walls>()
        .expectation::<DeadEnds>()
        .expectation::<Route>()
        .expectation::<Walkers>()
        .expectation::<Perfect>()
        .expectation::<Digest>()
        .expectation::<Cell>()
        .expectation::<Walker>()
        .expectation::<Holds>()
        .facet::<WallsAround>()
        .facet::<Claimed>();
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
