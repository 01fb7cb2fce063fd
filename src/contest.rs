//! Contest input and output: mazes are read one after another, each solved and written at once.
//!
//! A type that implements [`ContestFormat`] describes a format; [`Registry::contest`] registers
//! it as a [`Contest`]. The format finds the end of each maze without parsing it, so that several
//! threads can solve mazes of an input, each in its own World. A [`Cursor`] parses a maze and
//! reports what it found instead of what was expected.
//!
//! [`Registry::contest`]: crate::registry::Registry::contest

pub mod cursor;
pub mod export;
mod format;
pub mod framing;
mod input;
mod reading;
mod solve;

#[cfg(feature = "cli")]
pub(crate) use cursor::quote_as_is;
pub(crate) use cursor::{Cursor, number, quote};
pub(crate) use export::{ExportError, check_name, export};
pub use format::ContestFormat;
pub(crate) use framing::{missing_end, next_filled_line, next_line};
pub(crate) use input::Input;

use std::io;
use std::ops::Range;

use crate::base::limits;
use crate::base::report::Fault;
#[cfg(feature = "cli")]
use crate::engine::maze::Maze;
use crate::scene::Scene;
use format::Functions;

/// A registered contest format, whatever its type.
///
/// The standard ones are constants of this type;
/// [`Registry::contest`](crate::registry::Registry::contest) registers others. Two are equal if their
/// names are.
#[derive(Clone, Copy, derive_more::Debug)]
#[debug("{}", self.name())]
pub struct Contest(&'static Functions);

/// Why contest input was not processed to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContestError {
    /// The input is invalid: the report, with the place.
    #[error("{0}")]
    Input(String),
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl Contest {
    /// The contest of a format.
    pub const fn of<F: ContestFormat>() -> Self {
        Self(
            const {
                &Functions {
                    name: F::NAME,
                    about: F::ABOUT,
                    find_mazes: F::find_mazes,
                    read: F::read,
                    place_of_item: F::place_of_item,
                    answer: F::answer,
                    takes: F::takes,
                    write: F::write,
                    enclose: F::enclose,
                }
            },
        )
    }

    /// The name of the contest in the program.
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// The description of the contest.
    pub const fn about(self) -> &'static str {
        self.0.about
    }

    #[cfg(feature = "cli")]
    pub(crate) fn answer(self, maze: &mut Maze, text: &mut String) {
        (self.0.answer)(maze, text);
    }

    fn find_mazes(self, text: &[u8], mazes: &mut Vec<Range<usize>>) -> Result<(), Fault> {
        (self.0.find_mazes)(text, mazes)
    }

    /// Parses the maze of a frame into `scene`, in place; errors go to `faults`.
    fn read_maze(self, mut maze: Cursor<'_>, scene: &mut Scene, faults: &mut Vec<Fault>) {
        let read = (self.0.read)(&mut maze, scene, faults);
        faults.extend(read.err());
        faults.truncate(limits::FAULTS + 1); // one more says that there are more
    }
}

impl PartialEq for Contest {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Contest {}
