//! The look of the lengths of jumps.

use crate::picture::{Depth, Ink, Look, Place};

/// The lengths; the value is 1 more, so that 0 is visible too.
pub(super) static JUMPS: Look = Look {
    shapes: |slot, pen| {
        let (length, height) = (slot.value - 1, 38.0);
        let x = if length < 10 { 27.0 } else { 38.0 };
        pen.number_about(length, x, 31.0, height, Ink::Text);
    },
    letters: |slot, letters| letters.upper_left(&(slot.value - 1).to_string(), Ink::Text),
    legend: "numbers: the length of a jump",
    ..Look::new("jumps", Place::Cells(1), Depth::Board)
};
