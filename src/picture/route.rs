//! The route: a line through the middle of its cells, or in lanes where it passes a cell twice.

use std::collections::HashMap;
use std::ops::Range;

use crate::base::count::saturating_u8;
use crate::base::grid::CellIndex;
use crate::base::heading::Heading;
use crate::base::wall::Segments;

use super::digits::width_of;
use super::marks::corner;
use super::shape::{BOW, CELL, Form, Pen, Shape, Stroke};
use super::{Ink, Picture};

#[derive(Clone, Copy)]
struct Line {
    width: f32,
    /// The width of the background on both sides.
    halo: f32,
    radius: f32,
}

/// Through the middle, in one line.
const PLAIN: Line = Line {
    width: 12.0,
    halo: 5.0,
    radius: 30.0,
};

const LANES: Line = Line {
    width: 6.5,
    halo: 3.0,
    radius: 34.0,
};

/// The distance of a lane to the right of the middle, and that of the second lane of the same way.
const LANE: [f32; 2] = [6.5, 13.0];

const NUMBERED: usize = 100;

const PIECES: usize = 24;

/// A part of the route, from where a redirected step leads to the next one: which steps of how many.
struct Stretch<'a> {
    /// The number of steps before it.
    first: usize,
    len: usize,
    /// The number of steps of the route.
    total: usize,
    /// The number of each step's move: waiting turns are moves without a step.
    moves: &'a [u32],
}

impl Picture {
    /// The moves of the route, in words of five letters: `NNESS W`, with `-` for waiting. Empty if the line of the
    /// route shows them, if a step is redirected elsewhere than over an edge, or if one may be on a board of one or
    /// two rows or columns.
    pub fn moves_in_letters(&self) -> String {
        let are_redirected = self.layer("leads").is_some();
        // There a step over an edge ends where another way to step, or waiting, would.
        if are_redirected && self.grid.rows.min(self.grid.columns) < 3 {
            return String::new();
        }
        let (mut words, mut is_plain) = (String::new(), !is_in_lanes(self));
        for (number, pair) in self.route.windows(2).enumerate() {
            let (from, to) = (self.position(pair[0]), self.position(pair[1]));
            let far = |from: u32, to: u32| i64::from(to) - i64::from(from);
            let (across, down) = (far(from.column, to.column), far(from.row, to.row));
            let is_far = across.abs() + down.abs() > 1;
            let is_over = are_redirected && over_edge(self, pair[0], pair[1]).is_some();
            let sign = if is_over { -1 } else { 1 };
            words.extend((number > 0 && number % 5 == 0).then_some(' '));
            words.push(match (sign * across.signum(), sign * down.signum()) {
                _ if are_redirected && is_far && !is_over => return String::new(),
                (0, 0) => '-',
                (0, -1) => 'N',
                (0, 1) => 'S',
                (-1, 0) => 'W',
                (1, 0) => 'E',
                _ => return String::new(),
            });
            is_plain &= !is_far;
        }
        if is_plain { String::new() } else { words }
    }
}

/// Whether the route is drawn beside the middle of its ways, as it may take one twice, or wait.
fn is_in_lanes(picture: &Picture) -> bool {
    let has_pose = picture
        .start
        .as_ref()
        .is_some_and(|it| it.heading.is_some() || it.die.is_some());
    has_pose || repeats(&picture.route)
}

pub(crate) fn shapes(picture: &Picture) -> Vec<Shape> {
    let are_redirected = picture.layer("leads").is_some();
    let mut cells = picture.route.clone();
    if !are_redirected {
        cells.dedup(); // a waiting turn draws only its number
    }
    let is_step = |&(_, two): &(u32, &[CellIndex])| are_redirected || two[0] != two[1];
    let moves = (1..).zip(picture.route.windows(2)).filter(is_step);
    let moves: Vec<u32> = moves.map(|(number, _)| number).collect();
    if cells.len() < 2 {
        return Vec::new();
    }
    let is_in_lanes = is_in_lanes(picture);
    // The line ends where a step is redirected, and begins again where that leads.
    let is_drawn = |from: &CellIndex, to: &CellIndex| {
        let far = length(middle(picture, *from), middle(picture, *to));
        let is_next = (0.5 * CELL..1.5 * CELL).contains(&far);
        !are_redirected || is_next && over_edge(picture, *from, *to).is_none()
    };
    let (mut pen, mut first) = (Pen::default(), 0);
    for part in cells.chunk_by(is_drawn) {
        let steps = first..first + part.len();
        first = steps.end;
        let (points, is_from_edge) = points_of(picture, &cells, steps.clone(), is_in_lanes);
        let (len, total) = (points.len() - 1, cells.len() - 1);
        let drawn = Stretch {
            first: steps.start - usize::from(is_from_edge),
            len,
            total,
            moves: &moves,
        };
        match &points[..] {
            &[point] => landings(&mut pen, &[point; 2], &drawn),
            points if is_in_lanes => draw_in_lanes(&mut pen, &lanes(points), &drawn),
            points => draw_plain(&mut pen, points, &drawn),
        }
    }
    if is_in_lanes && !are_redirected && cells.len() <= NUMBERED {
        waits(&mut pen, picture);
    }
    pen.into_shapes()
}

/// The points of some cells of the route, and whether they begin at an edge of the maze: a step over an
/// edge is drawn up to there, and from there.
fn points_of(
    picture: &Picture,
    cells: &[CellIndex],
    steps: Range<usize>,
    is_in_lanes: bool,
) -> (Vec<(f32, f32)>, bool) {
    // The tip of an arrowhead lies 26 farther out, within the margin of a picture of any size.
    let edge = if is_in_lanes { 74.0 } else { 60.0 };
    let over = |step: usize| over_edge(picture, cells[step], *cells.get(step + 1)?);
    let (into, out) = (
        steps.start.checked_sub(1).and_then(over),
        over(steps.end - 1),
    );
    let mut points: Vec<_> = cells[steps]
        .iter()
        .map(|&cell| middle(picture, cell))
        .collect();
    if let Some((x, y)) = out {
        let end = points[points.len() - 1];
        points.push((end.0 + x * edge, end.1 + y * edge));
    }
    if let Some((x, y)) = into {
        points.insert(0, (points[0].0 - x * edge, points[0].1 - y * edge));
    }
    (points, into.is_some())
}

/// The way of a step over an edge of the maze to the opposite one, across and down, if it is such a step.
fn over_edge(picture: &Picture, from: CellIndex, to: CellIndex) -> Option<(f32, f32)> {
    let (from, to) = (picture.position(from), picture.position(to));
    let is_walled = || {
        let first = picture.grid.index(from.min(to));
        let side = if from.row == to.row {
            Heading::E
        } else {
            Heading::S
        };
        let wall = Segments::new(picture.grid).beside(first, side);
        picture
            .layer("walls")
            .is_some_and(|walls| walls.values[wall] > 0)
    };
    let over = |from: u32, to: u32, side: u32| {
        // Of two rows or columns a step may be a plain one.
        let is_over = from.abs_diff(to) == side - 1 && (side > 2 || side == 2 && is_walled());
        is_over.then_some(if from > to { 1.0 } else { -1.0 })
    };
    if from.row == to.row {
        Some((over(from.column, to.column, picture.grid.columns)?, 0.0))
    } else if from.column == to.column {
        Some((0.0, over(from.row, to.row, picture.grid.rows)?))
    } else {
        None
    }
}

impl Stretch<'_> {
    fn shade(&self, place: usize, places: usize) -> Ink {
        let along = self.first * (places - 1).max(1) + self.len * place;
        let all = self.total * (places - 1).max(1);
        Ink::Route(saturating_u8(usize::from(Ink::DARKEST) * along / all))
    }
}

fn draw_in_lanes(pen: &mut Pen, points: &[(f32, f32)], part: &Stretch<'_>) {
    draw(pen, points, LANES, part);
    arrows(pen, points, part);
    if part.total <= NUMBERED {
        numbers(pen, points, part);
    }
}

fn draw_plain(pen: &mut Pen, points: &[(f32, f32)], part: &Stretch<'_>) {
    draw(pen, points, PLAIN, part);
    if points
        .windows(2)
        .any(|two| length(two[0], two[1]) > 1.5 * CELL)
    {
        landings(pen, points, part);
    }
    let (from, to) = (points[points.len() - 2], points[points.len() - 1]);
    let corners = [(26.0, 0.0), (-6.0, 20.0), (-6.0, -20.0)];
    head(pen, to, ahead(from, to), corners, part.shade(1, 1));
}

fn repeats(cells: &[CellIndex]) -> bool {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|two| two[0] == two[1])
}

fn middle(picture: &Picture, cell: CellIndex) -> (f32, f32) {
    let (left, top) = corner(picture.grid.position(cell));
    (left + CELL / 2.0, top + CELL / 2.0)
}

/// The line's bends and ends: each step keeps to the right of the middle, farther right if it uses
/// a way a second time.
fn lanes(middles: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let mut times: HashMap<[u32; 4], usize> = HashMap::new();
    let mut steps = Vec::new();
    for two in middles.windows(2) {
        let (from, to) = (two[0], two[1]);
        let time = times
            .entry([from.0, from.1, to.0, to.1].map(f32::to_bits))
            .or_default();
        let lane = LANE[(*time).min(1)];
        *time += 1;
        let ahead = ahead(from, to);
        // The walker's right side; y grows downward.
        let (aside_x, aside_y) = (-ahead.1 * lane, ahead.0 * lane);
        steps.push((
            (from.0 + aside_x, from.1 + aside_y),
            (to.0 + aside_x, to.1 + aside_y),
            ahead,
        ));
    }
    let mut points = vec![steps[0].0];
    for two in steps.windows(2) {
        let ((_, end, ahead), (begin, _, next)) = (two[0], two[1]);
        let bends = (ahead.0 * next.1 - ahead.1 * next.0).abs() > 0.5;
        if !bends {
            // Straight on, or back: if the lanes differ, one leads over to the other.
            points.push(end);
            if end != begin {
                points.push(begin);
            }
        } else if ahead.0.abs() < 0.5 {
            points.push((end.0, begin.1));
        } else {
            points.push((begin.0, end.1));
        }
    }
    points.push(steps[steps.len() - 1].1);
    points
}

/// Draws the line in pieces, each slightly darker than the one before.
fn draw(pen: &mut Pen, points: &[(f32, f32)], line: Line, part: &Stretch<'_>) {
    let points = without_straight(points);
    let all = Form::Path(rounded(&points, line.radius));
    pen.line(all, Ink::Paper, line.width + 2.0 * line.halo);
    let pieces = PIECES.min(points.len() - 1);
    let end_of = |piece: usize| piece * (points.len() - 1) / pieces;
    for piece in 0..pieces {
        let (first, last) = (end_of(piece), end_of(piece + 1));
        let mut path = Vec::new();
        // A piece starts and ends in the middle between bends, except at the ends of the line.
        if first > 0 {
            path.push(between(points[first - 1], points[first]));
        }
        path.extend(&points[first..last.max(first + 1)]);
        if last == points.len() - 1 {
            path.push(points[last]);
        } else {
            path.push(between(points[last - 1], points[last]));
        }
        pen.line(
            Form::Path(rounded(&path, line.radius)),
            part.shade(piece, pieces),
            line.width,
        );
    }
}

fn between(a: (f32, f32), b: (f32, f32)) -> (f32, f32) {
    (f32::midpoint(a.0, b.0), f32::midpoint(a.1, b.1))
}

fn without_straight(points: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let mut bends: Vec<(f32, f32)> = vec![points[0]];
    for three in points.windows(3) {
        let (a, b, c) = (three[0], three[1], three[2]);
        let cross = (b.0 - a.0) * (c.1 - b.1) - (b.1 - a.1) * (c.0 - b.0);
        let ahead = (b.0 - a.0) * (c.0 - b.0) + (b.1 - a.1) * (c.1 - b.1);
        if cross.abs() > 0.5 || ahead < 0.0 {
            bends.push(b);
        }
    }
    bends.push(points[points.len() - 1]);
    bends
}

/// Returns the line through these points, with round bends.
pub(crate) fn rounded(points: &[(f32, f32)], radius: f32) -> Vec<Stroke> {
    let mut strokes = vec![Stroke::To(points[0].0, points[0].1)];
    for three in points.windows(3) {
        let bend = three[1];
        // The point at this distance from the bend toward another point.
        let toward = |to: (f32, f32), far: f32| {
            let part = far / length(bend, to).max(far).max(0.001);
            (
                bend.0 + (to.0 - bend.0) * part,
                bend.1 + (to.1 - bend.1) * part,
            )
        };
        let room = length(three[0], bend).min(length(bend, three[2])) / 2.0;
        let far = radius.min(room);
        let (before, after) = (toward(three[0], far), toward(three[2], far));
        let (into, out) = (
            toward(three[0], far * (1.0 - BOW)),
            toward(three[2], far * (1.0 - BOW)),
        );
        strokes.push(Stroke::Line(before.0, before.1));
        strokes.push(Stroke::Curve([
            into.0, into.1, out.0, out.1, after.0, after.1,
        ]));
    }
    let (x, y) = points[points.len() - 1];
    strokes.push(Stroke::Line(x, y));
    strokes
}

fn arrows(pen: &mut Pen, points: &[(f32, f32)], part: &Stretch<'_>) {
    let steps = points.len() - 1;
    for (step, two) in points.windows(2).enumerate() {
        let (from, to) = (two[0], two[1]);
        if length(from, to) < CELL / 2.0 {
            continue;
        }
        let corners = [(24.0, 0.0), (8.0, 8.0), (8.0, -8.0)];
        head(
            pen,
            between(from, to),
            ahead(from, to),
            corners,
            part.shade(step, steps),
        );
    }
}

fn numbers(pen: &mut Pen, points: &[(f32, f32)], part: &Stretch<'_>) {
    let steps = points.len() - 1;
    let mut moves = part.moves[part.first..].iter();
    for (step, two) in points.windows(2).enumerate() {
        if length(two[0], two[1]) < CELL / 2.0 {
            continue;
        }
        let Some(&number) = moves.next() else { return };
        // Before the middle: the number of the way back stands as far behind it.
        let (middle, ahead) = (between(two[0], two[1]), ahead(two[0], two[1]));
        let at = (middle.0 - 12.0 * ahead.0, middle.1 - 12.0 * ahead.1);
        plate(pen, number, at, part.shade(step, steps));
    }
}

fn plate(pen: &mut Pen, number: u32, (x, y): (f32, f32), ink: Ink) {
    const HEIGHT: f32 = 10.5;
    let (width, height) = (width_of(number, HEIGHT) + 6.0, HEIGHT + 5.0);
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    pen.fill(
        Form::Rect {
            x: left,
            y: top,
            width,
            height,
            round: height / 2.0,
        },
        Ink::Paper,
    );
    pen.number_about(number, x, y, HEIGHT, ink);
}

fn waits(pen: &mut Pen, picture: &Picture) {
    let mut times: HashMap<CellIndex, f32> = HashMap::new();
    for (number, two) in (1..)
        .zip(picture.route.windows(2))
        .filter(|(_, two)| two[0] == two[1])
    {
        let (time, (x, y)) = (times.entry(two[0]).or_default(), middle(picture, two[0]));
        let along = usize::from(Ink::DARKEST) * number as usize / (picture.route.len() - 1);
        plate(
            pen,
            number,
            (x, y + *time),
            Ink::Route(saturating_u8(along)),
        );
        *time += 16.0;
    }
}

/// A disc at the end of each step that is longer than a cell, with its number.
fn landings(pen: &mut Pen, points: &[(f32, f32)], part: &Stretch<'_>) {
    let steps = points.len() - 1;
    for (step, &(x, y)) in points.iter().enumerate().take(steps) {
        pen.fill(Form::Circle { x, y, r: 22.0 }, Ink::Paper);
        pen.fill(Form::Circle { x, y, r: 17.0 }, part.shade(step, steps));
        let landed = (part.first + step)
            .checked_sub(1)
            .and_then(|it| part.moves.get(it));
        if let Some(&number) = landed.filter(|_| part.total <= NUMBERED) {
            pen.number_about(number, x, y, 16.0, Ink::Paper);
        }
    }
}

fn length(from: (f32, f32), to: (f32, f32)) -> f32 {
    (to.0 - from.0).hypot(to.1 - from.1)
}

/// The way from one point to another, one unit long.
fn ahead(from: (f32, f32), to: (f32, f32)) -> (f32, f32) {
    let length = length(from, to);
    ((to.0 - from.0) / length, (to.1 - from.1) / length)
}

/// An arrowhead at a point: its corners are given along the way ahead, and beside it.
fn head(pen: &mut Pen, (x, y): (f32, f32), ahead: (f32, f32), corners: [(f32, f32); 3], ink: Ink) {
    let at = |(along, aside)| {
        (
            x + ahead.0 * along - ahead.1 * aside,
            y + ahead.1 * along + ahead.0 * aside,
        )
    };
    pen.fill(Form::polygon(&corners.map(at)), ink);
}
