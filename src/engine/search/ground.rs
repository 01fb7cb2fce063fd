//! The ground: where steps lead, and what a gait may read on the way.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use serde::{Deserialize, Serialize};

use super::gait::Gait;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::base::walker::Walker;
use crate::engine::columns::{Cells, Columns};

/// What the steps of a gait may read. `L` tells where they lead: to the neighbours, or where rules
/// have redirected them.
pub struct Ground<'w, 's, G: Gait, L> {
    /// The size of the maze.
    pub grid: Grid,
    /// The columns of the cells that the gait [reads](Gait::Reads), as slices.
    pub cells: <G::Reads as Columns>::Slices<'w>,
    /// What it reads [of the maze entity](Gait::OfMaze).
    pub maze: <G::OfMaze as QueryData>::Item<'w, 's>,
    pub(super) lead: L,
    /// Where the step to the state began from which a way back is taken, if rules redirect steps.
    origin: Option<u32>,
}

/// Where steps lead.
pub trait Lead: Copy {
    /// Whether rules asked for columns that most worlds do without: [`Leads`], or
    /// [`Passes`](super::Passes).
    const IS_UNUSUAL: bool;

    /// The cell to which a step leads, which must be open.
    #[must_use]
    fn toward(&self, cell: CellIndex, heading: Heading, grid: Grid) -> CellIndex;
}

/// Steps lead to the neighbours, which are so far away in grid order.
#[derive(Clone, Copy, Debug)]
pub struct ToNeighbours([i32; 4]);

/// Steps lead where the column says, if there is one, otherwise to the neighbours.
#[derive(Clone, Copy, Debug)]
pub struct ByLeads<'w>(pub(super) &'w [Leads]);

/// The cells to which steps from a cell lead, one for each heading. A component of every cell if
/// there is a rule that asks for it: such rules redirect steps.
///
/// Before rules run, steps lead to the neighbours, and nowhere at the edges. What leads nowhere
/// is closed after them. A way that is closed in [`Exits`](super::Exits) stays closed wherever it
/// would lead. If two rules redirect the same step, the ingredient that comes last counts.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Leads([u32; 4]);

/// The cells where the steps to states began, by cell, then by pose, as far as the states are
/// claimed. A component of the maze entity if rules redirect steps: then a way back has no other
/// record of it, as many steps may lead to the same cell.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Origins(Vec<u32>);

/// No cell.
const NOWHERE: u32 = u32::MAX;

/// The columns of the cells that the ground of a gait consists of.
pub(super) type GroundColumns<G> = (Option<&'static Leads>, <G as Gait>::Reads);

/// What it consists of besides, on the maze entity.
pub(super) type GroundOfMaze<G> = (&'static Grid, <G as Gait>::OfMaze);

impl<'w, 's, G: Gait> Ground<'w, 's, G, ToNeighbours> {
    /// The ground of steps to neighbours: for tests of a gait.
    #[must_use]
    pub fn plain(
        grid: Grid,
        cells: <G::Reads as Columns>::Slices<'w>,
        maze: <G::OfMaze as QueryData>::Item<'w, 's>,
    ) -> Self {
        let lead = ToNeighbours(Heading::ALL.map(|heading| grid.stride(heading)));
        Self { grid, cells, maze, lead, origin: None }
    }
}

impl<'w, 's, G: Gait> Ground<'w, 's, G, ByLeads<'w>> {
    pub(super) fn new(
        (leads, cells): <GroundColumns<G> as Columns>::Slices<'w>,
        (&grid, maze): <GroundOfMaze<G> as QueryData>::Item<'w, 's>,
    ) -> Self {
        Self { grid, cells, maze, lead: ByLeads(leads.unwrap_or_default()), origin: None }
    }

    /// The same, for steps to the neighbours.
    pub(super) fn unled(self) -> Ground<'w, 's, G, ToNeighbours> {
        Ground::plain(self.grid, self.cells, self.maze)
    }

    /// Whether a step leads anywhere, even if it is closed.
    pub(super) fn leads(&self, cell: CellIndex, heading: Heading) -> bool {
        match self.lead.0.get(cell.get()) {
            Some(leads) => leads.toward(heading).is_some(),
            None => self.grid.leads(self.grid.position(cell), heading),
        }
    }
}

impl<'w, 's, G: Gait, L: Lead> Ground<'w, 's, G, L> {
    /// The walker after a step toward `heading`, which must be open, with that heading.
    #[must_use]
    #[inline]
    pub fn step(&self, walker: Walker, heading: Heading) -> Walker {
        Walker { cell: self.lead.toward(walker.cell, heading, self.grid), heading, ..walker }
    }

    /// The walker before the step toward `heading` that led to the state `here`, from which a
    /// [way back](Gait::back) is taken, with the same heading; `None` if there is no such step.
    #[must_use]
    pub fn back(&self, here: Walker, heading: Heading) -> Option<Walker> {
        match self.origin {
            None => here.before(heading, self.grid),
            Some(cell) if (cell as usize) < self.grid.cells() => {
                Some(Walker { cell: cell.into(), ..here })
            }
            Some(_) => None,
        }
    }

    /// The ground of another gait, from which this one takes its steps, with what that reads.
    #[must_use]
    #[inline]
    pub fn of<H: Gait>(
        &self,
        cells: <H::Reads as Columns>::Slices<'w>,
        maze: <H::OfMaze as QueryData>::Item<'w, 's>,
    ) -> Ground<'w, 's, H, L> {
        let Self { grid, lead, origin, .. } = *self;
        Ground { grid, cells, maze, lead, origin }
    }

    /// The walker before the step that led to the claimed state `here`, by its way back.
    pub(super) fn before(&mut self, here: Walker, way: u8, origins: &[u32]) -> Option<Walker> {
        self.origin = origins.get(Origins::place::<G>(here)).copied();
        G::back(here, way, self)
    }
}

impl Lead for ToNeighbours {
    const IS_UNUSUAL: bool = false;

    #[inline]
    fn toward(&self, cell: CellIndex, heading: Heading, _: Grid) -> CellIndex {
        cell.offset(self.0[heading as usize])
    }
}

impl Lead for ByLeads<'_> {
    const IS_UNUSUAL: bool = true;

    #[inline]
    fn toward(&self, cell: CellIndex, heading: Heading, grid: Grid) -> CellIndex {
        match self.0.get(cell.get()) {
            Some(leads) => leads.0[heading as usize].into(),
            None => grid.beside(cell, heading),
        }
    }
}

impl Leads {
    /// Where a step toward `heading` leads; `None` if it leads out of the maze.
    #[must_use]
    pub fn toward(self, heading: Heading) -> Option<CellIndex> {
        Some(self.0[heading as usize]).filter(|&cell| cell != NOWHERE).map(CellIndex::from)
    }

    /// Redirects the step toward `heading`.
    pub fn redirect(&mut self, heading: Heading, to: CellIndex) {
        self.0[heading as usize] = to.into();
    }
}

impl Default for Leads {
    fn default() -> Self {
        Self([NOWHERE; 4])
    }
}

impl Origins {
    /// The place of a state.
    #[inline]
    pub(super) fn place<G: Gait>(state: Walker) -> usize {
        state.cell.get() * G::POSES + G::pose(state)
    }

    /// Makes room for every state.
    pub(super) fn begin<G: Gait>(&mut self, grid: Grid) {
        self.0.resize(grid.cells() * G::POSES, NOWHERE);
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [u32] {
        &mut self.0
    }

    pub(super) fn as_slice(&self) -> &[u32] {
        &self.0
    }
}

/// Lets steps lead to the neighbours.
pub(crate) fn lead_to_neighbours(mut cells: Cells<&'static mut Leads>) {
    let grid = cells.grid();
    let leads = cells.columns();
    for (cell, leads) in grid.indices().zip(&mut *leads) {
        *leads = Leads(Heading::ALL.map(|heading| grid.beside(cell, heading).into()));
    }
    for (cell, heading) in grid.ways_out() {
        leads[cell].0[heading as usize] = NOWHERE;
    }
}
