//! Expectations about all walls.

use serde::{Deserialize, Serialize};

use super::{Amount, check_walls};
use crate::base::scene_fault::SceneStep;
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
            check.error([], "expects walls without a number, expected `standing` or `built`");
        }
        Amount::check(self.standing, SceneStep::Field("standing"), check);
        Amount::check(self.built, SceneStep::Field("built"), check);
    }

    fn judge(&self, maze: &mut Maze) -> Result<(), Mismatch> {
        let standing = maze.count("wall");
        let border = Segments::new(maze.grid()).border();
        let border = maze.walls().map_or(0, |walls| border.filter(|&it| walls[it].stands).count());
        let built = standing.map(|walls| walls - border);
        judge(self.standing, "standing", standing)?;
        judge(self.built, "built", built)
    }
}

/// Compares a number of walls with the expected one; a maze without walls meets none.
fn judge(expected: Option<Amount>, what: &str, found: Option<usize>) -> Result<(), Mismatch> {
    let Some(amount) = expected else { return Ok(()) };
    let expected = format!("{amount} {what}");
    match found {
        Some(found) => Mismatch::unless(amount.contains(found as u64), expected, found),
        None => Mismatch::unless(false, expected, "no walls"),
    }
}

impl Expect for DeadEnds {
    const NAME: &'static str = "DeadEnds";

    fn check(&self, check: &mut Check<'_>) {
        check_walls(check);
        Amount::check(self.0, SceneStep::Index(0), check);
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
        Mismatch::unless(passages.are_perfect(), "one route between any two cells", passages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;
    use crate::scene::simulation::Simulation;

    #[test]
    fn a_maze_without_walls_has_no_number_of_them() {
        let text = r#"Scene(grid: (rows: 2, columns: 3), name: "OPEN", text: Arrow,
            walk: Foot(from: (1, 1), to: (2, 3)))"#;
        let scene = Scene::from_ron(text).expect("a scene");
        let mut maze = Simulation::new(&scene).expect("a world");
        let some = Some(Amount::from(0..=9));
        for (walls, message) in [
            (Walls { standing: some, built: None }, "expected 0..=9 standing, found no walls"),
            (Walls { standing: None, built: some }, "expected 0..=9 built, found no walls"),
        ] {
            let found = Expect::judge(&walls, &mut maze).expect_err("there are none");
            assert_eq!(found.message, message);
        }
    }
}
