//! What is expected of the walkers.

use std::fmt::{self, Write as _};

use serde::Deserialize;

use super::check_walk;
use crate::expectation::{Expect, Mismatch};
use crate::grid::Position;
use crate::heading::Heading;
use crate::maze::Maze;
use crate::objection::SceneStep;
use crate::scene::Check;

/// So many walkers are on their way.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Walkers(pub usize);

/// A walker like this is on its way; what is left out may be anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Walker {
    /// Where it stands.
    pub at: Position,
    /// Its direction of travel.
    #[serde(default)]
    pub heading: Option<Heading>,
    /// The number on top of its die.
    #[serde(default)]
    pub top: Option<u8>,
    /// The number in front of its die.
    #[serde(default)]
    pub front: Option<u8>,
}

impl Expect for Walkers {
    const NAME: &'static str = "Walkers";

    fn print(&self, ron: &mut String) -> fmt::Result {
        write!(ron, "Walkers({})", self.0)
    }

    fn check(&self, check: &mut Check<'_>) {
        check_walk(check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        Mismatch::unless_equal(self.0, maze.walkers().len())
    }
}

impl Expect for Walker {
    const NAME: &'static str = "Walker";

    fn print(&self, ron: &mut String) -> fmt::Result {
        write!(ron, "Walker({self})")
    }

    fn check(&self, check: &mut Check<'_>) {
        let Some(start) = check.scene().start() else {
            return check.object([], "expects a walker, but this scene has no `walk`");
        };
        let lacking = [
            (self.heading.is_some() && start.heading.is_none(), "heading", "heading on its walk"),
            (self.top.is_some() && start.die.is_none(), "top", "die"),
            (self.front.is_some() && start.die.is_none(), "front", "die"),
        ];
        for (_, field, what) in lacking.into_iter().filter(|(lacks, ..)| *lacks) {
            let message = format!("expects `{field}`, but this scene has no {what}");
            check.object([SceneStep::Field(field)], message);
        }
        check.inside([SceneStep::Field("at")], self.at);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        let like_expected = |walker: &crate::walker::Walker| Self {
            at: self.at,
            heading: self.heading.map(|_| walker.heading),
            top: self.top.map(|_| walker.die.top()),
            front: self.front.map(|_| walker.die.front()),
        };
        let found: Vec<_> = maze.walkers_at(self.at).iter().map(like_expected).collect();
        let listed: Vec<_> = found.iter().map(Self::to_string).collect();
        let listed = if listed.is_empty() { "none there".to_owned() } else { listed.join("; ") };
        Mismatch::unless(found.contains(self), self, listed)
    }
}

/// As scenes write it, without the brackets.
impl fmt::Display for Walker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at: {}", self.at)?;
        self.heading.iter().try_for_each(|heading| write!(f, ", heading: {heading:?}"))?;
        self.top.iter().try_for_each(|top| write!(f, ", top: {top}"))?;
        self.front.iter().try_for_each(|front| write!(f, ", front: {front}"))
    }
}
