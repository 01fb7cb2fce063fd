//! Errors of commands that cannot be carried out.

use std::fmt;

use super::Command;
use super::commands::{letter, place_of_command};
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::{Heading, Headings};
use crate::base::scene_fault::{Item, SceneFault, SceneStep};

/// A command that cannot be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IllegalCommand {
    /// Its index in the list of commands, from 0.
    pub(super) index: usize,
    /// What is wrong with it.
    pub(super) fault: CommandFault,
}

/// Why a command cannot be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandFault {
    /// It leads out of the grid.
    Border {
        /// Where it leads.
        heading: Heading,
        /// Where a move could lead.
        ways: Headings,
    },
    /// It leads into a visited cell.
    Visited {
        /// Where it leads.
        heading: Heading,
        /// Where a move could lead.
        ways: Headings,
    },
    /// It flips from a position that the list does not have.
    NoSuchPosition {
        /// The position.
        position: u32,
        /// The length of the list.
        length: u32,
    },
    /// No command is left, but the maze is not finished.
    TooFew,
    /// A command is left, but the maze is finished.
    LeftOver {
        /// The first one left.
        command: Command,
    },
}

/// The error report for the commands of a scene.
impl From<IllegalCommand> for SceneFault {
    fn from(illegal: IllegalCommand) -> Self {
        let item = Item { what: "command", index: illegal.index, find: place_of_command };
        let path =
            [SceneStep::Field("generate"), SceneStep::Field("commands"), SceneStep::Item(item)];
        Self::new(path, illegal.fault.to_string())
    }
}

impl CommandFault {
    /// Why a heading that is not among the ways of a cell cannot be taken.
    #[cold]
    pub(super) fn no_way(grid: Grid, cell: CellIndex, heading: Heading, ways: Headings) -> Self {
        if grid.leads(grid.position(cell), heading) {
            Self::Visited { heading, ways }
        } else {
            Self::Border { heading, ways }
        }
    }
}

impl fmt::Display for CommandFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = |ways: &Headings| {
            let letters: Vec<String> = ways.iter().map(|way| letter(way).to_string()).collect();
            letters.join(" or ")
        };
        match self {
            Self::Border { heading, ways } => {
                let (to, ways) = (letter(*heading), moves(ways));
                write!(f, "`{to}` leads out of the grid, expected {ways}, or a flip")
            }
            Self::Visited { heading, ways } => {
                let (to, ways) = (letter(*heading), moves(ways));
                write!(f, "`{to}` leads into a visited cell, expected {ways}, or a flip")
            }
            Self::NoSuchPosition { position, length } => {
                write!(f, "a flip from position {position}, expected 1 to {length}")
            }
            Self::TooFew => {
                f.write_str("no command is left, expected one: the maze is not finished")
            }
            Self::LeftOver { command } => {
                write!(f, "found `{command}`, expected no more commands: the maze is finished")
            }
        }
    }
}
