//! The looks of walkers: a dot on foot, a chevron with a heading, a die.

use crate::base::count::fitted;
use bevy_ecs::prelude::*;

use super::die::draw_die;
use crate::base::die::{ORIENTATIONS, Orientation};
use crate::base::heading::Heading;
use crate::engine::search::{ActiveWalkers, Gait};
use crate::picture::{Depth, Form, Ink, Look, Pen, Place, plate, turned};

/// On foot; the value is their number on the cell.
pub(super) static ON_FOOT: Look = Look {
    shapes: |slot, pen| {
        pen.fill(Form::Circle { x: 60.0, y: 60.0, r: 34.0 }, Ink::Paper);
        pen.fill(Form::Circle { x: 60.0, y: 60.0, r: 26.0 }, Ink::Text);
        if slot.value > 1 {
            pen.number_about(slot.value, 60.0, 60.0, 28.0, Ink::Paper);
        }
    },
    letters: |_, letters| letters.middle("o", Ink::Text),
    legend: "o walker",
    ..Look::new("walkers", Place::Cells(1), Depth::Above)
};

/// With a heading: a chevron at the side of entry, and an outline around the sign that it reads.
pub(super) static HEADED: Look = Look {
    takes_corners: true,
    shapes: |slot, pen| chevron(Heading::ALL[slot.place & 3], pen),
    letters: |slot, letters| {
        letters.beside_corner(Heading::ALL[slot.place & 3], 'o', Ink::Text);
    },
    legend: "o walker",
    ..Look::new("walkers", Place::Cells(4), Depth::Above)
};

/// A die: 1 plus the number of its pose; several on one cell: [`SEVERAL`] plus their number.
pub(super) static DICE: Look = Look {
    shapes: |slot, pen| {
        if let Some(count) = slot.value.checked_sub(SEVERAL) {
            return several(count, pen);
        }
        let (die, heading) = pose(slot.value);
        draw_die(die, pen);
        if let Some(heading) = heading {
            let points = [(60.0, 4.0), (73.0, 26.0), (60.0, 20.0), (47.0, 26.0)];
            tip(&points.map(|point| turned(point, heading)), pen);
        }
    },
    letters: |slot, letters| {
        let (die, _) = pose(slot.value);
        let word = match slot.value.checked_sub(SEVERAL) {
            Some(count) => format!("x{count}"),
            None => format!("{}/{}", die.top(), die.front()),
        };
        letters.middle(&word, Ink::Text);
    },
    words: |value| match (value, value.checked_sub(SEVERAL)) {
        (0, _) => "nothing".to_owned(),
        (_, Some(count)) => format!("{count} dice"),
        _ => {
            let (die, heading) = pose(value);
            let heading = heading.map(|it| format!(", heading {}", it.letter()));
            let (top, front) = (die.top(), die.front());
            format!("a die with {top} on top and {front} in front{}", heading.unwrap_or_default())
        }
    },
    legend: "5/1 die with 5 on top and 1 in front, x2 two dice",
    ..Look::new("walkers", Place::Cells(1), Depth::Above)
};

/// Added to the number of dice if there are several: more than any pose.
const SEVERAL: u32 = 256;

/// The first value of a die with a heading.
const WITH_HEADING: u32 = 25;

const _: () = assert!(WITH_HEADING as usize == 1 + ORIENTATIONS);

pub(super) fn on_foot(InMut(values): InMut<[u32]>, mut walkers: ActiveWalkers) {
    values.fill(0);
    walkers.iter().for_each(|walker| values[walker.cell] += 1);
}

pub(super) fn headed(InMut(values): InMut<[u32]>, mut walkers: ActiveWalkers) {
    values.fill(0);
    for walker in walkers.iter() {
        values[walker.cell.get() * 4 + walker.heading as usize] += 1;
    }
}

pub(super) fn dice<G: Gait>(InMut(values): InMut<[u32]>, mut walkers: ActiveWalkers) {
    values.fill(0);
    for walker in walkers.iter() {
        let value = &mut values[walker.cell];
        let die = u32::from(walker.die.number());
        let alone =
            if G::HEADED { WITH_HEADING + 4 * die + walker.heading as u32 } else { 1 + die };
        *value = match *value {
            0 => alone,
            one if one < SEVERAL => SEVERAL + 2,
            several => several + 1,
        };
    }
}

/// The orientation of a die, and its heading if it has one.
fn pose(value: u32) -> (Orientation, Option<Heading>) {
    let die = |number: u32| Orientation::numbered(fitted(number)).unwrap_or_default();
    match value.checked_sub(WITH_HEADING) {
        Some(pose) => (die(pose / 4), Some(Heading::ALL[(pose % 4) as usize])),
        None => (die(value.saturating_sub(1)), None),
    }
}

fn chevron(travel: Heading, pen: &mut Pen) {
    pen.line(plate(travel), Ink::Accent, 7.0);
    let points = [(60.0, 62.0), (76.0, 100.0), (60.0, 91.0), (44.0, 100.0)];
    tip(&points.map(|point| turned(point, travel)), pen);
}

fn tip(points: &[(f32, f32)], pen: &mut Pen) {
    pen.line(Form::polygon(points), Ink::Paper, 8.0);
    pen.fill(Form::polygon(points), Ink::Text);
}

/// The number of dice on a cell.
fn several(count: u32, pen: &mut Pen) {
    let plate = Form::Rect { x: 28.0, y: 34.0, width: 64.0, height: 52.0, round: 10.0 };
    pen.fill(plate.clone(), Ink::Die);
    pen.line(plate, Ink::Pip, 4.0);
    pen.number_about(count, 60.0, 60.0, 32.0, Ink::Pip);
}
