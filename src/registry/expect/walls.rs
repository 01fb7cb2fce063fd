//! Expectations about all walls.

use serde::{Deserialize, Serialize};

use super::{Amount, check_walls};
use crate::base::wall::Segments;
use crate::engine::maze::Maze;
use crate::registry::measure::Survey;
use crate::scene::{Check, Expect, Mismatch};

/// The number of walls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Walls {
    /// All, including the border.
    #[serde(default)]
    pub standing: Option<Amount>,
    /// Inside the border.
    #[serde(default)]
    pub built: Option<Amount>,
}

/// The number of squares with one way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadEnds(pub Amount);

/// Any two cells are joined by exactly one route.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Perfect;

impl Expect for Walls {
    const NAME: &'static str = "Walls";

    fn check(&self, check: &mut Check<'_>) {
        check_walls(check);
        if self.standing.is_none() && self.built.is_none() {
            check.error(
                [],
                "expects walls without a number, expected `standing` or `built`",
            );
        }
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        let Some(standing) = maze.count("wall") else {
            return Mismatch::unless(false, "walls", "none");
        };
        let border = Segments::new(maze.grid()).border();
        let border = maze
            .walls()
            .map_or(0, |walls| border.filter(|&it| walls[it].stands).count());
        let both = [
            (self.standing, "standing", standing),
            (self.built, "built", standing - border),
        ];
        both.into_iter().try_for_each(|(expected, what, found)| {
            let Some(amount) = expected else {
                return Ok(());
            };
            Mismatch::unless(
                amount.contains(found as u64),
                format!("{amount} {what}"),
                found,
            )
        })
    }
}

impl Expect for DeadEnds {
    const NAME: &'static str = "DeadEnds";

    fn check(&self, check: &mut Check<'_>) {
        check_walls(check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        let found = Survey::of(maze).map_or(0, |survey| survey.dead_ends());
        Mismatch::unless(self.0.contains(found as u64), self.0, found)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::simulation::Simulation;

    #[test]
    fn a_maze_without_walls_has_no_number_of_them() {
        let open = "Scene(grid: (rows: 2, columns: 3), walk: Foot(from: (1, 1), to: (2, 3)))";
        let scene = crate::scene::Scene::from_ron(open).expect("a scene");
        let mut maze = Simulation::new(&scene).expect("a world");
        let walls = Walls {
            standing: Some(Amount::from(0..=9)),
            built: None,
        };
        assert!(Expect::judge(&walls, &mut maze).is_err());
    }
}
