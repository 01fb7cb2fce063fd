//! The listing of a dice maze: positions separated by a comma, nine per line; a full line that
//! continues ends with a comma.

use bevy_ecs::prelude::*;

use crate::engine::text::{Format, Listed, Listing, Need, TextFormat};

impl TextFormat {
    /// The listing of a dice maze: name and route.
    pub const DICE: Self = Self::new(&Format {
        name: "Dice",
        needs: Need::Listing,
        drawing: || Box::new(IntoSystem::into_system(list)),
    });
}

const LISTING: Listing = Listing { a_line: 9, between: ",", at_line_end: "," };

/// Lists the route: `  (1,2),(2,2),…`.
fn list(InMut(text): InMut<String>, maze: Single<Listed>) {
    LISTING.write(text, maze.into_inner());
}
