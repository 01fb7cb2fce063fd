//! Johnny's list in snapshots: the pending cells, and the source of the commands. The visited cells
//! follow from the walls: all that have an opening or are pending.

use bevy_ecs::prelude::*;

use super::list::Pending;
use super::{Command, CommandFault, CommandSource, IllegalCommand, JohnnyList, ListStep, Ways};
use crate::chance::Odds;
use crate::columns::{Cells, Walls};
use crate::grid::Grid;
use crate::heading::{Heading, Headings};
use crate::limits;
use crate::progress::{Outcome, Progress};
use crate::snapshot::{Reader, SnapshotError, Writer, ensure};
use crate::wall::Wall;

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
    mut cells: Cells<&'static mut Ways>,
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
    let is_at_work = progress.is_in_stage(0);
    ensure(
        is_at_work != johnny.pending.is_empty() || is_stuck,
        "a list that does not fit its phase",
    )?;

    let segments = walls.segments();
    let walls = walls.columns();
    let (positions, mut ways) = cells.columns();
    let mut visited: Vec<bool> = (0..positions.len())
        .map(|cell| Heading::ALL.into_iter().any(|side| !walls[segments.beside(cell, side)].stands))
        .collect();
    // A cell that was removed from the list is visited only because it has an opening.
    let is_open = |cell: u32| visited[cell as usize];
    let only_begun = johnny.pending.len() <= 1 && !visited.contains(&true);
    ensure(only_begun || johnny.pending.iter().all(is_open), "a pending cell that is walled in")?;
    johnny.pending.iter().for_each(|cell| visited[cell as usize] = true);
    for (cell, ways) in ways.bypass_change_detection().iter_mut().enumerate() {
        let is_way = |&heading: &Heading| {
            grid.leads(positions[cell], heading)
                && !visited[cell.wrapping_add_signed(grid.stride(heading))]
        };
        let is_open = |&heading: &Heading| !walls[segments.beside(cell, heading)].stands;
        *ways = Ways::new(
            Heading::ALL.into_iter().filter(is_way).collect(),
            Heading::ALL.into_iter().filter(is_open).collect(),
        );
    }
    Ok(())
}

fn restore_pending(
    reader: &mut Reader,
    grid: Grid,
    pending: &mut Pending,
) -> Result<(), SnapshotError> {
    let length = reader.length(4)?;
    ensure(length <= grid.cells(), "a list longer than its grid")?;
    pending.clear(grid.cells());
    let mut is_listed = vec![false; grid.cells()];
    for _ in 0..length {
        let cell = reader.u32()?;
        ensure((cell as usize) < grid.cells(), "a pending cell outside its grid")?;
        let twice = std::mem::replace(&mut is_listed[cell as usize], true);
        ensure(!twice, "a cell pending twice")?;
        pending.push(cell);
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
                let bits = reader.u8()?;
                let ways = Heading::ALL.into_iter().filter(|&way| bits >> way as u8 & 1 == 1);
                let ways = ways.collect();
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
