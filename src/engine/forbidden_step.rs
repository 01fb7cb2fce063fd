//! A step that a rule forbids, for the reason that the rule gives.

use bevy_ecs::prelude::*;

use crate::base::grid::{Grid, Position};
use crate::base::heading::Heading;
use crate::engine::columns::column_of_cells;

/// A step that a rule forbids, passed to the rule for the reason:
/// [`Build::why`](crate::engine::Build::why).
#[derive(Clone, Copy, Debug)]
pub struct ForbiddenStep<'a> {
    pub(crate) world: &'a World,
    pub(crate) grid: Grid,
    /// The position of the walker.
    pub at: Position,
    /// Where it would go.
    pub toward: Heading,
    /// The heading of the walker, if it has one and the way is closed for that heading.
    pub travel: Option<Heading>,
    /// The [class](crate::engine::Gait::class) of the walker, if rules close ways out of cells by classes.
    pub class: Option<u8>,
    /// The cell that it may not enter, if that is why, and the [class](crate::engine::Gait::class) of the
    /// walker: for a die the number on top.
    pub entry: Option<(Position, u8)>,
}

impl ForbiddenStep<'_> {
    /// Returns a component of the cell at a position, such as its [`Number`](crate::puzzles::dice::Number).
    pub fn get<C: Component>(&self, at: Position) -> Option<&C> {
        let column = column_of_cells::<C>(self.world)?;
        self.grid.contains(at).then(|| &column[self.grid.index(at)])
    }
}
