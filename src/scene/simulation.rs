//! The simulation: a maze that is loaded with one scene after another.

use std::ops::{Deref, DerefMut};

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
    /// All errors of a scene that was not checked, or a grid too large for the available memory.
    pub fn new(scene: &impl Loadable) -> Result<Self, SceneError> {
        check(scene)?;
        let mut simulation = Self::without_cells(scene)?;
        simulation.begin(scene.scene());
        Ok(simulation)
    }

    /// Starts over with this scene, at tick 0.
    ///
    /// # Errors
    /// As [`Self::new`]; then the simulation is unchanged.
    pub fn load(&mut self, scene: &impl Loadable) -> Result<(), SceneError> {
        check(scene)?;
        let (grid, own_bytes) = (scene.scene().grid, scene.scene().own_bytes());
        let is_larger = grid.cells() > self.grid().cells();
        if !self.kind.is_of(scene.scene()) || is_larger && grid.cells() > REUSED {
            *self = Self::without_cells(scene)?;
        } else if is_larger || own_bytes > 0 {
            self.check_room(grid, own_bytes)?;
        }
        self.begin(scene.scene());
        Ok(())
    }

    /// Loads this scene into the existing simulation, or into a new one.
    ///
    /// # Errors
    /// As [`Self::new`].
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
    #[must_use]
    pub fn failure(&self) -> Option<SceneError> {
        match self.outcome() {
            Outcome::Stuck(fault) => Some(fault.clone().into()),
            crowded @ Outcome::Crowded => {
                Some(SceneFault::new([SceneStep::Field("walk")], crowded.to_string()).into())
            }
            _ => None,
        }
    }

    /// A world for this scene, in which it has not yet begun: the one that was built to check the
    /// scene, or another.
    fn without_cells(scene: &impl Loadable) -> Result<Self, SceneError> {
        let kind = WorldKind::new(scene.scene());
        let maze = match scene.as_checked().and_then(CheckedScene::take_built) {
            Some(maze) => maze,
            None => kind.maze()?,
        };
        maze.check_room(scene.scene().grid, scene.scene().own_bytes())?;
        Ok(Self { maze, kind })
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

/// Checks a scene that is not yet checked, except that its ingredients fit together, which is known
/// when a world is built.
fn check(scene: &impl Loadable) -> Result<(), SceneError> {
    if scene.as_checked().is_some() { Ok(()) } else { scene.scene().check_values() }
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

/// The limit of walkers, which in production takes gigabytes to reach.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Position;
    use crate::base::progress::{Outcome, Phase};
    use crate::engine::text::TextFormat;
    use crate::puzzles::foot::Foot;
    use crate::scene::Scene;

    /// The limit in these tests: each of 16 walkers on foot can produce 4.
    const LIMIT: usize = 64;

    /// From the middle of an open square to a corner. After n moves 4 n walkers are active, until one
    /// reaches the border.
    fn open(side: u32) -> Scene {
        let middle = side.div_ceil(2);
        Scene::new(side, side)
            .named("OPEN")
            .with(Foot { from: Position::new(middle, middle), to: Position::new(1, 1) })
            .drawn(TextFormat::ARROW)
    }

    fn limited(side: u32) -> Simulation {
        let mut simulation = Simulation::new(&open(side)).expect("a legal scene");
        simulation.limit_walkers(LIMIT);
        simulation
    }

    #[test]
    fn there_are_never_more_than_16_walkers_in_a_square_of_9() {
        let mut simulation = limited(9);
        let mut most = 0;
        while simulation.tick() {
            most = most.max(simulation.walkers().len());
        }
        assert_eq!((most, simulation.outcome()), (16, &Outcome::Solved { moves: 8 }));
    }

    #[test]
    fn a_square_of_11_is_crowded_by_20_walkers_and_stays_as_it_is() {
        let mut simulation = limited(11);
        assert_eq!(simulation.run(), &Outcome::Crowded);
        assert_eq!((simulation.progress().tick, simulation.progress().phase), (5, Phase::Finished));
        assert_eq!(simulation.walkers().len(), 20);
        assert_eq!(simulation.text(), "OPEN\n  Not Finished\n");
        assert!(!simulation.tick());

        let mut free = Simulation::new(&open(11)).expect("a legal scene");
        free.advance(5);
        let (crowded, free_at_5) = (simulation.digests(), free.digests());
        assert_eq!(crowded.differences(&free_at_5).collect::<Vec<_>>(), ["progress"]);
        assert_eq!(free.run(), &Outcome::Solved { moves: 10 });
    }

    #[test]
    fn neither_single_ticks_nor_an_earlier_maze_matter() {
        let mut at_once = limited(11);
        at_once.run();
        let mut singly = limited(11);
        for tick in 1..=5 {
            assert!(singly.tick());
            assert_eq!((singly.progress().tick, singly.outcome()), (tick, &Outcome::Unfinished));
        }
        assert!(!singly.tick());
        assert_eq!(singly.digest(), at_once.digest());

        let mut reused = Simulation::new(&open(41)).expect("a legal scene");
        assert_eq!(reused.run(), &Outcome::Solved { moves: 40 });
        reused.load(&open(11)).expect("a legal scene");
        reused.limit_walkers(LIMIT);
        reused.run();
        assert_eq!(reused.digest(), at_once.digest());
        reused.load(&open(11)).expect("a legal scene");
        assert_eq!(reused.run(), &Outcome::Solved { moves: 10 });
    }
}
