//! The look of reached states, darker the farther from the start.
//!
//! On foot and with a die the cell is tinted; for a die a tray shows the orientations reached
//! there. With a heading, also of a die, the plate of that heading is tinted, where its sign is.

use bevy_ecs::prelude::*;

use crate::base::heading::Heading;
use crate::base::walker::Walker;
use crate::engine::search::{Distances, Gait};
use crate::picture::{Depth, Form, Ink, Look, Place, plate};

/// On foot, and whatever else has neither heading nor die: the cell is tinted.
pub(super) static CELLS: Look = Look { legend: ". reached", ..Look::reached("claims") };

/// With a die: the cell is tinted, and has a tray for the orientations reached there.
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

/// The reached orientations of dice: six columns for the number on top, four rows for the one in
/// front.
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

/// The distance of each cell.
pub(super) fn cells<G: Gait>(InMut(values): InMut<[u32]>, mut distances: Distances<G>) {
    for (value, poses) in values.iter_mut().zip(distances.find().chunks_exact(G::POSES)) {
        *value = least(poses.iter().copied());
    }
}

/// The distance of each heading in which a cell was entered.
pub(super) fn plates<G: Gait>(InMut(values): InMut<[u32]>, mut distances: Distances<G>) {
    fill_slots::<G>(values, &mut distances, 4, |walker| walker.heading as usize);
}

/// The distance of each orientation of a die on a cell.
pub(super) fn faces<G: Gait>(InMut(values): InMut<[u32]>, mut distances: Distances<G>) {
    fill_slots::<G>(values, &mut distances, 24, |walker| walker.die.number().into());
}

/// Sets each slot of a cell to the least distance of its poses.
fn fill_slots<G: Gait>(
    values: &mut [u32],
    distances: &mut Distances<G>,
    slots: usize,
    slot: impl Fn(Walker) -> usize,
) {
    let slot_of: Vec<usize> = (0..G::POSES).map(|pose| slot(G::posed(pose))).collect();
    let distances = distances.find().chunks_exact(G::POSES);
    for (values, poses) in values.chunks_exact_mut(slots).zip(distances) {
        values.fill(0);
        for (&slot, &distance) in slot_of.iter().zip(poses) {
            values[slot] = least([values[slot], distance].into_iter());
        }
    }
}

/// The least of the distances that are known, 0 for none.
fn least(distances: impl Iterator<Item = u32>) -> u32 {
    distances.filter(|&distance| distance != 0).min().unwrap_or_default()
}

/// Where the tray has a dot for an orientation.
fn in_tray(orientation: usize) -> (f32, f32) {
    (65.0 + 9.0 * (orientation / 4) as f32, 83.0 + 9.0 * (orientation % 4) as f32)
}
