//! Refusals: why a step is not allowed, or a whole walk.

use std::fmt;

use super::Play;
use crate::heading::Heading;
use crate::maze::ClosedWay;
use crate::objection::{Objection, SceneError, SceneStep};
use crate::scene::Scene;
use crate::search::{Stand, Step};
use crate::walker::Walker;

/// Why a step is not allowed: what every rule says that forbids it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Refusal(Vec<String>);

impl Play {
    /// What comes of a step that was tried.
    pub(super) fn come(
        &self,
        stand: Stand,
        toward: Heading,
        step: Step,
    ) -> Result<Walker, Refusal> {
        if let Step::Open(there) = step {
            return Ok(there);
        }
        let way = self.refused(stand, toward, step)?;
        Err(self.reasons(way))
    }

    /// The way of a step that is not open.
    ///
    /// # Errors
    /// If no rule closes it: then the gait is the reason.
    pub(super) fn refused(
        &self,
        stand: Stand,
        toward: Heading,
        step: Step,
    ) -> Result<ClosedWay, Refusal> {
        let Stand { walker, is_leaving } = stand;
        let barred = match step {
            Step::Never => return Err(Refusal::of(self.guide.never)),
            Step::Closed if is_leaving && self.guide.is_headed && toward != walker.heading => {
                let heading = walker.heading.name();
                let only = format!("The walk leaves its start straight on, {heading}.");
                return Err(Refusal::of(&only));
            }
            Step::Barred(there) => Some(there.cell),
            Step::Closed | Step::Open(_) => None,
        };
        let reads = self.guide.is_headed && !is_leaving && barred.is_none();
        let travel = reads.then_some(walker.heading);
        let class = self.guide.class.map(|class| class(walker));
        Ok(ClosedWay { cell: walker.cell, toward, travel, entry: barred.zip(class) })
    }

    /// What the rules say that close a way.
    pub(super) fn reasons(&self, way: ClosedWay) -> Refusal {
        Refusal(self.maze.reasons(&self.closers, way))
    }
}

impl Refusal {
    pub(super) fn of(reason: &str) -> Self {
        Self(vec![reason.to_owned()])
    }

    /// The reasons, each a sentence of a rule.
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

/// What stands against a scene that nobody can walk through by hand.
pub(super) fn unwalkable(scene: &Scene) -> SceneError {
    let message = if scene.has_walk() {
        "a walk with steps of its own, which nobody makes by hand; \
         expected one that a walker makes alone, such as `Foot`, `Arrow` or `Dice`"
    } else {
        "nobody walks, expected a walk to make by hand"
    };
    Objection::new([SceneStep::Field("walk")], message).into()
}
