//! Expectations about the end of a world.

use serde::{Deserialize, Serialize};

use super::{Amount, check_walk};
use crate::base::progress::Outcome;
use crate::engine::maze::Maze;
use crate::scene::{Check, Expect, Mismatch};

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

    fn check(&self, check: &mut Check<'_>) {
        check_walk(check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        let holds = self.holds(maze);
        let expected = match self.moves {
            Some(moves) if moves == 1.into() => "solved in 1 move".to_owned(),
            Some(moves) => format!("solved in {moves} moves"),
            None => "solved".to_owned(),
        };
        Mismatch::unless(holds, expected, maze.outcome())
    }

    fn holds(&self, maze: &mut Maze) -> bool {
        let is_one = |moves: u32| self.moves.is_none_or(|it| it.contains(u64::from(moves)));
        matches!(maze.outcome(), Outcome::Solved { moves } if is_one(*moves))
    }
}

impl Expect for NoSolution {
    const NAME: &'static str = "NoSolution";

    fn check(&self, check: &mut Check<'_>) {
        check_walk(check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        Mismatch::unless_equal(&Outcome::NoSolution, maze.outcome())
    }

    fn holds(&self, maze: &mut Maze) -> bool {
        *maze.outcome() == Outcome::NoSolution
    }
}
