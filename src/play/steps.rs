//! All steps of a walk by hand, for what knows no rule.

use std::collections::HashMap;

use super::Play;
use crate::heading::Heading;
use crate::search::{Stand, Step, Tries};
use crate::walker::Walker;

/// What comes of every step of a walk by hand, in every state that it can come to.
///
/// A state is a number: the pose × the number of cells, plus the cell. The start, which is left as no
/// other state is, has the number behind all others.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The tick at which the walls stand.
    pub tick: u64,
    /// How many cells there are.
    pub cells: usize,
    /// How many poses a walker has.
    pub poses: usize,
    /// The cell of the start, and its pose.
    pub start: (u32, usize),
    /// The cell of the goal.
    pub goal: u32,
    /// Of each state what comes of a step to every side, in the order of [`Heading::ALL`]; `None` where no
    /// walk comes, and at the goal.
    pub steps: Vec<Option<[Fate; 4]>>,
    /// The reasons for refusals.
    pub reasons: Vec<String>,
    /// Of each pose how one stands so, in words.
    pub stances: Vec<String>,
    /// Of each pose the direction of travel of the sign that is read.
    pub reads: Vec<Option<Heading>>,
    /// Of each pose the class, in which rules tell walkers apart; 0 where they do not.
    pub classes: Vec<u8>,
    /// What is said to those who would go where nobody in their pose does.
    pub never: &'static str,
    /// Of each pose the headings that a search tries, in order.
    pub orders: Vec<Vec<Heading>>,
}

/// What comes of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fate {
    /// This state.
    To(u32),
    /// No way leads there, for this of the reasons: one for all who came in the same heading.
    Closed(u32),
    /// A way leads where the walker may not enter, for this of the reasons: one for all of its class.
    Barred(u32),
    /// Nobody in this pose goes that way.
    Never,
}

impl Play {
    /// How many states there can be: one for each cell and pose.
    #[must_use]
    pub fn states(&self) -> usize {
        self.maze.grid().cells() * self.guide.poses
    }

    /// All steps of the walk.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // a page has fewer than 2³² states
    pub fn steps(&mut self) -> Steps {
        let (cells, poses) = (self.maze.grid().cells(), self.guide.poses);
        let walkers: Vec<Walker> = (0..poses).map(self.guide.posed).collect();
        let first = self.walked[0];
        let mut steps = Steps {
            tick: self.maze.progress().tick,
            cells,
            poses,
            start: (first.cell, (self.guide.pose)(first)),
            goal: self.goal,
            steps: vec![None; cells * poses + 1],
            reasons: Vec::new(),
            stances: walkers.iter().map(|&walker| self.guide.stance(walker)).collect(),
            reads: walkers.iter().map(|it| self.guide.is_headed.then_some(it.heading)).collect(),
            classes: walkers.iter().map(|&it| self.guide.class.map_or(0, |of| of(it))).collect(),
            never: self.guide.never,
            orders: walkers.iter().map(|&walker| (self.guide.order)(walker)).collect(),
        };
        let mut known = Reasons::default();
        let mut layer = vec![(cells * poses, Stand { walker: first, is_leaving: true })];
        let mut is_found = vec![false; cells * poses];
        while !layer.is_empty() {
            let mut tries = Tries::default();
            tries.from.extend(layer.iter().map(|&(_, stand)| stand));
            self.guide.try_steps(&mut tries, self.maze.world());
            let mut next = Vec::new();
            for ((state, stand), tried) in layer.drain(..).zip(tries.to) {
                steps.steps[state] = Some(Heading::ALL.map(|toward| {
                    let step = tried[toward as usize];
                    let there = match step {
                        Step::Open(there) => there,
                        Step::Never => return Fate::Never,
                        Step::Closed => {
                            return Fate::Closed(self.reason(stand, toward, step, &mut known));
                        }
                        Step::Barred(_) => {
                            return Fate::Barred(self.reason(stand, toward, step, &mut known));
                        }
                    };
                    let to = (self.guide.pose)(there) * cells + there.cell as usize;
                    if there.cell != self.goal && !std::mem::replace(&mut is_found[to], true) {
                        next.push((to, Stand { walker: there, is_leaving: false }));
                    }
                    Fate::To(to as u32)
                }));
            }
            layer = next;
        }
        steps.reasons = known.list;
        steps
    }

    /// Why a step is refused, by the number of the reason. What closes a way for one closes it for all for
    /// whom it is the same way.
    fn reason(&self, stand: Stand, toward: Heading, step: Step, known: &mut Reasons) -> u32 {
        match self.refused(stand, toward, step) {
            Err(refusal) => known.number(refusal.to_string()),
            Ok(way) => {
                if let Some(&reason) = known.of_ways.get(&way) {
                    return reason;
                }
                let refusal = self.reasons(way).to_string();
                let reason = known.number(refusal);
                known.of_ways.insert(way, reason);
                reason
            }
        }
    }
}

/// Reasons, numbered as they were found.
#[derive(Default)]
struct Reasons {
    list: Vec<String>,
    numbers: HashMap<String, u32>,
    of_ways: HashMap<crate::maze::ClosedWay, u32>,
}

impl Reasons {
    #[allow(clippy::cast_possible_truncation)] // no more than steps
    fn number(&mut self, reason: String) -> u32 {
        if let Some(&number) = self.numbers.get(&reason) {
            return number;
        }
        let number = self.list.len() as u32;
        self.numbers.insert(reason.clone(), number);
        self.list.push(reason);
        number
    }
}
