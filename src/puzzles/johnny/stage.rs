//! The loop that carves: pops, moves and flips, as many as the budget of ticks allows.

use bevy_ecs::prelude::*;

use super::pending::Pending;
use super::unvisited::{Unvisited, settle, visit};
use super::{Command, CommandFault, CommandSource, JohnnyList, ListStep};
use crate::base::chance::{Chance, Odds};
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::progress::{Budget, Outcome, Progress};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Cells, Walls};

/// Does as many steps of the loop as the budget allows.
pub(super) fn carve(
    maze: Single<(&Grid, &mut Progress, &mut JohnnyList, &mut Chance)>,
    mut budget: ResMut<Budget>,
    mut cells: Cells<&'static mut Unvisited>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut list, mut chance) = maze.into_inner();
    let ways = cells.columns();
    let walls = walls.columns();
    let is_short = budget.is_short(grid);
    let JohnnyList { pending, source, last, stuck } = &mut *list;
    let mut carving = Carving {
        pending,
        ways,
        walls: is_short.then_some(&mut *walls),
        strides: Heading::ALL.map(|heading| grid.stride(heading)),
        grid,
    };
    let (ticks, ended) = match source {
        CommandSource::Drawn(flips) => carving
            .steps(budget.left(), last, |ways, length| Ok(draw(&mut chance, *flips, ways, length))),
        CommandSource::Given { commands, read } => carving.steps(budget.left(), last, |_, _| {
            let command = commands.get(*read).copied().ok_or(CommandFault::TooFew)?;
            *read += 1;
            Ok(command)
        }),
    };
    if !is_short {
        settle(ways, walls, grid);
    }
    progress.pass(ticks, &mut budget);
    match ended.map(|ended| ended.and_then(|()| source.end())) {
        None => {}
        Some(Ok(())) => progress.built(),
        Some(Err(fault)) => {
            let illegal = source.illegal(fault);
            *stuck = Some(illegal);
            progress.finish(Outcome::Stuck(illegal.into()));
        }
    }
}

/// Draws a command: a flip with its odds, otherwise a move to an unvisited neighbour.
#[inline(always)]
#[allow(clippy::inline_always)] // measured: a sixth of the time of a generation
fn draw(chance: &mut Chance, flips: Odds, ways: Headings, length: u32) -> Command {
    if chance.happens(flips) {
        Command::Flip(chance.below(length) + 1)
    } else {
        Command::Move(ways.nth(chance.below(ways.len())))
    }
}

/// The list, with the columns that it writes.
struct Carving<'a> {
    pending: &'a mut Pending,
    ways: &'a mut [Unvisited],
    /// In a short run: the walls, written as they are removed.
    walls: Option<&'a mut [Wall]>,
    strides: [i32; 4],
    grid: Grid,
}

impl Carving<'_> {
    /// Does up to `budget` steps with the commands of `next`; returns their number, and whether and
    /// how the list ended.
    fn steps(
        &mut self,
        budget: u64,
        last: &mut Option<ListStep>,
        mut next: impl FnMut(Headings, u32) -> Result<Command, CommandFault>,
    ) -> (u64, Option<Result<(), CommandFault>>) {
        let mut latest = *last;
        let mut count = 0;
        let mut here = self.pending.last();
        let ended = loop {
            let Some(cell) = here else { break Some(Ok(())) };
            if count == budget {
                break None;
            }
            match self.step(cell, &mut next) {
                Ok((done, end)) => {
                    latest = Some(done);
                    here = end;
                    count += 1;
                }
                Err(fault) => break Some(Err(fault)),
            }
        };
        *last = latest;
        (count, ended)
    }

    /// One step of the loop, at the last cell of the list; also returns which cell is then the
    /// last. A command that cannot be carried out changes nothing.
    #[inline(always)]
    #[allow(clippy::inline_always)] // measured: a sixth of the time of a generation
    fn step(
        &mut self,
        here: CellIndex,
        next: &mut impl FnMut(Headings, u32) -> Result<Command, CommandFault>,
    ) -> Result<(ListStep, Option<CellIndex>), CommandFault> {
        let ways = self.ways[here].headings();
        if ways.is_empty() {
            self.pending.pop();
            return Ok((ListStep::Pop, self.pending.last()));
        }
        let command = next(ways, self.pending.length())?;
        let end = match command {
            Command::Move(heading) => {
                if !ways.contains(heading) {
                    return Err(CommandFault::no_way(self.grid, here, heading, ways));
                }
                let there = here.offset(self.strides[heading as usize]);
                self.ways[here].carve(heading);
                if let Some(walls) = &mut self.walls {
                    walls[Segments::new(self.grid).beside(here, heading)] = Wall::OPEN;
                }
                visit(self.ways, self.grid, there);
                self.pending.push(there);
                Some(there)
            }
            Command::Flip(position) => {
                let length = self.pending.length();
                let from = (position as usize).wrapping_sub(1);
                if from >= length as usize {
                    return Err(CommandFault::NoSuchPosition { position, length });
                }
                self.pending.reverse_from(from);
                self.pending.last()
            }
        };
        Ok((ListStep::Command(command), end))
    }
}
