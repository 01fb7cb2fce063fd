//! Johnny's list in snapshots: the pending cells, and the source of the commands. The visited cells
//! follow from the walls: all that have an opening or are pending.

use bevy_ecs::prelude::*;

use super::pending::Pending;
use super::unvisited::{leave_unvisited, visit};
use super::{
    Command, CommandFault, CommandSource, IllegalCommand, JohnnyList, ListStep, Unvisited,
};
use crate::base::chance::Odds;
use crate::base::grid::Grid;
use crate::base::heading::{Heading, Headings};
use crate::base::limits;
use crate::base::progress::{Outcome, Progress};
use crate::base::snapshot::{Distinct, Reader, SnapshotError, Writer, ensure};
use crate::base::wall::Wall;
use crate::engine::columns::{Cells, Walls};

/// Writes the list, and the command at which it is stuck.
pub(super) fn save(InMut(writer): InMut<Writer>, johnny: Single<&JohnnyList>) {
    match johnny.last {
        None => writer.u8(0),
        Some(ListStep::Pop) => writer.u8(1),
        Some(ListStep::Command(command)) => {
            writer.u8(2);
            command.save(writer);
        }
    }
    match &johnny.source {
        CommandSource::Drawn(flips) => {
            writer.u8(0);
            writer.u32(flips.steps());
        }
        CommandSource::Given { commands, read } => {
            writer.u8(1);
            writer.length(*read);
            writer.length(commands.len());
            for command in commands {
                command.save(writer);
            }
        }
    }
    writer.length(johnny.pending.len());
    johnny.pending.iter().for_each(|cell| writer.u32(cell));
    match johnny.stuck {
        None => writer.u8(0),
        Some(illegal) => {
            writer.u8(1);
            illegal.save(writer);
        }
    }
}

/// Restores the list and the ways. The walls are restored already.
pub(super) fn restore(
    InMut(reader): InMut<Reader>,
    maze: Single<(&Grid, &mut Progress, &mut JohnnyList)>,
    mut cells: Cells<&'static mut Unvisited>,
    mut walls: Walls<&'static Wall>,
) -> Result<(), SnapshotError> {
    let (&grid, mut progress, mut johnny) = maze.into_inner();
    johnny.last = match reader.u8()? {
        0 => None,
        1 => Some(ListStep::Pop),
        _ => Some(ListStep::Command(Command::restore(reader)?)),
    };
    johnny.source = CommandSource::restore(reader)?;
    restore_pending(reader, grid, &mut johnny.pending)?;
    johnny.stuck = match reader.u8()? {
        0 => None,
        _ => Some(IllegalCommand::restore(reader)?),
    };
    let is_stuck = matches!(progress.outcome, Outcome::Stuck(_));
    ensure(is_stuck == johnny.stuck.is_some(), "a stuck command that does not fit its state")?;
    if let Some(illegal) = johnny.stuck {
        progress.outcome = Outcome::Stuck(illegal.into());
    }
    let fits = progress.is_in_stage(0) != johnny.pending.is_empty() || is_stuck;
    ensure(fits, "a list that does not fit its phase")?;
    let segments = walls.segments();
    let walls = walls.columns();
    let passages: Vec<Headings> =
        (0..grid.cells()).map(|cell| segments.open_sides(cell, walls)).collect();
    let ways = cells.columns();
    restore_ways(ways, &passages, &johnny.pending, grid)
}

fn restore_pending(
    reader: &mut Reader,
    grid: Grid,
    pending: &mut Pending,
) -> Result<(), SnapshotError> {
    let length = reader.length(4)?;
    ensure(length <= grid.cells(), "a list longer than its grid")?;
    pending.clear(grid.cells());
    let mut listed = Distinct::below(grid.cells());
    for _ in 0..length {
        let cell = reader.u32()?;
        ensure((cell as usize) < grid.cells(), "a pending cell outside its grid")?;
        listed.add(cell as usize, "a cell pending twice")?;
        pending.push(cell);
    }
    Ok(())
}

/// Restores the ways from the passages of every cell and the list.
fn restore_ways(
    ways: &mut [Unvisited],
    passages: &[Headings],
    pending: &Pending,
    grid: Grid,
) -> Result<(), SnapshotError> {
    // A cell that was removed from the list is visited only because it has an opening.
    let is_open = |cell: u32| !passages[cell as usize].is_empty();
    let only_begun = pending.len() <= 1 && passages.iter().all(|open| open.is_empty());
    ensure(only_begun || pending.iter().all(is_open), "a pending cell that is walled in")?;
    leave_unvisited(ways, grid);
    let open = (0..passages.len()).filter(|&cell| !passages[cell].is_empty());
    let pending = pending.iter().map(|cell| cell as usize);
    open.chain(pending).for_each(|cell| visit(ways, grid, cell));
    for (ways, &passages) in ways.iter_mut().zip(passages) {
        *ways = Unvisited::new(ways.headings(), passages);
    }
    Ok(())
}

impl CommandSource {
    fn restore(reader: &mut Reader) -> Result<Self, SnapshotError> {
        if reader.u8()? == 0 {
            let flips = Odds::from_steps(reader.u32()?);
            let most = Odds::new(limits::FLIPS);
            ensure(flips.steps() <= most.steps(), "a probability of flips above the limit")?;
            return Ok(Self::Drawn(flips));
        }
        let read = usize::try_from(reader.u64()?).map_err(|_| SnapshotError::Damaged)?;
        let length = reader.length(1)?;
        ensure(read <= length, "more commands read than there are")?;
        let commands: Result<_, _> = (0..length).map(|_| Command::restore(reader)).collect();
        Ok(Self::Given { commands: commands?, read })
    }
}

impl Command {
    fn save(self, writer: &mut Writer) {
        match self {
            Self::Move(heading) => writer.u8(heading as u8),
            Self::Flip(position) => {
                writer.u8(4);
                writer.u32(position);
            }
        }
    }

    fn restore(reader: &mut Reader) -> Result<Self, SnapshotError> {
        Ok(match reader.u8()? {
            heading @ 0..4 => Self::Move(Heading::from_bits(heading)),
            _ => Self::Flip(reader.u32()?),
        })
    }
}

impl IllegalCommand {
    fn save(self, writer: &mut Writer) {
        writer.length(self.index);
        let mut way = |kind, heading: Heading, ways: Headings| {
            writer.bytes(&[kind, heading as u8, ways.bits()]);
        };
        match self.fault {
            CommandFault::Border { heading, ways } => way(0, heading, ways),
            CommandFault::Visited { heading, ways } => way(1, heading, ways),
            CommandFault::NoSuchPosition { position, length } => {
                writer.u8(2);
                writer.u32(position);
                writer.u32(length);
            }
            CommandFault::TooFew => writer.u8(3),
            CommandFault::LeftOver { command } => {
                writer.u8(4);
                command.save(writer);
            }
        }
    }

    fn restore(reader: &mut Reader) -> Result<Self, SnapshotError> {
        let index = usize::try_from(reader.u64()?).map_err(|_| SnapshotError::Damaged)?;
        let kind = reader.u8()?;
        let fault = match kind {
            0 | 1 => {
                let heading = Heading::from_bits(reader.u8()?);
                let ways = Headings::from_bits(reader.u8()?);
                if kind == 0 {
                    CommandFault::Border { heading, ways }
                } else {
                    CommandFault::Visited { heading, ways }
                }
            }
            2 => CommandFault::NoSuchPosition { position: reader.u32()?, length: reader.u32()? },
            3 => CommandFault::TooFew,
            _ => CommandFault::LeftOver { command: Command::restore(reader)? },
        };
        Ok(Self { index, fault })
    }
}
