//! The simulation: a maze that is loaded with one scene after another.

use super::world_kind::WorldKind;
use super::{Loadable, Scene};
use crate::base::progress::Outcome;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::engine::maze::{Maze, NewMaze};

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
    /// All errors of a scene that was not checked.
    pub fn new(scene: &impl Loadable) -> Result<Self, SceneError> {
        check(scene)?;
        let scene = scene.scene();
        let mut simulation = Self::unbegun(scene)?;
        simulation.begin(scene);
        Ok(simulation)
    }

    /// Starts over with this scene, at tick 0.
    ///
    /// # Errors
    /// Returns the errors of [`Self::new`]; then the simulation is unchanged.
    pub fn load(&mut self, scene: &impl Loadable) -> Result<(), SceneError> {
        check(scene)?;
        let scene = scene.scene();
        let is_larger = scene.grid.cells() > self.grid().cells();

        if !self.kind.is_of(scene) || is_larger && scene.grid.cells() > MOST_ENLARGED {
            *self = Self::unbegun(scene)?;
        } else if is_larger {
            self.check_states(scene.grid)?;
        }

        self.begin(scene);
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

    /// Returns true if the world of a scene has the same components, on a grid of the same size.
    pub(crate) fn is_like(&self, scene: &Scene) -> bool {
        self.kind.is_of(scene) && self.grid() == scene.grid
    }

    /// Branches off another simulation, which stands where this one does. Each goes on by itself as this one would have:
    /// what is done with one leaves the other as it is. Each can be [set](Maze::rewind) to checkpoints of both, and its
    /// [changes](Maze::changes) since a checkpoint of the other are what has become different.
    ///
    /// ```
    /// use mazetick::prelude::*;
    /// use mazetick::puzzles::{Foot, Kruskal};
    ///
    /// let walk = Foot { from: Position::new(9, 1).into(), to: Position::new(1, 9).into() };
    /// let mut simulation = Simulation::new(&Scene::new(9, 9).with(Kruskal).with(walk))?;
    /// simulation.advance(4);
    ///
    /// let mut ahead = simulation.branch();
    /// assert!(matches!(ahead.run(), Outcome::Solved { .. }));
    /// assert_eq!(simulation.progress().tick, 4);
    ///
    /// ahead.rewind(&simulation.checkpoint())?;
    /// assert_eq!(ahead.digest(), simulation.digest());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn branch(&mut self) -> Self {
        let kind = self.kind.clone();
        let mut maze = kind.maze().expect("a kind that was built before");
        maze.branch_off(&mut self.maze);

        Self { maze, kind }
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

    /// Returns a simulation of the kind of a scene that has not begun.
    pub(crate) fn unbegun(scene: &Scene) -> Result<Self, SceneError> {
        let kind = WorldKind::new(scene);
        let maze = kind.maze_in(scene.grid)?;
        Ok(Self { maze, kind })
    }

    /// Starts over with a scene of this kind, for which there is room: the last one with another seed, for instance.
    pub(crate) fn begin(&mut self, scene: &Scene) {
        let new = NewMaze {
            name: &scene.name,
            seed: scene.seed,
            draws: &scene.draws,
            grid: scene.grid,
            start: scene.start(),
            mask: scene.mask(),
            text: scene.text,
        };
        self.maze.begin(new, |type_id| scene.any(type_id));
    }
}

/// Checks a scene that is not yet checked, except that its ingredients fit together, which is known
/// when a world is built.
fn check(scene: &impl Loadable) -> Result<(), SceneError> {
    if scene.as_checked().is_some() {
        Ok(())
    } else {
        scene.scene().check_values()
    }
}
