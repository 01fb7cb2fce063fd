//! Refusals: why a step, or a whole walk, is not allowed.

use std::fmt;

use super::Play;
use crate::base::heading::Heading;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::base::walker::Walker;
use crate::engine::maze::BlockedStep;
use crate::engine::search::{Placement, Step};
use crate::scene::Scene;

/// Why a step is not allowed: the reasons of all rules that forbid it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Refusal(Vec<String>);

impl Play {
    /// The result of a tried step.
    pub(super) fn come(
        &self,
        stand: Placement,
        toward: Heading,
        step: Step,
    ) -> Result<Walker, Refusal> {
        if let Step::Open(there) = step {
            return Ok(there);
        }
        let way = self.closed_way(stand, toward, step)?;
        Err(self.reasons(way))
    }

    /// The closed way of a refused step.
    ///
    /// # Errors
    /// If no rule closes it: then the refusal of the gait.
    pub(super) fn closed_way(
        &self,
        stand: Placement,
        toward: Heading,
        step: Step,
    ) -> Result<BlockedStep, Refusal> {
        let Placement { walker, is_leaving } = stand;
        let barred = match step {
            Step::Never => return Err(Refusal::new(self.probe.never)),
            Step::Closed if is_leaving && self.probe.is_headed && toward != walker.heading => {
                let heading = walker.heading.name();
                let only = format!("The walk leaves its start with its heading, {heading}.");
                return Err(Refusal::new(&only));
            }
            Step::Barred(there) => Some(there.cell),
            Step::Closed | Step::Open(_) => None,
        };
        let reads = self.probe.is_headed && !is_leaving && barred.is_none();
        let travel = reads.then_some(walker.heading);
        let class = self.probe.class.map(|class| class(walker));
        Ok(BlockedStep { cell: walker.cell, toward, travel, entry: barred.zip(class) })
    }

    /// The reasons of the rules that close a way.
    pub(super) fn reasons(&self, way: BlockedStep) -> Refusal {
        Refusal(self.maze.reasons(&self.effects, way))
    }
}

impl Refusal {
    pub(super) fn new(reason: &str) -> Self {
        Self(vec![reason.to_owned()])
    }

    /// The reasons, each a sentence.
    #[must_use]
    pub fn reasons(&self) -> &[String] {
        &self.0
    }
}

/// The reasons, one after the other.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

impl std::error::Error for Refusal {}

/// The error of a scene that cannot be walked by hand.
pub(super) fn unwalkable(scene: &Scene) -> SceneError {
    let message = if scene.has_walk() {
        "this walk cannot be played by hand; \
         expected one such as `Foot`, `Arrow`, `Dice` or `Jump`"
    } else {
        "no walk, expected one to play by hand"
    };
    SceneFault::new([SceneStep::Field("walk")], message).into()
}
