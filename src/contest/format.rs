//! Contest formats, described by types.

use std::ops::Range;

use super::{Cursor, framing};
use crate::base::report::Fault;
use crate::base::scene_fault::SceneError;
use crate::engine::maze::Maze;
use crate::scene::{CheckedScene, Scene};

/// A contest format: how the text of a maze becomes a scene, a maze its answer, and a scene a text.
///
/// A type that implements this trait only describes the format; it has no values.
/// [`Registry::contest`](crate::registry::Registry::contest) registers it. After that, `mazetick
/// contest NAME`, `import NAME`, `check --as NAME` and `export` know the format.
///
/// ```
/// use mazetick::base::report::Fault;
/// use mazetick::contest::{ContestFormat, cursor::Cursor};
/// use mazetick::prelude::*;
/// use mazetick::puzzles::Wilson;
/// use mazetick::scene::CheckedScene;
///
/// /// Uniform mazes of given sizes: rows, columns and a seed in a line, blank lines between mazes.
/// struct Uniform;
///
/// impl ContestFormat for Uniform {
///     const NAME: &'static str = "uniform";
///     const ABOUT: &'static str = "Uniform mazes by their seeds";
///
///     fn read(maze: &mut Cursor<'_>, scene: &mut Scene, _: &mut Vec<Fault>) -> Result<(), Fault> {
///         maze.skip_blank();
///         let start = maze.rest().1;
///         let [rows, columns] = [maze.word(), maze.word()];
///         let rows = maze.coordinate(rows, "the number of rows")?;
///         let columns = maze.coordinate(columns, "the number of columns")?;
///         scene.grid = Grid { rows, columns };
///         maze.check_size(scene.grid, start)?;
///         scene.seed = maze.number("a seed")?.0.unsigned_abs();
///         maze.end_of_line("the end of the line")?;
///         scene.text = TextFormat::JOHNNY;
///         scene.set(Wilson);
///         Ok(())
///     }
///
///     fn takes(scene: &Scene) -> bool {
///         scene.get::<Wilson>().is_some() && scene.has_only(&["generate"])
///     }
///
///     fn write(scene: &CheckedScene, text: &mut String) -> Result<(), SceneError> {
///         let Grid { rows, columns } = scene.grid;
///         text.push_str(&format!("{rows} {columns} {}\n\n", scene.seed));
///         Ok(())
///     }
/// }
///
/// let registry = Registry::standard().with(|it| drop(it.contest(Contest::of::<Uniform>())));
/// let scene = Scene::new(1, 3).seeded(7).with(Wilson);
/// let input = registry.export([&scene])?;
/// assert_eq!(input, "1 3 7\n\n");
/// let mut output = Vec::new();
/// Contest::of::<Uniform>().solve("input", input.as_bytes(), &mut output, 1)?;
/// assert_eq!(output, b" _ _ _\n|_ _ _|\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ContestFormat: 'static {
    /// The name of the contest in the program.
    const NAME: &'static str;

    /// The description of the contest.
    const ABOUT: &'static str;

    /// Finds the mazes of an input, without parsing them, and adds the range of each. By default, blank lines are
    /// [between them](framing::paragraphs).
    ///
    /// # Errors
    /// If the text after the last of them belongs to no maze.
    fn find_mazes(text: &[u8], mazes: &mut Vec<Range<usize>>) -> Result<(), Fault> {
        framing::paragraphs(text, mazes)
    }

    /// Parses the text of one maze into `scene`, which still holds the previous maze, so that
    /// memory is reused. Everything that the format determines must be set: name, grid, text,
    /// ingredients.
    ///
    /// If the rest of the maze can be read in spite of a fault, the fault may be added to `faults`.
    /// A maze with faults is not used. The scene is checked afterwards, but those errors can only
    /// be reported at the first line of the maze; a fault found here has its exact place.
    ///
    /// # Errors
    /// A fault after which the rest of the maze cannot be read.
    fn read(maze: &mut Cursor<'_>, scene: &mut Scene, faults: &mut Vec<Fault>)
    -> Result<(), Fault>;

    /// The place, in the text of a maze, of an item that could not be carried out, such as a
    /// command. `index` counts items from 0. Only needed for formats whose ingredients [must
    /// run](crate::scene::Ingredient::must_run).
    fn place_of_item(_maze: &[u8], _index: usize) -> Range<usize> {
        0..0
    }

    /// Appends the answer to a maze that has run: by default the world drawn in the format of its
    /// scene.
    fn answer(maze: &mut Maze, text: &mut String) {
        maze.write_text(text);
    }

    /// Whether a scene is one of its mazes: it has the ingredients that [`read`](Self::read) sets,
    /// and [no others](Scene::has_only). If several formats take a scene, the first one registered
    /// writes it.
    fn takes(scene: &Scene) -> bool;

    /// Appends a valid scene that it takes, so that [`read`](Self::read) can read it.
    fn write(scene: &CheckedScene, text: &mut String) -> Result<(), SceneError>;

    /// Adds what comes before and after this many mazes around their text.
    fn enclose(_mazes: usize, _text: &mut String) {}
}

/// Adds where each maze of an input is.
type FindMazes = fn(&[u8], &mut Vec<Range<usize>>) -> Result<(), Fault>;

/// Reads a maze into a scene, with what is wrong in the rest of it.
type ReadMaze = fn(&mut Cursor<'_>, &mut Scene, &mut Vec<Fault>) -> Result<(), Fault>;

pub(super) struct Functions {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) find_mazes: FindMazes,
    pub(super) read: ReadMaze,
    pub(super) place_of_item: fn(&[u8], usize) -> Range<usize>,
    pub(super) answer: fn(&mut Maze, &mut String),
    pub(super) takes: fn(&Scene) -> bool,
    pub(super) write: fn(&CheckedScene, &mut String) -> Result<(), SceneError>,
    pub(super) enclose: fn(usize, &mut String),
}
