//! The moves of a walk, asked outside its run: from which states to which.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::ReadOnlySystem;

use super::gait::{Gait, Ground, GroundColumns, GroundOfMaze, first_walker, order};
use super::step_probe::Step;
use super::{WayColumns, Ways};
use crate::base::grid::CellIndex;
use crate::base::walker::{Start, Walker};
use crate::engine::columns::Cells;

/// A state of a walk: a cell, and a pose. What a pose is, the walk decides: for
/// [`Theseus`](crate::puzzles::Theseus) it is the cell of the Minotaur.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// Its cell.
    pub cell: CellIndex,
    /// The number of its pose, from 0.
    pub pose: u32,
}

/// A question to a walk: where the moves from some states lead. A system of the walk
/// [answers](Self::answer) it: see [`Build::moves`](crate::engine::Build::moves).
#[derive(Debug, Default)]
pub struct Moves {
    /// The states to go on from; none in a question about the start only.
    pub(crate) from: Vec<State>,
    /// Whether the first of them is the start, which a walker with a heading leaves straight on.
    pub(crate) is_leaving: bool,
    pub(crate) start: State,
    pub(crate) poses: usize,
    /// Whether the start is a state of its own, other than its cell and pose.
    pub(crate) is_start_apart: bool,
    /// Where the moves lead.
    pub(crate) to: Vec<State>,
    /// For each state, the end of its moves in `to`.
    pub(crate) ends: Vec<usize>,
}

/// Answers questions in a World with its ways closed.
pub(crate) type TellMoves = Box<dyn ReadOnlySystem<In = InMut<'static, Moves>, Out = ()>>;

impl Moves {
    /// Answers: where the walk starts, how many poses there are, and where the moves from a state
    /// lead, in the order in which they are tried.
    pub fn answer(
        &mut self,
        start: State,
        poses: usize,
        mut each: impl FnMut(State, &mut Vec<State>),
    ) {
        (self.start, self.poses) = (start, poses);
        self.to.clear();
        self.ends.clear();
        for &from in &self.from {
            each(from, &mut self.to);
            self.ends.push(self.to.len());
        }
    }
}

/// Tells the moves of a gait.
pub(crate) fn moves<G: Gait>(
    InMut(moves): InMut<Moves>,
    maze: Single<(GroundOfMaze<G>, &Start)>,
    mut cells: Cells<(WayColumns, GroundColumns<G>)>,
) {
    let (ways, columns) = cells.columns();
    let (of_maze, start) = maze.into_inner();
    let ground = Ground::new(columns, GroundOfMaze::<G>::shrink(of_maze));
    let start = state::<G>(first_walker::<G>(start, ground.grid));
    let open = Ways::<G, _>::new(ways, ground);
    let mut is_leaving = moves.is_leaving;
    moves.is_start_apart = G::HEADED;
    moves.answer(start, G::POSES, |from, to| {
        let walker = Walker { cell: from.cell, ..G::posed(from.pose as usize) };
        let ways = open.of(walker, is_leaving);
        is_leaving = false;
        let order = order::<G>(walker);
        for heading in order.filter(|&heading| ways.contains(heading)) {
            if let Step::Open(there) = open.step(walker, heading) {
                to.push(state::<G>(there));
            }
        }
    });
}

fn state<G: Gait>(walker: Walker) -> State {
    State { cell: walker.cell, pose: u32::try_from(G::pose(walker)).expect("few poses") }
}
