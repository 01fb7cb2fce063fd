//! The pursuit: which pairs of squares are claimed, which are active, and the route.

use bevy_ecs::prelude::*;
use serde::Serialize;

use super::Theseus;
use super::chase::Round;
use crate::base::grid::{CellIndex, Grid};
use crate::base::route::Route;
use crate::base::walker::Walker;
use crate::engine::columns::Cells;

/// The cells of Theseus and the Minotaur.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// The cell of Theseus.
    pub theseus: CellIndex,
    /// The cell of the Minotaur.
    pub minotaur: CellIndex,
}

/// The search for a way out. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub struct Pursuit {
    /// For every pair, by theseus × cells + minotaur: 0 if unclaimed, otherwise 1 plus the number
    /// of the turn that led there.
    pub(super) claims: Vec<u8>,
    /// The active pairs, in the order in which they arrived.
    pub(super) layer: Vec<Pair>,
    /// A buffer for the next layer.
    #[serde(skip)]
    pub(super) next: Vec<Pair>,
    pub(super) goal: CellIndex,
    /// The number of turns so far.
    pub(super) moves: u32,
    /// The Minotaur's cells along the route.
    pub(super) tracks: Vec<CellIndex>,
}

/// The number of claimed pairs with Theseus on this cell: the claims on the cell. A component of
/// every cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Chased(pub(super) u32);

impl Pursuit {
    /// The active pairs, in the order in which they arrived.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        &self.layer
    }

    /// The Minotaur's cells along the [`Route`]: at its start, after each turn except the last, and
    /// at its end, where he no longer steps. Empty until a solution is found.
    #[must_use]
    pub fn tracks(&self) -> &[CellIndex] {
        &self.tracks
    }

    /// The index of a pair among the claims.
    #[inline]
    pub(super) fn place(pair: Pair, cells: usize) -> usize {
        pair.theseus.get() * cells + pair.minotaur.get()
    }

    /// Walks back from the arrival.
    pub(super) fn trace(&mut self, grid: Grid, arrival: Pair, route: &mut Route) {
        let mut pairs = vec![arrival];
        let mut here = arrival;
        for _ in 0..self.moves {
            // Every pair of a route is claimed, unless claims were changed by hand.
            let claim = self.claims[Self::place(here, grid.cells())];
            let turn = claim.checked_sub(1).map(Round::numbered);
            let Some(before) = turn.and_then(|turn| turn.back(here, grid)) else { break };
            here = before;
            pairs.push(here);
        }
        pairs.reverse();
        self.tracks = pairs.iter().map(|pair| pair.minotaur).collect();
        route.clear();
        route.extend(&pairs.iter().map(|pair| pair.theseus).collect::<Vec<_>>());
    }
}

impl Chased {
    /// The number of claimed pairs.
    pub(super) fn pairs(self) -> usize {
        self.0 as usize
    }
}

/// Puts both at their starts, and clears every claim. If the Minotaur starts on the square of
/// Theseus, no pair is active.
pub(super) fn begin(
    InRef(walk): InRef<Theseus>,
    maze: Single<(&Grid, &mut Pursuit, &mut Route)>,
    mut cells: Cells<&'static mut Chased>,
) {
    let (&grid, mut pursuit, mut route) = maze.into_inner();
    cells.columns().fill(Chased::default());
    route.clear();
    let cell = |at| grid.index(at);
    let start = Pair { theseus: cell(walk.from), minotaur: cell(walk.minotaur) };
    pursuit.claims.clear();
    pursuit.claims.resize(grid.cells() * grid.cells(), 0);
    pursuit.layer.clear();
    pursuit.layer.extend((walk.from != walk.minotaur).then_some(start));
    pursuit.next.clear();
    pursuit.tracks.clear();
    (pursuit.goal, pursuit.moves) = (cell(walk.to), 0);
}

/// The walkers: Theseus in every active pair.
pub(super) fn walkers(maze: EntityRef<'_>) -> Vec<Walker> {
    let pairs = maze.get::<Pursuit>().map(Pursuit::pairs).unwrap_or_default();
    pairs.iter().map(|pair| Walker { cell: pair.theseus, ..Walker::default() }).collect()
}
