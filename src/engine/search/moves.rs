//! The moves of a walk, asked outside its run: from which states to which.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::{ReadOnlySystem, SystemInput};

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

/// A question to a walk: where the moves from some states lead. A system of the walk, whose input this
/// is, [answers](Self::answer) it: see [`Build::moves`](crate::engine::Build::moves).
pub struct Moves<'a>(&'a mut dyn Asker);

/// What asks a walk for its moves: where it begins, then layer by layer of states where they lead.
pub(crate) trait Asker {
    /// The first states to be told of, the start before all others, as walkers with a heading leave it
    /// straight on. The start is apart if it is a state of its own, other than its cell and pose.
    fn begin(&mut self, start: State, poses: usize, is_apart: bool) -> &[State];

    /// The next ones, after it was told where the moves from the last ones lead, and for each of these
    /// the end of its moves.
    fn told(&mut self, to: &[State], ends: &[usize]) -> &[State];
}

/// Answers questions in a World with its ways closed.
pub(crate) type TellMoves = Box<dyn ReadOnlySystem<In = Moves<'static>, Out = ()>>;

impl<'a> Moves<'a> {
    pub(crate) fn new(asker: &'a mut dyn Asker) -> Self {
        Self(asker)
    }

    /// Answers: where the walk starts, how many poses there are, and where the moves from a state
    /// lead, in the order in which they are tried.
    pub fn answer(self, start: State, poses: usize, each: impl FnMut(State, &mut Vec<State>)) {
        self.answer_from(start, poses, false, each);
    }

    fn answer_from(
        self,
        start: State,
        poses: usize,
        is_apart: bool,
        mut each: impl FnMut(State, &mut Vec<State>),
    ) {
        let (mut to, mut ends) = (Vec::new(), Vec::new());
        let mut layer = self.0.begin(start, poses, is_apart);
        while !layer.is_empty() {
            to.clear();
            ends.clear();
            for &from in layer {
                each(from, &mut to);
                ends.push(to.len());
            }
            layer = self.0.told(&to, &ends);
        }
    }
}

impl SystemInput for Moves<'_> {
    type Param<'i> = Moves<'i>;
    type Inner<'i> = Moves<'i>;

    fn wrap(this: Self::Inner<'_>) -> Self::Param<'_> {
        this
    }
}

/// Asks where the walk begins, and about some states.
#[derive(Default)]
pub(crate) struct Asked {
    pub(crate) start: State,
    pub(crate) poses: usize,
    pub(crate) is_start_apart: bool,
    pub(crate) from: Vec<State>,
    /// Where the moves lead.
    pub(crate) to: Vec<State>,
    /// For each state, the end of its moves in `to`.
    pub(crate) ends: Vec<usize>,
}

impl Asker for Asked {
    fn begin(&mut self, start: State, poses: usize, is_apart: bool) -> &[State] {
        (self.start, self.poses, self.is_start_apart) = (start, poses, is_apart);
        &self.from
    }

    fn told(&mut self, to: &[State], ends: &[usize]) -> &[State] {
        to.clone_into(&mut self.to);
        ends.clone_into(&mut self.ends);
        &[]
    }
}

/// Tells the moves of a gait.
pub(crate) fn moves<G: Gait>(
    moves: Moves<'_>,
    maze: Single<(GroundOfMaze<G>, &Start)>,
    mut cells: Cells<(WayColumns, GroundColumns<G>)>,
) {
    let (ways, columns) = cells.columns();
    let (of_maze, start) = maze.into_inner();
    let ground = Ground::new(columns, GroundOfMaze::<G>::shrink(of_maze));
    let start = state::<G>(first_walker::<G>(start, ground.grid));
    let open = Ways::<G, _>::new(ways, ground);
    let mut is_leaving = true;
    moves.answer_from(start, G::POSES, G::HEADED, |from, to| {
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
