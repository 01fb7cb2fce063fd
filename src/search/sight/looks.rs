//! The looks of reached states.

use crate::heading::Heading;
use crate::picture::{Depth, Form, Ink, Look, Place};

/// On foot, and for other gaits without heading and die: the cell is tinted.
pub(super) static CELLS: Look = Look {
    shapes: |sight, pen| pen.fill_cell(Ink::Claim(sight.tint())),
    letters: |sight, letters| {
        letters.ground(Ink::Claim(sight.tint()));
        letters.middle(".", Ink::Text);
    },
    legend: ". reached",
    ..Look::new("claims", Place::Cells(1), Depth::Ground)
};

/// With a die: the cell is tinted, and has a tray for the die's orientations.
pub(super) static CELLS_WITH_TRAYS: Look = Look {
    shapes: |sight, pen| {
        (CELLS.shapes)(sight, pen);
        let tray = Form::Rect { x: 59.0, y: 77.0, width: 57.0, height: 39.0, round: 6.0 };
        pen.fill(tray, Ink::Paper);
        for orientation in 0..24 {
            let (x, y) = in_tray(orientation);
            pen.fill(Form::Circle { x, y, r: 1.6 }, Ink::Rock);
        }
    },
    ..CELLS
};

/// The orientations of dice: six columns for the number on top, four rows for the one in front.
pub(super) static FACES: Look = Look {
    shapes: |sight, pen| {
        let (x, y) = in_tray(sight.place);
        pen.fill(Form::Circle { x, y, r: 4.2 }, Ink::Text);
    },
    ..Look::new("faces", Place::Cells(24), Depth::Board)
};

/// With a heading: the plate of that heading is tinted.
pub(super) static PLATES: Look = Look {
    takes_corners: true,
    shapes: |sight, pen| {
        pen.fill(plate(Heading::ALL[sight.place & 3]), Ink::Claim(sight.tint()));
    },
    letters: |sight, letters| {
        letters.beside_corner(Heading::ALL[sight.place & 3], '.', Ink::Text);
    },
    legend: ". reached",
    ..Look::new("claims", Place::Cells(4), Depth::Ground)
};

/// The place of an orientation's dot in the tray.
#[allow(clippy::cast_precision_loss)] // 24 of them
fn in_tray(orientation: usize) -> (f32, f32) {
    (65.0 + 9.0 * (orientation / 4) as f32, 83.0 + 9.0 * (orientation % 4) as f32)
}

/// The plate of a heading: in the corner at the right of walkers that enter with it.
pub(crate) fn plate(travel: Heading) -> Form {
    let (a, b) = (turned((75.0, 72.0), travel), turned((111.0, 111.0), travel));
    let (x, y) = (a.0.min(b.0), a.1.min(b.1));
    Form::Rect { x, y, width: (a.0 - b.0).abs(), height: (a.1 - b.1).abs(), round: 6.0 }
}

/// A point given for walkers heading north, rotated for another heading.
pub(crate) fn turned((x, y): (f32, f32), travel: Heading) -> (f32, f32) {
    match travel {
        Heading::N => (x, y),
        Heading::E => (120.0 - y, x),
        Heading::S => (120.0 - x, 120.0 - y),
        Heading::W => (y, 120.0 - x),
    }
}
