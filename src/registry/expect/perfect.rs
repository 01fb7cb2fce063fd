//! An expectation about all walls.

use serde::{Deserialize, Serialize};

use super::check_walls;
use crate::engine::maze::Maze;
use crate::scene::{Check, Expect, Failure};

/// Any two cells are joined by exactly one route.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Perfect;

impl Expect for Perfect {
    const NAME: &'static str = "Perfect";

    fn reads_reports(&self) -> bool {
        false
    }

    fn check(&self, check: &mut Check<'_>) {
        check_walls(check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Failure> {
        let passages = maze.passages();
        if passages.are_perfect() {
            return Ok(());
        }
        Err(Failure::new(format!("the maze is not perfect: {passages}")))
    }
}
