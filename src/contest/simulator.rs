//! Running the mazes of a contest: one simulation, reused.

use super::{Contest, Cursor};
use crate::base::progress::Outcome;
use crate::base::report::Fault;
use crate::base::scene_fault::SceneStep;
use crate::scene::Scene;
use crate::scene::simulation::Simulation;

/// A simulation that is created for the first maze.
#[derive(Default)]
pub(super) struct Simulator {
    pub(super) simulation: Option<Simulation>,
}

impl Simulator {
    /// Checks a maze, and carries out commands; returns what is wrong with its text.
    pub(super) fn check(
        &mut self,
        contest: Contest,
        scene: &Scene,
        maze: Cursor<'_>,
    ) -> Result<(), Fault> {
        if scene.must_run() {
            return self.run(contest, scene, maze).map(drop);
        }
        scene.check_values().map_err(|error| fault_of(maze, error.to_string()))
    }

    /// Runs a maze to its end; returns what is wrong with its text, if it cannot be run.
    pub(super) fn run(
        &mut self,
        contest: Contest,
        scene: &Scene,
        maze: Cursor<'_>,
    ) -> Result<&mut Simulation, Fault> {
        let loaded = Simulation::reuse(&mut self.simulation, scene);
        let simulation = loaded.map_err(|error| fault_of(maze.clone(), error.to_string()))?;
        match simulation.run() {
            Outcome::Stuck(fault) => {
                let Some(SceneStep::Item(item)) = fault.path.0.last() else {
                    return Err(fault_of(maze, fault.to_string()));
                };
                let (text, start) = maze.rest();
                let place = (contest.0.place_of_item)(text, item.index);
                let at = start + place.start..start + place.end;
                Err(Fault { at, message: fault.message.clone() })
            }
            outcome @ Outcome::Crowded => Err(fault_of(maze, outcome.to_string())),
            _ => Ok(simulation),
        }
    }
}

/// An error of a maze as a whole, at its first line.
fn fault_of(mut maze: Cursor<'_>, message: String) -> Fault {
    maze.skip_blank();
    Fault { at: maze.line(), message }
}
