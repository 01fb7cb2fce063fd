//! A die as it lies on a square.

use super::ink::Ink;
use super::shape::{BOW, Form, Pen, Stroke};
use crate::base::die::Orientation;

/// The top as a square, the front below it, the right side next to it.
pub(crate) fn draw_die(die: Orientation, pen: &mut Pen) {
    // Beside what is written at the upper left.
    const SIDE: f32 = 46.0;
    const FAR: f32 = 13.0;
    const X: f32 = 50.0;
    const Y: f32 = 46.0;
    let top = Face { corner: (X, Y), across: (SIDE, 0.0), down: (0.0, SIDE) };
    let front = Face { corner: (X, Y + SIDE), across: (SIDE, 0.0), down: (FAR, FAR) };
    let right = Face { corner: (X + SIDE, Y), across: (FAR, FAR), down: (0.0, SIDE) };
    let hull = [
        (X, Y),
        (X + SIDE, Y),
        (X + SIDE + FAR, Y + FAR),
        (X + SIDE + FAR, Y + SIDE + FAR),
        (X + FAR, Y + SIDE + FAR),
        (X, Y + SIDE),
    ];
    pen.line(Form::polygon(&hull), Ink::Paper, 9.0);
    front.draw(die.front(), Ink::DieSide, pen);
    right.draw(die.right(), Ink::DieSide, pen);
    top.draw(die.top(), Ink::Die, pen);
}

/// A face of a die: its corner, and its two sides.
struct Face {
    corner: (f32, f32),
    across: (f32, f32),
    down: (f32, f32),
}

impl Face {
    fn at(&self, a: f32, b: f32) -> (f32, f32) {
        let Self { corner, across, down } = self;
        (corner.0 + a * across.0 + b * down.0, corner.1 + a * across.1 + b * down.1)
    }

    fn draw(&self, number: u8, ink: Ink, pen: &mut Pen) {
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let corners = Form::polygon(&corners.map(|(a, b)| self.at(a, b)));
        pen.fill(corners.clone(), ink);
        pen.line(corners, Ink::Pip, 3.0);
        PIPS[usize::from(number)].iter().for_each(|&(a, b)| pen.fill(self.pip(a, b), Ink::Pip));
    }

    /// A disc projected onto the face.
    fn pip(&self, a: f32, b: f32) -> Form {
        const R: f32 = 0.1;
        const FAR: f32 = BOW * R;
        let curve = |to: [(f32, f32); 3]| {
            let [first, second, end]: [[f32; 2]; 3] = to.map(|(x, y)| self.at(a + x, b + y).into());
            Stroke::Curve([first[0], first[1], second[0], second[1], end[0], end[1]])
        };
        let (x, y) = self.at(a + R, b);
        Form::Path(vec![
            Stroke::To(x, y),
            curve([(R, FAR), (FAR, R), (0.0, R)]),
            curve([(-FAR, R), (-R, FAR), (-R, 0.0)]),
            curve([(-R, -FAR), (-FAR, -R), (0.0, -R)]),
            curve([(FAR, -R), (R, -FAR), (R, 0.0)]),
            Stroke::Close,
        ])
    }
}

const LOW: f32 = 0.23;
const MIDDLE: f32 = 0.5;
const HIGH: f32 = 0.77;

/// The places of the pips of each number.
const PIPS: [&[(f32, f32)]; 7] = [
    &[],
    &[(MIDDLE, MIDDLE)],
    &[(LOW, HIGH), (HIGH, LOW)],
    &[(LOW, HIGH), (MIDDLE, MIDDLE), (HIGH, LOW)],
    &[(LOW, LOW), (LOW, HIGH), (HIGH, LOW), (HIGH, HIGH)],
    &[(LOW, LOW), (LOW, HIGH), (MIDDLE, MIDDLE), (HIGH, LOW), (HIGH, HIGH)],
    &[(LOW, LOW), (LOW, MIDDLE), (LOW, HIGH), (HIGH, LOW), (HIGH, MIDDLE), (HIGH, HIGH)],
];
