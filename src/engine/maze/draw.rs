//! The texts of a maze.

use super::Maze;
use crate::engine::drawing::Drawing;
use crate::engine::text::TextFormat;

impl Maze {
    /// The world drawn in the format of its scene.
    #[must_use]
    pub fn text(&mut self) -> Drawing {
        let mut text = String::new();
        self.write_text(&mut text);
        text.into()
    }

    /// Appends the world, drawn in the format of its scene, to `text`.
    pub fn write_text(&mut self, text: &mut String) {
        self.write(self.text, text);
    }

    /// The world drawn in any format; `None` if it lacks what that needs.
    #[must_use]
    pub fn draw(&mut self, format: TextFormat) -> Option<Drawing> {
        self.has(format).then(|| {
            let mut text = String::new();
            self.write(format, &mut text);
            text.into()
        })
    }

    /// Whether the world has what a format needs.
    fn has(&self, format: TextFormat) -> bool {
        format.needs().is_met(self.systems.has_walls(), self.systems.steps.is_some())
    }

    fn write(&mut self, format: TextFormat, text: &mut String) {
        let place = self.drawings.iter().position(|(made, _)| *made == format);
        let place = place.unwrap_or_else(|| {
            let mut drawing = format.drawing();
            drawing.initialize(&mut self.world);
            self.drawings.push((format, drawing));
            self.drawings.len() - 1
        });
        let drawing = &mut self.drawings[place].1;
        drawing.run_readonly(text, &self.world).expect("the world has what the format needs");
    }
}
