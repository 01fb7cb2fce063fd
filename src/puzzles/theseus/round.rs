//! A round, in the words of the game a turn: a step of Theseus, then two of the Minotaur, who goes toward
//! him, along the row first.

use serde::Serialize;

use crate::base::count::saturating_u8;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::base::walker::Start;
use crate::engine::search::{Exits, SIDES, State, side};

#[derive(Clone, Copy)]
pub(super) struct Labyrinth<'a> {
    pub(super) grid: Grid,
    pub(super) exits: &'a [Exits],
    pub(super) start: &'a Start,
}

impl<'a> Labyrinth<'a> {
    pub(super) fn is_goal(self, cell: CellIndex) -> bool {
        self.start.goals(self.grid).any(|goal| goal == cell)
    }

    /// The rounds from a pair, in the order in which Theseus tries his steps; none if he is caught.
    pub(super) fn rounds(self, from: Pair) -> impl Iterator<Item = (Pair, Round)> + 'a {
        let ways = self.exits[from.theseus].headings();
        let is_free = from.theseus != from.minotaur;
        SIDES
            .into_iter()
            .filter(move |_| is_free)
            .filter_map(move |step| {
                if step.is_some_and(|heading| !ways.contains(heading)) {
                    return None;
                }
                let theseus = stepped(from.theseus, step, self.grid);
                if theseus == from.minotaur {
                    return None;
                }
                let (minotaur, steps) = if self.is_goal(theseus) {
                    (from.minotaur, [None; 2])
                } else {
                    self.hunt(from.minotaur, theseus)?
                };
                Some((
                    Pair { theseus, minotaur },
                    Round {
                        theseus: step,
                        minotaur: steps,
                    },
                ))
            })
    }

    /// Where the Minotaur's two steps lead; `None` if one of them leads to Theseus.
    fn hunt(
        self,
        minotaur: CellIndex,
        theseus: CellIndex,
    ) -> Option<(CellIndex, [Option<Heading>; 2])> {
        let mut cell = minotaur;
        let mut steps = [None; 2];
        for step in &mut steps {
            *step = step_of_minotaur(cell, theseus, self.exits, self.grid);
            cell = stepped(cell, *step, self.grid);
            if cell == theseus {
                return None;
            }
        }
        Some((cell, steps))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Pair {
    pub(super) theseus: CellIndex,
    pub(super) minotaur: CellIndex,
}

impl Pair {
    pub(super) fn of(state: State) -> Self {
        Self {
            theseus: state.cell,
            minotaur: state.pose.into(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Round {
    theseus: Option<Heading>,
    minotaur: [Option<Heading>; 2],
}

impl Round {
    /// The number of the round, below 5³: each of the three steps is one of [`SIDES`].
    pub(super) fn number(self) -> u8 {
        let [first, second] = self.minotaur;
        saturating_u8(side(self.theseus) + 5 * side(first) + 25 * side(second))
    }

    pub(super) fn numbered(number: u8) -> Self {
        let step = |number: u8| SIDES[usize::from(number % 5)];
        Self {
            theseus: step(number),
            minotaur: [step(number / 5), step(number / 25)],
        }
    }

    /// Where both were before this round, unless one would be outside the grid.
    pub(super) fn back(self, pair: Pair, grid: Grid) -> Option<Pair> {
        let [first, second] = self.minotaur;
        let minotaur = before(before(pair.minotaur, second, grid)?, first, grid)?;
        Some(Pair {
            theseus: before(pair.theseus, self.theseus, grid)?,
            minotaur,
        })
    }
}

#[inline]
fn step_of_minotaur(
    minotaur: CellIndex,
    theseus: CellIndex,
    exits: &[Exits],
    grid: Grid,
) -> Option<Heading> {
    let open = exits[minotaur].headings();
    let (own, other) = (grid.position(minotaur), grid.position(theseus));
    let toward = |own: u32, other: u32, [less, more]: [Heading; 2]| match own.cmp(&other) {
        std::cmp::Ordering::Less => Some(more),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(less),
    };
    let across = toward(own.column, other.column, [Heading::W, Heading::E]);
    let down = toward(own.row, other.row, [Heading::N, Heading::S]);
    [across, down]
        .into_iter()
        .flatten()
        .find(|&heading| open.contains(heading))
}

#[inline]
fn stepped(cell: CellIndex, step: Option<Heading>, grid: Grid) -> CellIndex {
    step.map_or(cell, |heading| grid.beside(cell, heading))
}

fn before(cell: CellIndex, step: Option<Heading>, grid: Grid) -> Option<CellIndex> {
    let back = step.map(Heading::opposite);
    let leads = back.is_none_or(|back| grid.leads_from(cell, back));
    leads.then(|| stepped(cell, back, grid))
}
