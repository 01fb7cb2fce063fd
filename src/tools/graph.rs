//! The graph of states: every state of a walk that can be reached, and the moves between them.

use std::mem;
use std::ops::Range;

use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::limits;
use crate::base::progress::Phase;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::engine::maze::Maze;
use crate::engine::search::{MoveAnswer, State};

/// The states of a walk that can be reached from its start, and the moves between them.
///
/// States are numbered as a breadth-first search finds them; 0 is the start. No move leads to the start,
/// and none from a goal: arriving there in any pose is one state. A walker with a heading leaves its
/// start straight on, so its start is a state apart; so is a start that lies on a goal. Otherwise it is
/// the state of its cell and pose. Two steps to the same state are one move.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::tools::graph::StateGraph;
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
    /// Where the moves of each state begin in `to`; the moves of the next state begin where they end.
    begins: Vec<u32>,
    to: Vec<u32>,
    /// The first state from which a move leads to each state; the start for the start.
    pub(crate) before: Vec<u32>,
    /// The states from which a move leads back to the start.
    back: Vec<u32>,
    goals: Vec<u32>,
    keys: Vec<usize>,
    /// 1 plus the number of the state of each key, or 0.
    numbers: Vec<u32>,
}

/// A key for every state, whether it can be reached or not: by pose and cell; then for a start that is apart; then
/// for each goal, in any pose.
pub(crate) struct Keys<'a> {
    pub(crate) start: usize,
    /// The keys of the goals, behind all others.
    pub(crate) goals: Range<usize>,
    cells: usize,
    /// The cells of the goals, in grid order.
    goal_cells: &'a [CellIndex],
}

impl StateGraph {
    /// The graph of a world whose walls are built, before its walk, within or after it. The world is
    /// the same afterwards.
    ///
    /// # Errors
    /// If there is no walk, or one that does not tell its moves; if walls are still being built; if the
    /// ways change while the walk goes on, so that a state is more than a cell and a pose; if there are
    /// more than [`limits::GRAPH_STATES`].
    pub fn of(maze: &mut Maze) -> Result<Self, SceneError> {
        let mut graph = Self::default();
        graph.renew(maze)?;
        Ok(graph)
    }

    pub(crate) fn renew(&mut self, maze: &mut Maze) -> Result<(), SceneError> {
        Self::check_walk(maze, maze.grid())?;
        if maze.progress().phase == Phase::Generation {
            return Err(
                walk("its walls are still being built, expected a world after that").into(),
            );
        }
        let (grid, goals) = (maze.grid(), maze.goals());
        let explored = maze.ask_moves(|told| self.explore(told, grid, &goals));
        Ok(explored.unwrap_or_else(|| Err(walk("this walk does not tell its moves")))?)
    }

    /// Returns an error if worlds of a kind have no graph in this grid, or too large a one. The maze need not have begun.
    pub(crate) fn check_walk(maze: &Maze, grid: Grid) -> Result<(), SceneFault> {
        if !maze.has_walk() {
            return Err(walk("no walk, expected one: only walks have states"));
        }
        if maze.has_changing_ways() {
            return Err(walk(
                "ways change while it goes on, expected rules that stay as they are",
            ));
        }

        check_states(grid, maze.added.poses)
    }

    /// Finds the states, in the order of a breadth-first search.
    fn explore(
        &mut self,
        told: MoveAnswer<'_>,
        grid: Grid,
        goals: &[CellIndex],
    ) -> Result<(), SceneFault> {
        check_states(grid, told.poses)?; // a walk with its own steps tells its poses here

        let keys = Keys::new(&told, grid, goals);
        self.grid = grid;
        let (mut states, mut to) = (mem::take(&mut self.states), Vec::new());
        states.clear();
        states.push(told.start);
        self.begin(keys.start, keys.goals.end);
        while let Some(key) = self.next() {
            if !keys.goals.contains(&key) {
                (told.moves_from)(states[self.len()], &mut to);
            }
            self.add_moves(to.drain(..).map(|it| (keys.of(it), it)), |it| {
                states.push(it);
            });
        }
        crate::base::work::count(states.len());
        self.states = states;
        self.end(keys.goals);
        Ok(())
    }

    /// Begins anew at the start, among so many keys. What was set for the states before is cleared one by one, as few
    /// of many are reached.
    pub(crate) fn begin(&mut self, start: usize, keys: usize) {
        for key in self.keys.drain(..) {
            self.numbers[key] = 0;
        }
        if self.numbers.len() < keys {
            self.numbers = vec![0; keys];
        }
        self.to.clear();
        self.before.clear();
        self.back.clear();
        self.begins.clear();
        self.begins.push(0);
        self.before.push(0);
        self.keys.push(start);
        self.numbers[start] = 1;
    }

    /// The key of the next state, whose moves are to be added.
    #[inline]
    pub(crate) fn next(&self) -> Option<usize> {
        self.keys.get(self.len()).copied()
    }

    /// Adds the moves from the next state, each to the key of a state; those that no other led to are `found`.
    #[inline]
    pub(crate) fn add_moves<T>(
        &mut self,
        moves: impl Iterator<Item = (usize, T)>,
        mut found: impl FnMut(T),
    ) {
        let (from, begin) = (number(self.len()), self.to.len());
        for (key, state) in moves {
            let known = &mut self.numbers[key];
            if *known == 0 {
                self.before.push(from);
                self.keys.push(key);
                *known = number(self.keys.len());
                self.to.push(*known - 1);
                found(state);
            } else if *known == 1 {
                self.back.push(from);
            } else if !self.to[begin..].contains(&(*known - 1)) {
                self.to.push(*known - 1); // once, if two steps lead to a state
            }
        }
        self.begins.push(number(self.to.len()));
    }

    /// Ends the graph, whose goals have these keys.
    pub(crate) fn end(&mut self, goals: Range<usize>) {
        self.goals.clear();
        self.goals.extend(
            self.numbers[goals]
                .iter()
                .filter_map(|it| it.checked_sub(1)),
        );
        self.goals.sort_unstable();
    }

    /// The number of states; while the graph is being made, of those whose moves were added: the number of
    /// the next.
    pub(crate) fn len(&self) -> usize {
        self.begins.len().saturating_sub(1)
    }

    /// The most states it could have: of the largest world it was made of, its cells times its poses, and goals but one.
    pub(crate) fn most_states(&self) -> usize {
        self.numbers.len().saturating_sub(2)
    }

    /// The states, by number: the start first. A goal is in the pose of the first arrival.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The states to which moves lead from a state, in the order in which they are tried.
    ///
    /// # Panics
    /// If there is no such state.
    #[inline]
    pub fn moves(&self, from: u32) -> &[u32] {
        let from = from as usize;
        &self.to[self.begins[from] as usize..self.begins[from + 1] as usize]
    }

    /// Whether a move leads from a state to the start.
    pub(crate) fn leads_back(&self, from: u32) -> bool {
        self.back.binary_search(&from).is_ok()
    }

    /// The nearest goal, if one can be reached.
    pub fn goal(&self) -> Option<u32> {
        self.goals.first().copied()
    }

    /// The goals that can be reached, from the nearest on.
    pub fn goals(&self) -> &[u32] {
        &self.goals
    }

    /// Where a state is.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn position(&self, state: u32) -> Position {
        self.grid.position(self.states[state as usize].cell)
    }
}

impl<'a> Keys<'a> {
    pub(crate) fn new(told: &MoveAnswer<'_>, grid: Grid, goal_cells: &'a [CellIndex]) -> Self {
        let (cells, apart) = (grid.cells(), grid.cells() * told.poses);
        let goals = apart + 1..apart + 1 + goal_cells.len();
        let mut keys = Self {
            start: apart,
            goals,
            cells,
            goal_cells,
        };
        if !told.is_start_apart && goal_cells.binary_search(&told.start.cell).is_err() {
            keys.start = keys.of(told.start);
        }
        keys
    }

    #[inline]
    pub(crate) fn of(&self, State { cell, pose }: State) -> usize {
        match self.goal_cells.binary_search(&cell) {
            Ok(goal) => self.goals.start + goal,
            Err(_) => pose as usize * self.cells + cell.get(),
        }
    }
}

fn check_states(grid: Grid, poses: usize) -> Result<(), SceneFault> {
    let states = grid.area().saturating_mul(poses as u64);
    let most = limits::GRAPH_STATES;
    if states <= most {
        return Ok(());
    }

    let message = format!("{states} states, expected at most {most} for a graph of them");
    Err(SceneFault::new([SceneStep::Field("grid")], message))
}

fn walk(message: &str) -> SceneFault {
    SceneFault::new([SceneStep::Field("walk")], message)
}

pub(crate) fn number(count: usize) -> u32 {
    u32::try_from(count).expect("fewer than 2³²")
}
