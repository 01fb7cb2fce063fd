//! Play: a walk by hand, under the rules of a world.

mod by_hand;
mod hint;
mod obstacles;
mod rules;
mod steps;

pub use hint::Hint;
pub(super) use rules::{rule_of_order, rule_that_opens, rule_that_varies, ways_that_lag};
pub use steps::{Fate, Steps};

use crate::base::grid::{CellIndex, Position};
use crate::base::heading::Heading;
use crate::base::progress::Outcome;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::base::walker::Walker;
use crate::engine::maze::Maze;
use crate::engine::search::{ClosedWay, Placement, State, Step, StepMachine, side};
use crate::picture::Picture;
use crate::scene::simulation::Simulation;
use crate::scene::{Loadable, Scene};

use rules::RuleEffect;

/// A walk by hand: the walls of a scene are built, and one walker waits to be moved.
///
/// It can go where the search would go, by the same ways, closed by the same rules. A rule that
/// forbids a step gives the reason. Every walk that uses the shared search can be made by hand,
/// whatever its rules, and one with its own steps that
/// [says how](crate::engine::Build::by_hand). The pose of the latter is what its
/// [`walker`](Self::walker) holds: with [`Theseus`](crate::puzzles::Theseus) the cell of the Minotaur.
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
/// assert_eq!(play.hint(), Hint::Go { toward: Some(Heading::S), left: 2 });
/// play.go(Heading::S)?;
/// play.go(Heading::E)?;
/// assert!(play.has_arrived());
/// assert_eq!((play.moves(), play.shortest()), (2, Some(2)));
/// assert_eq!(play.text(), "ROLL\n  (1,1),(2,1),(2,2)\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Play {
    maze: Simulation,
    effects: Vec<RuleEffect>,
    goals: Vec<CellIndex>,
    poses: usize,
    shortest: Option<u32>,
    /// The walker at the start, and after each move.
    walked: Vec<Walker>,
}

impl Play {
    /// A walk by hand through the world of this scene, at its start.
    ///
    /// # Errors
    /// Returns the errors of [`Simulation::new`], and one if the scene has no walk, if the ways change while it goes on,
    /// if the walk has its own steps and does not say how to make them by hand, or if the walls cannot be built.
    pub fn new(scene: &impl Loadable) -> Result<Self, SceneError> {
        let mut maze = Simulation::new(scene)?;
        let scene = scene.scene();
        if !maze.has_walk() || maze.has_changing_ways() {
            return Err(unwalkable(scene, &maze));
        }
        maze.build_walls();
        if let Outcome::Stuck(fault) = maze.outcome() {
            return Err(fault.clone().into());
        }
        let effects = RuleEffect::of_all(&mut maze);
        let goals = maze.goals();
        let Some((start, poses)) = start(&mut maze) else {
            return Err(unwalkable(scene, &maze));
        };

        let mut play = Self {
            maze,
            effects,
            goals,
            poses,
            shortest: None,
            walked: vec![start],
        };
        if let Outcome::Solved { moves } = play.search_from(play.placement()).0 {
            play.shortest = Some(moves);
        }
        play.stand();
        Ok(play)
    }

    /// The world: its one walker is at the current place, and no state is claimed.
    pub fn maze(&self) -> &Maze {
        &self.maze
    }

    /// The walker.
    pub fn walker(&self) -> Walker {
        *self.walked.last().expect("the walk begins somewhere")
    }

    /// The position of the walker.
    pub fn at(&self) -> Position {
        self.maze.position(self.walker())
    }

    /// Moves the walker to a state, whether a step leads there or not.
    pub(crate) fn put(&mut self, state: State) {
        self.walked.push(Walker {
            cell: state.cell,
            ..self.machine().posed(state.pose as usize)
        });
        self.stand();
    }

    /// The pose of the walker, in words: `travelling west`, `5 on top, 1 in front`; empty on foot.
    pub fn stance(&self) -> String {
        self.machine().stance(self.walker(), self.maze.grid())
    }

    /// The heading of the sign that the walker reads; `None` if it has no heading, or at its start,
    /// which it leaves whatever signs are there.
    pub fn reads(&self) -> Option<Heading> {
        let heading = self.machine().heading(self.walker());
        heading.filter(|_| self.moves() > 0)
    }

    /// The number of moves so far.
    pub fn moves(&self) -> u32 {
        u32::try_from(self.walked.len() - 1).unwrap_or(u32::MAX)
    }

    /// The number of moves of a shortest route; `None` if none was found.
    pub fn shortest(&self) -> Option<u32> {
        self.shortest
    }

    /// Whether the goal is reached. Starting on it does not count.
    pub fn has_arrived(&self) -> bool {
        self.moves() > 0 && self.goals.binary_search(&self.walker().cell).is_ok()
    }

    /// The positions of the walk, from its start.
    pub fn route(&self) -> Vec<Position> {
        let grid = self.maze.grid();
        self.cells().map(|cell| grid.position(cell)).collect()
    }

    fn cells(&self) -> impl Iterator<Item = CellIndex> {
        self.walked.iter().map(|walker| walker.cell)
    }

    /// The result of a step to every side, in the order of [`Heading::ALL`]: the walker after the step, or
    /// the refusal.
    pub fn ways(&mut self) -> [Result<Walker, Refusal>; 4] {
        Heading::ALL.map(|toward| self.would_go(toward))
    }

    /// Whether a move can be to [wait](Self::go).
    pub fn can_wait(&self) -> bool {
        self.machine().order(self.walker()).contains(&None)
    }

    /// Returns the walker after a move: a step toward a side, or `None` for waiting.
    pub fn would_go(&mut self, toward: impl Into<Option<Heading>>) -> Result<Walker, Refusal> {
        if self.has_arrived() {
            return Err(Refusal::new("The goal is reached."));
        }
        let (placement, toward) = (self.placement(), toward.into());
        let step = self.try_steps(&[placement])[0][side(toward)];

        match step {
            Step::Open(walker) => Ok(walker),
            _ => Err(self.refusal(placement, toward, step)),
        }
    }

    /// Makes a move: a step toward a side, or `None` for waiting.
    ///
    /// # Errors
    /// The refusal, if the move is not allowed. The walker then stays where it was.
    pub fn go(&mut self, toward: impl Into<Option<Heading>>) -> Result<Walker, Refusal> {
        let walker = self.would_go(toward)?;
        self.walked.push(walker);
        self.stand();
        Ok(walker)
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

    fn placement(&self) -> Placement {
        Placement {
            walker: self.walker(),
            is_leaving: self.moves() == 0,
        }
    }
}

/// Why a step is not allowed: the reasons of all rules that forbid it. Displayed one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{}", _0.join(" "))]
pub struct Refusal(Vec<String>);

impl Play {
    fn machine(&self) -> &dyn StepMachine {
        let machine = self.maze.added.walk.machine.as_deref();
        machine.expect("a walk that can be made by hand")
    }

    /// Returns why a step is not open: the way that rules close, or the walk's own refusal.
    fn barrier(
        &self,
        from: Placement,
        toward: impl Into<Option<Heading>>,
        step: Step,
    ) -> Result<ClosedWay, Refusal> {
        let barrier = self
            .machine()
            .barrier(from, toward.into(), step, self.maze.world());
        barrier.map_err(Refusal::new)
    }

    fn refusal(&self, from: Placement, toward: Option<Heading>, step: Step) -> Refusal {
        match self.barrier(from, toward, step) {
            Ok(way) => self.reasons(way),
            Err(refusal) => refusal,
        }
    }

    fn reasons(&self, way: ClosedWay) -> Refusal {
        Refusal(rules::reasons(&self.maze, &self.effects, way))
    }
}

impl Refusal {
    fn new(reason: impl Into<String>) -> Self {
        Self(vec![reason.into()])
    }

    /// The reasons, each a sentence.
    pub fn reasons(&self) -> &[String] {
        &self.0
    }
}

/// Returns the walker at the start and the number of poses, if the walk can be made by hand.
fn start(maze: &mut Maze) -> Option<(Walker, usize)> {
    let (start, poses) = maze.ask_moves(|told| (told.start, told.poses))?;
    let machine = maze.added.walk.machine.as_ref()?;
    if !machine.is_playable() {
        return None;
    }

    let last_pose = poses.checked_sub(1)?;
    u16::try_from(last_pose).ok()?; // a walker can hold it
    let walker = Walker {
        cell: start.cell,
        ..machine.posed(start.pose as usize)
    };
    Some((walker, poses))
}

fn unwalkable(scene: &Scene, maze: &Maze) -> SceneError {
    let message = if maze.has_changing_ways() {
        "ways change while it goes on, expected rules that stay as they are"
    } else if scene.has_walk() {
        "this walk does not say how to make it by hand, expected one that does, such as `Foot`"
    } else {
        "no walk, expected one to play by hand"
    };
    SceneFault::new([SceneStep::Field("walk")], message).into()
}

impl Play {
    /// The picture of the world, with the walk so far as its route.
    pub fn picture(&mut self) -> Picture {
        let mut picture = self.maze.picture();
        self.mark(&mut picture);
        picture
    }

    /// Updates a picture of this world.
    ///
    /// # Panics
    /// If it is a picture of another world.
    pub fn picture_into(&mut self, picture: &mut Picture) {
        self.maze.picture_into(picture);
        self.mark(picture);
    }

    fn mark(&self, picture: &mut Picture) {
        if self.moves() > 0 {
            picture.route.extend(self.cells());
        }
    }

    #[cfg(feature = "draw")]
    pub(crate) fn poses(&self) -> usize {
        self.poses
    }

    /// The picture of the world with the walker in this pose and cell; after the last pose, in that of the
    /// start, which it is about to leave; or without walkers.
    #[cfg(feature = "draw")]
    pub(crate) fn picture_of(&mut self, walker: Option<(usize, CellIndex)>) -> Picture {
        let is_leaving = walker.is_some_and(|(pose, _)| pose == self.poses);
        let walker = walker.map(|(pose, cell)| {
            let walker = if is_leaving {
                self.walked[0]
            } else {
                self.machine().posed(pose)
            };
            Walker { cell, ..walker }
        });
        self.stand_at(walker.as_slice(), is_leaving);
        let picture = self.maze.picture();
        self.stand();
        picture
    }
}
