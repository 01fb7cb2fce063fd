//! Johnny's list, what he stores per cell, and the loop that carves: pops, moves and flips.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use serde::Serialize;

use super::commands::{fault_at, no_position, no_way};
use super::pending::Pending;
use super::{Command, Commands, Johnny};
use crate::base::chance::{Chance, Odds};
use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::{Heading, Headings};
use crate::base::progress::{Outcome, Progress};
use crate::base::scene_fault::SceneFault;
use crate::base::squares::{Squares, SquaresOf};
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Cells, Walls, single};

/// The state of Johnny's list. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub struct JohnnyList {
    pending: Pending,
    source: CommandSource,
}

/// What the last tick of Johnny's list did. A component of the maze entity.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LastStep(pub Option<ListStep>);

impl JohnnyList {
    /// The pending cells of a maze of this size, in the order of the list; the last is processed next.
    pub fn pending(&self, grid: Grid) -> impl Iterator<Item = Position> + '_ {
        self.pending
            .cells()
            .into_iter()
            .map(move |cell| grid.position(cell))
    }

    pub(super) fn copy_into(&self, cells: &mut Vec<CellIndex>) {
        self.pending.copy_into(cells);
    }

    fn begin(&mut self, start: CellIndex, flips: f64, commands: Option<&Commands>, cells: usize) {
        self.pending.clear(cells);
        self.pending.push(start);
        self.source = match commands {
            None => CommandSource::Drawn(Odds::new(flips)),
            Some(given) => CommandSource::Given {
                commands: Arc::clone(&given.0),
                read: 0,
            },
        };
    }
}

/// One step of Johnny's loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub enum ListStep {
    /// The last cell was removed from the list.
    Pop,
    /// A command was carried out.
    Command(Command),
}

#[derive(Clone, Debug, Serialize)]
enum CommandSource {
    /// Drawn at random: a flip with these odds, otherwise a move.
    Drawn(Odds),
    Given {
        commands: Arc<Vec<Command>>,
        read: usize,
    },
}

impl Default for CommandSource {
    fn default() -> Self {
        Self::Drawn(Odds::default())
    }
}

impl CommandSource {
    /// Returns an error if commands are left at the end.
    fn end(&self) -> Result<(), String> {
        match self {
            Self::Given { commands, read } if *read < commands.len() => {
                let expected = "expected no more commands: the maze is finished";
                Err(format!("found `{}`, {expected}", commands[*read]))
            }
            _ => Ok(()),
        }
    }

    /// What is wrong with the command that is read next.
    fn fault(&self, message: String) -> SceneFault {
        match self {
            Self::Given { read, .. } => fault_at(*read, message),
            Self::Drawn(_) => unreachable!("commands that are drawn are legal"),
        }
    }
}

/// The headings of unvisited neighbours. A component of every cell of Johnny's mazes.
///
/// A byte: these headings, and those of noted passages. A passage is noted in at least one of its
/// two cells.
#[derive(Component, Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "bevy", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Unvisited(u8);

impl Unvisited {
    /// The headings of unvisited neighbours.
    pub const fn headings(self) -> Headings {
        Headings::from_bits(self.0)
    }

    #[inline]
    fn remove(&mut self, heading: Heading) {
        self.0 &= !(1 << heading as u8);
    }

    #[inline]
    fn carve(&mut self, heading: Heading) {
        self.0 ^= 0b1_0001 << heading as u8;
    }

    #[inline]
    fn has_passage(self, heading: Heading) -> bool {
        self.0 >> 4 >> heading as u8 & 1 == 1
    }
}

#[inline(always)]
#[allow(clippy::inline_always)] // measured: a sixth of the time of a generation
fn visit(ways: &mut [Unvisited], grid: Grid, cell: CellIndex) {
    grid.tell_neighbours(ways, cell, Unvisited::remove);
}

pub(super) fn begin(
    InRef(johnny): InRef<Johnny>,
    mut maze: Query<(&mut JohnnyList, &mut LastStep, SquaresOf)>,
    mut cells: Cells<&'static mut Unvisited>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (mut list, mut step, of) = single(&mut maze);
    let (squares, ways) = (Squares::from(of), cells.columns());
    let grid = squares.grid();
    squares.fill_inside(ways, || Unvisited(Headings::ALL.bits()), Unvisited::remove);
    walls.columns().fill(Wall::STANDING);
    let start = grid.index(johnny.start);
    visit(ways, grid, start);
    *step = LastStep(None);
    list.begin(start, johnny.flips, johnny.commands.as_ref(), grid.cells());
}

pub(super) fn carve(
    mut maze: Query<(
        &Grid,
        &mut Progress,
        &mut JohnnyList,
        &mut LastStep,
        &mut Chance,
    )>,
    mut cells: Cells<&'static mut Unvisited>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut list, mut step, mut chance) = single(&mut maze);
    let ways = cells.columns();
    let walls = walls.columns();
    let is_short = progress.is_short(grid);
    let (JohnnyList { pending, source }, step, chance) = (&mut *list, &mut step.0, &mut *chance);
    let mut carving = Carving {
        pending,
        ways,
        walls: is_short.then_some(&mut *walls),
        strides: Heading::ALL.map(|heading| grid.stride(heading)),
        grid,
    };
    let (ticks, ended) = match source {
        CommandSource::Drawn(flips) => {
            carving.steps(progress.ticks_left(), step, |list, cell, ways| {
                Ok(list.draw(cell, ways, chance, *flips))
            })
        }
        CommandSource::Given { commands, read } => {
            let mut left = commands[*read..].iter();
            let done = carving.steps(progress.ticks_left(), step, |list, cell, ways| {
                let next = left.as_slice().first();
                let done = list.obey(cell, ways, *next.ok_or_else(|| TOO_FEW.to_owned())?)?;
                left.next();
                Ok(done)
            });
            *read = commands.len() - left.len();
            done
        }
    };
    if !is_short {
        settle(ways, walls, grid);
    }
    progress.pass(ticks);
    match ended.map(|ended| ended.and_then(|()| source.end())) {
        None => {}
        Some(Ok(())) => progress.end_stage(),
        Some(Err(message)) => progress.finish(Outcome::Stuck(source.fault(message))),
    }
}

const TOO_FEW: &str = "no command is left, expected one: the maze is not finished";

struct Carving<'a> {
    pending: &'a mut Pending,
    ways: &'a mut [Unvisited],
    /// The walls in a short run, written as they are removed.
    walls: Option<&'a mut [Wall]>,
    strides: [i32; 4],
    grid: Grid,
}

/// A command that was carried out, and which cell is then the last of the list.
type CarriedOut = (Command, CellIndex);

impl Carving<'_> {
    /// Does up to `most` steps of the loop; `command` carries out the next command at the last cell of the list, with
    /// the ways on from there. Returns the number of steps, and whether and how the list ended.
    fn steps(
        &mut self,
        most: u64,
        last: &mut Option<ListStep>,
        mut command: impl FnMut(&mut Self, CellIndex, Headings) -> Result<CarriedOut, String>,
    ) -> (u64, Option<Result<(), String>>) {
        let (mut latest, mut left) = (*last, most);
        let mut end = self.pending.last();
        let ended = loop {
            let Some(cell) = end else { break Some(Ok(())) };
            if left == 0 {
                break None;
            }
            let ways = self.ways[cell].headings();
            if ways.is_empty() {
                self.pending.pop();
                end = self.pending.last();
                latest = Some(ListStep::Pop);
            } else {
                match command(self, cell, ways) {
                    Ok((done, next)) => {
                        end = Some(next);
                        latest = Some(ListStep::Command(done));
                    }
                    Err(fault) => break Some(Err(fault)),
                }
            }
            left -= 1;
        };
        *last = latest;
        (most - left, ended)
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // measured: a sixth of the time of a generation
    fn draw(
        &mut self,
        cell: CellIndex,
        ways: Headings,
        chance: &mut Chance,
        flips: Odds,
    ) -> CarriedOut {
        if chance.happens(flips) {
            let position = chance.below(self.pending.length()) + 1;
            (Command::Flip(position), self.flip(position))
        } else {
            let heading = chance.heading(ways);
            (Command::Move(heading), self.go(cell, heading))
        }
    }

    /// Carries out a given command; one that cannot be changes nothing.
    fn obey(
        &mut self,
        cell: CellIndex,
        ways: Headings,
        command: Command,
    ) -> Result<CarriedOut, String> {
        let length = self.pending.length();
        match command {
            Command::Move(heading) if !ways.contains(heading) => {
                Err(no_way(self.grid, cell, heading, ways))
            }
            Command::Move(heading) => Ok((command, self.go(cell, heading))),
            Command::Flip(position) if !(1..=length).contains(&position) => {
                Err(no_position(position, length))
            }
            Command::Flip(position) => Ok((command, self.flip(position))),
        }
    }

    /// Removes the wall toward the heading, and appends the cell beyond it, which it returns.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    fn go(&mut self, cell: CellIndex, heading: Heading) -> CellIndex {
        let neighbour = cell.offset(self.strides[heading as usize]);
        self.ways[cell].carve(heading);
        if let Some(walls) = &mut self.walls {
            walls[Segments::new(self.grid).beside(cell, heading)] = Wall::OPEN;
        }
        visit(self.ways, self.grid, neighbour);
        self.pending.push(neighbour);
        neighbour
    }

    /// Reverses the list from this position on, counted from 1; returns which cell is then the last.
    #[inline]
    fn flip(&mut self, position: u32) -> CellIndex {
        self.pending.reverse_from(position as usize - 1);
        self.pending.last().expect("a list with this position")
    }
}

/// Writes all walls between two cells: open where a passage is noted on either side, standing elsewhere.
fn settle(ways: &[Unvisited], walls: &mut [Wall], grid: Grid) {
    let write = |walls: &mut [Wall], stride: usize, heading: Heading| {
        let sides = ways.iter().zip(&ways[stride..]);
        for (wall, (cell, neighbour)) in walls.iter_mut().zip(sides) {
            wall.stands = !(cell.has_passage(heading) | neighbour.has_passage(heading.opposite()));
        }
    };
    let (south, east) = Segments::new(grid).south_and_east_mut(walls);
    write(south, grid.columns as usize, Heading::S);
    write(east, 1, Heading::E); // those at the end of a row, too, where nothing is noted
}
