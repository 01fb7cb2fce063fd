//! Drawings of mazes as a format of contest input. It is no contest's: `mazetick import maze` turns drawings into scenes,
//! `mazetick export` scenes into drawings; solving a drawing draws it again.

use std::io::{self, Read};
use std::ops::Range;

use crate::base::openings::Openings;
use crate::base::report::Fault;
use crate::base::scene_fault::SceneError;
use crate::base::walker::Start;
use crate::base::wall::{Segments, Wall};
use crate::contest::{Contest, ContestFormat, Cursor, Input};
use crate::engine::maze::Maze;
use crate::engine::text::{TextFormat, write_lattice};
use crate::puzzles::foot::Foot;
use crate::puzzles::wrap::Wrap;
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Ingredient, Scene};

use super::DrawnWalls;
use super::find::{FormName, find};
use super::reading::Reading;
use super::shown::Flaw;

impl Contest {
    /// Drawings of mazes, whose first lines tell how each is drawn.
    pub const MAZE: Self = Self::of::<MazeFormat>();
}

/// How drawings are read that do not say it themselves.
///
/// ```
/// use mazetick::puzzles::drawn::Drawings;
///
/// let mut scenes = Vec::new();
/// let text = "####\n#A.#\n#.B#\n####\n";
/// let cells = Drawings::default().with_form("cells")?.with_marks("AB");
/// cells.read("maze.txt", text.as_bytes(), |scene| Ok(scenes.push(scene.clone())), |report| panic!("{report}"))?;
/// assert_eq!(scenes[0].grid.rows, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Drawings {
    form: Option<FormName>,
    size: Option<(usize, usize)>,
    marks: Option<String>,
    blocked: Option<String>,
}

impl Drawings {
    /// The forms, each with what it is.
    pub const FORMS: [(&'static str, &'static str); 5] = [
        ("lattice", "Posts, and lines between them"),
        ("underscores", "Underscores and upright lines"),
        ("blocks", "A character for each square, wall and corner"),
        (
            "values",
            "Blocks with blanks, commas, tabs or brackets between them",
        ),
        ("cells", "A character, or a value, for each square"),
    ];

    /// Sets the form of all drawings, by its name; behind it may be the size of squares in characters, as in
    /// `underscores:3x2`.
    ///
    /// # Errors
    /// If there is no such form.
    pub fn with_form(self, form: &str) -> Result<Self, String> {
        let (name, size) = match form.split_once(':') {
            Some((name, size)) => (name, Some(size)),
            None => (form, None),
        };
        let size = match size {
            None => None,
            Some(size) => Some(size_in(size).ok_or_else(|| {
                format!("found `{size}`, expected the width and height of squares, such as 3x1")
            })?),
        };
        let form = match name {
            "lattice" => FormName::Lattice,
            "underscores" => FormName::Underscores,
            "blocks" => FormName::Blocks,
            "values" => FormName::Values,
            "cells" => FormName::Cells,
            _ => {
                let names = Self::FORMS.map(|(name, _)| name).join(", ");
                return Err(format!("found `{name}`, expected one of {names}"));
            }
        };
        Ok(Self {
            form: Some(form),
            size,
            ..self
        })
    }

    /// Sets the characters that mark the start and goals: the first one the start, the others goals.
    #[must_use]
    pub fn with_marks(self, marks: impl Into<String>) -> Self {
        let marks = Some(marks.into());
        Self { marks, ..self }
    }

    /// Sets the characters of blocked squares in cells, besides `#`.
    #[must_use]
    pub fn with_blocked(self, blocked: impl Into<String>) -> Self {
        let blocked = Some(blocked.into());
        Self { blocked, ..self }
    }

    /// Reads every drawing of a text, as [`Contest::read`] does.
    ///
    /// # Errors
    /// If the input cannot be read, or `maze` fails.
    pub fn read(
        &self,
        file: &str,
        input: impl Read,
        maze: impl FnMut(&Scene) -> io::Result<()>,
        fault: impl FnMut(String),
    ) -> io::Result<()> {
        let reading = Reading {
            form: self.form,
            size: self.size,
            marks: self.marks.as_deref(),
            blocked: self.blocked.as_deref(),
            has_ends: true,
        };
        let parse = |mut cursor: Cursor<'_>, scene: &mut Scene, faults: &mut Vec<Fault>| {
            faults.extend(read(&mut cursor, scene, reading).err());
        };
        let find = |text: &[u8], mazes: &mut Vec<_>| find_drawings(text, mazes, self.form);
        let input = Input::read(find, input, 0)?;
        Contest::MAZE.read_by(parse, file, &input, maze, fault)
    }
}

fn size_in(size: &str) -> Option<(usize, usize)> {
    let (width, height) = size.split_once('x')?;
    let side = |side: &str| side.parse().ok().filter(|side| (1..=1000).contains(side));
    Some((side(width)?, side(height)?))
}

struct MazeFormat;

impl ContestFormat for MazeFormat {
    const NAME: &'static str = "maze";
    const ABOUT: &'static str = "Drawings of mazes: lattices, underscores, blocks, cells";

    fn find_mazes(text: &[u8], mazes: &mut Vec<Range<usize>>) -> Result<(), Fault> {
        find_drawings(text, mazes, None)
    }

    fn read(cursor: &mut Cursor<'_>, scene: &mut Scene, _: &mut Vec<Fault>) -> Result<(), Fault> {
        let reading = Reading {
            has_ends: true,
            ..Reading::default()
        };
        read(cursor, scene, reading)
    }

    fn answer(maze: &mut Maze, text: &mut String) {
        text.extend(maze.draw(TextFormat::LATTICE).as_deref());
        text.push('\n');
    }

    fn takes(scene: &Scene) -> bool {
        let is_on_foot = !scene.has_walk() || scene.get::<Foot>().is_some();
        let fields = [DrawnWalls::FIELD, Foot::FIELD, Wrap::FIELD, Openings::FIELD];
        scene.get::<DrawnWalls>().is_some() && is_on_foot && scene.has_only(&fields)
    }

    fn write(scene: &CheckedScene, text: &mut String) -> Result<(), SceneError> {
        let mut maze = Simulation::new(scene)?;
        maze.build_walls();
        let (openings, start) = (scene.get::<Openings>(), maze.entity().get::<Start>());
        let walls = maze.walls().unwrap_or_default();
        let walls = Openings::drawn(openings.zip(start), scene.grid, walls);
        write_lattice(text, scene.grid, &walls, &[], start);
        text.push('\n');
        Ok(())
    }
}

/// Reads the drawing of a frame into a scene.
fn read(cursor: &mut Cursor<'_>, scene: &mut Scene, reading: Reading<'_>) -> Result<(), Fault> {
    let (drawing, start) = cursor.rest();
    let drawing = std::str::from_utf8(drawing).map_err(|error| {
        let at = start + error.valid_up_to();
        let message = "found bytes that are not UTF-8, expected a drawing".to_owned();
        Fault::new(at..at + 1, message)
    })?;
    let fault = |flaw: Flaw| Fault::new(start + flaw.at.start..start + flaw.at.end, flaw.message);
    let (shown, ends) = reading.read(drawing).map_err(fault)?;
    cursor.pass(drawing.len());
    cursor.check_size(shown.grid, start)?;

    scene.grid = shown.grid;
    scene.text = TextFormat::LATTICE;
    for field in [Foot::FIELD, Wrap::FIELD, Openings::FIELD] {
        scene.remove(field);
    }
    if let Some(wrap) = ends.wrap {
        scene.set(wrap);
    }
    if ends.has_openings {
        scene.set(Openings(true));
    }
    if let Some((from, to)) = ends.walk {
        scene.set(Foot {
            from: from.into(),
            to: to.into_iter().collect(),
        });
    }

    let mut walls = shown.walls;
    for wall in Segments::new(scene.grid).border() {
        walls[wall] = Wall::STANDING;
    }
    let mut text = String::new();
    write_lattice(&mut text, scene.grid, &walls, &[], None);
    scene.set(DrawnWalls::drawn(&text));
    Ok(())
}

/// Finds drawings, and passes over what is between them.
fn find_drawings(
    text: &[u8],
    mazes: &mut Vec<Range<usize>>,
    form: Option<FormName>,
) -> Result<(), Fault> {
    let mut at = 0;
    while let Some(drawing) = find(text, at, form) {
        at = drawing.end;
        mazes.push(drawing);
    }

    if mazes.is_empty() {
        let message = "found the end of the input, expected a drawing of a maze, with a first line \
                       such as `+--+--+`, ` _ _` or `#####`; `--as` says the form of another";
        return Err(Fault::new(text.len()..text.len(), message.to_owned()));
    }
    Ok(())
}
