//! The state of the generator: the pending cells, and the source of the commands.

use bevy_ecs::prelude::*;
use serde::Serialize;

use super::pending::Pending;
use super::{Command, CommandFault, Commands, IllegalCommand};
use crate::base::chance::Odds;
use crate::base::grid::CellIndex;

/// The state of Johnny's list. A component of the maze entity.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub struct JohnnyList {
    /// The pending cells.
    pub(super) pending: Pending,
    pub(super) source: CommandSource,
    #[serde(skip)]
    pub(super) last: Option<ListStep>,
    /// The command that could not be carried out, if any.
    #[serde(skip)]
    pub(super) stuck: Option<IllegalCommand>,
}

/// One step of Johnny's loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListStep {
    /// The last cell was removed from the list.
    Pop,
    /// A command was carried out.
    Command(Command),
}

/// The source of the commands.
#[derive(Clone, Debug, Serialize)]
pub(super) enum CommandSource {
    /// Drawn at random: a flip with these odds, otherwise a move.
    Drawn(Odds),
    /// Given; `read` of them have been read.
    Given { commands: Vec<Command>, read: usize },
}

impl Default for CommandSource {
    fn default() -> Self {
        Self::Drawn(Odds::default())
    }
}

impl JohnnyList {
    /// The pending cells in the order of the list; the last is processed next.
    /// [`Grid::position`](crate::base::Grid::position) gives their positions.
    pub fn pending(&self) -> impl Iterator<Item = CellIndex> + '_ {
        self.pending.iter()
    }

    /// What the last tick did.
    #[must_use]
    pub fn last_step(&self) -> Option<ListStep> {
        self.last
    }
}

impl JohnnyList {
    pub(super) fn begin(
        &mut self,
        start: CellIndex,
        flips: f64,
        commands: Option<&Commands>,
        cells: usize,
    ) {
        self.pending.clear(cells);
        self.pending.push(start);
        (self.last, self.stuck) = (None, None);
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

impl CommandSource {
    /// The list is empty: no command may be left.
    pub(super) fn end(&self) -> Result<(), CommandFault> {
        match self {
            Self::Given { commands, read } if *read < commands.len() => {
                Err(CommandFault::LeftOver { command: commands[*read] })
            }
            _ => Ok(()),
        }
    }

    /// The error of a command that could not be carried out: if it was read, it counts as unread.
    pub(super) fn illegal(&mut self, fault: CommandFault) -> IllegalCommand {
        let Self::Given { read, .. } = self else { return IllegalCommand { index: 0, fault } };
        if !matches!(fault, CommandFault::TooFew | CommandFault::LeftOver { .. }) {
            *read -= 1;
        }
        IllegalCommand { index: *read, fault }
    }
}
