//! The look of a growing tree's list.

use bevy_ecs::prelude::*;

use super::GrowingList;
use crate::picture::{Depth, Ink, Look, Place, TickDiff, TickText};

/// Cells in the list.
pub(super) static LISTED: Look = Look {
    shapes: |_, pen| pen.fill_cell(Ink::List(Ink::DARKEST / 2)),
    letters: |_, letters| {
        letters.clear();
        letters.ground(Ink::List(Ink::DARKEST / 2));
        letters.middle(":", Ink::Text);
    },
    legend: ": in the list",
    ..Look::new("listed", Place::Cells(1), Depth::Ground)
};

pub(super) fn listed(InMut(values): InMut<[u32]>, list: Single<&GrowingList>) {
    values.fill(0);
    list.cells().iter().for_each(|&cell| values[cell] = 1);
}

/// Which cell joined or left the list.
pub(super) fn tell(diff: &TickDiff<'_>) -> Option<TickText> {
    let (value, cells) = diff.set(LISTED.name).next()?;
    let phrase = match value {
        0 => "{@} leaves the list: it has no new neighbour.",
        _ => "{@} joins the list: the wall on the way there is removed.",
    };
    Some(TickText::new(phrase, cells.first().copied()))
}
