//! The pursuit: which pairs of squares are claimed, which are active, a [round](super::round) from each
//! active pair, and the route.

use bevy_ecs::prelude::*;
use serde::Serialize;

use super::Theseus;
use super::round::{Labyrinth, Pair, Round};
use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::progress::{Outcome, Progress};
use crate::base::route::Route;
use crate::base::walker::{Start, Walker};
use crate::engine::columns::Cells;
use crate::engine::search::{Exits, Moves, State};

/// The search for a way out. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub struct Pursuit {
    /// The claims of pairs, by theseus × cells + minotaur: 0 if unclaimed, otherwise 1 plus the number
    /// of the round that led there.
    claims: Vec<u8>,
    /// The active pairs, in the order in which they arrived.
    layer: Vec<Pair>,
    /// The first goal, from the first round on: the farthest one is known only then.
    goal: CellIndex,
    moves: u32,
    /// The Minotaur's cells along the route, or along the walk by hand.
    pub(super) tracks: Vec<CellIndex>,
}

impl Pursuit {
    pub(super) fn pairs(&self) -> &[Pair] {
        &self.layer
    }

    /// Where the Minotaur is along the [`Route`], in a maze of this size: at its start, after each round except
    /// the last, and at its end, where he no longer steps; of a walk by hand, where he was so far. Empty while a
    /// search goes on.
    pub fn tracks(&self, grid: Grid) -> impl DoubleEndedIterator<Item = Position> {
        self.tracks.iter().map(move |&cell| grid.position(cell))
    }

    /// Where the Minotaur is: in each active pair, or if none is left, along the route.
    pub fn minotaur(&self, grid: Grid) -> impl Iterator<Item = Position> {
        let pairs = self
            .layer
            .iter()
            .map(move |pair| grid.position(pair.minotaur));
        pairs.chain(self.tracks(grid).filter(|_| self.layer.is_empty()))
    }

    fn begin(&mut self, pair: Option<Pair>, grid: Grid) {
        self.claims.clear();
        self.claims.resize(grid.cells() * grid.cells(), 0);
        self.layer.clear();
        self.layer.extend(pair);
        self.tracks.clear();
        self.moves = 0;
    }

    #[inline]
    fn place(pair: Pair, cells: usize) -> usize {
        pair.theseus.get() * cells + pair.minotaur.get()
    }

    fn trace(&mut self, grid: Grid, arrival: Pair, route: &mut Route) {
        let mut pairs = vec![arrival];
        let mut pair = arrival;
        for _ in 0..self.moves {
            // Every pair of a route is claimed, unless claims were changed by hand.
            let claim = self.claims[Self::place(pair, grid.cells())];
            let round = claim.checked_sub(1).map(Round::numbered);
            let Some(before) = round.and_then(|round| round.back(pair, grid)) else {
                break;
            };
            pair = before;
            pairs.push(pair);
        }
        pairs.reverse();
        self.tracks = pairs.iter().map(|pair| pair.minotaur).collect();
        route.clear();
        route.extend(&pairs.iter().map(|pair| pair.theseus).collect::<Vec<_>>());
    }
}

/// The number of claimed pairs with Theseus on this cell: the claims on the cell. A component of
/// every cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Chased(pub(super) u32);

impl Chased {
    pub(super) fn claims(self) -> usize {
        self.0 as usize
    }
}

/// The cell where the Minotaur starts.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Lair(CellIndex);

/// Puts both at their starts, and clears every claim. If the Minotaur starts on the square of
/// Theseus, no pair is active.
pub(super) fn begin(
    InRef(walk): InRef<Theseus>,
    maze: Single<(&Grid, &Start, &mut Pursuit, &mut Route, &mut Lair)>,
    mut cells: Cells<&'static mut Chased>,
) {
    let (&grid, begin, mut pursuit, mut route, mut lair) = maze.into_inner();
    cells.columns().fill(Chased::default());
    route.clear();
    let start = Pair {
        theseus: grid.index(begin.at()),
        minotaur: grid.index(walk.minotaur),
    };
    *lair = Lair(start.minotaur);
    pursuit.goal = CellIndex::default();
    pursuit.begin((start.theseus != start.minotaur).then_some(start), grid);
}

/// Puts both where these states have led, with no pair claimed; the Minotaur's cells on the way are the tracks.
pub(super) fn stand(
    InRef(walked): InRef<[State]>,
    maze: Single<(&Grid, &mut Pursuit, &mut Route)>,
    mut cells: Cells<&'static mut Chased>,
) {
    let (&grid, mut pursuit, mut route) = maze.into_inner();
    cells.columns().fill(Chased::default());
    route.clear();
    pursuit.begin(walked.last().map(|&it| Pair::of(it)), grid);
    pursuit
        .tracks
        .extend(walked.iter().map(|&it| Pair::of(it).minotaur));
}

pub(super) fn walkers(maze: EntityRef<'_>) -> Vec<Walker> {
    let pairs = maze
        .get::<Pursuit>()
        .map(Pursuit::pairs)
        .unwrap_or_default();
    pairs
        .iter()
        .map(|pair| Walker {
            cell: pair.theseus,
            ..Walker::default()
        })
        .collect()
}

pub(super) fn step(
    maze: Single<(&Grid, &Start, &mut Progress, &mut Pursuit, &mut Route)>,
    mut cells: Cells<(&'static Exits, &'static mut Chased)>,
) {
    let (&grid, start, mut progress, mut pursuit, mut route) = maze.into_inner();
    let (pursuit, (exits, chased)) = (&mut *pursuit, cells.columns());
    let labyrinth = Labyrinth { grid, exits, start };
    pursuit.goal = start.goals(grid).next().unwrap_or_default();
    while progress.is_walking() && progress.ticks_left() > 0 {
        let layer = std::mem::take(&mut pursuit.layer);
        let mut arrival = None;
        for (pair, round) in layer.into_iter().flat_map(|from| labyrinth.rounds(from)) {
            let claim = &mut pursuit.claims[Pursuit::place(pair, grid.cells())];
            if *claim > 0 {
                continue;
            }
            *claim = 1 + round.number();
            chased[pair.theseus].0 += 1;
            if labyrinth.is_goal(pair.theseus) {
                arrival = Some(pair);
                break;
            }
            pursuit.layer.push(pair);
        }
        pursuit.moves += 1;
        progress.pass(1);
        if let Some(arrival) = arrival {
            pursuit.layer.clear();
            pursuit.trace(grid, arrival, &mut route);
            progress.finish(Outcome::Solved {
                moves: pursuit.moves,
            });
        } else if pursuit.layer.is_empty() {
            progress.finish(Outcome::NoSolution);
        }
    }
}

/// Tells the moves: a state is where Theseus is, and as its pose where the Minotaur is.
pub(super) fn moves(
    moves: Moves<'_>,
    maze: Single<(&Grid, &Start, &Lair)>,
    mut cells: Cells<&'static Exits>,
) {
    let (&grid, start, &Lair(lair)) = maze.into_inner();
    let labyrinth = Labyrinth {
        grid,
        exits: cells.columns(),
        start,
    };
    let state = |pair: Pair| State {
        cell: pair.theseus,
        pose: pair.minotaur.into(),
    };
    let start = Pair {
        theseus: grid.index(start.at()),
        minotaur: lair,
    };
    moves.answer(state(start), grid.cells(), |from, to| {
        let origin = Pair::of(from);
        to.extend(labyrinth.rounds(origin).map(|(pair, _)| state(pair)));
    });
}
