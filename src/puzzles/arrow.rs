//! Abbott's arrow mazes (ACM World Finals 2000, problem A): signs restrict a walker's turns.
//!
//! A sign belongs to an intersection and a heading of the walker, and allows any of left, forward
//! and right. An intersection without a sign for the walker's heading is a dead end, unless it is
//! the goal. The walk leaves its entrance with a given heading, whatever signs are there.

mod board;
mod contest;
mod gait;
mod look;
mod signs;
mod template;
mod text;

pub use board::SignBoard;
pub use signs::Signs;

pub(crate) use gait::{Headed, TURNING_BACK, tries};

use serde::{Deserialize, Serialize};

use crate::base::grid::Position;
use crate::base::heading::Heading;
use crate::base::walker::Start;
use crate::contest::Contest;
use crate::engine::maze::Build;
use crate::engine::text::TextFormat;
use crate::registry::Registry;
use crate::scene::{Check, Ingredient, Role};

/// A walk with a heading, which obeys signs: `walk: Arrow(from: (3, 1), heading: N, to: (3, 3))`.
/// It ends at the first arrival at its goal; starting on the goal does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrow {
    /// Where it starts.
    pub from: Position,
    /// The heading in which it leaves, whatever signs are there.
    pub heading: Heading,
    /// Its goal.
    pub to: Position,
}

/// Adds arrow mazes: signs, the walk that obeys them, and their text, contest and template.
pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .add::<SignBoard>()
        .add::<Arrow>()
        .facet::<Signs>()
        .text(TextFormat::ARROW)
        .contest(Contest::ARROW)
        .template(template::ARROW);
    #[cfg(feature = "bevy")]
    registry.reflected::<Signs>();
}

impl Ingredient for Arrow {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Arrow";
    const ROLE: Role = Role::Walk;

    fn check(&self, check: &mut Check<'_>) {
        check.check_ends(self.from, self.to);
        check_signs(check);
    }

    fn start(&self) -> Option<Start> {
        let (from, to, heading) = (self.from, self.to, Some(self.heading));
        Some(Start { from, to, heading, ..Start::default() })
    }

    fn build(world: &mut Build<'_>) {
        world.walk::<Headed>();
    }
}

/// Reports a walk with a heading in a scene without signs.
pub(crate) fn check_signs(check: &mut Check<'_>) {
    if check.scene().get::<SignBoard>().is_none() {
        check.error([], "a walk with a heading needs `signs`, expected them in this scene");
    }
}
