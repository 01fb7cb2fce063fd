//! The start of a walk.

use bevy_ecs::prelude::*;

use crate::die::Orientation;
use crate::grid::Position;
use crate::heading::Heading;

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
