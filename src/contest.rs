//! Contest input and output: mazes read one after the other, each solved and written at once.
//!
//! Input is cut into chunks of whole mazes ([`chunks`]), so memory holds a few chunks however many
//! mazes there are, and chunks can be solved on several threads, one World each. Each problem says
//! how its mazes are framed, read and written in its own `contest` module, as a [`Format`].

mod chunks;
mod cursor;
mod export;
mod framing;
mod simulator;
mod solve;

pub(crate) use cursor::{Cursor, number, quote};
pub use export::ExportError;
pub(crate) use export::{check_name, end_by_line};
pub(crate) use framing::{Frame, Framing, next_line};

use std::io::{self, Read};
use std::ops::Range;

use crate::limits;
use crate::objection::SceneError;
use crate::report::{Fault, Source};
use crate::scene::Scene;
use chunks::{Chunk, Chunks};
use simulator::Simulator;

/// A contest that has an input format.
///
/// The standard ones are constants of this type; [`Ingredients::contest`](crate::Ingredients::contest)
/// makes others known. Two are equal if their names are.
#[derive(Clone, Copy)]
pub struct Contest(pub(crate) &'static Format);

/// What there is to a contest format.
pub(crate) struct Format {
    /// What the program calls it.
    pub(crate) name: &'static str,
    /// What it is, for people.
    pub(crate) about: &'static str,
    /// Cuts its input into mazes.
    pub(crate) framing: fn() -> Box<dyn Framing>,
    /// Reads a maze into a scene, in place; faults that leave the rest readable go to the list.
    pub(crate) read: fn(&mut Cursor<'_>, &mut Scene, &mut Vec<Fault>) -> Result<(), Fault>,
    /// Whether a scene can be written in it; what stands in the way, if it is of its kind.
    pub(crate) takes: fn(&Scene) -> Option<Result<(), &'static str>>,
    /// Appends a scene.
    pub(crate) write: fn(&Scene, &mut String) -> Result<(), SceneError>,
    /// Puts what stands before and behind so many mazes around them.
    pub(crate) frame: fn(usize, &mut String),
    /// The place of an item of an objection in the text of a maze.
    pub(crate) place: fn(&[u8], usize) -> Range<usize>,
}

/// Why contest input was not worked through to its end.
#[derive(Debug)]
#[non_exhaustive]
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
                if faults.is_empty() && scene.must_run() {
                    faults.extend(simulator.run(self, &scene, cursor).err());
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

    /// What the program calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// What it is, for people.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.0.about
    }

    /// How the input is cut into mazes.
    fn framing(self) -> Box<dyn Framing> {
        (self.0.framing)()
    }

    /// Reads the maze of a frame into `scene`, in place; what is wrong with it goes to `faults`.
    fn read_maze(self, mut maze: Cursor<'_>, scene: &mut Scene, faults: &mut Vec<Fault>) {
        let read = (self.0.read)(&mut maze, scene, faults);
        faults.extend(read.err());
        faults.truncate(limits::FAULTS);
    }
}

impl PartialEq for Contest {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Contest {}

/// The name.
impl std::fmt::Debug for Contest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
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
