//! Where steps lead: to the neighbours, or where rules redirect them.

use bevy_ecs::prelude::*;
use serde::Serialize;

use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::engine::columns::Cells;

/// Where steps lead. A search is compiled twice: for usual worlds, and for those with columns that few rules
/// ask for.
pub trait Lead: Copy {
    /// Whether cells may have such columns, [`Leads`] or [`Passes`](super::Passes): else a search reads
    /// neither.
    const HAS_RARE_COLUMNS: bool;

    /// The cell to which a step leads, which must be open.
    fn toward(&self, cell: CellIndex, heading: Heading, grid: Grid) -> CellIndex;
}

/// Steps lead to the neighbours, which are so far away in grid order.
#[derive(Clone, Copy, Debug)]
pub struct ToNeighbours(pub(super) [i32; 4]);

/// Steps lead where the column says; to the neighbours if it is empty, as in a world with
/// [`Passes`](super::Passes) alone.
#[derive(Clone, Copy, Debug)]
pub struct ByLeads<'w>(pub(super) &'w [Leads]);

/// The cells to which steps from a cell lead, one for each heading. A component of every cell if
/// there is a rule that asks for it: such rules redirect steps.
///
/// Before rules run, steps lead to the neighbours, and nowhere at the edges. What leads nowhere
/// is closed after them. A way that is closed in [`Exits`](super::Exits) stays closed wherever it
/// would lead. If two rules redirect the same step, the ingredient that comes last counts.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Leads(pub(super) [CellIndex; 4]);

/// The cells where the steps to states began, by cell, then by pose, as far as the states are
/// claimed. A component of the maze entity if rules redirect steps: then a way back has no other
/// record of it, as many steps may lead to the same cell.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub(crate) struct Origins(pub(super) Vec<CellIndex>);

impl Lead for ToNeighbours {
    const HAS_RARE_COLUMNS: bool = false;

    #[inline]
    fn toward(&self, cell: CellIndex, heading: Heading, _: Grid) -> CellIndex {
        cell.offset(self.0[heading as usize])
    }
}

impl Lead for ByLeads<'_> {
    const HAS_RARE_COLUMNS: bool = true;

    #[inline]
    fn toward(&self, cell: CellIndex, heading: Heading, grid: Grid) -> CellIndex {
        match self.0.get(cell.get()) {
            Some(leads) => leads.0[heading as usize],
            None => grid.beside(cell, heading),
        }
    }
}

impl Leads {
    /// Where a step toward `heading` leads; `None` if it leads out of the maze.
    #[inline]
    pub fn toward(self, heading: Heading) -> Option<CellIndex> {
        Some(self.0[heading as usize]).filter(|&cell| cell != CellIndex::NOWHERE)
    }

    /// Where a step leads, by the column of a world whose rules redirect steps, otherwise to the
    /// neighbour; `None` if it leads out of the maze.
    pub(super) fn of_step(
        column: Option<&[Self]>,
        grid: Grid,
        cell: CellIndex,
        heading: Heading,
    ) -> Option<CellIndex> {
        match column {
            Some(leads) => leads[cell].toward(heading),
            None => grid
                .leads_from(cell, heading)
                .then(|| grid.beside(cell, heading)),
        }
    }

    /// Redirects the step toward `heading`.
    pub const fn redirect(&mut self, heading: Heading, to: CellIndex) {
        self.0[heading as usize] = to;
    }
}

impl Default for Leads {
    fn default() -> Self {
        Self([CellIndex::NOWHERE; 4])
    }
}

pub(crate) fn lead_to_neighbours(mut cells: Cells<&'static mut Leads>) {
    let (grid, leads) = cells.grid_and_columns();
    for (cell, leads) in grid.indices().zip(&mut *leads) {
        *leads = Leads(Heading::ALL.map(|heading| grid.beside(cell, heading)));
    }
    for (cell, heading) in grid.ways_out() {
        leads[cell].redirect(heading, CellIndex::NOWHERE);
    }
}
