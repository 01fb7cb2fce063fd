//! The look of signs: plates at the side where walkers enter, with arrows as they point on the map.

use bevy_ecs::prelude::*;

use super::Signs;
use crate::base::heading::{Heading, Turn};
use crate::engine::columns::Cells;
use crate::picture::{Depth, Form, Ink, Look, Pen, Place, Stroke, plate, turned};

/// A sign for each direction of travel; the value has a bit for each [`Turn`].
pub(super) static SIGNS: Look = Look {
    takes_corners: true,
    is_sign: true,
    shapes: |slot, pen| {
        let travel = Heading::ALL[slot.place & 3];
        pen.line(plate(travel), Ink::Grid, 2.5);
        turns(slot.value).for_each(|turn| arrow(travel, turn, pen));
    },
    letters: |slot, letters| {
        let travel = Heading::ALL[slot.place & 3];
        let heads = |heading: Heading| match heading {
            Heading::N => letters.choose('↑', '^'),
            Heading::S => letters.choose('↓', 'v'),
            Heading::W => letters.choose('←', '<'),
            Heading::E => letters.choose('→', '>'),
        };
        let word: String = turns(slot.value).map(|turn| heads(travel.turn(turn))).collect();
        letters.corner(travel, &word, Ink::Text);
    },
    legend: "arrows: signs, at the right of the entering walker",
    ..Look::new("signs", Place::Cells(4), Depth::Board)
};

pub(super) fn signs(InMut(values): InMut<[u32]>, mut cells: Cells<&'static Signs>) {
    let signs = cells.columns();
    for (values, signs) in values.chunks_exact_mut(4).zip(signs) {
        for (value, travel) in values.iter_mut().zip(Heading::ALL) {
            let allowed = Turn::ALL.into_iter().filter(|&it| signs.allow(travel, travel.turn(it)));
            *value = allowed.map(|turn| 1 << turn as u32).sum();
        }
    }
}

fn turns(value: u32) -> impl Iterator<Item = Turn> {
    Turn::ALL.into_iter().filter(move |&turn| value >> turn as u32 & 1 == 1)
}

/// An arrow on a plate: a stem from the side of entry, bent toward its heading.
fn arrow(travel: Heading, turn: Turn, pen: &mut Pen) {
    use Stroke::{Curve, Line, To};
    let (strokes, head): (&[Stroke], [(f32, f32); 3]) = match turn {
        Turn::Forward => {
            (&[To(93.0, 106.0), Line(93.0, 84.0)], [(93.0, 75.0), (87.0, 86.0), (99.0, 86.0)])
        }
        Turn::Left => (
            &[To(93.0, 106.0), Line(93.0, 98.0), Curve([93.0, 93.0, 93.0, 93.0, 87.0, 93.0])],
            [(77.5, 93.0), (88.0, 87.0), (88.0, 99.0)],
        ),
        Turn::Right => (
            &[To(93.0, 106.0), Line(93.0, 98.0), Curve([93.0, 93.0, 93.0, 93.0, 99.0, 93.0])],
            [(108.5, 93.0), (98.0, 87.0), (98.0, 99.0)],
        ),
    };
    let strokes = strokes.iter().map(|&stroke| stroke.map(|point| turned(point, travel))).collect();
    pen.line(Form::Path(strokes), Ink::Text, 4.0);
    pen.fill(Form::polygon(&head.map(|point| turned(point, travel))), Ink::Text);
}
