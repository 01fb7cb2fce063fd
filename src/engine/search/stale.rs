//! Stale ways: those that are closed anew during a walk, as what rules read has changed.
//!
//! The ways that rules leave open whose reading stays the same are kept. Where all other rules say which cells' ways hang on
//! a cell that changed, by asking for [`StaleCells`], only these are opened and closed again; else all are.

use bevy_ecs::prelude::*;
use bevy_ecs::system::{BoxedSystem, SystemParam};

use super::exits::Exits;
use super::leads::Leads;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::engine::columns::{Cells, single};

/// What is stale. A component of the maze entity, if ways change during a walk, or a rule asks for it.
#[derive(Component, Default)]
pub(crate) struct StaleWays {
    grid: Grid,
    are_all: bool,
    /// The cells that have changed since ways were closed; if there are as many as cells in all, any may have.
    changed: Vec<CellIndex>,
    /// The cells whose ways are stale, unless all are.
    cells: Vec<CellIndex>,
    /// A bit for each cell, whether it is among them.
    listed: Vec<u64>,
    /// The ways that rules leave open which do not change.
    kept: Vec<Headings>,
}

pub(crate) type Reopen = BoxedSystem<InRef<'static, Option<Vec<Hanging>>>, bool>;

/// Adds the cells whose ways hang on a cell.
pub(crate) type Hanging = fn(Grid, CellIndex, &mut Vec<CellIndex>);

/// The cells whose ways a [rule](crate::engine::Build::rule) has to close: all when a walk begins; later, where systems of
/// each tick note what they change in [`ChangedCells`], those that hang on these. A parameter of rules.
#[derive(SystemParam)]
pub struct StaleCells<'w, 's> {
    stale: Single<'w, 's, &'static StaleWays>,
}

impl StaleCells<'_, '_> {
    /// The cells.
    pub fn iter(&self) -> impl Iterator<Item = CellIndex> {
        let StaleWays {
            grid,
            are_all,
            cells,
            ..
        } = &**self.stale;
        let all = are_all.then(|| grid.indices()).into_iter().flatten();
        let listed = if *are_all { &[] } else { &cells[..] };
        all.chain(listed.iter().copied())
    }

    /// Closes, in these cells, all ways that lead into cells which nobody may enter, as [`Exits::close_into`] does in all.
    #[inline]
    pub fn close_into(
        &self,
        column: &mut [Exits],
        leads: Option<&[Leads]>,
        is_closed: impl Fn(CellIndex) -> bool,
    ) {
        let StaleWays {
            grid,
            are_all,
            cells,
            ..
        } = &**self.stale;
        if *are_all {
            return Exits::close_into(column, *grid, leads, is_closed);
        }
        // Steps lead to neighbours, and ways out of the grid are closed.
        let strides = Heading::ALL.map(|heading| grid.stride(heading));
        for &cell in cells {
            let exits = &mut column[cell];
            for (heading, stride) in Heading::ALL.into_iter().zip(strides) {
                if exits.headings().contains(heading) && is_closed(cell.offset(stride)) {
                    exits.close(heading);
                }
            }
        }
    }
}

/// Notes the cells that a system of each tick changes, so that rules which ask for [`StaleCells`] close no more ways than
/// they must. A system that asks for this notes every cell that it changes, in what such a rule reads.
#[derive(SystemParam)]
pub struct ChangedCells<'w, 's> {
    stale: Option<Single<'w, 's, &'static mut StaleWays>>,
}

impl ChangedCells<'_, '_> {
    /// Notes a cell.
    #[inline]
    pub fn insert(&mut self, cell: CellIndex) {
        if let Some(stale) = &mut self.stale
            && stale.changed.len() < stale.kept.len()
        {
            stale.changed.push(cell);
        }
    }
}

pub(crate) fn all(maze: Single<(&Grid, &mut StaleWays)>) {
    let (&grid, mut stale) = maze.into_inner();
    (stale.grid, stale.are_all) = (grid, true);
    stale.changed.clear();
}

/// Keeps the ways that are open so far.
pub(crate) fn keep(mut stale: Single<&mut StaleWays>, mut cells: Cells<&'static Exits>) {
    let (grid, exits) = cells.grid_and_columns();
    stale.kept.clear();
    stale.kept.extend(exits.iter().map(Exits::headings));
    stale.listed.resize(grid.cells().div_ceil(64), 0);
}

/// Opens the ways that are stale: all, or those that hang on changed cells. Returns whether there are any.
pub(crate) fn reopen(
    InRef(hanging): InRef<Option<Vec<Hanging>>>,
    mut maze: Query<&'static mut StaleWays>,
    mut cells: Cells<&'static mut Exits>,
) -> bool {
    let stale = &mut *single(&mut maze);
    let (grid, exits) = cells.grid_and_columns();
    let Some(hanging) = hanging
        .as_ref()
        .filter(|_| stale.changed.len() < exits.len())
    else {
        stale.are_all = true;
        stale.changed.clear();
        exits
            .iter_mut()
            .zip(&stale.kept)
            .for_each(|(exits, &kept)| *exits = Exits(kept));
        return true;
    };
    let StaleWays {
        are_all,
        changed,
        cells,
        listed,
        kept,
        ..
    } = stale;
    *are_all = false;
    cells.clear();
    let mut add = |cell: CellIndex| {
        let (word, bit) = (cell.get() / 64, 1 << (cell.get() % 64));
        if cell.get() < exits.len() && listed[word] & bit == 0 {
            listed[word] |= bit;
            exits[cell] = Exits(kept[cell]);
            cells.push(cell);
        }
    };
    let strides = Heading::ALL.map(|heading| grid.stride(heading));
    let mut more = Vec::new();
    for cell in changed.drain(..) {
        add(cell);
        for stride in strides {
            add(cell.offset(stride));
        }
        for hanging in hanging {
            hanging(grid, cell, &mut more);
        }
        more.drain(..).for_each(&mut add);
    }
    for cell in &*cells {
        listed[cell.get() / 64] = 0;
    }
    !cells.is_empty()
}
