//! Drawings of a world as text: in a text format, or as a picture of letters.

use crate::engine::drawing::Drawing;
use crate::engine::maze::Maze;
use crate::engine::text::TextFormat;
use crate::picture;

impl Maze {
    /// The world drawn in the format of its scene; if that names none, as a [picture of letters](crate::picture::text()).
    pub fn text(&mut self) -> Drawing {
        let mut text = String::new();
        self.write_text(&mut text);
        text.into()
    }

    /// Appends the [drawing](Self::text) of the world to `text`.
    pub fn write_text(&mut self, text: &mut String) {
        self.write_in(self.text_format(), text);
    }

    /// The world drawn in any format; `None` if it lacks what that needs.
    pub fn draw(&mut self, format: TextFormat) -> Option<Drawing> {
        if !self.has_needs_of(format) {
            return None;
        }

        let mut text = String::new();
        self.write_in(format, &mut text);
        Some(text.into())
    }

    fn write_in(&mut self, format: TextFormat, text: &mut String) {
        if format == TextFormat::NONE {
            text.push_str(&picture::text(&self.picture(), false));
        } else {
            self.write(format, text);
        }
    }
}
