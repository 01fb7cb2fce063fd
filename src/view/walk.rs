//! The look of a walk: walkers, reached states, and redirected steps.

use bevy_ecs::prelude::*;

use crate::base::count::{saturating_u8, saturating_u32};
use crate::base::die::{ORIENTATIONS, Orientation};
use crate::base::grid::Grid;
use crate::base::heading::Heading;
use crate::base::progress::{Phase, Progress};
use crate::base::walker::Start;
use crate::engine::columns::Cells;
use crate::engine::maze::{Build, WalkShape};
use crate::engine::search::{ActiveWalkers, Exits, Leads};
use crate::picture::die::draw_die;
use crate::picture::{
    Depth, Form, Ink, Layer, Look, Pen, Picture, Place, TickDiff, TickText, plate, turned,
};

pub(super) fn show(
    world: &mut Build<'_>,
    WalkShape {
        is_headed,
        has_die,
        distances,
    }: WalkShape,
) {
    let cells = move || distances(1, |_| 0);
    let faces = move || distances(ORIENTATIONS, |walker| walker.die.number().into());
    let plates = move || distances(4, |walker| walker.heading as usize);
    match (is_headed, has_die) {
        (false, false) => world
            .look_at_changes(&CELLS, cells)
            .look_by(&ON_FOOT, on_foot),
        (true, false) => world
            .look_at_changes(&PLATES, plates)
            .look_by(&HEADED, headed),
        (true, true) => world
            .look_at_changes(&PLATES, plates)
            .look_by(&DICE, dice::<true>),
        (false, true) => world
            .look_at_changes(&CELLS_WITH_TRAYS, cells)
            .look_at_changes(&FACES, faces)
            .look_by(&DICE, dice::<false>),
    };
    world.describe(describe_search);
}

pub(super) fn show_leads(world: &mut Build<'_>) {
    world.look_by(&LEADS, leads);
}

fn describe_search(diff: &TickDiff<'_>) -> Option<TickText> {
    // Beside agents, the walk goes on when the search has ended.
    if diff.before.phase() != Phase::Walk || is_searched(diff.before) {
        return None;
    }
    let route = diff.after.route();
    if !route.is_empty() {
        let moves = saturating_u32(route.len() - 1);
        return Some(TickText::new(
            "The goal is reached: the shortest route has {move}.",
            [moves],
        ));
    }
    if is_searched(diff.after) {
        return Some(TickText::plain(
            "The search ends: no walker gets any farther.",
        ));
    }
    let has_faces = diff.after.layer(FACES.name).is_some();
    let layer = if has_faces { FACES.name } else { CELLS.name };
    let reached = diff.set(layer).filter(|&(value, _)| value != 0);
    let (step, count) = reached.fold((0, 0), |(step, count), (value, slots)| {
        (step.max(value), count + saturating_u32(slots.len()))
    });
    Some(match count {
        0 => TickText::plain("The walkers make a step."),
        _ => TickText::new("Step {}: {new place} reached.", [step, count]),
    })
}

pub(super) fn is_searched(picture: &Picture) -> bool {
    let walkers = picture.layer(ON_FOOT.name).map(Layer::values);
    let is_over = picture.phase() == Phase::Finished || !picture.route().is_empty();
    is_over || walkers.is_some_and(|it| it.iter().all(|&value| value == 0))
}

static CELLS: Look = Look {
    legend: &[(".", "reached")],
    ..Look::reached("claims")
};

/// Reached cells of dice: tinted, with a tray for the orientations reached there.
static CELLS_WITH_TRAYS: Look = Look {
    shapes: |slot, pen| {
        (CELLS.shapes)(slot, pen);
        let tray = Form::Rect {
            x: 59.0,
            y: 77.0,
            width: 57.0,
            height: 39.0,
            round: 6.0,
        };
        pen.fill(tray, Ink::Paper);
        for orientation in 0..ORIENTATIONS {
            let (x, y) = in_tray(orientation);
            pen.fill(Form::Circle { x, y, r: 1.6 }, Ink::Rock);
        }
    },
    ..CELLS
};

/// The reached orientations of dice: six columns for the number on top, four rows for the one in
/// front.
static FACES: Look = Look {
    shapes: |slot, pen| {
        let (x, y) = in_tray(slot.place);
        pen.fill(Form::Circle { x, y, r: 4.2 }, Ink::Text);
    },
    meaning: "how the die lay there: a column for its top, a row for its front",
    ..Look::new("faces", Place::Cells(ORIENTATIONS), Depth::Board)
};

static PLATES: Look = Look {
    takes_corners: true,
    shapes: |slot, pen| {
        pen.fill(plate(Heading::ALL[slot.place & 3]), Ink::Claim(slot.tint()));
    },
    letters: |slot, letters| {
        letters.beside_corner(Heading::ALL[slot.place & 3], '.', Ink::Text);
    },
    meaning: "reached with this heading",
    legend: &[(".", "reached")],
    ..Look::new("claims", Place::Cells(4), Depth::Ground)
};

/// The open sides at which a step leads elsewhere than to the neighbour.
static LEADS: Look = Look {
    shapes: |slot, pen| {
        let points = [(60.0, 2.0), (70.0, 14.0), (50.0, 14.0)];
        let heading = Heading::ALL[slot.place & 3];
        tip(&points.map(|point| turned(point, heading)), pen);
    },
    words: |value| {
        if value == 0 {
            "to the neighbour"
        } else {
            "elsewhere"
        }
        .to_owned()
    },
    meaning: "a step from here leads elsewhere",
    ..Look::new("leads", Place::Cells(4), Depth::Above)
};

fn leads(InMut(values): InMut<[u32]>, mut cells: Cells<(&'static Leads, &'static Exits)>) {
    let (grid, (leads, exits)) = cells.grid_and_columns();
    let slots = values.chunks_exact_mut(4);
    for (((cell, leads), exits), values) in grid.indices().zip(leads).zip(exits).zip(slots) {
        for (heading, value) in Heading::ALL.into_iter().zip(values) {
            let is_neighbour =
                |to| grid.leads_from(cell, heading) && to == grid.beside(cell, heading);
            let to = leads
                .toward(heading)
                .filter(|_| exits.headings().contains(heading));
            *value = to.is_some_and(|to| !is_neighbour(to)).into();
        }
    }
}

fn in_tray(orientation: usize) -> (f32, f32) {
    (
        65.0 + 9.0 * (orientation / 4) as f32,
        83.0 + 9.0 * (orientation % 4) as f32,
    )
}

/// Walkers on foot; the value is the number of those on the cell.
static ON_FOOT: Look = Look {
    shapes: |slot, pen| {
        pen.fill(
            Form::Circle {
                x: 60.0,
                y: 60.0,
                r: 34.0,
            },
            Ink::Paper,
        );
        pen.fill(
            Form::Circle {
                x: 60.0,
                y: 60.0,
                r: 26.0,
            },
            Ink::Text,
        );
        if slot.value > 1 {
            pen.number_about(slot.value, 60.0, 60.0, 28.0, Ink::Paper);
        }
    },
    letters: |_, letters| letters.middle("o", Ink::Text),
    meaning: "a walker; a number for several",
    legend: &[("o", "walker")],
    ..Look::new("walkers", Place::Cells(1), Depth::Above)
};

/// Walkers with a heading: a chevron at the side of entry, and an outline around the sign that is read, except
/// at the start.
static HEADED: Look = Look {
    takes_corners: true,
    shapes: |slot, pen| {
        let travel = Heading::ALL[slot.place & 3];
        if slot.value != LEAVING {
            pen.line(plate(travel), Ink::Accent, 7.0);
        }
        let points = [(60.0, 62.0), (71.0, 100.0), (60.0, 92.0), (49.0, 100.0)];
        tip(&points.map(|point| turned(point, travel)), pen);
    },
    letters: |slot, letters| {
        letters.beside_corner(Heading::ALL[slot.place & 3], 'o', Ink::Text);
    },
    meaning: "a walker, and the sign that it reads",
    words: |value| {
        ["nothing", "a walker", "a walker at its start"][value.min(2) as usize].to_owned()
    },
    legend: &[("o", "walker")],
    ..Look::new("walkers", Place::Cells(4), Depth::Above)
};

/// The value of a walker with a heading that has not left its start; of others it is 1.
const LEAVING: u32 = 2;

/// A die: 1 plus the number of its pose; several on one cell: [`SEVERAL`] plus their number.
static DICE: Look = Look {
    shapes: |slot, pen| {
        if let Some(count) = slot.value.checked_sub(SEVERAL) {
            return several(count, pen);
        }
        let (die, heading) = pose(slot.value);
        if slot.keeps_to_middle {
            // Behind a walker, between what is in the corners.
            const SIZE: f32 = 27.0;
            let (x, y) = turned((61.5, 93.0), heading.unwrap_or_default());
            draw_die(die, (x - SIZE / 2.0, y - SIZE / 2.0), SIZE, pen);
        } else {
            draw_die(die, (50.0, 46.0), 59.0, pen); // beside what is written at the upper left
        }
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
            format!(
                "a die with {top} on top and {front} in front{}",
                heading.unwrap_or_default()
            )
        }
    },
    meaning: "a die: its top, its front and its right side; a number for several",
    legend: &[
        (" /123456", "top/front of a die"),
        ("x", "several dice, with their number"),
    ],
    ..Look::new("walkers", Place::Cells(1), Depth::Above)
};

/// Added to the number of dice if there are several: more than any pose.
const SEVERAL: u32 = 256;

const WITH_HEADING: u32 = 25;

const _: () = assert!(WITH_HEADING as usize == 1 + ORIENTATIONS);

fn on_foot(InMut(values): InMut<[u32]>, mut walkers: ActiveWalkers) {
    values.fill(0);
    walkers.iter().for_each(|walker| values[walker.cell] += 1);
}

fn headed(InMut(values): InMut<[u32]>, mut walkers: ActiveWalkers) {
    values.fill(0);
    let value = if walkers.are_leaving() { LEAVING } else { 1 };
    for walker in walkers.iter() {
        values[walker.cell.get() * 4 + walker.heading as usize] = value;
    }
}

/// Reads where dice lie. At the end, when none is left, the one at the start is seen again.
fn dice<const IS_HEADED: bool>(
    InMut(values): InMut<[u32]>,
    mut walkers: ActiveWalkers,
    maze: Single<(&Grid, &Progress, &Start)>,
) {
    let (&grid, progress, start) = maze.into_inner();
    let first = (progress.phase == Phase::Finished).then(|| start.walker(grid));
    values.fill(0);
    for walker in walkers.iter().chain(first) {
        let value = &mut values[walker.cell];
        let die = u32::from(walker.die.number());
        let alone = if IS_HEADED {
            WITH_HEADING + 4 * die + walker.heading as u32
        } else {
            1 + die
        };
        *value = match *value {
            0 => alone,
            one if one < SEVERAL => SEVERAL + 2,
            several => several + 1,
        };
    }
}

fn pose(value: u32) -> (Orientation, Option<Heading>) {
    let die = |number: u32| Orientation::numbered(saturating_u8(number)).unwrap_or_default();
    match value.checked_sub(WITH_HEADING) {
        Some(pose) => (die(pose / 4), Some(Heading::ALL[(pose % 4) as usize])),
        None => (die(value.saturating_sub(1)), None),
    }
}

fn tip(points: &[(f32, f32)], pen: &mut Pen) {
    pen.line(Form::polygon(points), Ink::Paper, 8.0);
    pen.fill(Form::polygon(points), Ink::Text);
}

fn several(count: u32, pen: &mut Pen) {
    let plate = Form::Rect {
        x: 28.0,
        y: 34.0,
        width: 64.0,
        height: 52.0,
        round: 10.0,
    };
    pen.fill(plate.clone(), Ink::Die);
    pen.line(plate, Ink::Pip, 4.0);
    pen.number_about(count, 60.0, 60.0, 32.0, Ink::Pip);
}
