//! The open ways: the columns that rules closed ways in, read together.

use super::exits::{Admits, Exits, Turns};
use super::gait::{Gait, ReadsOf};
use crate::base::grid::Grid;
use crate::base::heading::{Heading, Headings};
use crate::base::walker::Walker;

/// Where walkers can go. Columns that their gait does not use are empty.
pub(super) struct Ground<'w, G: Gait> {
    pub(super) grid: Grid,
    pub(super) exits: &'w [Exits],
    pub(super) turns: &'w [Turns],
    pub(super) entry: &'w [Admits],
    pub(super) reads: ReadsOf<'w, G>,
}

impl<G: Gait> Ground<'_, G> {
    /// The headings in which a walker can leave its cell. When `leaving` its start, one with a
    /// heading goes straight on.
    #[inline]
    pub(super) fn ways(&self, walker: Walker, leaving: bool) -> Headings {
        let cell = walker.cell;
        match (G::HEADED, leaving) {
            (false, _) => self.exits[cell].headings(),
            (true, false) => self.turns[cell].after(walker.heading),
            (true, true) => self.exits[cell].headings().only(walker.heading),
        }
    }

    /// The walker after a step in one of its ways, and whether it may enter there.
    #[inline]
    pub(super) fn step(&self, walker: Walker, heading: Heading) -> (Walker, bool) {
        let there = G::step(walker, heading, self.grid, &self.reads);
        (there, !G::CLASSED || self.entry[there.cell].admits(G::class(walker)))
    }
}
