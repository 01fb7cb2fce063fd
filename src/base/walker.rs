//! Walkers: they move through a maze, in a ring of entities; and where a walk starts.

use bevy_ecs::prelude::*;
use serde::Serialize;

use crate::base::die::Orientation;
use crate::base::end::End;
use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::Heading;

/// A walker: its cell and its pose.
///
/// Systems get those of a search by [`ActiveWalkers`](crate::engine::search::ActiveWalkers), programs by
/// [`Maze::walkers`](crate::engine::Maze::walkers).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect))]
pub struct Walker {
    /// The cell of the walker.
    pub cell: CellIndex,
    /// The orientation of its die; unused without a die.
    pub die: Orientation,
    /// The heading of the walker; unused on foot and for a die without a heading.
    pub heading: Heading,
    /// What it holds, such as a set of keys; unused by the gaits of the standard walks.
    pub held: u16,
}

impl From<Walker> for CellIndex {
    fn from(walker: Walker) -> Self {
        walker.cell
    }
}

/// Where a walk starts, how, and where it ends. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Start {
    /// Where it starts: at one position.
    pub from: End,
    /// The goal of the walk, or several, of which the first that is reached ends it; no position stands for the start.
    /// Starting on one does not count as an arrival.
    pub to: End,
    /// The heading in which it starts, if it has one.
    pub heading: Option<Heading>,
    /// The orientation of its die, if it has one.
    pub die: Option<Orientation>,
    /// What it holds, if its gait [holds](crate::engine::Gait::HOLDS) something.
    pub held: u16,
}

impl Start {
    /// The start of a walk without a heading or a die.
    pub fn between(from: &End, to: &End) -> Self {
        Self {
            from: from.clone(),
            to: to.clone(),
            ..Self::default()
        }
    }

    /// The position where it starts.
    pub fn at(&self) -> Position {
        self.from.only().unwrap_or_default()
    }

    /// Whether it ends where it starts, and nowhere else.
    pub(crate) fn is_round(&self) -> bool {
        let returns = matches!(&self.to, End::AnyOf(all) if all.is_empty());
        returns || !self.from.is_open() && self.from == self.to
    }

    pub(crate) fn die_in_words(&self) -> Option<String> {
        let [top, front, right] = self.die.map(|it| [it.top(), it.front(), it.right()])?;
        Some(format!(
            "The die shows {top} on top, {front} in front and {right} at the right."
        ))
    }

    pub(crate) fn walker(&self, grid: Grid) -> Walker {
        Walker {
            cell: grid.index(self.at()),
            die: self.die.unwrap_or_default(),
            heading: self.heading.unwrap_or_default(),
            held: self.held,
        }
    }
}
