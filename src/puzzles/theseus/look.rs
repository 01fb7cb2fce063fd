//! The look of Theseus and the Minotaur.

use bevy_ecs::prelude::*;

use super::pursuit::Pursuit;
use crate::base::progress::Phase;
use crate::picture::{Depth, Form, Ink, Look, Place, TickDiff, TickText};

/// Squares where Theseus has been; the value is the number of squares where the Minotaur was then.
pub(super) static CHASED: Look = Look { legend: ". reached by Theseus", ..Look::reached("chased") };

/// Theseus, wherever he can be; the value is the number of pairs.
pub(super) static THESEUS: Look = Look {
    shapes: |_, pen| {
        pen.fill(Form::Circle { x: 40.0, y: 62.0, r: 31.0 }, Ink::Paper);
        pen.fill(Form::Circle { x: 40.0, y: 62.0, r: 24.0 }, Ink::Text);
    },
    letters: |_, letters| letters.middle("T", Ink::Text),
    legend: "T Theseus",
    ..Look::new("theseus", Place::Cells(1), Depth::Above)
};

/// The Minotaur, wherever he can be: a head with horns.
pub(super) static MINOTAUR: Look = Look {
    shapes: |_, pen| {
        let horns = Form::lines(&[(62.0, 34.0), (67.0, 54.0), (93.0, 54.0), (98.0, 34.0)]);
        let head = Form::polygon(&[(64.0, 50.0), (96.0, 50.0), (88.0, 92.0), (72.0, 92.0)]);
        pen.line(horns.clone(), Ink::Paper, 18.0);
        pen.line(head.clone(), Ink::Paper, 14.0);
        pen.line(horns, Ink::Accent, 8.0);
        pen.fill(head, Ink::Accent);
    },
    letters: |_, letters| {
        let (width, height) = letters.room().size();
        letters.put(height / 2, width - 1, "M", Ink::Accent);
    },
    legend: "M Minotaur",
    ..Look::new("minotaur", Place::Cells(1), Depth::Above)
};

pub(super) fn theseus(InMut(values): InMut<[u32]>, pursuit: Single<&Pursuit>) {
    values.fill(0);
    pursuit.pairs().iter().for_each(|pair| values[pair.theseus] += 1);
}

/// Where the Minotaur is at the end of the route.
pub(super) fn minotaur(InMut(values): InMut<[u32]>, pursuit: Single<&Pursuit>) {
    values.fill(0);
    pursuit.pairs().iter().for_each(|pair| values[pair.minotaur] += 1);
    if let Some(&last) = pursuit.tracks().last() {
        values[last] += 1;
    }
}

/// The description of a tick.
pub(super) fn tell(diff: &TickDiff<'_>) -> Option<TickText> {
    if diff.before.phase() != Phase::Walk {
        return None;
    }
    let pairs = diff.after.layer(THESEUS.name)?.values().iter().sum();
    let turns = u32::try_from(diff.after.route().len()).unwrap_or_default();
    Some(match (turns.checked_sub(1), pairs) {
        (Some(turns), _) => TickText::new("Theseus is out, after {turn}.", [turns]),
        (None, 0) => TickText::plain("Theseus is lost: no further turn is possible."),
        (None, pairs) => TickText::new(
            "Theseus takes a step, then the Minotaur two: {pair} of squares are active.",
            [pairs],
        ),
    })
}
