//! Walkers: what moves through a maze, and the ring of entities that holds them.

use bevy_ecs::component::Component;

use crate::die::Orientation;
use crate::heading::Heading;

/// A walker: where it is, and how it stands there. The component of every walker entity.
///
/// Walkers are a pool used as a ring, first in first out; only those that the maze's
/// [`Frontier`](crate::Frontier) spans are alive.
/// [`Simulation::walkers`](crate::Simulation::walkers) lists those.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Walker {
    /// The cell it stands on: its place in grid order, from 0.
    pub cell: u32,
    /// How its die lies; of no meaning without a die.
    pub die: Orientation,
    /// Its direction of travel; of no meaning on foot and for a die without a heading.
    pub heading: Heading,
}
