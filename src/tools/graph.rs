//! The graph of states: every state of a walk that can be reached, and the moves between them.

use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::progress::Phase;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::engine::maze::{Maze, check_bytes};
use crate::engine::search::{Asker, State};

/// The states of a walk that can be reached from its start, and the moves between them.
///
/// States are numbered as a breadth-first search finds them; 0 is the start. No move leads to the start,
/// and none from the goal: arriving there in any pose is one state. A walker with a heading leaves its
/// start straight on, so its start is a state apart; so is a start that lies on the goal. Otherwise it is
/// the state of its cell and pose. Two steps to the same state are one move.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::tools::StateGraph;
///
/// let scene = Scene::from_ron(r#"Scene(
///     name: "FORK",
///     grid: (rows: 1, columns: 3),
///     walk: Foot(from: (1, 2), to: (1, 3)),
///     text: Arrow,
/// )"#)?;
/// let mut simulation = Simulation::new(&scene)?;
/// let graph = StateGraph::of(&mut simulation)?;
/// assert_eq!(graph.states().len(), 3); // west of the start is a dead end
/// assert_eq!(graph.moves(0), [1, 2]);
/// assert_eq!(graph.goal(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct StateGraph {
    grid: Grid,
    states: Vec<State>,
    pub(crate) net: Net,
    /// For each cell and pose 1 plus the number of its state, or 0.
    numbers: Vec<u32>,
}

/// States by number, and the moves between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Net {
    /// For each state, the end of its moves in `to`.
    pub(crate) ends: Vec<u32>,
    pub(crate) to: Vec<u32>,
    /// For each state, the first from which a move leads to it; for the start itself.
    pub(crate) before: Vec<u32>,
    pub(crate) goal: Option<u32>,
}

impl StateGraph {
    /// The graph of a world whose walls are built, before its walk, within or after it. The world is
    /// the same afterwards.
    ///
    /// # Errors
    /// If there is no walk, or one that does not tell its moves; if walls are still being built; if the
    /// ways change while the walk goes on, so that a state is more than a cell and a pose; if the graph
    /// could need more memory than there is.
    pub fn of(maze: &mut Maze) -> Result<Self, SceneError> {
        let mut graph = Self::default();
        graph.renew(maze)?;
        Ok(graph)
    }

    /// As [`Self::of`], in the memory of another graph.
    pub(crate) fn renew(&mut self, maze: &mut Maze) -> Result<(), SceneError> {
        let walk = |message: &str| SceneFault::new([SceneStep::Field("walk")], message);
        if !maze.has_walk() {
            return Err(walk("no walk, expected one: only walks have states").into());
        }
        if maze.progress().phase == Phase::Generation {
            return Err(walk("its walls are still being built, expected a world after that").into());
        }
        if maze.has_changing_ways() {
            let message = "ways change while it goes on, expected rules that stay as they are";
            return Err(walk(message).into());
        }
        let (grid, goal) = (maze.grid(), maze.goal_cell());
        self.forget();
        let mut explorer = Explorer { graph: self, grid, goal, refused: None };
        match maze.ask_moves(&mut explorer) {
            Some(()) => explorer.refused.map_or(Ok(()), |fault| Err(fault.into())),
            None => Err(walk("this walk does not tell its moves").into()),
        }
    }

    /// Adds the moves from the next state.
    fn add_moves(&mut self, to: &[State], goal: CellIndex) {
        let (from, begin) = (number(self.net.len()), self.net.to.len());
        for &there in to {
            let next = if there.cell == goal {
                *self.net.goal.get_or_insert_with(|| {
                    self.states.push(there);
                    self.net.before.push(from);
                    number(self.states.len() - 1)
                })
            } else {
                match self.numbers[self.place(there)] {
                    0 => self.add(there, from, false),
                    known => known - 1,
                }
            };
            if next != 0 && !self.net.to[begin..].contains(&next) {
                self.net.to.push(next);
            }
        }
        self.net.ends.push(number(self.net.to.len()));
    }

    /// Adds a state; one that is apart is not found by its cell and pose.
    fn add(&mut self, state: State, before: u32, is_apart: bool) -> u32 {
        let new = number(self.states.len());
        if !is_apart {
            let place = self.place(state);
            self.numbers[place] = new + 1;
        }
        self.states.push(state);
        self.net.before.push(before);
        new
    }

    fn place(&self, state: State) -> usize {
        state.pose as usize * self.grid.cells() + state.cell.get()
    }

    /// Forgets the states; what they set is cleared, as few of many are reached.
    fn forget(&mut self) {
        for &state in &self.states {
            let place = self.place(state);
            self.numbers[place] = 0;
        }
        self.states.clear();
        self.net.clear();
    }

    /// Makes room for every state of a grid.
    fn make_room(&mut self, grid: Grid, poses: usize) -> Result<(), SceneFault> {
        /// Bytes of a state: in the table, in the lists, its moves, and once more while they are told.
        const STATE: u64 = 4 + 16 + 16 + 32;
        let states = grid.area() * poses as u64;
        let purpose = format_args!("for the graph of {states} states");
        check_bytes(STATE * states, purpose)?;
        self.grid = grid;
        if self.numbers.len() < grid.cells() * poses {
            self.numbers = vec![0; grid.cells() * poses];
        }
        Ok(())
    }

    /// The states, by number: the start first. The goal is in the pose of the first arrival.
    #[must_use]
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The states to which moves lead from a state, in the order in which they are tried.
    ///
    /// # Panics
    /// If there is no such state.
    #[must_use]
    pub fn moves(&self, from: u32) -> &[u32] {
        self.net.moves(from)
    }

    /// The goal, if it can be reached.
    #[must_use]
    pub fn goal(&self) -> Option<u32> {
        self.net.goal
    }

    /// The number of cells and poses, whether they can be reached or not.
    pub(crate) fn room(&self) -> usize {
        self.numbers.len()
    }

    /// Where a state is.
    ///
    /// # Panics
    /// If there is no such state.
    #[must_use]
    pub fn position(&self, of: u32) -> Position {
        self.grid.position(self.states[of as usize].cell)
    }
}

/// Finds the states, in the order of a breadth-first search.
struct Explorer<'a> {
    graph: &'a mut StateGraph,
    grid: Grid,
    goal: CellIndex,
    refused: Option<SceneFault>,
}

impl Asker for Explorer<'_> {
    fn begin(&mut self, start: State, poses: usize, is_apart: bool) -> &[State] {
        self.refused = self.graph.make_room(self.grid, poses).err();
        if self.refused.is_none() {
            self.graph.add(start, 0, is_apart || start.cell == self.goal);
        }
        &self.graph.states
    }

    fn told(&mut self, to: &[State], ends: &[usize]) -> &[State] {
        let mut begin = 0;
        for &end in ends {
            let is_over = self.graph.net.goal == Some(number(self.graph.net.len()));
            self.graph.add_moves(if is_over { &[] } else { &to[begin..end] }, self.goal);
            begin = end;
        }
        &self.graph.states[self.graph.net.len()..]
    }
}

impl Net {
    pub(crate) fn clear(&mut self) {
        self.ends.clear();
        self.to.clear();
        self.before.clear();
        self.goal = None;
    }

    /// The number of states.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The states to which moves lead from a state.
    #[inline]
    pub(crate) fn moves(&self, from: u32) -> &[u32] {
        let from = from as usize;
        let begin = if from == 0 { 0 } else { self.ends[from - 1] as usize };
        &self.to[begin..self.ends[from] as usize]
    }

    /// The states of a shortest route, in place of what is there; none if there is no route.
    pub(crate) fn route_into(&self, route: &mut Vec<u32>) {
        route.clear();
        route.extend(self.goal);
        while let Some(&here) = route.last().filter(|&&here| here != 0) {
            route.push(self.before[here as usize]);
        }
        route.reverse();
    }
}

/// A number of states or moves: there are fewer than 2³².
pub(crate) fn number(of: usize) -> u32 {
    u32::try_from(of).expect("fewer than 2³²")
}
