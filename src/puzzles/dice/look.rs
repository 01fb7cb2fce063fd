//! The look of numbers.

use crate::picture::{Depth, Form, Ink, Look, Pen, Place};

/// The numbers; the value is 2 more, so that −1 (wild) is not negative.
pub(super) static NUMBERS: Look = Look {
    shapes: |slot, pen| {
        let (x, y, height) =
            if slot.keeps_to_middle { (60.0, 60.0, 26.0) } else { (27.0, 31.0, 38.0) };
        match slot.value {
            WILD => star(x, y, height * 0.45, pen),
            EMPTY => hatch(pen),
            value => pen.number_about(value - 2, x, y, height, Ink::Text),
        }
    },
    letters: |slot, letters| match slot.value {
        WILD => letters.put(letters.room().size().1 / 2, 0, "?", Ink::Text),
        EMPTY => letters.fill('#', Ink::Hatch),
        value => {
            let number = (value - 2).to_string();
            letters.put(letters.room().size().1 / 2, 0, &number, Ink::Text);
        }
    },
    legend: "1 to 6 for a die with that on top, ? for any, # for none",
    ..Look::new("numbers", Place::Cells(1), Depth::Board)
};

const WILD: u32 = 1;
const EMPTY: u32 = 2;

fn star(x: f32, y: f32, r: f32, pen: &mut Pen) {
    for (across, down) in [(0.0, 1.0), (0.87, 0.5), (0.87, -0.5)] {
        let (across, down) = (across * r, down * r);
        let line = Form::lines(&[(x - across, y - down), (x + across, y + down)]);
        pen.line(line, Ink::Text, r * 0.3);
    }
}

fn hatch(pen: &mut Pen) {
    pen.fill_cell(Ink::Rock);
    for sum in [40.0, 80.0, 120.0, 160.0, 200.0_f32] {
        let (low, high) = ((sum - 116.0).max(4.0), (sum - 4.0).min(116.0));
        pen.line(Form::lines(&[(low, high), (high, low)]), Ink::Hatch, 5.0);
    }
}
