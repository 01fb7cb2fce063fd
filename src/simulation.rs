//! The simulation: a maze that is loaded with scenes, one after the other.

#[cfg(test)]
mod crowded_tests;
mod kind;
mod snapshot;

use std::ops::{Deref, DerefMut};

use crate::maze::{Maze, Setting};
use crate::memory;
use crate::objection::{Objection, SceneError, SceneStep};
use crate::scene::Scene;

use kind::Kind;

/// A [`Maze`] that is loaded with a scene: ticked to its end, drawn; then loaded with the next scene.
///
/// Loading reuses the World, its entities and its systems where the next scene has the same kinds
/// of ingredients, whatever its size.
pub struct Simulation {
    maze: Maze,
    kind: Kind,
}

/// Up to how many cells a World is made larger. Beyond, a new one takes less memory: what grows by
/// and by has up to double the room.
const REUSED: usize = 1 << 16;

impl Simulation {
    /// A simulation of this scene, at tick 0.
    ///
    /// # Errors
    /// Everything that stands against the scene, a grid too large for the machine's memory
    /// included.
    pub fn new(scene: &Scene) -> Result<Self, SceneError> {
        scene.check_values()?;
        let kind = Kind::of(scene);
        let maze = kind.maze()?;
        maze.fits_in_memory(scene.grid, 0).map_err(too_large)?;
        let mut simulation = Self { maze, kind };
        simulation.begin(scene);
        Ok(simulation)
    }

    /// Starts over with this scene, at tick 0.
    ///
    /// # Errors
    /// As [`Self::new`]; the simulation then is as it was.
    pub fn load(&mut self, scene: &Scene) -> Result<(), SceneError> {
        scene.check_values()?;
        if !self.kind.is_of(scene) {
            let (freed, kind) = (self.maze.bytes(), Kind::of(scene));
            let maze = kind.maze()?;
            maze.fits_in_memory(scene.grid, freed).map_err(too_large)?;
            (self.maze, self.kind) = (maze, kind);
        } else if scene.grid.cells() > self.grid().cells() {
            self.fits_in_memory(scene.grid, self.maze.bytes()).map_err(too_large)?;
            if scene.grid.cells() > REUSED {
                self.maze = self.kind.maze()?;
            }
        }
        self.begin(scene);
        Ok(())
    }

    /// Loads this scene into the simulation that is there, or into a new one.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn reuse<'a>(
        there: &'a mut Option<Self>,
        scene: &Scene,
    ) -> Result<&'a mut Self, SceneError> {
        match there {
            Some(simulation) => {
                simulation.load(scene)?;
                Ok(simulation)
            }
            none => Ok(none.insert(Self::new(scene)?)),
        }
    }

    fn begin(&mut self, scene: &Scene) {
        let setting = Setting {
            name: &scene.name,
            seed: scene.seed,
            grid: scene.grid,
            start: scene.start(),
            text: scene.text,
        };
        self.maze.begin(setting, |of| scene.any(of));
    }
}

fn too_large(error: memory::TooLarge) -> SceneError {
    Objection::new([SceneStep::Field("grid")], error.to_string()).into()
}

impl Deref for Simulation {
    type Target = Maze;

    fn deref(&self) -> &Maze {
        &self.maze
    }
}

impl DerefMut for Simulation {
    fn deref_mut(&mut self) -> &mut Maze {
        &mut self.maze
    }
}
