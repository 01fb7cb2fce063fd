//! Theseus and the Minotaur (Robert Abbott, "Mad Mazes", 1990;
//! <http://www.logicmazes.com/theseus.html>).
//!
//! Theseus goes a square up, down, left or right, or waits; then the Minotaur takes two steps. Each
//! of these is left or right if that brings him closer to Theseus and the way is open; else up or
//! down, if that does; else he stays. When both are on one square, Theseus is lost.
//!
//! Abbott's exit is a corridor next to the labyrinth. Here it is a square, the goal, and Theseus is
//! out as soon as his step ends there: the Minotaur no longer steps. If he starts there, waiting is
//! such a step. A Minotaur on the exit blocks it.
//!
//! A state is a pair of squares, and the search is breadth first over pairs: a tick is a turn of
//! every active pair, in the order in which they arrived, and Theseus tries up, down, left, right,
//! waiting. Rules close ways for both.

mod chase;
mod look;
mod pursuit;
mod template;
mod text;
mod turn;

pub use pursuit::{Pair, Pursuit};

use serde::{Deserialize, Serialize};

use crate::base::grid::Position;
use crate::base::limits;
use crate::base::scene_fault::SceneStep;
use crate::base::walker::Start;
use crate::engine::maze::Build;
use crate::engine::text::TextFormat;
use crate::registry::Registry;
use crate::scene::{Check, Ingredient, Role};

use pursuit::Chased;

/// Theseus, hunted by the Minotaur: `walk: Theseus(from: (1, 1), minotaur: (1, 5), to: (3, 3))`. It
/// ends when a step of Theseus ends on his goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theseus {
    /// Where he starts.
    pub from: Position,
    /// Where the Minotaur starts. If on the square of Theseus, there is no solution.
    pub minotaur: Position,
    /// The exit.
    pub to: Position,
}

/// Adds Theseus and the Minotaur: the walk, and its text and template.
pub(crate) fn plugin(registry: &mut Registry) {
    registry.add::<Theseus>().text(TextFormat::THESEUS).template(template::THESEUS);
}

impl Ingredient for Theseus {
    const FIELD: &'static str = "walk";
    const NAME: &'static str = "Theseus";
    const ROLE: Role = Role::Walk;

    fn check(&self, check: &mut Check<'_>) {
        check.check_ends(self.from, self.to);
        check.inside([SceneStep::Field("minotaur")], self.minotaur);
        let (cells, pairs) = (check.grid().area(), check.grid().pairs());
        if pairs > limits::PAIRS {
            let message = format!(
                "{cells} cells are {pairs} pairs of squares for Theseus and the Minotaur, expected \
                 at most {}",
                limits::PAIRS
            );
            check.error([], message);
        }
    }

    fn start(&self) -> Option<Start> {
        Some(Start { from: self.from, to: self.to, ..Start::default() })
    }

    fn build(world: &mut Build<'_>) {
        world.state::<Pursuit>("pursuit").on_begin(pursuit::begin);
        world
            .walk_by(pursuit::walkers, |cell| cell.get::<Chased>().map(|it| it.pairs()))
            .steps(turn::step);
        world.look::<Chased>(&look::CHASED, |chased| chased.0);
        world.look_by(&look::THESEUS, look::theseus).look_by(&look::MINOTAUR, look::minotaur);
        world.tell(look::tell);
        world.cells::<Chased>().counted("state", |chased: &Chased| chased.pairs());
    }
}
