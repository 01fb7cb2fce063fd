//! Contest input and output: mazes read one after the other, each solved and written at once.
//!
//! Input is cut into chunks of whole mazes ([`chunks`]), so memory holds a few chunks however many
//! mazes there are, and chunks can be solved on several threads, one World each. Each problem says
//! how its mazes are framed, read and written in its own `contest` module (Johnny's: `framing`, too).

mod chunks;
mod cursor;
mod export;
mod framing;
mod simulator;
mod solve;

pub(crate) use cursor::{Cursor, number, quote};
pub use export::{ExportError, export};
pub(crate) use framing::{Frame, Framing, next_line};

use std::io::{self, Read};

use crate::report::{Fault, Source};
use crate::scene::Scene;
use crate::{arrow, dice, johnny, limits};
use chunks::{Chunk, Chunks};
use simulator::Simulator;

/// A contest problem that has an input format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contest {
    /// Johnny's maze (ACM 1995).
    Johnny,
    /// Abbott's arrow mazes (World Finals 2000).
    Arrow,
    /// Dice mazes (World Finals 1999).
    Dice,
}

/// Why contest input was not worked through to its end.
#[derive(Debug)]
pub enum ContestError {
    /// The input is wrong: the report, which names and shows the place.
    Input(String),
    /// Reading or writing failed.
    Io(io::Error),
}

impl Contest {
    /// Reads every maze of the input; `file` is what reports call it. Commands are carried out,
    /// to see whether they can.
    ///
    /// Each maze without fault goes to `maze`. Each fault goes to `fault` as its report, and
    /// reading goes on with the next thing that can be told apart, up to [`limits::FAULTS`].
    ///
    /// # Errors
    /// If the input cannot be read, or `maze` fails.
    pub fn read(
        self,
        file: &str,
        input: impl Read,
        mut maze: impl FnMut(&Scene) -> io::Result<()>,
        mut fault: impl FnMut(String),
    ) -> io::Result<()> {
        let mut chunks = Chunks::new(input, self.framing());
        let mut chunk = Chunk::default();
        let mut scene = Scene::default();
        let mut simulator = Simulator::default();
        let mut faults = Vec::new();
        let mut left = limits::FAULTS;
        while chunks.next_chunk(&mut chunk)? {
            let source = Source { file, text: &chunk.text, start: chunk.start };
            let mut say = |found: Fault| {
                let is_said = left > 0;
                if is_said {
                    left -= 1;
                    fault(source.report(&found));
                }
                is_said
            };
            for frame in &chunk.mazes {
                let cursor = Cursor::new(&chunk.text, frame.clone());
                self.read_maze(cursor.clone(), &mut scene, &mut faults);
                if faults.is_empty() && self == Self::Johnny {
                    faults.extend(simulator.run(&scene, cursor).err());
                }
                if faults.is_empty() {
                    maze(&scene)?;
                }
                if !faults.drain(..).all(&mut say) {
                    fault(format!("{file}: error: too many faults, the rest is not read"));
                    return Ok(());
                }
            }
            if let Some(found) = chunk.fault.take() {
                say(found);
            }
        }
        Ok(())
    }

    /// How the input is cut into mazes.
    fn framing(self) -> Box<dyn Framing> {
        match self {
            Self::Johnny => Box::<johnny::Frames>::default(),
            Self::Arrow => Box::<arrow::contest::Frames>::default(),
            Self::Dice => Box::<dice::contest::Frames>::default(),
        }
    }

    /// Reads the maze of a frame into `scene`, in place; what is wrong with it goes to `faults`.
    fn read_maze(self, mut maze: Cursor<'_>, scene: &mut Scene, faults: &mut Vec<Fault>) {
        let read = match self {
            Self::Johnny => johnny::contest::read(&mut maze, scene),
            Self::Arrow => arrow::contest::read(&mut maze, scene, faults),
            Self::Dice => dice::contest::read(&mut maze, scene, faults),
        };
        faults.extend(read.err());
        faults.truncate(limits::FAULTS);
    }
}

impl std::fmt::Display for ContestError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Input(report) => f.write_str(report),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ContestError {}

impl From<io::Error> for ContestError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
