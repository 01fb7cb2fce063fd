//! The listing of an arrow maze: positions joined by a space, ten a line.

use bevy_ecs::prelude::*;

use crate::text::{Listed, Listing};

const LISTING: Listing = Listing { a_line: 10, between: " ", at_line_end: "" };

/// Lists the route: `  (3,1) (2,1) …`.
pub(crate) fn list(InMut(text): InMut<String>, maze: Single<Listed>) {
    LISTING.write(text, maze.into_inner());
}
