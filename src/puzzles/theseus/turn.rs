//! The step system: a turn of every active pair.

use bevy_ecs::prelude::*;

use super::chase::{Round, STEPS, Step, step_of_minotaur, stepped};
use super::pursuit::{Chased, Pair, Pursuit};
use crate::base::grid::{CellIndex, Grid};
use crate::base::progress::{Budget, Outcome, Progress};
use crate::base::route::Route;
use crate::engine::columns::Cells;
use crate::engine::search::Exits;

/// Does a turn of every pair, as often as the budget allows.
pub(super) fn step(
    maze: Single<(&Grid, &mut Progress, &mut Pursuit, &mut Route)>,
    mut budget: ResMut<Budget>,
    mut cells: Cells<(&'static Exits, &'static mut Chased)>,
) {
    let (&grid, mut progress, mut pursuit, mut route) = maze.into_inner();
    let pursuit = &mut *pursuit;
    let (exits, chased) = cells.columns();
    while progress.is_walking() && budget.left() > 0 {
        let arrival = Layer { grid, exits, chased, pursuit }.layer();
        pursuit.moves += 1;
        progress.pass(1, &mut budget);
        if let Some(arrival) = arrival {
            pursuit.trace(grid, arrival, &mut route);
            progress.finish(Outcome::Solved { moves: pursuit.moves });
        } else if pursuit.layer.is_empty() {
            progress.finish(Outcome::NoSolution);
        }
    }
}

/// A layer of the search: the active pairs, and the columns that their turns read.
struct Layer<'a> {
    grid: Grid,
    exits: &'a [Exits],
    chased: &'a mut [Chased],
    pursuit: &'a mut Pursuit,
}

impl Layer<'_> {
    /// A turn of every pair; returns the pair in which Theseus is out, if any. Otherwise the pairs
    /// that were reached are the next layer.
    fn layer(&mut self) -> Option<Pair> {
        let mut layer = std::mem::take(&mut self.pursuit.layer);
        let arrival = layer.drain(..).find_map(|pair| self.turns(pair));
        self.pursuit.layer = std::mem::replace(&mut self.pursuit.next, layer);
        if arrival.is_some() {
            self.pursuit.layer.clear();
        }
        arrival
    }

    /// All turns from a pair; returns the pair in which Theseus is out, if any.
    fn turns(&mut self, from: Pair) -> Option<Pair> {
        let ways = self.exits[from.theseus].headings();
        for step in STEPS {
            if step.is_some_and(|heading| !ways.contains(heading)) {
                continue;
            }
            let theseus = stepped(from.theseus, step, self.grid);
            if theseus == from.minotaur {
                continue;
            }
            if theseus == self.pursuit.goal {
                let there = Pair { theseus, ..from };
                if self.claim(there, Round { theseus: step, minotaur: [None; 2] }) {
                    return Some(there);
                }
            } else if let Some((minotaur, steps)) = self.hunt(from.minotaur, theseus) {
                let there = Pair { theseus, minotaur };
                if self.claim(there, Round { theseus: step, minotaur: steps }) {
                    self.pursuit.next.push(there);
                }
            }
        }
        None
    }

    /// Where the Minotaur's two steps lead; `None` if one of them leads to Theseus.
    fn hunt(&self, minotaur: CellIndex, theseus: CellIndex) -> Option<(CellIndex, [Step; 2])> {
        let mut here = minotaur;
        let mut steps = [None; 2];
        for step in &mut steps {
            *step = step_of_minotaur(here, theseus, self.exits, self.grid);
            here = stepped(here, *step, self.grid);
            if here == theseus {
                return None;
            }
        }
        Some((here, steps))
    }

    /// Claims a pair, first come first served; returns whether it was free.
    fn claim(&mut self, pair: Pair, turn: Round) -> bool {
        let claim = &mut self.pursuit.claims[Pursuit::place(pair, self.exits.len())];
        let is_free = *claim == 0;
        if is_free {
            *claim = 1 + turn.number();
            self.chased[pair.theseus].0 += 1;
        }
        is_free
    }
}
