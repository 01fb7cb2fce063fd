//! What keeps a walk from its goal: the rules, and the steps that they refuse.

use super::Play;
use crate::base::count::plural;
use crate::base::heading::Heading;
use crate::engine::search::Step;

/// Rules that refuse steps.
struct Obstacle {
    /// The field of their ingredient.
    field: &'static str,
    refused: usize,
    /// The distance from the goal of the step that is told.
    distance: u32,
    told: String,
}

impl Play {
    /// What keeps the walk from its goal: for each ingredient, how many steps its rules refuse, from
    /// everywhere that the walk can come to (of the walk, its own refusals); and of those to the goal,
    /// or to squares that the walk cannot come to, the one that ends nearest to the goal, along rows
    /// and columns, and why it is refused.
    ///
    /// ```
    /// use mazetick::prelude::*;
    /// use mazetick::tools::play::Play;
    ///
    /// let scene = Scene::from_ron(r#"Scene(
    ///     grid: (rows: 1, columns: 4),
    ///     numbers: [[5, 3, -1, 0]],
    ///     walk: Dice(from: (1, 1), top: 3, front: 1, to: (1, 4)),
    /// )"#)?;
    /// assert_eq!(Play::new(&scene)?.obstacles(), [
    ///     "`numbers` refuses 2 steps; nearest to the goal, from (1, 3) east: \
    ///      That square is empty: no die may enter it."
    /// ]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn obstacles(&mut self) -> Vec<String> {
        let grid = self.maze.grid();
        let mut is_reached = vec![false; grid.cells()];
        self.explore(|_, _, placement, _| is_reached[placement.walker.cell] = true);
        let goal = grid.position(self.goal);
        let mut obstacles: Vec<Obstacle> = Vec::new();
        self.explore(|play, _, placement, tried| {
            for toward in Heading::ALL {
                let (step, cell) = (tried[toward as usize], placement.walker.cell);
                let from = grid.position(cell);
                let is_tried = (play.probe.order)(placement.walker).contains(&Some(toward));
                let to = match step {
                    Step::Barred(there) => Some(there.cell),
                    Step::Open(_) => continue,
                    Step::Never if !is_tried => continue,
                    _ => grid.leads(from, toward).then(|| grid.beside(cell, toward)),
                };
                // The walk's own steps are refused without a rule, whatever squares they end on.
                let (fields, own) = match play.closed_way(placement, toward, step) {
                    Ok(way) => (play.maze.closing(&play.effects, way), Err(way)),
                    Err(own) if step == Step::Never => (vec!["walk"], Ok(own)),
                    Err(_) => continue,
                };
                let new = to.filter(|&to| own.is_ok() || !is_reached[to] || to == play.goal);
                let away = new.map_or(u32::MAX, |to| {
                    let at = grid.position(to);
                    at.row.abs_diff(goal.row) + at.column.abs_diff(goal.column)
                });
                for field in fields {
                    let known = obstacles.iter().position(|it| it.field == field);
                    let known = known.unwrap_or_else(|| {
                        let (distance, told) = (u32::MAX, String::new());
                        obstacles.push(Obstacle { field, refused: 0, distance, told });
                        obstacles.len() - 1
                    });
                    let obstacle = &mut obstacles[known];
                    obstacle.refused += 1;
                    if away < obstacle.distance {
                        obstacle.distance = away;
                        let why = own.clone().unwrap_or_else(|way| play.reasons(way));
                        let toward = toward.name();
                        obstacle.told =
                            format!("; nearest to the goal, from {from} {toward}: {why}");
                    }
                }
            }
        });
        let told = obstacles.iter().map(|Obstacle { field, refused, told, .. }| {
            format!("`{field}` refuses {}{told}", plural(*refused, "step"))
        });
        told.collect()
    }
}
