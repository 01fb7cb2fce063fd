//! Progress: how far a maze has come. Generation first, then search, then nothing more.

use bevy_ecs::prelude::*;

use crate::count::counted;
use crate::grid::Grid;
use crate::johnny::IllegalCommand;
use crate::limits;

/// How far the maze has come. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// How many ticks have passed.
    pub tick: u64,
    /// What the next tick does.
    pub phase: Phase,
    /// What has come of it so far.
    pub outcome: Outcome,
}

/// What a tick does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Walls are being built or carved.
    #[default]
    Generation,
    /// The walls stand; walkers search.
    Search,
    /// Nothing is left to do; the world no longer changes.
    Finished,
}

/// What has come of a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// It is still at work.
    #[default]
    Unfinished,
    /// The walls stand, and nobody walks.
    Built,
    /// A walker arrived at the goal.
    Solved {
        /// The length of the shortest route, in moves.
        moves: u32,
    },
    /// No walker can ever arrive.
    NoSolution,
    /// A command of the scene cannot be carried out; the world stands as it was before it.
    Stuck(IllegalCommand),
    /// The next step of the search could leave more walkers than [`limits::WALKERS`]; the world
    /// stands as it was before it.
    Crowded,
}

/// How many more ticks the current run of the schedule may do.
#[derive(Resource, Default)]
pub(crate) struct Budget(pub(crate) u64);

impl Budget {
    /// Whether there are fewer ticks than cells: too few to look at every cell after them.
    pub(crate) fn is_short(&self, grid: Grid) -> bool {
        self.0 < grid.cells() as u64
    }
}

impl Progress {
    /// Notes ticks that were done, and takes them from the budget.
    pub(crate) fn pass(&mut self, ticks: u64, budget: &mut Budget) {
        self.tick += ticks;
        budget.0 -= ticks;
    }

    /// The walls stand: walkers, if there are any, may start.
    pub(crate) fn built(&mut self, walkers_wait: bool) {
        if walkers_wait {
            self.phase = Phase::Search;
        } else {
            self.finish(Outcome::Built);
        }
    }

    /// Nothing more will happen.
    pub(crate) fn finish(&mut self, outcome: Outcome) {
        self.phase = Phase::Finished;
        self.outcome = outcome;
    }
}

impl std::fmt::Display for Phase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Generation => "generation",
            Self::Search => "search",
            Self::Finished => "finished",
        })
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unfinished => f.write_str("unfinished"),
            Self::Built => f.write_str("built"),
            Self::Solved { moves } => write!(f, "solved in {}", counted(*moves, "move")),
            Self::NoSolution => f.write_str("no solution"),
            Self::Stuck(illegal) => write!(f, "stuck at {illegal}"),
            Self::Crowded => {
                write!(f, "crowded: no room for more than {} walkers", limits::WALKERS)
            }
        }
    }
}
