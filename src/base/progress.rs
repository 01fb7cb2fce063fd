//! Progress: the phase of a maze, generation first, then the walk, then finished; and the outcome.

use bevy_ecs::prelude::*;
use derive_more::Display;
use serde::{Deserialize, Serialize};

use crate::base::count::plural;
use crate::base::digest::report;
use crate::base::grid::Grid;
use crate::base::scene_fault::SceneFault;

/// The progress of the maze. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// The number of ticks done.
    #[serde(serialize_with = "report")]
    pub tick: u64,
    /// The phase of the next tick.
    pub phase: Phase,
    /// The result so far.
    pub outcome: Outcome,
    #[serde(skip)]
    pub(crate) plan: Plan,
    pub(crate) stage: u8,
    /// The ticks that the current run of the systems may still do; 0 between runs.
    #[serde(skip)]
    pub(crate) ticks_left: u64,
    /// The lasting part whose ingredient runs now.
    #[serde(skip)]
    pub(crate) part: Option<PartNumber>,
}

/// The number of a part of the walk that lasts besides its steps, below 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PartNumber(u8);

impl Progress {
    pub(crate) fn at_start(plan: Plan) -> Self {
        let mut progress = Self {
            plan,
            ..Self::default()
        };
        if plan.stages == 0 {
            progress.start_walk();
        }
        progress
    }

    /// Whether the [steps](crate::engine::Build::steps) of the walk go on, without an outcome yet.
    pub fn is_walking(&self) -> bool {
        let is_unfinished = matches!(self.outcome, Outcome::Unfinished);
        self.phase == Phase::Walk && is_unfinished && self.plan.has_steps
    }

    /// The ticks that the current run of the systems may still do. A system that does ticks stops
    /// when none is left, and [passes](Self::pass) those that it did.
    pub fn ticks_left(&self) -> u64 {
        self.ticks_left
    }

    /// Whether fewer ticks are left than there are cells. Then some generators write each wall as it
    /// changes; otherwise they note walls in the cells that they are working on, and write all at the end
    /// of the run, as wall entities are far away in memory.
    pub(crate) fn is_short(&self, grid: Grid) -> bool {
        self.ticks_left < grid.cells() as u64
    }

    /// Counts ticks that were done.
    ///
    /// # Panics
    /// If they are more than [are left](Self::ticks_left).
    pub fn pass(&mut self, ticks: u64) {
        self.tick += ticks;
        self.ticks_left = self
            .ticks_left
            .checked_sub(ticks)
            .expect("no more ticks than are left");
    }

    /// Does ticks of a stage, as many as are left, up to one that says that it is the last.
    #[inline]
    pub(crate) fn do_ticks(&mut self, mut tick: impl FnMut() -> bool) {
        let (most, mut ticks, mut is_over) = (self.ticks_left, 0, false);
        while ticks < most && !is_over {
            is_over = tick();
            ticks += 1;
        }
        self.pass(ticks);
        if is_over {
            self.end_stage();
        }
    }

    /// Ends the current stage of generation: the next one begins, or the walk, if there is one.
    pub fn end_stage(&mut self) {
        self.stage += 1;
        if self.stage >= self.plan.stages {
            self.start_walk();
        }
    }

    /// Returns the parts of the walk, besides its steps, that have not ended, a bit each.
    pub(crate) fn parts(&self) -> u64 {
        self.plan.parts
    }

    /// Returns true if a part of the walk goes on.
    pub(crate) fn lasts(&self, part: PartNumber) -> bool {
        self.plan.parts & part.bit() != 0
    }

    fn start_walk(&mut self) {
        if self.plan.walks() {
            self.phase = Phase::Walk;
        } else if self.outcome == Outcome::Unfinished {
            self.finish(Outcome::Built);
        } else {
            self.phase = Phase::Finished; // its parts ended before
        }
    }

    /// Ends the steps of the walk, or a generation that fails. The world is finished, unless another
    /// [part](Self::end_part) of the walk goes on; a failure ends the whole world.
    pub fn finish(&mut self, outcome: Outcome) {
        if outcome.is_failure() || self.phase != Phase::Walk || self.plan.parts == 0 {
            self.phase = Phase::Finished;
        }
        self.outcome = outcome;
    }

    /// Ends the part of the walk that [lasts](crate::engine::Build::lasts) besides its steps, of the ingredient
    /// whose system calls it. If that has none, or it has ended, nothing happens. The world is finished when all
    /// have ended. Its outcome is that of the steps; without steps, of the part that ends last.
    pub fn end_part(&mut self, outcome: Outcome) {
        if let Some(part) = self.part {
            self.end_numbered(part, outcome);
        }
    }

    pub(crate) fn end_numbered(&mut self, part: PartNumber, outcome: Outcome) {
        if !self.lasts(part) {
            return;
        }
        self.plan.parts &= !part.bit();

        if self.plan.parts == 0 && !self.is_walking() {
            if !self.plan.has_steps {
                self.outcome = outcome;
            }
            if self.phase == Phase::Walk {
                self.phase = Phase::Finished;
            }
        }
    }
}

impl PartNumber {
    /// The part of the agents.
    pub(crate) const CREW: Self = Self(63);

    pub(crate) fn new(place: usize) -> Self {
        assert!(place < 63, "too many parts that last");
        Self(u8::try_from(place).expect("few parts"))
    }

    pub(crate) fn bit(self) -> u64 {
        1 << self.0
    }
}

/// The phase of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Display)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect))]
#[display(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Phase {
    /// Walls are being built or carved.
    #[default]
    Generation,
    /// The walls are built; walkers search, agents move, or whatever else the scene has.
    Walk,
    /// Nothing is left to do; the world no longer changes.
    Finished,
}

/// The result of a world so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Display)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(opaque))]
#[non_exhaustive]
pub enum Outcome {
    /// The world is not finished.
    #[default]
    #[display("unfinished")]
    Unfinished,
    /// The walls are built, and there is no walk.
    #[display("built")]
    Built,
    /// A walker arrived at the goal.
    #[display("solved in {}", plural(*moves, "move"))]
    Solved {
        /// The length of the shortest route, in moves; where ways change, of the first that was found.
        moves: u32,
    },
    /// No walker can ever arrive; where ways change, none is left, whatever opens later.
    #[display("no solution")]
    NoSolution,
    /// Something that the scene demands, such as a command, cannot be carried out; the world is as
    /// it was before it.
    #[display("stuck at {_0}")]
    Stuck(#[serde(skip)] SceneFault),
    /// The next step of the search could produce more walkers than its world [may
    /// have](crate::base::limits::WALKERS); the world is as it was before it.
    #[display("crowded: no room for the walkers of the next step")]
    Crowded,
    /// Every agent has arrived or given up, in a world without another walk.
    #[display("{arrived} of {} arrived", plural(*total, "agent"))]
    Walked {
        /// The number of agents that have arrived.
        arrived: u32,
        /// The number of all agents.
        total: u32,
    },
    /// The result of a custom ingredient, in its own words, such as `burnt down`.
    Ended(&'static str),
}

/// What a maze goes through: the stages of its generation, and the parts of its walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The number of stages of generation: a generator, and those that change its walls.
    pub(crate) stages: u8,
    pub(crate) has_steps: bool,
    /// The other parts that keep the walk going, a bit each, without those that have ended.
    pub(crate) parts: u64,
}

impl Plan {
    pub(crate) fn walks(self) -> bool {
        self.has_steps || self.parts > 0
    }
}

impl Outcome {
    /// Whether the world could not go on, and is as it was before the tick that it did not do.
    pub(crate) fn is_failure(&self) -> bool {
        matches!(self, Self::Stuck(_) | Self::Crowded)
    }

    pub(crate) const WORDS: [&str; 8] = [
        "unfinished",
        "built",
        "solved",
        "no_solution",
        "stuck",
        "crowded",
        "walked",
        "ended",
    ];

    /// The name for programs: `unfinished`, `built`, `solved`, `no_solution`, `stuck`, `crowded`,
    /// `walked` or `ended`.
    pub fn word(&self) -> &'static str {
        Self::WORDS[match self {
            Self::Unfinished => 0,
            Self::Built => 1,
            Self::Solved { .. } => 2,
            Self::NoSolution => 3,
            Self::Stuck(_) => 4,
            Self::Crowded => 5,
            Self::Walked { .. } => 6,
            Self::Ended(_) => 7,
        }]
    }
}
