//! Johnny's maze (ACM Western European Regional 1995, problem G): a list of pending cells, moves
//! that carve passages, and flips of the list's tail.
//!
//! At first every cell is walled in and the list holds the starting cell. A tick looks at the last
//! cell of the list: without an unvisited neighbour it is removed; otherwise a command is read,
//! which either moves to such a neighbour (the wall between falls, the neighbour is appended) or
//! flips the list from a position to its end. The maze is finished when the list is empty.

mod commands;
pub(crate) mod contest;
mod framing;
mod list;
mod snapshot;
pub(crate) mod text;
mod ways;

pub(crate) use commands::place_of_command;
pub use commands::{Command, Commands, IllegalCommand, Why};
pub(crate) use framing::Frames;
pub(crate) use snapshot::{restore, save};
pub use ways::Ways;

use bevy_ecs::prelude::*;

use crate::chance::{Chance, Odds, Purpose};
use crate::columns::{Cells, Walls};
use crate::digest::Hasher;
use crate::grid::Grid;
use crate::heading::{Heading, Headings};
use crate::progress::{Budget, Outcome, Progress};
use crate::scene::{Generate, Scene};
use crate::search::Frontier;
use crate::wall::{Segments, Wall};

use list::Pending;
use ways::{leave_unvisited, settle, visit};

/// The state of Johnny's list. A component of the maze entity.
#[derive(Component, Debug, Default)]
pub struct Johnny {
    /// The pending cells, by their places in grid order.
    pending: Pending,
    source: CommandSource,
    last: Option<Step>,
}

/// One turn of Johnny's loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The last cell was removed from the list.
    Pop,
    /// A command was carried out.
    Command(Command),
}

/// Where the commands come from.
#[derive(Debug)]
enum CommandSource {
    /// They are drawn: a flip with these odds, otherwise a move.
    Drawn(Odds),
    /// They are given; `read` of them have been read.
    Given { commands: Vec<Command>, read: usize },
}

impl Default for CommandSource {
    fn default() -> Self {
        Self::Drawn(Odds::default())
    }
}

impl Johnny {
    /// The pending cells in the order of the list, by their places in grid order; the last is the
    /// one that is looked at.
    pub fn pending(&self) -> impl Iterator<Item = u32> + '_ {
        self.pending.iter()
    }

    /// What the last tick did.
    #[must_use]
    pub fn last_step(&self) -> Option<Step> {
        self.last
    }

    /// Adds what decides the list's future.
    pub(crate) fn hash(&self, grid: Grid, hasher: &mut Hasher) {
        hasher.number(self.pending.len() as u64);
        self.pending.iter().for_each(|cell| hasher.position(grid.position(cell as usize)));
        match &self.source {
            CommandSource::Drawn(flips) => hasher.bytes(&flips.steps().to_le_bytes()),
            CommandSource::Given { commands, read } => {
                commands[*read..].iter().for_each(|command| command.hash(hasher));
            }
        }
    }
}

/// Walls every cell in and puts the starting cell into the list.
pub(crate) fn begin(
    InRef(scene): InRef<Scene>,
    maze: Single<(&mut Johnny, &mut Chance)>,
    mut cells: Cells<&'static mut Ways>,
    mut walls: Walls<&'static mut Wall>,
) {
    let Some(Generate::Johnny { start, flips, commands }) = &scene.generate else {
        return;
    };
    let (mut johnny, mut chance) = maze.into_inner();
    *chance = Chance::new(scene.seed, Purpose::Walls);

    let (_, mut ways) = cells.columns();
    let ways = ways.bypass_change_detection();
    leave_unvisited(ways, scene.grid);
    if let Some(mut walls) = walls.columns() {
        walls.bypass_change_detection().fill(Wall::STANDING);
    }
    let start = scene.grid.index(*start);
    visit(ways, scene.grid.columns as usize, start);

    johnny.begin(start, *flips, commands.as_ref(), scene.grid.cells());
}

impl Johnny {
    #[allow(clippy::cast_possible_truncation)] // a grid has fewer than 2³² cells
    fn begin(&mut self, start: usize, flips: f64, commands: Option<&Commands>, cells: usize) {
        self.pending.clear(cells);
        self.pending.push(start as u32);
        self.last = None;
        self.source = match (commands, std::mem::take(&mut self.source)) {
            (None, _) => CommandSource::Drawn(Odds::new(flips)),
            (Some(given), CommandSource::Given { mut commands, .. }) => {
                commands.clone_from(&given.0);
                CommandSource::Given { commands, read: 0 }
            }
            (Some(given), CommandSource::Drawn(_)) => {
                CommandSource::Given { commands: given.0.clone(), read: 0 }
            }
        };
    }
}

/// Does as many turns of the loop as the budget allows.
pub(crate) fn carve(
    maze: Single<(&Grid, &mut Progress, &mut Johnny, &mut Chance, Has<Frontier>)>,
    mut budget: ResMut<Budget>,
    mut cells: Cells<&'static mut Ways>,
    mut walls: Walls<&'static mut Wall>,
) {
    let (&grid, mut progress, mut johnny, mut chance, walkers_wait) = maze.into_inner();
    let (_, mut ways) = cells.columns();
    let ways = ways.bypass_change_detection();
    let mut walls = walls.columns().expect("Johnny's maze has walls");
    let walls = walls.bypass_change_detection();
    let is_short = budget.is_short(grid);
    let Johnny { pending, source, last } = &mut *johnny;
    let mut list = List {
        pending,
        ways,
        walls: is_short.then_some(&mut *walls),
        strides: Heading::ALL.map(|heading| grid.stride(heading)),
        grid,
    };
    let (ticks, ended) = match source {
        CommandSource::Drawn(flips) => {
            list.turns(budget.0, last, |ways, length| Ok(draw(&mut chance, *flips, ways, length)))
        }
        CommandSource::Given { commands, read } => list.turns(budget.0, last, |_, _| {
            let command = commands.get(*read).copied().ok_or(Why::TooFew)?;
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
        Some(Ok(())) => progress.built(walkers_wait),
        Some(Err(why)) => progress.finish(Outcome::Stuck(source.illegal(why))),
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

/// The list at work, with the columns that it writes.
struct List<'a> {
    pending: &'a mut Pending,
    ways: &'a mut [Ways],
    /// In a short run: the walls, to be written as they fall.
    walls: Option<&'a mut [Wall]>,
    strides: [isize; 4],
    grid: Grid,
}

#[allow(clippy::cast_possible_truncation)] // a grid has fewer than 2³² cells
impl List<'_> {
    /// Does up to `budget` turns, with the commands that `next` reads; how many were done, and
    /// whether and how the list came to an end.
    fn turns(
        &mut self,
        budget: u64,
        last: &mut Option<Step>,
        mut next: impl FnMut(Headings, u32) -> Result<Command, Why>,
    ) -> (u64, Option<Result<(), Why>>) {
        let mut step = *last;
        let mut done = 0;
        let mut ended = None;
        while done < budget && ended.is_none() {
            match self.turn(&mut next) {
                Ok(turn) => {
                    step = Some(turn);
                    done += 1;
                    ended = self.pending.is_empty().then_some(Ok(()));
                }
                Err(why) => ended = Some(Err(why)),
            }
        }
        *last = step;
        (done, ended)
    }

    /// One turn of the loop. A command that cannot be carried out changes nothing.
    #[inline(always)]
    #[allow(clippy::inline_always)] // measured: a sixth of the time of a generation
    fn turn(
        &mut self,
        next: &mut impl FnMut(Headings, u32) -> Result<Command, Why>,
    ) -> Result<Step, Why> {
        let here = self.pending.last().expect("a finished list has no turn") as usize;
        let ways = self.ways[here].headings();
        if ways.is_empty() {
            self.pending.pop();
            return Ok(Step::Pop);
        }
        let command = next(ways, self.pending.len() as u32)?;
        match command {
            Command::Move(heading) => {
                if !ways.contains(heading) {
                    return Err(Why::no_way(self.grid, here, heading, ways));
                }
                let there = here.wrapping_add_signed(self.strides[heading as usize]);
                self.ways[here].carve(heading);
                if let Some(walls) = &mut self.walls {
                    walls[Segments::of(self.grid).beside(here, heading)] = Wall::OPEN;
                }
                visit(self.ways, self.grid.columns as usize, there);
                self.pending.push(there as u32);
            }
            Command::Flip(position) => {
                let length = self.pending.len() as u32;
                let from = (position as usize).wrapping_sub(1);
                if from >= length as usize {
                    return Err(Why::NoSuchPosition { position, length });
                }
                self.pending.reverse_from(from);
            }
        }
        Ok(Step::Command(command))
    }
}

impl CommandSource {
    /// The list is empty: no command may be left.
    fn end(&self) -> Result<(), Why> {
        match self {
            Self::Given { commands, read } if *read < commands.len() => {
                Err(Why::LeftOver { command: commands[*read] })
            }
            _ => Ok(()),
        }
    }

    /// A command could not be carried out: if it was read, it counts as unread.
    fn illegal(&mut self, why: Why) -> IllegalCommand {
        let Self::Given { read, .. } = self else { return IllegalCommand { index: 0, why } };
        if !matches!(why, Why::TooFew | Why::LeftOver { .. }) {
            *read -= 1;
        }
        IllegalCommand { index: *read, why }
    }
}
