//! The simulation: a maze that is loaded with one scene after another.

#[cfg(test)]
mod crowded_tests;

use std::ops::{Deref, DerefMut};

use crate::base::memory::Shortage;
use crate::base::objection::{Objection, SceneError, SceneStep};
use crate::base::progress::Outcome;
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
        let kind = WorldKind::of(scene);
        let mut maze = kind.maze()?;
        maze.reserve(scene.grid, 0).map_err(no_room)?;
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
        if !self.kind.is_of(scene) {
            self.renew(WorldKind::of(scene), scene)?;
        } else if scene.grid.cells() > self.grid().cells() {
            if scene.grid.cells() > REUSED {
                self.renew(self.kind.clone(), scene)?;
            } else {
                self.reserve(scene.grid, 0).map_err(no_room)?;
            }
        }
        self.begin(scene);
        Ok(())
    }

    /// Becomes a maze without cells, with the memory for those of the scene, unless that is
    /// refused.
    fn renew(&mut self, kind: WorldKind, scene: &Scene) -> Result<(), SceneError> {
        let mut maze = kind.maze()?;
        std::mem::swap(&mut maze.memory().reservation, &mut self.memory().reservation);
        let reserved = maze.reserve(scene.grid, 0);
        if reserved.is_ok() {
            (self.maze, self.kind) = (maze, kind);
        } else {
            std::mem::swap(&mut maze.memory().reservation, &mut self.memory().reservation);
        }
        reserved.map_err(no_room)
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

    /// Why it cannot go on: something in the scene cannot be [carried out](Outcome::Stuck), its
    /// search is [crowded](Outcome::Crowded), or there is a [`shortage`](Maze::shortage) of memory.
    #[must_use]
    pub fn failure(&self) -> Option<SceneError> {
        match self.outcome() {
            Outcome::Stuck(objection) => Some(objection.clone().into()),
            crowded @ Outcome::Crowded => {
                Some(Objection::new([SceneStep::Field("walk")], crowded.to_string()).into())
            }
            _ => self.shortage_error(),
        }
    }

    /// The [`shortage`](Maze::shortage) of memory that stops its walk.
    pub(crate) fn shortage_error(&self) -> Option<SceneError> {
        self.shortage().map(|shortage| shortage_at("walk", shortage.clone()))
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

fn no_room(shortage: Shortage) -> SceneError {
    shortage_at("grid", shortage)
}

/// The error of a scene for whose grid or walk memory is short.
pub(crate) fn shortage_at(field: &'static str, shortage: Shortage) -> SceneError {
    let objection = Objection::new([SceneStep::Field(field)], shortage.to_string());
    SceneError { shortage: Some(shortage), ..objection.into() }
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
