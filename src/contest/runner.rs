//! Running the mazes of a contest: one simulation, loaded again and again.

use super::Cursor;
use crate::johnny;
use crate::progress::Outcome;
use crate::report::Fault;
use crate::scene::Scene;
use crate::simulation::Simulation;

/// A simulation that is made when the first maze comes.
#[derive(Default)]
pub(super) struct Runner {
    simulation: Option<Simulation>,
}

impl Runner {
    /// Runs a maze to its end; what is wrong with its text, if it cannot be run.
    pub(super) fn run(
        &mut self,
        scene: &Scene,
        maze: Cursor<'_>,
    ) -> Result<&mut Simulation, Fault> {
        let simulation = Simulation::reuse(&mut self.simulation, scene).map_err(|error| {
            let mut header = maze.clone();
            header.skip_blank();
            Fault { at: header.line(), message: error.to_string() }
        })?;
        if let Outcome::Stuck(illegal) = simulation.run() {
            let (text, start) = maze.rest();
            let place = johnny::contest::place_of_command(text, illegal.index);
            let at = start + place.start..start + place.end;
            return Err(Fault { at, message: illegal.why.to_string() });
        }
        Ok(simulation)
    }
}
