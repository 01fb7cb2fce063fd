//! An expectation about all walls.

use serde::{Deserialize, Serialize};

use super::check_walls;
use crate::engine::maze::Maze;
use crate::scene::{Check, Expect, Mismatch};

/// Any two cells are joined by exactly one route.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Perfect;

impl Expect for Perfect {
    const NAME: &'static str = "Perfect";

    fn check(&self, check: &mut Check<'_>) {
        check_walls(check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        let passages = maze.passages();
        Mismatch::unless(
            passages.are_perfect(),
            "one route between any two cells",
            passages,
        )
    }
}
