//! Digits and capitals as strokes, instead of a font dependency.

use super::capitals::CAPITALS;
use super::ink::Ink;
use super::shape::Stroke::{self, Curve, Line, To};
use super::shape::{Form, Pen};

impl Pen {
    /// Writes a number of this height with its upper left here.
    pub fn number(&mut self, number: u32, x: f32, y: f32, height: f32, ink: Ink) {
        self.write(&number.to_string(), x, y, height, ink);
    }

    /// Draws a question mark of this height centred here.
    pub fn question_about(&mut self, x: f32, y: f32, height: f32, ink: Ink) {
        self.write(
            "?",
            x - width_of(0, height) / 2.0,
            y - height / 2.0,
            height,
            ink,
        );
    }

    /// Writes digits, and letters as capitals; anything else is a question mark.
    pub(super) fn write(&mut self, signs: &str, x: f32, y: f32, height: f32, ink: Ink) {
        let scale = height / HEIGHT;
        let mut strokes = Vec::new();
        for (place, sign) in signs.bytes().enumerate() {
            let left = x + place as f32 * ADVANCE * scale;
            let sign = match sign.to_ascii_uppercase() {
                b' ' => continue,
                digit @ b'0'..=b'9' => DIGITS[usize::from(digit - b'0')],
                letter @ b'A'..=b'Z' => CAPITALS[usize::from(letter - b'A')],
                _ => QUESTION,
            };
            let moved = |(a, b)| (a * scale + left, b * scale + y);
            strokes.extend(sign.iter().map(|stroke| stroke.map(moved)));
        }
        self.line(Form::Path(strokes), ink, LINE * scale);
    }

    /// Writes a number of this height centred here.
    pub fn number_about(&mut self, number: u32, x: f32, y: f32, height: f32, ink: Ink) {
        self.number(
            number,
            x - width_of(number, height) / 2.0,
            y - height / 2.0,
            height,
            ink,
        );
    }
}

pub(crate) fn width_of(number: u32, height: f32) -> f32 {
    width_of_signs(number.to_string().len(), height)
}

pub(super) fn width_of_signs(count: usize, height: f32) -> f32 {
    height / HEIGHT * (count as f32 * ADVANCE - (ADVANCE - WIDTH))
}

/// The height of a digit, in the units of [`DIGITS`].
const HEIGHT: f32 = 10.0;

const WIDTH: f32 = 6.0;

const ADVANCE: f32 = 8.4;

const LINE: f32 = 1.35;

const QUESTION: &[Stroke] = &[
    To(0.3, 2.6),
    Curve([0.3, 1.0, 1.5, 0.0, 3.0, 0.0]),
    Curve([4.6, 0.0, 5.7, 1.1, 5.7, 2.7]),
    Curve([5.7, 4.7, 3.0, 4.6, 3.0, 7.0]),
    To(3.0, 9.9),
    Line(3.0, 10.0),
];

/// The strokes of each digit, from its upper left.
const DIGITS: [&[Stroke]; 10] = [
    &[
        To(3.0, 0.0),
        Curve([5.0, 0.0, 6.0, 2.0, 6.0, 5.0]),
        Curve([6.0, 8.0, 5.0, 10.0, 3.0, 10.0]),
        Curve([1.0, 10.0, 0.0, 8.0, 0.0, 5.0]),
        Curve([0.0, 2.0, 1.0, 0.0, 3.0, 0.0]),
    ],
    &[To(1.0, 2.0), Line(3.4, 0.0), Line(3.4, 10.0)],
    &[
        To(0.3, 2.6),
        Curve([0.3, 1.0, 1.5, 0.0, 3.0, 0.0]),
        Curve([4.6, 0.0, 5.7, 1.1, 5.7, 2.7]),
        Curve([5.7, 4.5, 3.5, 6.0, 0.3, 10.0]),
        Line(6.0, 10.0),
    ],
    &[
        To(0.4, 0.0),
        Line(5.6, 0.0),
        Line(2.9, 3.9),
        Curve([4.8, 3.9, 6.0, 5.1, 6.0, 6.9]),
        Curve([6.0, 8.8, 4.8, 10.0, 3.0, 10.0]),
        Curve([1.4, 10.0, 0.4, 9.2, 0.0, 7.9]),
    ],
    &[
        To(4.5, 10.0),
        Line(4.5, 0.0),
        Line(0.0, 6.9),
        Line(6.0, 6.9),
    ],
    &[
        To(5.4, 0.0),
        Line(1.0, 0.0),
        Line(0.6, 4.4),
        Curve([1.3, 3.9, 2.0, 3.6, 3.0, 3.6]),
        Curve([4.8, 3.6, 6.0, 4.9, 6.0, 6.8]),
        Curve([6.0, 8.7, 4.8, 10.0, 3.0, 10.0]),
        Curve([1.4, 10.0, 0.4, 9.3, 0.0, 8.1]),
    ],
    &[
        To(4.6, 0.0),
        Curve([2.0, 1.6, 0.0, 4.0, 0.0, 6.8]),
        Curve([0.0, 8.7, 1.2, 10.0, 3.0, 10.0]),
        Curve([4.8, 10.0, 6.0, 8.7, 6.0, 6.8]),
        Curve([6.0, 5.0, 4.8, 3.8, 3.0, 3.8]),
        Curve([1.5, 3.8, 0.4, 4.8, 0.1, 6.2]),
    ],
    &[To(0.0, 0.0), Line(6.0, 0.0), Line(2.2, 10.0)],
    &[
        To(3.0, 0.0),
        Curve([4.5, 0.0, 5.5, 1.0, 5.5, 2.3]),
        Curve([5.5, 3.6, 4.5, 4.6, 3.0, 4.6]),
        Curve([1.5, 4.6, 0.5, 3.6, 0.5, 2.3]),
        Curve([0.5, 1.0, 1.5, 0.0, 3.0, 0.0]),
        To(3.0, 4.6),
        Curve([4.8, 4.6, 6.0, 5.7, 6.0, 7.3]),
        Curve([6.0, 8.9, 4.8, 10.0, 3.0, 10.0]),
        Curve([1.2, 10.0, 0.0, 8.9, 0.0, 7.3]),
        Curve([0.0, 5.7, 1.2, 4.6, 3.0, 4.6]),
    ],
    &[
        To(1.4, 10.0),
        Curve([4.0, 8.4, 6.0, 6.0, 6.0, 3.2]),
        Curve([6.0, 1.3, 4.8, 0.0, 3.0, 0.0]),
        Curve([1.2, 0.0, 0.0, 1.3, 0.0, 3.2]),
        Curve([0.0, 5.0, 1.2, 6.2, 3.0, 6.2]),
        Curve([4.5, 6.2, 5.6, 5.2, 5.9, 3.8]),
    ],
];
