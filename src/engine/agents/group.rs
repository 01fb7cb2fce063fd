//! Groups of agents, as scenes write them.

use serde::{Deserialize, Serialize};

use crate::base::end::End;
use crate::base::grid::Position;
use crate::base::heading::Heading;

/// Some agents of one policy, as scenes write them: `(at: (1, 1), to: (9, 9))`, or `(count: 100, to:
/// (9, 9))` at squares that the seed draws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Agent")]
pub struct AgentGroup {
    /// The square where all start; each starts at a drawn one if this is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Position>,
    /// The number of agents.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u32,
    /// The goal of all, or several: each goes on until it comes to one.
    pub to: End,
    /// The heading with which all start.
    #[serde(default, skip_serializing_if = "is_default")]
    pub heading: Heading,
    /// The hand that stays at the wall, for policies that follow walls.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hand: Hand,
    /// Whether at most one solid agent can stand in a square: another takes the way there for
    /// closed, and waits if no other way is left. Those that start at a taken square start at the
    /// next free one, in grid order; when all are taken, they give up at once.
    #[serde(default, skip_serializing_if = "is_default")]
    pub solid: bool,
    /// The number of ticks after which the agents give up; `None` if they never do.
    #[serde(default = "usual_patience", skip_serializing_if = "is_usual_patience")]
    pub patience: Option<u32>,
}

impl AgentGroup {
    /// One agent that starts in a square, which is its goal, too.
    pub fn at(at: Position) -> Self {
        let (heading, hand, solid, patience) = (Heading::N, Hand::Right, false, usual_patience());
        Self {
            at: Some(at),
            count: 1,
            to: at.into(),
            heading,
            hand,
            solid,
            patience,
        }
    }
}

/// A hand at the wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hand {
    /// The left one.
    Left,
    /// The right one.
    #[default]
    Right,
}

fn one() -> u32 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn is_one(number: &u32) -> bool {
    *number == 1
}

#[allow(clippy::unnecessary_wraps)] // as serde calls it
fn usual_patience() -> Option<u32> {
    Some(1_000_000)
}

#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn is_usual_patience(patience: &Option<u32>) -> bool {
    *patience == usual_patience()
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
