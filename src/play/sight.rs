//! How a walk by hand looks.

use super::Play;
use crate::picture::Picture;
#[cfg(feature = "draw")]
use crate::{search::Stand, walker::Walker};

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

    /// How many poses a walker has.
    #[cfg(feature = "draw")]
    pub(crate) fn poses(&self) -> usize {
        self.guide.poses
    }

    /// What the world looks like with nobody in it.
    #[cfg(feature = "draw")]
    pub(crate) fn picture_of_nobody(&mut self) -> Picture {
        self.maze.send_away();
        let picture = self.maze.picture();
        self.stand();
        picture
    }

    /// What the world looks like with the walker in the first cell, in this pose.
    #[cfg(feature = "draw")]
    pub(crate) fn picture_of(&mut self, pose: usize) -> Picture {
        let walker = Walker { cell: 0, ..(self.guide.posed)(pose) };
        self.maze.stand(&mut self.guide, Stand { walker, is_leaving: false });
        let picture = self.maze.picture();
        self.stand();
        picture
    }
}
