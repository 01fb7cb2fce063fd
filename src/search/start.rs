//! The start of a walk.

use bevy_ecs::prelude::*;

use crate::die::Orientation;
use crate::grid::{Grid, Position};
use crate::heading::Heading;
use crate::walker::Walker;

/// Where a walk starts, how, and where it ends. A component of the maze entity.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Start {
    /// Where it starts.
    pub from: Position,
    /// Its goal. Starting on it does not count as an arrival.
    pub to: Position,
    /// The heading in which it starts, if it has one.
    pub heading: Option<Heading>,
    /// The orientation of its die, if it has one.
    pub die: Option<Orientation>,
    /// What it holds, if its gait [holds](crate::Gait::HOLDS) something.
    pub held: u8,
}

impl Start {
    /// The walker at the start.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // a grid has fewer than 2³² cells
    pub(crate) fn walker(&self, grid: Grid) -> Walker {
        Walker {
            cell: grid.index(self.from) as u32,
            die: self.die.unwrap_or_default(),
            heading: self.heading.unwrap_or_default(),
            held: self.held,
        }
    }
}
