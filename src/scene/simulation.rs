//! The simulation: a maze that is loaded with one scene after another.

#[cfg(test)]
mod crowded_tests;

use std::ops::{Deref, DerefMut};

use crate::base::progress::Outcome;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::engine::maze::{Maze, NewMaze};
use crate::scene::{Scene, WorldKind};

/// A [`Maze`] that is loaded with a scene, run and drawn; then loaded with the next scene.
///
/// Ticks, queries, drawings and digests are methods of [`Maze`], which a simulation dereferences
/// to.
///
/// Loading reuses the World, its entities and its systems if the next scene has the same kinds of
/// ingredients, whatever its size.
pub struct Simulation {
    maze: Maze,
    kind: WorldKind,
}

/// The most cells to which an existing World is enlarged. Beyond, a new one takes less memory:
/// columns that grow have up to twice the capacity.
const REUSED: usize = 1 << 16;

impl Simulation {
    /// A simulation of this scene, at tick 0.
    ///
    /// # Errors
    /// All errors of the scene, including a grid too large for the available memory.
    pub fn new(scene: &Scene) -> Result<Self, SceneError> {
        scene.check_values()?;
        let kind = WorldKind::new(scene);
        let maze = kind.maze()?;
        maze.check_room(scene.grid)?;
        let mut simulation = Self { maze, kind };
        simulation.begin(scene);
        Ok(simulation)
    }

    /// Starts over with this scene, at tick 0.
    ///
    /// # Errors
    /// As [`Self::new`]; then the simulation is unchanged.
    pub fn load(&mut self, scene: &Scene) -> Result<(), SceneError> {
        scene.check_values()?;
        let is_larger = scene.grid.cells() > self.grid().cells();
        if !self.kind.is_of(scene) || is_larger && scene.grid.cells() > REUSED {
            let kind = WorldKind::new(scene);
            let maze = kind.maze()?;
            maze.check_room(scene.grid)?;
            (self.maze, self.kind) = (maze, kind);
        } else if is_larger {
            self.check_room(scene.grid)?;
        }
        self.begin(scene);
        Ok(())
    }

    /// Loads this scene into the existing simulation, or into a new one.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn reuse<'a>(
        spare: &'a mut Option<Self>,
        scene: &Scene,
    ) -> Result<&'a mut Self, SceneError> {
        match spare {
            Some(simulation) => {
                simulation.load(scene)?;
                Ok(simulation)
            }
            none => Ok(none.insert(Self::new(scene)?)),
        }
    }

    /// Why it cannot go on: something in the scene cannot be [carried out](Outcome::Stuck), or its
    /// search is [crowded](Outcome::Crowded).
    #[must_use]
    pub fn failure(&self) -> Option<SceneError> {
        match self.outcome() {
            Outcome::Stuck(objection) => Some(objection.clone().into()),
            crowded @ Outcome::Crowded => {
                Some(SceneFault::new([SceneStep::Field("walk")], crowded.to_string()).into())
            }
            _ => None,
        }
    }

    fn begin(&mut self, scene: &Scene) {
        let new = NewMaze {
            name: &scene.name,
            seed: scene.seed,
            grid: scene.grid,
            start: scene.start(),
            text: scene.text,
        };
        self.maze.begin(new, |of| scene.any(of));
    }
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
