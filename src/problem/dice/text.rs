//! The listing of a dice maze: positions joined by a comma, nine a line; a full line that is
//! continued ends in a comma.

use bevy_ecs::prelude::*;

use crate::text::{Listed, Listing};

const LISTING: Listing = Listing { a_line: 9, between: ",", at_line_end: "," };

/// Lists the route: `  (1,2),(2,2),…`.
pub(crate) fn list(InMut(text): InMut<String>, maze: Single<Listed>) {
    LISTING.write(text, maze.into_inner());
}
