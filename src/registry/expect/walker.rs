//! Expectations about walkers.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::check_walk;
use crate::base::count::plural;
use crate::base::grid::Position;
use crate::base::heading::Heading;
use crate::base::scene_fault::SceneStep;
use crate::base::walker;
use crate::engine::maze::Maze;
use crate::scene::{Check, Expect, Failure};

/// The shortest route goes through these squares, including start and goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Route")]
pub struct ExpectedRoute(pub Vec<Position>);

/// There is an active walker like this; fields that are left out are not checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Walker", deny_unknown_fields)]
pub struct ExpectedWalker {
    /// The position of the walker.
    pub at: Position,
    /// The heading of the walker.
    #[serde(default)]
    pub heading: Option<Heading>,
    /// The number on top of its die.
    #[serde(default)]
    pub top: Option<u8>,
    /// The number in front of its die.
    #[serde(default)]
    pub front: Option<u8>,
}

impl Expect for ExpectedRoute {
    const NAME: &'static str = "Route";

    fn reads_reports(&self) -> bool {
        false
    }

    fn check(&self, check: &mut Check<'_>) {
        check_walk(check);
        if self.0.is_empty() {
            let message = "expects a route without squares, expected at least one, or `NoSolution`";
            check.error([], message);
        }
        check.all_inside([SceneStep::Index(0)], &self.0);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        let found = maze.route();
        if found == self.0 {
            return Ok(());
        }
        if found.is_empty() {
            return Err(Failure::new("there is no route"));
        }

        let squares = found.iter().zip(&self.0);
        let differing = (1..)
            .zip(squares)
            .find(|(_, (found, expected))| found != expected);
        let message = if let Some((number, (found, expected))) = differing {
            format!("square {number} of the shortest route is {found}, not {expected}")
        } else {
            let all = plural(found.len(), "square");
            format!("the shortest route has {all}, not {}", self.0.len())
        };
        Err(Failure::new(message))
    }

    fn holds(&self, maze: &mut Maze) -> bool {
        let positions = maze.route_cells().iter().map(|&cell| maze.position(cell));
        positions.eq(self.0.iter().copied())
    }
}

impl Expect for ExpectedWalker {
    const NAME: &'static str = "Walker";

    fn reads_reports(&self) -> bool {
        false
    }

    fn check(&self, check: &mut Check<'_>) {
        let Some(start) = check.scene().start() else {
            return check.error([], "expects a walker, but this scene has no `walk`");
        };
        let lacking = [
            (
                self.heading.is_some() && start.heading.is_none(),
                "heading",
                "heading on its walk",
            ),
            (self.top.is_some() && start.die.is_none(), "top", "die"),
            (self.front.is_some() && start.die.is_none(), "front", "die"),
        ];
        for (_, field, what) in lacking.into_iter().filter(|(lacks, ..)| *lacks) {
            let message = format!("expects `{field}`, but this scene has no {what}");
            check.error([SceneStep::Field(field)], message);
        }
        check.inside([SceneStep::Field("at")], self.at);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        let at = self.at;
        let walkers = maze.walkers_at(at);
        let found: Vec<_> = walkers.iter().map(|&walker| self.found(walker)).collect();
        if found.contains(self) {
            return Ok(());
        }
        if found.is_empty() {
            return Err(Failure::new(format!("no walker is at {at}")));
        }

        let found: Vec<_> = found.iter().map(Self::to_string).collect();
        let found = found.join("; ");
        let message = format!("no walker at {at} has {self}; found {found}");
        Err(Failure::new(message))
    }

    fn holds(&self, maze: &mut Maze) -> bool {
        maze.walkers_at(self.at)
            .iter()
            .any(|&walker| self.found(walker) == *self)
    }
}

impl ExpectedWalker {
    /// A walker there, with the fields that are checked.
    fn found(&self, walker: walker::Walker) -> Self {
        Self {
            at: self.at,
            heading: self.heading.map(|_| walker.heading),
            top: self.top.map(|_| walker.die.top()),
            front: self.front.map(|_| walker.die.front()),
        }
    }
}

/// Formats the fields that are checked, besides the position.
impl fmt::Display for ExpectedWalker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = self.heading.map(|heading| format!("heading: {heading:?}"));
        let top = self.top.map(|top| format!("top: {top}"));
        let front = self.front.map(|front| format!("front: {front}"));
        let fields: Vec<_> = [heading, top, front].into_iter().flatten().collect();
        f.write_str(&fields.join(", "))
    }
}
