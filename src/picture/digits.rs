//! Digits and capitals as strokes, instead of a font dependency.

use super::ink::Ink;
use super::shape::{Form, Pen};
use super::signs::{CAPITALS, DIGITS, QUESTION, strokes_of};

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
            strokes.extend(strokes_of(sign).map(|stroke| stroke.map(moved)));
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
