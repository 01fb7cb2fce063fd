//! Dice mazes (ACM World Finals 1999, problem B): a die that rolls over numbers.
//!
//! A move rolls the die to a neighbouring square: always to a wild square, to a numbered one only
//! if its number is the die's top before the move, never to an empty one. The walk ends at the
//! first arrival at the goal, which is the start unless the scene gives another, whatever the die's
//! orientation.

mod contest;
mod gait;
mod look;
mod numbers;
mod template;
mod text;

pub use numbers::{Number, Numbers};

use serde::{Deserialize, Serialize};

use crate::base::die::Orientation;
use crate::base::grid::Position;
use crate::base::heading::Heading;
use crate::base::scene_fault::SceneStep;
use crate::base::walker::Start;
use crate::contest::Contest;
use crate::engine::maze::Build;
use crate::engine::text::TextFormat;
use crate::puzzles::arrow::check_signs;
use crate::registry::Registry;
use crate::scene::{Check, Ingredient, Role};

use gait::{HeadedDie, RollingDie};

/// A rolling die, which obeys numbers; with a heading it obeys signs too: `walk: Dice(from: (1, 1),
/// top: 5, front: 1)`. It ends at the first arrival at its goal; starting on the goal does not
/// count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dice {
    /// Where it starts.
    pub from: Position,
    /// The number on top.
    pub top: u8,
    /// The number in front, towards the player.
    pub front: u8,
    /// The heading in which it leaves, whatever signs are there.
    #[serde(default)]
    pub heading: Option<Heading>,
    /// Its goal; if omitted, the start, to which it must return.
    #[serde(default)]
    pub to: Option<Position>,
}

/// Adds dice mazes: numbers, the die that rolls over them, and their text, contest and template.
pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .add::<Numbers>()
        .add::<Dice>()
        .facet::<Number>()
        .text(TextFormat::DICE)
        .contest(Contest::DICE)
        .template(template::DICE);
    #[cfg(feature = "bevy")]
    registry.reflected::<Number>();
}

/// The end of a message about two faces that no die has on top and in front.
const DIE: &str = "expected two faces, 1 to 6, neither equal nor opposite";

impl Dice {
    fn die(&self) -> Option<Orientation> {
        Orientation::new(self.top, self.front)
    }
}

impl Ingredient for Dice {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Dice";
    const ROLE: Role = Role::Walk;

    fn check(&self, check: &mut Check<'_>) {
        check.check_ends(self.from, self.to.unwrap_or(self.from));
        if self.die().is_none() {
            let message =
                format!("no die has {} on top and {} in front; {DIE}", self.top, self.front);
            check.error([SceneStep::Field("top")], message);
        }
        if check.scene().get::<Numbers>().is_none() {
            check.error([], "a die needs `numbers`, expected them in this scene");
        }
        if self.heading.is_some() {
            check_signs(check);
        }
    }

    fn start(&self) -> Option<Start> {
        let to = self.to.unwrap_or(self.from);
        let die = self.die().unwrap_or_default(); // the check reports invalid ones
        Some(Start { from: self.from, to, heading: self.heading, die: Some(die), held: 0 })
    }

    fn kind(&self) -> u8 {
        self.heading.is_some().into()
    }

    fn build(world: &mut Build<'_>) {
        match world.kind() {
            0 => world.walk::<RollingDie>(),
            _ => world.walk::<HeadedDie>(),
        };
    }
}
