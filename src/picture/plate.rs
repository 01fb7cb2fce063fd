//! The plates of headings: a place in a cell for each heading in which it is entered.

use super::shape::{CELL, Form};
use crate::base::heading::Heading;

/// The plate of a heading: in the corner at the right of a walker that enters with it.
pub(crate) fn plate(travel: Heading) -> Form {
    let (a, b) = (turned((75.0, 72.0), travel), turned((111.0, 111.0), travel));
    let (x, y) = (a.0.min(b.0), a.1.min(b.1));
    Form::Rect { x, y, width: (a.0 - b.0).abs(), height: (a.1 - b.1).abs(), round: 6.0 }
}

/// A point given for travel north, rotated for travel in this heading.
pub(crate) fn turned((x, y): (f32, f32), travel: Heading) -> (f32, f32) {
    match travel {
        Heading::N => (x, y),
        Heading::E => (CELL - y, x),
        Heading::S => (CELL - x, CELL - y),
        Heading::W => (y, CELL - x),
    }
}
