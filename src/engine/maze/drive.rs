//! The driver: the one loop that advances a maze, and the observers for whom it does.

use std::ops::ControlFlow;

use super::Maze;
use crate::base::progress::{Outcome, Phase, Progress};

/// An observer of a maze that is [driven](Maze::drive): it names the ticks at which it looks at the maze.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use mazetick::engine::maze::{Maze, Observer};
/// use mazetick::prelude::*;
///
/// /// Counts the walls that stand at every tenth tick.
/// #[derive(Default)]
/// struct WallCounter(Vec<usize>);
///
/// impl Observer for WallCounter {
///     fn next_tick(&self, from: u64) -> Option<u64> {
///         Some(from.next_multiple_of(10))
///     }
///
///     fn look(&mut self, maze: &mut Maze) -> ControlFlow<()> {
///         let walls = maze.walls().unwrap_or_default();
///         self.0.push(walls.iter().filter(|wall| wall.stands).count());
///         ControlFlow::Continue(())
///     }
/// }
///
/// let scene = Scene::from_ron(
///     "Scene(grid: (rows: 5, columns: 5), generate: Johnny(start: (1, 1)), text: Lattice)",
/// )?;
/// let mut counter = WallCounter::default();
/// Simulation::new(&scene)?.drive(&mut counter);
/// assert_eq!(counter.0, [60, 50, 42, 39, 37, 36]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer {
    /// Returns the first tick that it wants to see, `from` or a later one; `None` if it waits for the end.
    fn next_tick(&self, from: u64) -> Option<u64>;

    /// Looks at the maze, at the tick that it wanted or at the end, if that comes first. A break stops the driver.
    ///
    /// A maze that got stuck may show two looks at its last tick: whether it can go on is known one look later.
    fn look(&mut self, maze: &mut Maze) -> ControlFlow<()>;

    /// Sees the progress every few milliseconds, between ticks, for work that shows it or can be interrupted. A break
    /// stops the driver.
    fn pause(&mut self, _: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Maze {
    /// Advances the maze to its end, and shows it to an observer on the way. Returns a break if the observer stopped
    /// it before.
    ///
    /// Everything that advances a maze does it here. The maze is the same whatever the observer wants to see.
    pub fn drive(&mut self, observer: &mut impl Observer) -> ControlFlow<()> {
        let mut from = self.progress().tick;

        loop {
            let wanted = observer.next_tick(from).unwrap_or(u64::MAX);

            loop {
                let progress = self.progress();
                if progress.tick >= wanted || progress.phase == Phase::Finished {
                    break;
                }
                observer.pause(progress)?;
                self.run_piece(wanted);
            }

            observer.look(self)?;

            if self.is_finished() {
                return ControlFlow::Continue(());
            }

            from = wanted + 1;
        }
    }

    /// Runs the systems of the phase once, at most up to a tick. That takes some milliseconds in most mazes.
    fn run_piece(&mut self, until: u64) {
        /// The ticks of a walk: few enough for a quick reply, and enough to make starting the systems cheap.
        const WALKING: u64 = 1 << 8;
        /// The ticks of generation, at least as many as there are cells. Some generators write all walls at the end
        /// of a run that is not [short](Progress::is_short), which is faster.
        const MAKING: u64 = 1 << 18;

        let &Progress { tick, phase, .. } = self.progress();
        let most = if phase == Phase::Walk {
            WALKING
        } else {
            MAKING.max(self.grid().cells() as u64)
        };

        let (_, [before, after]) = if self.draws.are_answered() {
            self.run_by_answers()
        } else {
            self.schedule.run(&mut self.world, most.min(until - tick))
        };

        if before == Phase::Generation && after == Phase::Walk {
            self.find_farthest();
        }
    }

    /// Does one tick; returns true if there was one.
    pub fn tick(&mut self) -> bool {
        self.advance(1) == 1
    }

    /// Does up to `ticks` ticks, fewer if the world finishes; returns their number.
    ///
    /// The world is then the same as after that many single ticks.
    pub fn advance(&mut self, ticks: u64) -> u64 {
        let before = self.progress().tick;
        self.advance_to(before.saturating_add(ticks));
        self.progress().tick - before
    }

    /// Advances to this tick, unless the world finishes or is past it.
    pub fn advance_to(&mut self, tick: u64) {
        let _ = self.drive(&mut Until(tick));
    }

    /// Ticks until the world finishes; returns its outcome.
    pub fn run(&mut self) -> Outcome {
        self.advance_to(u64::MAX);
        self.outcome()
    }

    /// Does up to `ticks` ticks, as long as `go_on` wants it, which is asked every few milliseconds: for work that
    /// shows progress or can be interrupted. Returns the number of ticks done.
    ///
    /// ```
    /// use mazetick::prelude::*;
    /// use mazetick::puzzles::Johnny;
    ///
    /// let scene = Scene::new(500, 500).with(Johnny::from(Position::new(1, 1)));
    /// let mut simulation = Simulation::new(&scene)?;
    /// let done = simulation.advance_while(u64::MAX, |progress| progress.tick < 100_000);
    /// assert!((100_000..499_999).contains(&done));
    /// # Ok::<(), mazetick::base::SceneError>(())
    /// ```
    pub fn advance_while(&mut self, ticks: u64, go_on: impl FnMut(&Progress) -> bool) -> u64 {
        let before = self.progress().tick;
        let _ = self.drive(&mut While {
            until: before.saturating_add(ticks),
            go_on,
        });
        self.progress().tick - before
    }

    /// Runs generation and the rules of the walk, without a step of it.
    pub(crate) fn build_walls(&mut self) {
        self.advance_while(u64::MAX, |progress| progress.phase == Phase::Generation);

        if self.progress().phase == Phase::Walk {
            self.schedule.close_ways(&mut self.world);
        }
    }
}

/// Stops at a tick.
struct Until(u64);

impl Observer for Until {
    fn next_tick(&self, _: u64) -> Option<u64> {
        Some(self.0)
    }

    fn look(&mut self, _: &mut Maze) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Stops at a tick, or when a function says so.
struct While<F> {
    until: u64,
    go_on: F,
}

impl<F: FnMut(&Progress) -> bool> Observer for While<F> {
    fn next_tick(&self, _: u64) -> Option<u64> {
        Some(self.until)
    }

    fn look(&mut self, _: &mut Maze) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn pause(&mut self, progress: &Progress) -> ControlFlow<()> {
        if (self.go_on)(progress) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
