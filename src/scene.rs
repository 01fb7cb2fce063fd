//! The scene: what a world is made of, as data.
//!
//! A scene is ingredients, not the name of a puzzle: a grid, perhaps a generator that builds walls,
//! perhaps boards of numbers or signs, perhaps a walk, a text format, a seed. What is present
//! decides which rules act. Scenes are written in RON; [`Scene::from_ron`] reads them and
//! [`Scene::to_ron`] writes them.

mod build;
mod check;
mod expect;
mod locate;
mod print;
mod read;
mod template;

pub(crate) use check::{DIE, is_blank, name_objections, outside};
pub use check::{Objection, Path, SceneError, Step};
pub use expect::{CellState, Drawn, Expectation, WalkerState};
pub(crate) use locate::places_of;
pub(crate) use print::literal;
pub(crate) use read::read_ron;
pub use template::Template;

use serde::Deserialize;

use crate::arrow::SignBoard;
use crate::dice::Numbers;
use crate::die::Orientation;
use crate::grid::{Grid, Position};
use crate::heading::Heading;
use crate::johnny::Commands;
use crate::mazing::Pick;
use crate::search::Start;
use crate::text::TextFormat;

/// Everything a world is made of.
///
/// A scene read by [`Scene::from_ron`] is legal; one put together from [`Scene::new`] or by hand is
/// checked when a [`Simulation`](crate::Simulation) is built from it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// The name of the maze: the first line of a listing.
    #[serde(default)]
    pub name: String,
    /// The seed of all chance.
    #[serde(default)]
    pub seed: u64,
    /// The size.
    pub grid: Grid,
    /// What builds or carves the walls; without it there are none.
    #[serde(default)]
    pub generate: Option<Generate>,
    /// The numbers that a die rolls over.
    #[serde(default)]
    pub numbers: Option<Numbers>,
    /// The signs that a walker with a heading obeys.
    #[serde(default)]
    pub signs: Option<SignBoard>,
    /// Who walks, from where to where.
    #[serde(default)]
    pub walk: Option<Walk>,
    /// How the world is drawn.
    pub text: TextFormat,
    /// What must hold of the world; nothing of it changes the world.
    #[serde(default)]
    pub expect: Vec<Expectation>,
}

/// What builds or carves the walls.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Generate {
    /// Johnny's list: every cell is walled in, then walls are removed.
    Johnny {
        /// The cell that is first in the list.
        start: Position,
        /// The chance, 0 to [`limits::FLIPS`](crate::limits::FLIPS), that a drawn command is a flip.
        #[serde(default)]
        flips: f64,
        /// The commands to carry out; without them they are drawn.
        #[serde(default)]
        commands: Option<Commands>,
    },
    /// The Mazing: the border stands, then walls grow from it.
    Mazing {
        /// Which of the puzzle's two processes picks the walls.
        pick: Pick,
    },
}

/// Who walks, from where to where.
///
/// A walk ends at the first arrival at its goal; standing on it at the start is no arrival.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Walk {
    /// A walker that only walls can stop.
    Foot {
        /// Where it starts.
        from: Position,
        /// Its goal.
        to: Position,
    },
    /// A walker with a heading, which obeys signs.
    Arrow {
        /// Where it starts.
        from: Position,
        /// The direction in which it leaves, whatever signs stand there.
        heading: Heading,
        /// Its goal.
        to: Position,
    },
    /// A rolling die, which obeys numbers; with a heading it obeys signs too.
    Dice {
        /// Where it starts.
        from: Position,
        /// The number on top.
        top: u8,
        /// The number in front, towards the player.
        front: u8,
        /// The direction in which it leaves, whatever signs stand there.
        #[serde(default)]
        heading: Option<Heading>,
        /// Its goal; without one, it is to come back to where it started.
        #[serde(default)]
        to: Option<Position>,
    },
}

impl Scene {
    /// Where its walk starts, how, and where it ends, if there is one.
    #[must_use]
    pub(crate) fn start(&self) -> Option<Start> {
        let walk = self.walk.as_ref()?;
        let die = walk.die().and_then(|(top, front)| Orientation::new(top, front));
        Some(Start { from: walk.from(), to: walk.to(), heading: walk.heading(), die })
    }

    /// The commands that the scene gives, if it does.
    #[must_use]
    pub fn commands(&self) -> Option<&Commands> {
        match &self.generate {
            Some(Generate::Johnny { commands, .. }) => commands.as_ref(),
            _ => None,
        }
    }
}

impl Walk {
    /// Where the walk starts.
    #[must_use]
    pub fn from(&self) -> Position {
        match *self {
            Self::Foot { from, .. } | Self::Arrow { from, .. } | Self::Dice { from, .. } => from,
        }
    }

    /// Where it ends.
    #[must_use]
    pub fn to(&self) -> Position {
        match *self {
            Self::Foot { to, .. } | Self::Arrow { to, .. } => to,
            Self::Dice { from, to, .. } => to.unwrap_or(from),
        }
    }

    /// The heading in which it starts, if it has one.
    #[must_use]
    pub fn heading(&self) -> Option<Heading> {
        match *self {
            Self::Foot { .. } => None,
            Self::Arrow { heading, .. } => Some(heading),
            Self::Dice { heading, .. } => heading,
        }
    }

    /// The top and front of its die, if it has one.
    #[must_use]
    pub fn die(&self) -> Option<(u8, u8)> {
        match *self {
            Self::Foot { .. } | Self::Arrow { .. } => None,
            Self::Dice { top, front, .. } => Some((top, front)),
        }
    }
}
