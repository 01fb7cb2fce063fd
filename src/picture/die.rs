//! A die as it lies on a square.

use super::ink::Ink;
use super::shape::{BOW, Form, Pen, Stroke};
use crate::base::die::Orientation;

/// The top as a square, the front below it, the right side next to it; of this size, from its upper left.
pub(crate) fn draw_die(die: Orientation, (x, y): (f32, f32), whole: f32, pen: &mut Pen) {
    let (side, far, line) = (whole * 41.0 / 59.0, whole * 18.0 / 59.0, whole * 2.5 / 59.0);
    let face = |corner, across, down| Face {
        corner,
        across,
        down,
        line,
    };
    let top = face((x, y), (side, 0.0), (0.0, side));
    let front = face((x, y + side), (side, 0.0), (far, far));
    let right = face((x + side, y), (far, far), (0.0, side));
    let hull = [
        (x, y),
        (x + side, y),
        (x + whole, y + far),
        (x + whole, y + whole),
        (x + far, y + whole),
        (x, y + side),
    ];
    pen.line(Form::polygon(&hull), Ink::Paper, 3.0 * line);
    front.draw(die.front(), Ink::DieSide, pen);
    right.draw(die.right(), Ink::DieSide, pen);
    top.draw(die.top(), Ink::Die, pen);
}

struct Face {
    corner: (f32, f32),
    across: (f32, f32),
    down: (f32, f32),
    line: f32,
}

impl Face {
    fn at(&self, a: f32, b: f32) -> (f32, f32) {
        let Self {
            corner,
            across,
            down,
            ..
        } = self;
        (
            corner.0 + a * across.0 + b * down.0,
            corner.1 + a * across.1 + b * down.1,
        )
    }

    fn draw(&self, number: u8, ink: Ink, pen: &mut Pen) {
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let corners = Form::polygon(&corners.map(|(a, b)| self.at(a, b)));
        pen.fill(corners.clone(), ink);
        pen.line(corners, Ink::Pip, self.line);
        PIPS[usize::from(number)]
            .iter()
            .for_each(|&(a, b)| pen.fill(self.pip(a, b), Ink::Pip));
    }

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

const PIPS: [&[(f32, f32)]; 7] = [
    &[],
    &[(MIDDLE, MIDDLE)],
    &[(LOW, HIGH), (HIGH, LOW)],
    &[(LOW, HIGH), (MIDDLE, MIDDLE), (HIGH, LOW)],
    &[(LOW, LOW), (LOW, HIGH), (HIGH, LOW), (HIGH, HIGH)],
    &[
        (LOW, LOW),
        (LOW, HIGH),
        (MIDDLE, MIDDLE),
        (HIGH, LOW),
        (HIGH, HIGH),
    ],
    &[
        (LOW, LOW),
        (LOW, MIDDLE),
        (LOW, HIGH),
        (HIGH, LOW),
        (HIGH, MIDDLE),
        (HIGH, HIGH),
    ],
];
