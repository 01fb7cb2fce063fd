//! Play: a walk by hand, under the rules of a world.

mod hint;
mod picture;
mod refusal;
mod route_text;
mod steps;

pub use hint::Hint;
pub use refusal::Refusal;
pub use route_text::RouteText;
pub use steps::{Fate, Steps};

use crate::base::grid::{CellIndex, Position};
use crate::base::heading::Heading;
use crate::base::progress::Outcome;
use crate::base::scene_fault::SceneError;
use crate::base::walker::Walker;
use crate::engine::maze::{Maze, RuleEffect};
use crate::engine::search::{Placement, Step, StepProbe, Tries};
use crate::scene::Loadable;
use crate::scene::simulation::Simulation;

use refusal::unwalkable;

/// A walk by hand: the walls of a scene are built, and one walker waits to be moved.
///
/// It can go where the search would go, by the same ways, closed by the same rules. A rule that
/// forbids a step gives the reason. Every walk that uses the shared search can be made by hand,
/// whatever its rules.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::tools::play::{Hint, Play};
///
/// let scene = Scene::from_ron(r#"Scene(
///     name: "ROLL",
///     grid: (rows: 2, columns: 2),
///     numbers: [[-1, 3], [5, -1]],
///     walk: Dice(from: (1, 1), top: 5, front: 1, to: (2, 2)),
///     text: Dice,
/// )"#)?;
/// let mut play = Play::new(&scene)?;
/// let refusal = play.go(Heading::E).expect_err("5 is on top");
/// assert_eq!(refusal.to_string(), "The number there is 3, the die has 5 on top.");
/// assert_eq!(play.hint(), Hint::Go { toward: Heading::S, left: 2 });
/// play.go(Heading::S)?;
/// play.go(Heading::E)?;
/// assert!(play.has_arrived());
/// assert_eq!((play.moves(), play.shortest()), (2, Some(2)));
/// assert_eq!(play.text(), "ROLL\n  (1,1),(2,1),(2,2)\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Play {
    maze: Simulation,
    probe: StepProbe,
    effects: Vec<RuleEffect>,
    goal: CellIndex,
    /// The length of a shortest route, if there is one.
    shortest: Option<u32>,
    /// The walker at the start, and after each move.
    walked: Vec<Walker>,
}

impl Play {
    /// A walk by hand through the world of this scene, at its start.
    ///
    /// # Errors
    /// As [`Simulation::new`]; and if the scene has no walk, if the walk has its own steps, as
    /// [`Theseus`](crate::puzzles::Theseus), or if the walls cannot be built.
    pub fn new(scene: &impl Loadable) -> Result<Self, SceneError> {
        let mut maze = Simulation::new(scene)?;
        let scene = scene.scene();
        let Some((mut probe, goal)) = maze.probe().zip(maze.goal()) else {
            return Err(unwalkable(scene));
        };
        maze.build_walls();
        if let Outcome::Stuck(fault) = maze.outcome() {
            return Err(fault.clone().into());
        }
        let effects = maze.effects();
        let start = scene.start().unwrap_or_default().walker(scene.grid);
        let found = maze.search_from(&mut probe, Placement { walker: start, is_leaving: true }).0;
        let shortest = if let Outcome::Solved { moves } = found { Some(moves) } else { None };
        let walked = vec![start];
        let mut play = Self { maze, probe, effects, goal, shortest, walked };
        play.stand();
        Ok(play)
    }

    /// The world: its one walker is at the current place, and no state is claimed.
    #[must_use]
    pub fn maze(&self) -> &Maze {
        &self.maze
    }

    /// The walker.
    #[must_use]
    pub fn walker(&self) -> Walker {
        *self.walked.last().expect("the walk begins somewhere")
    }

    /// The position of the walker.
    #[must_use]
    pub fn at(&self) -> Position {
        self.maze.grid().position(self.walker().cell)
    }

    /// The pose of the walker, in words: `travelling west`, `5 on top, 1 in front`; empty on foot.
    #[must_use]
    pub fn stance(&self) -> String {
        self.probe.stance(self.walker())
    }

    /// The heading of the sign that the walker reads; `None` if it has no heading, or at its start,
    /// which it leaves whatever signs are there.
    #[must_use]
    pub fn reads(&self) -> Option<Heading> {
        (self.probe.is_headed && self.moves() > 0).then(|| self.walker().heading)
    }

    /// The number of moves so far.
    #[must_use]
    pub fn moves(&self) -> u32 {
        u32::try_from(self.walked.len() - 1).unwrap_or(u32::MAX)
    }

    /// The number of moves of a shortest route; `None` if none was found.
    #[must_use]
    pub fn shortest(&self) -> Option<u32> {
        self.shortest
    }

    /// Whether the goal is reached. Starting on it does not count.
    #[must_use]
    pub fn has_arrived(&self) -> bool {
        self.moves() > 0 && self.walker().cell == self.goal
    }

    /// The positions of the walk, from its start.
    #[must_use]
    pub fn route(&self) -> Vec<Position> {
        let grid = self.maze.grid();
        self.cells().map(|cell| grid.position(cell)).collect()
    }

    fn cells(&self) -> impl Iterator<Item = CellIndex> {
        self.walked.iter().map(|walker| walker.cell)
    }

    /// The result of a step to every side, in the order of [`Heading::ALL`]: the walker after it,
    /// or why it is not allowed.
    pub fn ways(&mut self) -> [Result<Walker, Refusal>; 4] {
        if self.has_arrived() {
            return Heading::ALL.map(|_| Err(Refusal::new("The goal is reached.")));
        }
        let stand = self.standing();
        let steps = self.try_steps(stand);
        Heading::ALL.map(|toward| self.come(stand, toward, steps[toward as usize]))
    }

    /// Moves the walker one step.
    ///
    /// # Errors
    /// Why that is not allowed. The walker then stays where it was.
    pub fn go(&mut self, toward: Heading) -> Result<Walker, Refusal> {
        let [north, south, west, east] = self.ways();
        let there = match toward {
            Heading::N => north,
            Heading::S => south,
            Heading::W => west,
            Heading::E => east,
        }?;
        self.walked.push(there);
        self.stand();
        Ok(there)
    }

    /// Undoes the last move; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let is_move = self.walked.len() > 1;
        if is_move {
            self.walked.pop();
            self.stand();
        }
        is_move
    }

    /// Goes back to the start.
    pub fn restart(&mut self) {
        self.walked.truncate(1);
        self.stand();
    }

    /// The walk so far in the scene's text format, as if it were the shortest route.
    pub fn text(&mut self) -> String {
        let route: Vec<CellIndex> = self.cells().collect();
        self.maze.text_with(&route)
    }

    fn standing(&self) -> Placement {
        Placement { walker: self.walker(), is_leaving: self.moves() == 0 }
    }

    /// Moves the walker of the world to the current place.
    fn stand(&mut self) {
        let stand = self.standing();
        self.maze.stand(&mut self.probe, stand);
    }

    fn try_steps(&mut self, stand: Placement) -> [Step; 4] {
        let mut tries = Tries { from: vec![stand], to: Vec::new() };
        self.probe.try_steps(&mut tries, self.maze.world());
        tries.to[0]
    }
}
