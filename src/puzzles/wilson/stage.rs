//! The walk: steps to random neighbours, as many as the budget of ticks allows.

use bevy_ecs::prelude::*;

use super::WilsonWalk;
use super::square::Square;
use crate::base::chance::Chance;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::base::progress::{Budget, Progress};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Cells, Walls};

/// Does as many steps as the budget allows.
pub(super) fn walk(
    maze: Single<(&Grid, &mut Progress, &mut WilsonWalk, &mut Chance)>,
    mut budget: ResMut<Budget>,
    mut cells: Cells<&'static mut Square>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut walk, mut chance) = maze.into_inner();
    let squares = cells.columns();
    let walls = walls.columns();
    let mut walking = Walking {
        walk: &mut walk,
        squares,
        walls,
        segments: Segments::new(grid),
        strides: Heading::ALL.map(|heading| grid.stride(heading)),
    };
    let ticks = walking.steps(budget.left(), &mut chance);
    progress.pass(ticks, &mut budget);
    if walk.left == 0 {
        progress.built();
    }
}

/// The walk, with the columns that it writes.
struct Walking<'a> {
    walk: &'a mut WilsonWalk,
    squares: &'a mut [Square],
    walls: &'a mut [Wall],
    segments: Segments,
    strides: [i32; 4],
}

impl Walking<'_> {
    /// Does up to `budget` steps, until every cell is in the maze; returns their number.
    fn steps(&mut self, budget: u64, chance: &mut Chance) -> u64 {
        let mut ticks = 0;
        while ticks < budget && self.walk.left > 0 {
            self.step(chance);
            ticks += 1;
        }
        ticks
    }

    #[inline]
    fn step(&mut self, chance: &mut Chance) {
        let here = self.walk.at;
        let ways = self.squares[here].ways();
        let heading = ways.nth(chance.below(ways.len()));
        self.squares[here].note(heading);
        let there = self.beside(here, heading);
        if self.squares[there].is_in_maze() {
            self.join();
        } else {
            self.walk.at = there;
        }
    }

    /// Adds the path to the maze, from its start to where it met it, and begins the next walk.
    fn join(&mut self) {
        let mut here = self.walk.start;
        while !self.squares[here].is_in_maze() {
            let heading = self.squares[here].noted();
            self.squares[here].join();
            self.walls[self.segments.beside(here, heading)] = Wall::OPEN;
            self.walk.left -= 1;
            here = self.beside(here, heading);
        }
        self.walk.start_anew(self.squares);
    }

    fn beside(&self, cell: CellIndex, heading: Heading) -> CellIndex {
        cell.offset(self.strides[heading as usize])
    }
}

impl WilsonWalk {
    /// Begins a walk at the first cell that is not in the maze; all cells before the last start are
    /// in it.
    pub(super) fn start_anew(&mut self, squares: &[Square]) {
        let start = self.start.get();
        let behind = squares[start..].iter().position(|square| !square.is_in_maze());
        self.start = CellIndex::new(start + behind.unwrap_or_default());
        self.at = self.start;
    }
}
