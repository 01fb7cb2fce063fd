//! The steps of the Minotaur, and a round of both as a number.

use super::Pair;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::engine::search::Exits;

/// A step toward a neighbour, or none.
pub(super) type Step = Option<Heading>;

/// The steps that Theseus tries, in order.
pub(super) const STEPS: [Step; 5] =
    [Some(Heading::N), Some(Heading::S), Some(Heading::W), Some(Heading::E), None];

/// A round: the step of Theseus, then the two of the Minotaur.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Round {
    pub(super) theseus: Step,
    pub(super) minotaur: [Step; 2],
}

/// The step of the Minotaur at the first of these cells, with Theseus at the second.
#[inline]
pub(super) fn step_of_minotaur(
    minotaur: CellIndex,
    theseus: CellIndex,
    exits: &[Exits],
    grid: Grid,
) -> Step {
    let open = exits[minotaur].headings();
    let (own, other) = (grid.position(minotaur), grid.position(theseus));
    let toward = |own: u32, other: u32, [less, more]: [Heading; 2]| match own.cmp(&other) {
        std::cmp::Ordering::Less => Some(more),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(less),
    };
    let across = toward(own.column, other.column, [Heading::W, Heading::E]);
    let down = toward(own.row, other.row, [Heading::N, Heading::S]);
    [across, down].into_iter().flatten().find(|&heading| open.contains(heading))
}

/// The cell after a step that stays inside the grid.
#[inline]
pub(super) fn stepped(cell: CellIndex, step: Step, grid: Grid) -> CellIndex {
    step.map_or(cell, |heading| grid.beside(cell, heading))
}

/// The cell before a step, unless that is outside the grid.
fn before(cell: CellIndex, step: Step, grid: Grid) -> Option<CellIndex> {
    let back = step.map(Heading::opposite);
    let leads = back.is_none_or(|back| grid.leads(grid.position(cell), back));
    leads.then(|| stepped(cell, back, grid))
}

impl Round {
    /// Its number, below 5³: each of the three steps is one of five.
    pub(super) fn number(self) -> u8 {
        let number = |step: Step| step.map_or(4, |heading| heading as u8);
        let [first, second] = self.minotaur;
        number(self.theseus) + 5 * number(first) + 25 * number(second)
    }

    /// The round of a number below 5³.
    pub(super) fn numbered(number: u8) -> Self {
        let step = |number: u8| STEPS[usize::from(number % 5)];
        Self { theseus: step(number), minotaur: [step(number / 5), step(number / 25)] }
    }

    /// Where both were before this round, unless one would be outside the grid.
    pub(super) fn back(self, here: Pair, grid: Grid) -> Option<Pair> {
        let [first, second] = self.minotaur;
        let minotaur = before(before(here.minotaur, second, grid)?, first, grid)?;
        Some(Pair { theseus: before(here.theseus, self.theseus, grid)?, minotaur })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_has_its_number() {
        for number in 0..125 {
            assert_eq!(Round::numbered(number).number(), number);
        }
    }
}
