//! The simulation: a maze that is loaded with one scene after another.

use crate::base::progress::Outcome;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::engine::maze::{Maze, NewMaze};
use crate::scene::{CheckedScene, Loadable, Scene, WorldKind};

/// A [`Maze`] that is loaded with a scene, run and drawn; then loaded with the next scene.
///
/// Ticks, queries, drawings and digests are methods of [`Maze`], which a simulation dereferences
/// to.
///
/// Loading reuses the World, its entities and its systems if the next scene has the same kinds of
/// ingredients, whatever its size.
#[derive(derive_more::Deref, derive_more::DerefMut)]
pub struct Simulation {
    #[deref]
    #[deref_mut]
    maze: Maze,
    kind: WorldKind,
}

/// The most cells to which an existing World is enlarged. Beyond, a new one takes less memory:
/// columns that grow have up to twice the capacity.
const MOST_ENLARGED: usize = 1 << 16;

impl Simulation {
    /// A simulation of this scene, at tick 0.
    ///
    /// # Errors
    /// All errors of a scene that was not checked, or a grid too large for the available memory.
    pub fn new(scene: &impl Loadable) -> Result<Self, SceneError> {
        check(scene)?;
        let mut simulation = Self::unbegun(scene)?;
        simulation.begin(scene.scene());
        Ok(simulation)
    }

    /// Starts over with this scene, at tick 0.
    ///
    /// # Errors
    /// Returns the errors of [`Self::new`]; then the simulation is unchanged.
    pub fn load(&mut self, scene: &impl Loadable) -> Result<(), SceneError> {
        check(scene)?;
        let (grid, own_bytes) = (scene.scene().grid, scene.scene().own_bytes());
        let is_larger = grid.cells() > self.grid().cells();
        if !self.kind.is_of(scene.scene()) || is_larger && grid.cells() > MOST_ENLARGED {
            *self = Self::unbegun(scene)?;
        } else if is_larger || own_bytes > 0 {
            self.check_room(grid, own_bytes)?;
        }
        self.begin(scene.scene());
        Ok(())
    }

    /// Loads this scene into the existing simulation, or into a new one.
    pub fn reuse<'a>(
        spare: &'a mut Option<Self>,
        scene: &impl Loadable,
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
    pub fn failure(&self) -> Option<SceneError> {
        match self.outcome() {
            Outcome::Stuck(fault) => Some(fault.clone().into()),
            crowded @ Outcome::Crowded => {
                Some(SceneFault::new([SceneStep::Field("walk")], crowded.to_string()).into())
            }
            _ => None,
        }
    }

    pub(crate) fn check_failure(&self) -> Result<(), SceneError> {
        self.failure().map_or(Ok(()), Err)
    }

    /// A simulation of this scene that has not begun: in the world that was built to check it, or in
    /// another.
    fn unbegun(scene: &impl Loadable) -> Result<Self, SceneError> {
        let kind = WorldKind::new(scene.scene());
        let maze = match scene.as_checked().and_then(CheckedScene::take_built) {
            Some(maze) => maze,
            None => kind.maze()?,
        };
        maze.check_room(scene.scene().grid, scene.scene().own_bytes())?;
        Ok(Self { maze, kind })
    }

    /// Starts over with a scene of this kind, for which there is room: the last one with another seed, for instance.
    pub(crate) fn begin(&mut self, scene: &Scene) {
        let new = NewMaze {
            name: &scene.name,
            seed: scene.seed,
            grid: scene.grid,
            start: scene.start(),
            text: scene.text,
        };
        self.maze.begin(new, |type_id| scene.any(type_id));
    }
}

/// Checks a scene that is not yet checked, except that its ingredients fit together, which is known
/// when a world is built.
fn check(scene: &impl Loadable) -> Result<(), SceneError> {
    if scene.as_checked().is_some() { Ok(()) } else { scene.scene().check_values() }
}
