//! Number mazes, or jumping mazes (Robert Abbott, <http://www.logicmazes.com/n0mz.html>, after Sam
//! Loyd, 1898): the number of a square is the length of a jump from it.
//!
//! A move goes exactly that many squares up, down, left or right, and stays inside the grid; from a
//! square with a 0 there is no move. Walls, which Abbott's mazes do not have, block jumps: none may
//! stand anywhere along the line. Rules that close the way from a square to its neighbour close the
//! jump over that neighbour, too. A state is just a square, and the walk ends with the first
//! arrival at the goal.

mod gait;
mod lengths;
mod look;
mod template;
mod text;

pub use lengths::{JumpLength, Jumps};

use serde::{Deserialize, Serialize};

use crate::base::grid::Position;
use crate::base::walker::Start;
use crate::engine::maze::Build;
use crate::engine::text::TextFormat;
use crate::registry::Registry;
use crate::scene::{Check, Ingredient, Role};

use gait::Jumping;

/// A walk in jumps of the given lengths: `walk: Jump(from: (1, 1), to: (4, 4))`. It ends at the
/// first arrival at its goal; starting on the goal does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jump {
    /// Where it starts.
    pub from: Position,
    /// Its goal.
    pub to: Position,
}

/// Adds number mazes: the numbers, the walk in jumps, and its texts and template.
pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .add::<Jumps>()
        .add::<Jump>()
        .facet::<JumpLength>()
        .text(TextFormat::JUMP)
        .text(TextFormat::JUMP_BOARD)
        .template(template::JUMP);
    #[cfg(feature = "bevy")]
    registry.reflected::<JumpLength>();
}

impl Ingredient for Jump {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Jump";
    const ROLE: Role = Role::Walk;

    fn check(&self, check: &mut Check<'_>) {
        check.check_ends(self.from, self.to);
        if check.scene().get::<Jumps>().is_none() {
            check.error([], "a walk in jumps needs `jumps`, expected them in this scene");
        }
    }

    fn start(&self) -> Option<Start> {
        Some(Start { from: self.from, to: self.to, ..Start::default() })
    }

    fn build(world: &mut Build<'_>) {
        world.walk::<Jumping>();
    }
}
