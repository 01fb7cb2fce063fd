//! What is expected of a world's end.

use std::fmt::{self, Write as _};

use serde::Deserialize;

use super::check_walk;
use crate::expectation::{Expect, Mismatch, check_tick};
use crate::maze::Maze;
use crate::objection::SceneStep;
use crate::progress::Outcome;
use crate::scene::Check;

/// The world is finished, with this tick as its last.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finished {
    /// The number of ticks.
    pub at: u64,
}

/// A walker arrived at the goal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solved {
    /// The length of the shortest route, in moves.
    pub moves: u32,
}

/// No walker can ever arrive.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct NoSolution;

impl Expect for Finished {
    const NAME: &'static str = "Finished";

    fn print(&self, ron: &mut String) -> fmt::Result {
        write!(ron, "Finished(at: {})", self.at)
    }

    fn check(&self, check: &mut Check<'_>) {
        check_tick(self.at, SceneStep::Field("at"), check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        let (at, tick) = (self.at, maze.progress().tick);
        if *maze.outcome() == Outcome::Unfinished {
            let found = format!("the world unfinished at {tick}");
            return Mismatch::unless(false, format!("tick {at}"), found);
        }
        Mismatch::unless(tick == at, format!("tick {at}"), format!("tick {tick}"))
            .map_err(|wrong| wrong.mended_by(SceneStep::Field("at"), tick.to_string()))
    }
}

impl Expect for Solved {
    const NAME: &'static str = "Solved";

    fn print(&self, ron: &mut String) -> fmt::Result {
        write!(ron, "Solved(moves: {})", self.moves)
    }

    fn check(&self, check: &mut Check<'_>) {
        check_walk(check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        Mismatch::unless_equal(&Outcome::Solved { moves: self.moves }, maze.outcome())
    }
}

impl Expect for NoSolution {
    const NAME: &'static str = "NoSolution";

    fn print(&self, ron: &mut String) -> fmt::Result {
        ron.write_str("NoSolution")
    }

    fn check(&self, check: &mut Check<'_>) {
        check_walk(check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        Mismatch::unless_equal(&Outcome::NoSolution, maze.outcome())
    }
}
