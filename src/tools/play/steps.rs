//! All steps of a walk by hand, for a page that knows no rules.

use std::collections::HashMap;

use super::Play;
use crate::base::count::saturating_u32;
use crate::base::grid::CellIndex;
use crate::base::heading::Heading;
use crate::base::walker::Walker;
use crate::engine::search::{ClosedWay, Placement, SIDES, Step, Tried};

/// The result of every step of a walk by hand, in every reachable state.
///
/// A state is a number: the pose × the number of cells, plus the cell. The start, whose steps are
/// special, has the number after all others.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Steps {
    /// The tick at which generation ends.
    pub tick: u64,
    /// The number of cells.
    pub cells: usize,
    /// The number of poses.
    pub poses: usize,
    /// The cell of the start, and its pose.
    pub start: (CellIndex, usize),
    /// The cells of the goals, in grid order.
    pub goals: Vec<CellIndex>,
    /// The results of the steps of each state: to every side, in the order of [`Heading::ALL`], and of
    /// waiting; `None` for unreachable states, and for the goal.
    pub steps: Vec<Option<[Fate; 5]>>,
    /// The reasons for refusals.
    pub reasons: Vec<String>,
    /// The description of each pose.
    pub stances: Vec<String>,
    /// The heading of the sign that is read in each pose.
    pub reads: Vec<Option<Heading>>,
    /// The headings that a search tries in each pose, in order; `None` is for waiting.
    pub orders: Vec<Vec<Option<Heading>>>,
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Fate {
    /// The step leads to this state.
    To(u32),
    /// The step is refused, for this reason.
    Closed(u32),
}

impl Play {
    /// The number of states: one for each cell and pose.
    pub fn states(&self) -> usize {
        self.maze.grid().cells() * self.poses
    }

    /// All steps of the walk.
    pub fn steps(&mut self) -> Steps {
        let grid = self.maze.grid();
        let (cells, poses) = (grid.cells(), self.poses);
        let mut steps = vec![None; cells * poses + 1];
        let mut known = Reasons::default();
        self.explore(|play, state, placement, tried| {
            steps[state] = Some(std::array::from_fn(|side| match tried[side] {
                Step::Open(walker) => Fate::To(saturating_u32(play.state(walker))),
                step => Fate::Closed(play.reason(placement, SIDES[side], step, &mut known)),
            }));
        });
        let machine = self.machine();
        let walkers: Vec<Walker> = (0..poses).map(|pose| machine.posed(pose)).collect();
        let first = self.walked[0];
        Steps {
            tick: self.maze.progress().tick,
            cells,
            poses,
            start: (first.cell, machine.pose(first)),
            goals: self.goals.clone(),
            steps,
            reasons: known.list,
            stances: walkers
                .iter()
                .map(|&walker| machine.stance(walker, grid))
                .collect(),
            reads: walkers
                .iter()
                .map(|&walker| machine.heading(walker))
                .collect(),
            orders: walkers
                .iter()
                .map(|&walker| machine.order(walker))
                .collect(),
        }
    }

    /// Goes everywhere from the start, not beyond a goal, by as few moves as possible: calls `see`
    /// with each state, where the walker then is, and what its steps lead to.
    pub(super) fn explore(&mut self, mut see: impl FnMut(&Self, usize, Placement, Tried)) {
        let first = Placement {
            walker: self.walked[0],
            is_leaving: true,
        };
        let mut layer = vec![(self.states(), first)];
        let mut is_found = vec![false; self.states()];
        while !layer.is_empty() {
            let from: Vec<Placement> = layer.iter().map(|&(_, placement)| placement).collect();
            let steps = self.try_steps(&from);
            let mut next = Vec::new();
            for ((state, placement), tried) in layer.drain(..).zip(steps) {
                see(self, state, placement, tried);
                for step in tried {
                    let Step::Open(walker) = step else { continue };
                    let to = self.state(walker);
                    if self.goals.binary_search(&walker.cell).is_err()
                        && !std::mem::replace(&mut is_found[to], true)
                    {
                        next.push((
                            to,
                            Placement {
                                walker,
                                is_leaving: false,
                            },
                        ));
                    }
                }
            }
            layer = next;
        }
    }

    fn state(&self, walker: Walker) -> usize {
        self.machine().pose(walker) * self.maze.grid().cells() + walker.cell.get()
    }

    /// The number of the reason of a refused step. Reasons are shared by all states with the same
    /// closed way.
    fn reason(
        &self,
        placement: Placement,
        toward: Option<Heading>,
        step: Step,
        known: &mut Reasons,
    ) -> u32 {
        match self.barrier(placement, toward, step) {
            Err(refusal) => known.number(refusal.to_string()),
            Ok(way) => known.by_way.get(&way).copied().unwrap_or_else(|| {
                let reason = known.number(self.reasons(way).to_string());
                known.by_way.insert(way, reason);
                reason
            }),
        }
    }
}

#[derive(Default)]
struct Reasons {
    list: Vec<String>,
    numbers: HashMap<String, u32>,
    by_way: HashMap<ClosedWay, u32>,
}

impl Reasons {
    fn number(&mut self, reason: String) -> u32 {
        *self.numbers.entry(reason).or_insert_with_key(|reason| {
            self.list.push(reason.clone());
            saturating_u32(self.list.len() - 1)
        })
    }
}
