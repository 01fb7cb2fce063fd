//! The rules: what narrows where a walker can go. Each is decided by the component it is about;
//! this is where they come together.

use super::gait::Gait;
use crate::arrow::Signs;
use crate::dice::Number;
use crate::grid::{Grid, Position};
use crate::heading::Heading;
use crate::walker::Walker;
use crate::wall::{Segments, Wall};

/// The rules of a world, with the columns that they read. Without walls the edges of the grid bound
/// the walk; a gait that obeys signs or numbers has them, which the scene's check makes sure of.
pub(super) struct Rules<'a> {
    grid: Grid,
    segments: Segments,
    positions: &'a [Position],
    walls: Option<&'a [Wall]>,
    signs: &'a [Signs],
    numbers: &'a [Number],
}

impl<'a> Rules<'a> {
    pub(super) fn new(
        grid: Grid,
        positions: &'a [Position],
        walls: Option<&'a [Wall]>,
        signs: Option<&'a [Signs]>,
        numbers: Option<&'a [Number]>,
    ) -> Self {
        let segments = Segments::of(grid);
        let (signs, numbers) = (signs.unwrap_or_default(), numbers.unwrap_or_default());
        Self { grid, segments, positions, walls, signs, numbers }
    }

    /// Whether a walker may step toward `heading`. On `leaving` its start, a walker with a heading
    /// goes straight on, whatever the signs there say.
    #[inline]
    pub(super) fn allow<G: Gait>(&self, walker: Walker, heading: Heading, leaving: bool) -> bool {
        let cell = walker.cell as usize;
        if G::HEADED {
            let sign_allows = if leaving {
                heading == walker.heading
            } else {
                self.signs[cell].allow(walker.heading, heading)
            };
            if !sign_allows {
                return false;
            }
        }
        let open = match self.walls {
            Some(walls) => !walls[self.segments.beside(cell, heading)].stands,
            None => self.grid.leads(self.positions[cell], heading),
        };
        open && (!G::ROLLS || self.numbers[self.neighbour(cell, heading)].admits(walker.die))
    }

    #[inline]
    fn neighbour(&self, cell: usize, heading: Heading) -> usize {
        cell.wrapping_add_signed(self.grid.stride(heading))
    }
}
