//! The rows of a world: an observer that takes them at its ticks.

use std::ops::ControlFlow;

use crate::base::progress::Progress;
use crate::engine::maze::{Maze, Observer};

/// Takes a row of a world at tick 0, at each multiple of a number of ticks, and at the end; or at the end alone.
pub(super) struct RowTaker<T, G> {
    pub(super) each_tick: Option<u64>,
    pub(super) take: T,
    /// Asked every few milliseconds whether to go on.
    pub(super) go_on: G,
}

impl<T, G> Observer for RowTaker<T, G>
where
    T: FnMut(&mut Maze),
    G: FnMut(&Progress) -> bool,
{
    fn next_tick(&self, from: u64) -> Option<u64> {
        Some(from.next_multiple_of(self.each_tick?))
    }

    fn look(&mut self, maze: &mut Maze) -> ControlFlow<()> {
        (self.take)(maze);
        ControlFlow::Continue(())
    }

    fn pause(&mut self, progress: &Progress) -> ControlFlow<()> {
        if (self.go_on)(progress) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
