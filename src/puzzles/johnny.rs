//! Johnny's maze (ACM Western European Regional 1995, problem G): a list of pending cells, moves
//! that carve passages, and flips of the list's tail.
//!
//! At first every cell is walled in and the list holds the starting cell. A tick processes the last
//! cell of the list: without an unvisited neighbour it is removed; otherwise a command is read,
//! which either moves to such a neighbour (the wall between is removed, the neighbour is appended)
//! or reverses the list from a position to its end (a flip). The maze is finished when the list is
//! empty.

mod commands;
mod contest;
mod fault;
mod framing;
mod look;
mod pending;
mod stage;
mod state;
mod template;
mod text;
mod unvisited;

#[cfg(test)]
pub(crate) use commands::place_of_command;
pub use commands::{Command, Commands};
use fault::{CommandFault, IllegalCommand};
pub use state::{JohnnyList, ListStep};
pub use unvisited::Unvisited;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::base::grid::Position;
use crate::base::limits;
use crate::base::scene_fault::SceneStep;
use crate::base::wall::Wall;
use crate::contest::Contest;
use crate::engine::columns::{Cells, Walls};
use crate::engine::maze::Build;
use crate::engine::text::TextFormat;
use crate::registry::Registry;
use crate::scene::{Check, Ingredient, Role};

use state::CommandSource;
use unvisited::{leave_unvisited, visit};

/// Johnny's list: every cell is walled in, then walls are removed.
/// `generate: Johnny(start: (8, 1), flips: 0.2)`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Johnny {
    /// The first cell of the list.
    pub start: Position,
    /// The probability, 0 to [`limits::FLIPS`], that a drawn command is a flip.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub flips: f64,
    /// The commands to carry out; if omitted, they are drawn.
    #[serde(default)]
    pub commands: Option<Commands>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde asks
fn is_zero(flips: &f64) -> bool {
    *flips == 0.0
}

/// Adds Johnny's mazes: the generator, and its text, contest and template.
pub(crate) fn plugin(registry: &mut Registry) {
    registry
        .add::<Johnny>()
        .text(TextFormat::JOHNNY)
        .contest(Contest::JOHNNY)
        .template(template::JOHNNY);
    #[cfg(feature = "bevy")]
    registry.reflected::<Unvisited>();
}

/// Depth first from this cell: commands are drawn, without flips.
impl From<Position> for Johnny {
    fn from(start: Position) -> Self {
        Self { start, flips: 0.0, commands: None }
    }
}

impl Ingredient for Johnny {
    const FIELD: &'static str = "generate";
    const NAME: &'static str = "Johnny";
    const ROLE: Role = Role::Walls;

    fn check(&self, check: &mut Check<'_>) {
        check.inside([SceneStep::Field("start")], self.start);
        if !(0.0..=limits::FLIPS).contains(&self.flips) {
            let message = format!("a chance of {}, expected 0 to {}", self.flips, limits::FLIPS);
            check.error([SceneStep::Field("flips")], message);
        }
        if self.commands.is_some() && self.flips != 0.0 {
            let message = "`flips` has no effect with `commands`: remove one";
            check.error([SceneStep::Field("flips")], message);
        }
    }

    fn must_run(&self) -> bool {
        self.commands.is_some()
    }

    fn build(world: &mut Build<'_>) {
        world.walls().chance().cells::<Unvisited>().buffer(size_of::<u32>());
        world.state::<JohnnyList>("johnny").on_begin(begin).stage(stage::carve);
        world.look_at_list(&look::LIST, look::list).tell(look::tell);
    }
}

/// Walls in every cell and puts the starting cell into the list.
fn begin(
    InRef(johnny): InRef<Johnny>,
    mut list: Single<&mut JohnnyList>,
    mut cells: Cells<&'static mut Unvisited>,
    mut walls: Walls<&'static mut Wall>,
) {
    let grid = cells.grid();
    let ways = cells.columns();
    leave_unvisited(ways, grid);
    walls.columns().fill(Wall::STANDING);
    let start = grid.index(johnny.start);
    visit(ways, grid, start);
    list.begin(start, johnny.flips, johnny.commands.as_ref(), grid.cells());
}
