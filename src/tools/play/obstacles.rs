//! What keeps a walk from its goal: the rules, and the steps that they refuse.

use super::rules::closing;
use super::{Play, Refusal};
use crate::base::count::plural;
use crate::base::grid::CellIndex;
use crate::base::heading::Heading;
use crate::engine::search::{ClosedWay, Placement, Step};

/// What refuses steps: the rules of an ingredient, or the walk itself.
struct Obstacle {
    field: &'static str,
    refused: usize,
    /// How far from the goal the nearest of these steps ends.
    distance: u32,
    /// The description of that step; empty if there is none.
    nearest: String,
}

/// A refused step: where it would end, unless it leads out of the maze; and the way that rules close, or
/// the walk's own refusal.
type RefusedStep = (Option<CellIndex>, Result<ClosedWay, Refusal>);

impl Play {
    /// What keeps the walk from its goal: for each ingredient, how many steps it refuses from everywhere
    /// that the walk can come to; and the refused step that ends nearest to the goal, along rows and
    /// columns, and why. Steps that a rule refuses to squares the walk reaches otherwise are no
    /// candidates, except to the goal.
    pub fn obstacles(&mut self) -> Vec<String> {
        let mut is_reached = vec![false; self.maze.grid().cells()];
        self.explore(|_, _, placement, _| is_reached[placement.walker.cell] = true);
        let mut obstacles: Vec<Obstacle> = Vec::new();
        self.explore(|play, _, placement, tried| {
            for toward in Heading::ALL {
                let step = play.refused_step(placement, toward, tried[toward as usize]);
                let Some((to, why)) = step else { continue };
                // A rule's refusal counts only where the walk cannot come to; the walk's own everywhere.
                let counts = |to: CellIndex| why.is_err() || !is_reached[to];
                let to = to.filter(|&to| counts(to) || play.goals.binary_search(&to).is_ok());
                let distance = to.map_or(u32::MAX, |to| play.distance_to_goal(to));
                let closing = |way| closing(&play.maze, &play.effects, way);
                for field in why.clone().map_or_else(|_| vec!["walk"], closing) {
                    let known = obstacles.iter().position(|it| it.field == field);
                    let place = known.unwrap_or_else(|| {
                        let (distance, nearest) = (u32::MAX, String::new());
                        obstacles.push(Obstacle {
                            field,
                            refused: 0,
                            distance,
                            nearest,
                        });
                        obstacles.len() - 1
                    });
                    let obstacle = &mut obstacles[place];
                    obstacle.refused += 1;
                    if distance < obstacle.distance {
                        let why = why.clone().map_or_else(|it| it, |way| play.reasons(way));
                        let (from, toward) = (play.maze.position(placement.walker), toward.name());
                        let nearest = format!("; nearest to the goal, from {from} {toward}: {why}");
                        (obstacle.distance, obstacle.nearest) = (distance, nearest);
                    }
                }
            }
        });
        let described = obstacles.iter().map(
            |Obstacle {
                 field,
                 refused,
                 nearest,
                 ..
             }| { format!("`{field}` refuses {}{nearest}", plural(*refused, "step")) },
        );
        described.collect()
    }

    /// A step toward a side, if it is refused by a rule, or by the walk although it tries that side.
    fn refused_step(
        &self,
        placement: Placement,
        toward: Heading,
        step: Step,
    ) -> Option<RefusedStep> {
        let (grid, from) = (self.maze.grid(), placement.walker.cell);
        let order = self.machine().order(placement.walker);
        let to = match step {
            Step::Open(_) => return None,
            Step::Never if !order.contains(&Some(toward)) => return None,
            Step::Barred(walker) => Some(walker.cell),
            _ => grid
                .leads(grid.position(from), toward)
                .then(|| grid.beside(from, toward)),
        };
        let why = self.barrier(placement, toward, step);
        // A start that must be left with its heading is no obstacle.
        let is_obstacle = why.is_ok() || step == Step::Never;
        is_obstacle.then_some((to, why))
    }

    fn distance_to_goal(&self, cell: CellIndex) -> u32 {
        let far = self
            .goals
            .iter()
            .map(|&goal| self.maze.grid().distance(cell, goal));
        far.min().unwrap_or(u32::MAX)
    }
}
