//! Filming a maze.

use super::Maze;
use crate::picture::{Changes, Film, Reel};

impl Film {
    /// The film of a maze from here, until it finishes or this many ticks have passed.
    pub fn new(maze: &mut Maze, ticks: u64) -> Self {
        Self::new_observed(maze, ticks, |_| ())
    }

    /// As [`new`](Self::new), and calls `observe` after each tick with the number of ticks done.
    pub fn new_observed(maze: &mut Maze, ticks: u64, mut observe: impl FnMut(u64)) -> Self {
        let mut before = maze.picture();
        let mut after = before.clone();
        let mut reel = Reel::new(&before);
        for done in 1..=ticks {
            if !maze.tick() {
                break;
            }
            observe(done);
            maze.picture_into(&mut after);
            reel.push(Changes::between(&before, &after));
            std::mem::swap(&mut before, &mut after);
        }
        reel.finish()
    }
}
