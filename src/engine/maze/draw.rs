//! The texts of a maze.

use super::Maze;
use crate::engine::text::TextFormat;

impl Maze {
    /// The world drawn in the format of its scene.
    #[must_use]
    pub fn text(&mut self) -> String {
        let mut text = String::new();
        self.write_text(&mut text);
        text
    }

    /// Appends the world, drawn in the format of its scene, to `text`.
    pub fn write_text(&mut self, text: &mut String) {
        let drawn = self.draw(self.text, text);
        debug_assert!(drawn, "a checked scene has what its format needs");
    }

    /// Appends the world, drawn in any format, to `text`; false if the world lacks what it needs.
    pub fn draw(&mut self, format: TextFormat, text: &mut String) -> bool {
        if !format.needs().is_met(self.systems.has_walls(), self.systems.steps.is_some()) {
            return false;
        }
        let place = self.drawings.iter().position(|(made, _)| *made == format);
        let place = place.unwrap_or_else(|| {
            let mut drawing = format.drawing();
            drawing.initialize(&mut self.world);
            self.drawings.push((format, drawing));
            self.drawings.len() - 1
        });
        let drawing = &mut self.drawings[place].1;
        drawing.run_readonly(text, &self.world).expect("the world has what the format needs");
        true
    }
}
