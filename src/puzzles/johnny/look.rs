//! The look of Johnny's list, and the description of its ticks.

use bevy_ecs::prelude::*;

use super::{Command, JohnnyList, ListStep};
use crate::picture::{Change, Depth, Ink, List, Look, Place, TickDiff, TickText};

/// The cells of the list, darker the later, numbered on small boards.
pub(super) static LIST: Look = Look {
    shapes: |slot, pen| {
        const NUMBERED: usize = 200;
        pen.fill_cell(Ink::List(slot.tint()));
        if slot.grid.cells() <= NUMBERED && !slot.keeps_to_middle {
            pen.number(slot.value, 12.0, 12.0, 30.0, Ink::Text);
        }
    },
    letters: |slot, letters| {
        letters.clear();
        letters.ground(Ink::List(slot.tint()));
        letters.middle(":", Ink::Text);
    },
    legend: ": in the list, @ its last cell",
    ..Look::new("list", Place::List, Depth::Ground)
};

pub(super) fn list(InMut(seen): InMut<List>, list: Single<&JohnnyList>) {
    seen.cells.clear();
    seen.cells.extend(list.pending());
    seen.flipped = match list.last_step() {
        Some(ListStep::Command(Command::Flip(position))) => position.checked_sub(1),
        _ => None,
    };
}

/// Whether the list was flipped, grew or shrank.
pub(super) fn tell(diff: &TickDiff<'_>) -> Option<TickText> {
    let last = |picture: &crate::picture::Picture| {
        picture.layer(LIST.name).and_then(|it| it.list()?.cells.last().copied())
    };
    let said = diff.list(LIST.name).last()?;
    Some(match said {
        Change::Pop { .. } => {
            TickText::new("{@} leaves the list: it has no unvisited neighbour.", last(diff.before))
        }
        Change::Push { cells, .. } => TickText::new(
            "The list grows by {@}: the wall on the way there is removed.",
            cells.last().copied(),
        ),
        Change::Flip { from, .. } => TickText::new(
            "A flip: the list is reversed from its place {} on, so {@} is last.",
            [from + 1].into_iter().chain(last(diff.after).map(u32::from)),
        ),
        _ => return None,
    })
}
