//! The listing of an arrow maze: positions separated by a space, ten per line.

use bevy_ecs::prelude::*;

use crate::engine::text::{Format, Listed, Listing, Need, TextFormat};

impl TextFormat {
    /// The listing of an arrow maze: name and route.
    pub const ARROW: Self = Self::new(&Format {
        name: "Arrow",
        needs: Need::Listing,
        drawing: || Box::new(IntoSystem::into_system(list)),
    });
}

const LISTING: Listing = Listing { a_line: 10, between: " ", at_line_end: "" };

/// Lists the route: `  (3,1) (2,1) …`.
fn list(InMut(text): InMut<String>, maze: Single<Listed>) {
    LISTING.write(text, maze.into_inner());
}
