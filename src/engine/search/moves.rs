//! The moves of a walk, asked outside its run: from which states to which.

use std::mem;

use bevy_ecs::system::SystemInput;

use crate::base::grid::{CellIndex, Grid};

/// A state of a walk: a cell, and a pose. What a pose is, the walk decides: for
/// [`Theseus`](crate::puzzles::Theseus) it is the cell of the Minotaur.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// The cell of the walk.
    pub cell: CellIndex,
    /// The number of the pose, from 0.
    pub pose: u32,
}

/// A question to a walk: where it begins, and where the moves from any states lead. It holds the function that gets
/// the answer. A system of the walk, whose input this is, [answers](Self::answer) it: see [`Build::moves`](crate::engine::Build::moves).
pub struct Moves<'a>(pub(crate) &'a mut dyn FnMut(MoveAnswer<'_>));

/// The answer to a question, valid while it is passed on.
pub(crate) struct MoveAnswer<'a> {
    pub(crate) start: State,
    pub(crate) poses: usize,
    /// Whether a graph needs a node of its own for the start, as a walker that returns to its cell and pose can go on
    /// otherwise than one that leaves it.
    pub(crate) is_start_apart: bool,
    /// Adds the states to which moves lead from one. The first call must be for [`start`](Self::start): walkers with a
    /// heading leave it straight on, so the first call is answered that way.
    pub(crate) moves_from: &'a mut dyn FnMut(State, &mut Vec<State>),
}

impl Moves<'_> {
    /// Answers: where the walk starts, how many poses there are, and where the moves from a state
    /// lead, in the order in which they are tried.
    pub fn answer(
        self,
        start: State,
        poses: usize,
        mut moves_from: impl FnMut(State, &mut Vec<State>),
    ) {
        (self.0)(MoveAnswer {
            start,
            poses,
            is_start_apart: false,
            moves_from: &mut moves_from,
        });
    }
}

impl SystemInput for Moves<'_> {
    type Param<'i> = Moves<'i>;
    type Inner<'i> = Moves<'i>;

    fn wrap(this: Self::Inner<'_>) -> Self::Param<'_> {
        this
    }
}

/// The cell whose shortest way from a start is the longest, the first in grid order of several. The first moves asked
/// for are those of the start.
pub(crate) fn farthest(
    start: State,
    poses: usize,
    moves_from: &mut dyn FnMut(State, &mut Vec<State>),
    grid: Grid,
) -> CellIndex {
    let mut is_known = vec![0_u64; (grid.cells() * poses).div_ceil(64)];
    let mut is_reached = vec![false; grid.cells()];
    let mut farthest = start.cell;
    is_reached[farthest.get()] = true;
    let (mut layer, mut next, mut to) = (vec![start], Vec::new(), Vec::new());
    while !layer.is_empty() {
        let mut first_new: Option<CellIndex> = None;
        for from in layer.drain(..) {
            moves_from(from, &mut to);
            for state @ State { cell, pose } in to.drain(..) {
                let place = pose as usize * grid.cells() + cell.get();
                let (word, bit) = (&mut is_known[place / 64], 1 << (place % 64));
                if mem::replace(word, *word | bit) & bit == 0 {
                    next.push(state);
                    if !mem::replace(&mut is_reached[cell.get()], true) {
                        first_new = Some(first_new.map_or(cell, |first| first.min(cell)));
                    }
                }
            }
        }
        farthest = first_new.unwrap_or(farthest);
        mem::swap(&mut layer, &mut next);
    }
    farthest
}
