//! The legend of a picture in shapes: the kinds of its agents, each with its mark, its trail and its name.

use super::Picture;
use super::digits::width_of_signs;
use super::ink::Ink;
use super::look::Slot;
use super::shape::{CELL, Pen, Shape};

/// The shapes below a maze, and the room that they need there.
pub(crate) struct Legend {
    pub(crate) shapes: Vec<Shape>,
    pub(crate) height: f32,
}

/// The height of letters, and the distances around them, relative to the side of a mark.
const LETTERS: f32 = 0.36;
const AFTER_MARK: f32 = 0.2;
const AFTER_NAME: f32 = 0.5;

impl Legend {
    /// Returns the legend; `None` if no layer has kinds.
    pub(crate) fn of(picture: &Picture) -> Option<Self> {
        let names = &picture
            .layers
            .iter()
            .find(|layer| !layer.kinds.names.is_empty())?
            .kinds
            .names;
        let grid = picture.grid;
        let names: Vec<String> = names.iter().map(|name| words_of(name)).collect();
        let widths: Vec<f32> = names.iter().map(|name| width_of(name)).collect();

        // Marks are as large as in a maze of twelve squares, smaller if a name needs the room.
        let width = grid.columns as f32 * CELL;
        let widest = widths.iter().copied().fold(1.0, f32::max);
        let usual = CELL * (grid.columns.max(grid.rows) as f32 / 12.0).max(0.6);
        let side = usual.min(width / widest);

        let (mut pen, mut x, mut y) = (Pen::default(), 0.0, grid.rows as f32 * CELL + 0.4 * CELL);
        let mut shapes = Vec::new();
        for (kind, (name, entry)) in names.iter().zip(&widths).enumerate() {
            if x > 0.0 && x + entry * side > width {
                (x, y) = (0.0, y + side);
            }
            let scale = side / CELL;
            for shape in samples(picture, kind) {
                shapes.push(shape.placed((x, y), scale));
            }
            let height = LETTERS * side;
            let left = x + (1.0 + AFTER_MARK) * side;
            pen.write(name, left, y + (side - height) / 2.0, height, Ink::Text);
            x += (entry + AFTER_NAME) * side;
        }
        shapes.extend(pen.into_shapes());

        let height = y + side - grid.rows as f32 * CELL;
        Some(Self { shapes, height })
    }
}

/// What each layer that has kinds draws of one of them.
fn samples(picture: &Picture, kind: usize) -> Vec<Shape> {
    let mut pen = Pen::default();
    for layer in picture
        .layers
        .iter()
        .filter(|layer| !layer.kinds.names.is_empty())
    {
        let slot = Slot {
            value: (layer.kinds.sample)(kind),
            ..picture.blank_slot(layer.look)
        };
        (layer.look.shapes)(&slot, &mut pen);
    }
    pen.into_shapes()
}

/// The width of an entry, relative to the side of a mark.
fn width_of(name: &str) -> f32 {
    1.0 + AFTER_MARK + width_of_signs(name.len(), LETTERS)
}

/// Returns the words of a type's name: `Wall Follower`.
fn words_of(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(if letter.is_ascii_alphanumeric() {
            letter
        } else {
            '?'
        });
    }
    words
}
