//! Expectations about the end of a world.

use serde::{Deserialize, Serialize};

use super::{Amount, check_walk};
use crate::base::count::plural;
use crate::base::progress::Outcome;
use crate::engine::maze::Maze;
use crate::scene::{Check, Expect, Failure};

/// A walker arrived at the goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solved {
    /// The length of the shortest route, in moves; `None` for any.
    #[serde(default)]
    pub moves: Option<Amount>,
}

impl Solved {
    /// Solved, with a shortest route of this length.
    pub fn moves(moves: u64) -> Self {
        Self {
            moves: Some(moves.into()),
        }
    }
}

/// No walker can ever arrive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoSolution;

impl Expect for Solved {
    const NAME: &'static str = "Solved";

    fn reads_reports(&self) -> bool {
        false
    }

    fn check(&self, check: &mut Check<'_>) {
        check_walk(check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        if self.holds(maze) {
            return Ok(());
        }

        let message = match (maze.outcome(), self.moves) {
            (Outcome::Solved { moves }, Some(expected)) => {
                let found = plural(moves, "move");
                let message = format!("the shortest route has {found}, not {expected}");
                return Err(expected.failure(moves.into(), message));
            }
            (Outcome::Unfinished, _) => "no walker has reached the goal yet".to_owned(),
            (Outcome::NoSolution, _) => "no walker can reach the goal".to_owned(),
            (other, _) => format!("no walker has reached the goal: {other}"),
        };
        Err(Failure::new(message))
    }

    fn holds(&self, maze: &mut Maze) -> bool {
        let is_one = |moves: u32| self.moves.is_none_or(|it| it.contains(u64::from(moves)));
        matches!(maze.outcome(), Outcome::Solved { moves } if is_one(moves))
    }
}

impl Expect for NoSolution {
    const NAME: &'static str = "NoSolution";

    fn reads_reports(&self) -> bool {
        false
    }

    fn check(&self, check: &mut Check<'_>) {
        check_walk(check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        let message = match maze.outcome() {
            Outcome::NoSolution => return Ok(()),
            Outcome::Solved { moves } => {
                format!("a walker reaches the goal in {}", plural(moves, "move"))
            }
            Outcome::Unfinished => "walkers are still on their way".to_owned(),
            other => format!("expected no solution, found {other}"),
        };
        Err(Failure::new(message))
    }

    fn holds(&self, maze: &mut Maze) -> bool {
        maze.outcome() == Outcome::NoSolution
    }
}
