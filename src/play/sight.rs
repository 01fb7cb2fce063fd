//! How a walk by hand looks.

use super::Play;
use crate::picture::Picture;

impl Play {
    /// What the world looks like, with the walk so far as its route.
    pub fn picture(&mut self) -> Picture {
        let mut picture = self.maze.picture();
        self.mark(&mut picture);
        picture
    }

    /// Makes a picture of this world what it looks like now.
    ///
    /// # Panics
    /// If it is a picture of another world.
    pub fn picture_into(&mut self, picture: &mut Picture) {
        self.maze.picture_into(picture);
        self.mark(picture);
    }

    fn mark(&self, picture: &mut Picture) {
        if self.moves() > 0 {
            picture.route.extend(self.cells());
        }
    }
}
