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
        let simulation = self.load(scene).map_err(|message| {
            let mut header = maze.clone();
            header.skip_blank();
            let at = header.line();
            Fault { at, message }
        })?;
        if let Outcome::Stuck(illegal) = simulation.run() {
            let (text, start) = maze.rest();
            let place = johnny::contest::place_of_command(text, illegal.index);
            let at = start + place.start..start + place.end;
            return Err(Fault { at, message: illegal.why.to_string() });
        }
        Ok(simulation)
    }

    fn load(&mut self, scene: &Scene) -> Result<&mut Simulation, String> {
        match &mut self.simulation {
            Some(simulation) => {
                simulation.load(scene).map_err(|error| error.to_string())?;
                Ok(simulation)
            }
            none => Ok(none.insert(Simulation::new(scene).map_err(|error| error.to_string())?)),
        }
    }
}
