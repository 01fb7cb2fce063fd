//! Queries: progress, what is at a position, and along the route.

use std::sync::Mutex;

use bevy_ecs::prelude::*;
use bevy_ecs::query::ReadOnlyQueryData;
use bevy_ecs::system::ReadOnlySystem;

use super::Maze;
use super::passages::Passages;
use super::stats::Stats;
use crate::base::chance::Chance;
use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::{Heading, Headings};
use crate::base::jobs::locked;
use crate::base::limits;
use crate::base::progress::{Outcome, Phase, Progress};
use crate::base::report::FaultKind;
use crate::base::route::Route;
use crate::base::scene_fault::{SceneFault, SceneStep};
use crate::base::squares::{Mask, Squares};
use crate::base::walker::Walker;
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::tables;
use crate::engine::search::{Frontier, MoveAnswer, Moves, Pooled};

impl Maze {
    /// The progress of the world.
    #[inline]
    pub fn progress(&self) -> &Progress {
        self.schedule.progress(&self.world)
    }

    /// The state of its random stream, if it has one.
    pub fn chance(&self) -> Option<&Chance> {
        self.world.get(self.entity)
    }

    /// Whether every seed leads to the same world: nothing is random, or it is
    /// finished and nothing was.
    pub fn is_without_chance(&self) -> bool {
        let is_finished = self.progress().phase == Phase::Finished;
        let is_drawn = |chance: &Chance| !is_finished || chance.drawn() > 0;
        !self.schedule.on_begin.iter().any(|it| it.reads_seed)
            && !self.chance().is_some_and(is_drawn)
    }

    /// Returns true if the world is finished: it no longer changes.
    #[inline]
    pub fn is_finished(&self) -> bool {
        self.progress().phase == Phase::Finished
    }

    /// The outcome of the world so far.
    pub fn outcome(&self) -> Outcome {
        self.progress().outcome.clone()
    }

    /// The size of the maze.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The entity of the maze itself: size, progress, generator state, route.
    pub fn entity(&self) -> EntityRef<'_> {
        self.world.entity(self.entity)
    }

    /// The World, for queries.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The entity of the cell at this position; `None` outside the grid.
    pub fn cell(&self, at: Position) -> Option<EntityRef<'_>> {
        let grid = self.grid();
        let cell = |cells: &mut QueryState<_>| {
            let (entities, _): (&[Entity], &[Position]) = tables(cells, &self.world).next()?;
            grid.contains(at)
                .then(|| self.world.entity(entities[grid.index(at)]))
        };
        with_query(&self.queries.cells, &self.world, cell)?
    }

    /// A component of the cell at this position, such as its [`Number`](crate::puzzles::dice::Number), its
    /// [`Signs`](crate::puzzles::arrow::Signs) or its [`Unvisited`](crate::puzzles::johnny::Unvisited); `None` outside the grid and
    /// in a world whose cells lack it.
    pub fn get<C: Component>(&self, at: Position) -> Option<&C> {
        self.cell(at)?.get()
    }

    /// Whether there is a wall between the cell at this position and its neighbour toward
    /// `heading`; `None` outside the grid and in a world without walls.
    pub fn wall(&self, at: Position, heading: Heading) -> Option<bool> {
        self.walls_around(at).map(|walls| walls.contains(heading))
    }

    /// Whether there is a wall there.
    ///
    /// # Panics
    /// Where [`wall`](Self::wall) is `None`: outside the grid, and in a world without walls.
    pub fn is_wall(&self, at: Position, heading: Heading) -> bool {
        self.wall(at, heading)
            .unwrap_or_else(|| panic!("no cell with walls at {at}"))
    }

    /// The sides of the cell at this position with walls; `None` outside the grid and in a world
    /// without walls.
    pub fn walls_around(&self, at: Position) -> Option<Headings> {
        let grid = self.grid();
        let walls = self.walls().filter(|_| grid.contains(at))?;
        Some(Segments::new(grid).walled_sides(grid.index(at), walls))
    }

    /// All walls in the order of [`Segments`]; `None` in a world without walls.
    pub fn walls(&self) -> Option<&[Wall]> {
        with_query(&self.queries.walls, &self.world, |walls| {
            tables(walls, &self.world).next()
        })?
    }

    /// The active walkers, in the order in which they step.
    pub fn walkers(&self) -> Vec<Walker> {
        if let Some(list) = self.added.walk.walkers {
            return list(self.entity());
        }
        let active = |pool: &mut QueryState<_>| {
            let frontier = self.world.get::<Frontier>(self.entity)?;
            Some(frontier.active(tables(pool, &self.world).next()?).collect())
        };
        with_query(&self.queries.walkers, &self.world, active)
            .flatten()
            .unwrap_or_default()
    }

    pub(crate) fn walker_count(&self) -> usize {
        match self.added.walk.walkers {
            Some(list) => list(self.entity()).len(),
            None => self.world.get(self.entity).map_or(0, Frontier::len),
        }
    }

    /// The active walkers on the cell at this position, in the order in which they step.
    pub fn walkers_at(&self, at: Position) -> Vec<Walker> {
        let mut walkers = self.walkers();
        walkers.retain(|&walker| self.position(walker) == at);
        walkers
    }

    /// The position of a cell of this world, or of the walker or agent in it.
    pub fn position(&self, at: impl Into<CellIndex>) -> Position {
        self.grid().position(at.into())
    }

    /// The number of claimed poses of the cell at this position; `None` outside the grid and in a
    /// world without a walk.
    pub fn claims(&self, at: Position) -> Option<usize> {
        let (cell, count) = (self.cell(at)?, self.added.walk.claims?);
        count(cell)
    }

    /// The number of cells with a claimed pose; `None` in a world without a walk.
    pub fn visited(&self) -> Option<usize> {
        let count = self.added.walk.claims?;
        let mut cells = self
            .world
            .try_query_filtered::<EntityRef, With<Position>>()?;
        let is_visited = |&cell: &EntityRef<'_>| count(cell).is_some_and(|claims| claims > 0);
        Some(cells.iter(&self.world).filter(is_visited).count())
    }

    /// The positions of the shortest route, including start and goal; empty if there is none.
    pub fn route(&self) -> Vec<Position> {
        let grid = self.grid();
        self.route_cells()
            .iter()
            .map(|&cell| grid.position(cell))
            .collect()
    }

    /// The cells of the shortest route, including start and goal; none if there is none.
    pub(crate) fn route_cells(&self) -> &[CellIndex] {
        self.world
            .get::<Route>(self.entity)
            .map_or(&[], Route::cells)
    }

    /// The count of a thing, given by its singular noun; `None` if the world does not have it.
    pub(crate) fn count(&self, what: &str) -> Option<usize> {
        let count = self.added.counts.iter().find(|count| count.what == what)?;
        Some((count.run)(&self.world))
    }

    pub(crate) fn counted(&self) -> impl Iterator<Item = &'static str> {
        self.added.counts.iter().map(|count| count.what)
    }

    /// Counts everything in the world.
    pub fn stats(&self) -> Stats {
        let counts = self.added.counts.iter();
        Stats(
            counts
                .map(|count| (count.what, (count.run)(&self.world)))
                .collect(),
        )
    }

    /// Computes how the cells are connected.
    pub fn passages(&self) -> Passages {
        Passages::new(self.squares(), self.walls())
    }

    /// Returns the squares: the cells that are not blocked.
    pub fn squares(&self) -> Squares<'_> {
        let mask = self.world.get::<Mask>(self.entity);
        Squares::from((&self.grid, mask))
    }

    /// Returns an error if the walk of this kind of world has too many states in a grid.
    pub(crate) fn check_states(&self, grid: Grid) -> Result<(), SceneFault> {
        limits::check_states(grid, self.added.poses).map_err(|message| {
            SceneFault::new([SceneStep::Field("grid")], message).of_kind(FaultKind::OverLimit)
        })
    }

    /// The answer of a read-only system, such as a query in a closure.
    ///
    /// ```
    /// use mazetick::bevy_ecs::prelude::*;
    /// use mazetick::prelude::*;
    ///
    /// let scene = Scene::from_ron(
    ///     "Scene(grid: (rows: 2, columns: 2), generate: Johnny(start: (1, 1)), text: Lattice)",
    /// )?;
    /// let mut simulation = Simulation::new(&scene)?;
    /// simulation.run();
    /// let standing = simulation.query(|walls: Query<&Wall>| walls.iter().filter(|it| it.stands).count());
    /// assert_eq!(standing, 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the system reads something that the World does not have.
    pub fn query<O: 'static, M>(
        &mut self,
        system: impl IntoSystem<(), O, M, System: ReadOnlySystem>,
    ) -> O {
        let mut system = IntoSystem::into_system(system);
        system.initialize(&mut self.world);
        let output = system.run_readonly((), &self.world);
        output.expect("the World has what the system reads")
    }

    /// Returns the [positions](super::Build::positions) that ingredients list, by their names.
    pub fn listed_positions(&self) -> Vec<(&'static str, Vec<Position>)> {
        let mut listed = Vec::new();
        for (name, list) in &self.added.positions {
            listed.extend(list(self.entity(), self.grid).map(|positions| (*name, positions)));
        }
        listed
    }

    #[cfg(feature = "cli")]
    /// Appends the columns of the cells that are state, of numbers, words and truth values, to an open object of
    /// JSON: each by its name, a list of rows.
    pub(crate) fn append_cells(&mut self, json: &mut Vec<u8>) {
        let grid = self.grid();
        let state = self
            .added
            .keepers
            .iter_mut()
            .filter_map(|it| Some((it.name?, &mut it.keep)));
        state.for_each(|(name, keep)| keep.append_cells(name, &mut self.world, grid, json));
    }

    /// Does something with the ways closed as the rules say.
    pub(crate) fn with_ways<T>(&mut self, then: impl FnOnce(&mut World) -> T) -> T {
        let were_closed = self.schedule.are_ways_closed;
        self.schedule.close_ways(&mut self.world);
        self.schedule.are_ways_closed = were_closed;
        then(&mut self.world)
    }

    /// Lets the walk tell its moves, with the ways closed as the rules say; `None` if it does not tell
    /// them. Its state is the same afterwards.
    pub(crate) fn ask_moves<T>(
        &mut self,
        mut on_answer: impl FnMut(MoveAnswer<'_>) -> T,
    ) -> Option<T> {
        self.with_ways(|_| ());
        let machine = self.added.walk.machine.as_mut()?;

        let mut answer = None;
        let mut ask = |told: MoveAnswer<'_>| answer = Some(on_answer(told));
        machine.answer(Moves(&mut ask), &mut self.world);
        answer
    }

    pub(crate) fn has_changing_ways(&self) -> bool {
        self.schedule.has_changing_ways
    }

    pub(crate) fn has_walk(&self) -> bool {
        self.schedule.plan().has_steps
    }

    /// Sets the limit of walker entities, a power of two, until the next scene is loaded.
    #[cfg(test)]
    pub(crate) fn limit_walkers(&mut self, limit: usize) {
        let mut frontier = self.world.get_mut::<Frontier>(self.entity);
        frontier.as_mut().expect("there is a walk").limit_to(limit);
    }
}

/// A query, once it was needed. Creating one takes longer than scanning a small maze, and 300 bytes.
pub(crate) type LazyQuery<D> = Mutex<Option<Box<QueryState<D>>>>;

#[derive(Default)]
pub(super) struct Queries {
    walls: LazyQuery<&'static Wall>,
    cells: LazyQuery<(Entity, &'static Position)>,
    walkers: LazyQuery<&'static Pooled>,
}

/// Runs a query on the World, always the same one; `None` if that does not know a component of it.
pub(crate) fn with_query<D: ReadOnlyQueryData, R>(
    query: &LazyQuery<D>,
    world: &World,
    read: impl FnOnce(&mut QueryState<D>) -> R,
) -> Option<R> {
    let mut query = locked(query);
    if query.is_none() {
        *query = world.try_query().map(Box::new);
    }
    query.as_deref_mut().map(read)
}
