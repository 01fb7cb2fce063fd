//! Walkers: what moves through a maze, the ring of entities that holds them, and where a walk starts.

use bevy_ecs::prelude::*;

use crate::die::Orientation;
use crate::grid::{Grid, Position};
use crate::heading::Heading;

/// A walker: where it is, and how it stands there. The component of every walker entity.
///
/// Walkers are a pool used as a ring, first in first out; only those that the maze's
/// [`Frontier`](crate::Frontier) spans are alive.
/// [`Maze::walkers`](crate::Maze::walkers) lists those.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Walker {
    /// The cell it stands on: its place in grid order, from 0.
    pub cell: u32,
    /// How its die lies; of no meaning without a die.
    pub die: Orientation,
    /// Its direction of travel; of no meaning on foot and for a die without a heading.
    pub heading: Heading,
    /// What its gait has it carry, such as a set of keys; of no meaning for others.
    pub held: u8,
}

impl Walker {
    /// The walker on the neighbouring cell toward `heading`, which there must be, facing that way.
    #[must_use]
    #[inline]
    pub fn moved(self, heading: Heading, grid: Grid) -> Self {
        #[allow(clippy::cast_possible_truncation)] // a neighbour in a grid of u32 cells
        let cell = (self.cell as usize).wrapping_add_signed(grid.stride(heading)) as u32;
        Self { cell, heading, ..self }
    }

    /// The walker on the cell from which a step toward `heading` led to its own, facing as it does
    /// here; `None` if that lies outside the grid.
    #[must_use]
    pub fn before(self, heading: Heading, grid: Grid) -> Option<Self> {
        let back = heading.opposite();
        let leads = grid.leads(grid.position(self.cell as usize), back);
        leads.then(|| Self { heading: self.heading, ..self.moved(back, grid) })
    }
}

/// Where a walk starts, how, and where it ends. A component of the maze entity.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Start {
    /// Where it starts.
    pub from: Position,
    /// Its goal. Standing on it at the start is no arrival.
    pub to: Position,
    /// The heading in which it starts, if it has one.
    pub heading: Option<Heading>,
    /// How its die lies, if it has one.
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
