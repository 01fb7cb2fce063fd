//! The picture of a walk by hand.

use super::Play;
#[cfg(feature = "draw")]
use crate::base::grid::CellIndex;
#[cfg(feature = "draw")]
use crate::base::walker::Walker;
#[cfg(feature = "draw")]
use crate::engine::search::Placement;
use crate::picture::Picture;

impl Play {
    /// The picture of the world, with the walk so far as its route.
    pub fn picture(&mut self) -> Picture {
        let mut picture = self.maze.picture();
        self.mark(&mut picture);
        picture
    }

    /// Updates a picture of this world.
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

    /// The number of poses of a walker.
    #[cfg(feature = "draw")]
    pub(crate) fn poses(&self) -> usize {
        self.probe.poses
    }

    /// The picture of the world without walkers.
    #[cfg(feature = "draw")]
    pub(crate) fn picture_of_nobody(&mut self) -> Picture {
        self.maze.send_away();
        let picture = self.maze.picture();
        self.stand();
        picture
    }

    /// The picture of the world with the walker in the first cell, in this pose.
    #[cfg(feature = "draw")]
    pub(crate) fn picture_of(&mut self, pose: usize) -> Picture {
        let walker = Walker { cell: CellIndex::default(), ..(self.probe.posed)(pose) };
        self.maze.stand(&mut self.probe, Placement { walker, is_leaving: false });
        let picture = self.maze.picture();
        self.stand();
        picture
    }
}
