//! Moments of a world: ticks by number or by name, the puzzle, and its solution.

use std::str::FromStr;

use crate::base::limits;
use crate::base::scene_fault::SceneError;
use crate::engine::maze::Maze;
use crate::picture::Picture;
use crate::scene::Scene;
use crate::scene::simulation::Simulation;

use crate::tools::ToolError;

/// A tick of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    After(u64),
    /// When the walk begins: the walls stand, and nobody has made a step.
    Walk,
    End,
}

impl Moment {
    /// The number of this tick in a world that is before it; the end has the largest one.
    pub(super) fn tick_in(self, simulation: &mut Simulation) -> u64 {
        match self {
            Self::After(tick) => tick,
            Self::Walk => {
                simulation.build_walls();
                simulation.progress().tick
            }
            Self::End => u64::MAX,
        }
    }
}

impl FromStr for Moment {
    type Err = ToolError;

    fn from_str(text: &str) -> Result<Self, ToolError> {
        match text {
            "walk" => Ok(Self::Walk),
            "end" => Ok(Self::End),
            _ => {
                let ticks = text.parse().ok().filter(|&ticks| ticks <= limits::TICKS);
                ticks.map(Self::After).ok_or_else(|| {
                    let most = limits::TICKS;
                    format!("expected a number of ticks up to {most}, `walk` or `end`").into()
                })
            }
        }
    }
}

pub(super) const NO_SOLUTION: &str =
    "it has no solution to draw, expected a walk that reaches its goal";

/// Returns true if the drawing of a scene's end is its puzzle with the solution.
pub(super) fn shows_solution(scene: &Scene) -> bool {
    scene.has_walk() && !scene.has_agents()
}

pub(super) fn puzzle_of(maze: &mut Maze) -> Picture {
    maze.build_walls();
    maze.picture()
}

pub(super) fn solution_of(
    simulation: &mut Simulation,
    puzzle: &Picture,
) -> Result<Option<Picture>, SceneError> {
    simulation.run();
    simulation.check_failure()?;
    let is_solved = !simulation.route().is_empty();
    Ok(is_solved.then(|| puzzle.clone().with_route_of(&simulation.picture())))
}

/// The ticks from one moment to another, or to the end, in a world at its beginning, which may be past it
/// then; or why there are none.
pub(super) fn span(
    simulation: &mut Simulation,
    from: Moment,
    to: Option<Moment>,
) -> Result<(u64, u64), &'static str> {
    let from = from.tick_in(simulation);
    let to = to.map_or(u64::MAX, |to| to.tick_in(simulation));
    if from <= to {
        Ok((from, to))
    } else {
        Err("`--to` is before `--from`, expected it after")
    }
}
