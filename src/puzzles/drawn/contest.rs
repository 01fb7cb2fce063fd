//! Drawings of mazes as a format of contest input. It is no contest's: `mazetick import maze` turns drawings into scenes,
//! `mazetick export` scenes into drawings; solving a drawing draws it again.

use std::io::{self, Read};
use std::ops::Range;

use crate::base::openings::Openings;
use crate::base::report::Fault;
use crate::base::scene_fault::SceneError;
use crate::base::squares::{Blocked, Squares};
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
use super::drawings::Drawings;
use super::ends::Ends;
use super::find::{FormName, find};
use super::form::Style;
use super::shown::Flaw;

impl Contest {
    /// Drawings of mazes. The first lines of each show how it is drawn.
    pub const MAZE: Self = Self::of::<MazeFormat>();
}

impl Drawings {
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
        let parse = |mut cursor: Cursor<'_>, scene: &mut Scene, faults: &mut Vec<Fault>| {
            faults.extend(read(&mut cursor, scene, self).err());
        };
        let find = |text: &[u8], mazes: &mut Vec<_>| find_drawings(text, mazes, self.form);
        let input = Input::read(find, input, 0)?;
        Contest::MAZE.read_by(parse, file, &input, maze, fault)
    }
}

struct MazeFormat;

impl ContestFormat for MazeFormat {
    const NAME: &'static str = "maze";
    const ABOUT: &'static str = "Drawings of mazes: lattices, underscores, blocks, cells";

    fn find_mazes(text: &[u8], mazes: &mut Vec<Range<usize>>) -> Result<(), Fault> {
        find_drawings(text, mazes, None)
    }

    fn read(cursor: &mut Cursor<'_>, scene: &mut Scene, _: &mut Vec<Fault>) -> Result<(), Fault> {
        read(cursor, scene, &Drawings::default())
    }

    fn answer(maze: &mut Maze, text: &mut String) {
        text.extend(maze.draw(TextFormat::LATTICE).as_deref());
        text.push('\n');
    }

    fn takes(scene: &Scene) -> bool {
        let is_on_foot = !scene.has_walk() || scene.get::<Foot>().is_some();
        let fields = [
            Blocked::FIELD,
            DrawnWalls::FIELD,
            Foot::FIELD,
            Wrap::FIELD,
            Openings::FIELD,
        ];
        let is_drawn = scene.has(Blocked::FIELD) || scene.has(DrawnWalls::FIELD);
        is_drawn && is_on_foot && scene.has_only(&fields)
    }

    fn write(scene: &CheckedScene, text: &mut String) -> Result<(), SceneError> {
        let mut maze = Simulation::new(scene)?;
        maze.build_walls();
        let (openings, start) = (scene.get::<Openings>(), maze.entity().get::<Start>());
        let walls = maze.walls().unwrap_or_default();
        let walls = Openings::drawn(openings.zip(start), scene.grid, walls);
        write_lattice(text, maze.squares(), &walls, &[], start);
        text.push('\n');
        Ok(())
    }
}

/// Reads the drawing of a frame into a scene.
fn read(cursor: &mut Cursor<'_>, scene: &mut Scene, drawings: &Drawings) -> Result<(), Fault> {
    let (drawing, start) = cursor.rest();
    let drawing = std::str::from_utf8(drawing).map_err(|error| {
        let at = start + error.valid_up_to();
        let message = "found bytes that are not UTF-8, expected a drawing".to_owned();
        Fault::new(at..at + 1, message)
    })?;
    let fault = |flaw: Flaw| Fault::new(start + flaw.at.start..start + flaw.at.end, flaw.message);
    let (shown, style) = drawings.shown(drawing).map_err(fault)?;
    let ends = Ends::of(&shown, style).map_err(fault)?;
    cursor.pass(drawing.len());
    cursor.check_size(shown.grid, start)?;

    scene.grid = shown.grid;
    scene.text = TextFormat::LATTICE;
    for field in [
        Blocked::FIELD,
        DrawnWalls::FIELD,
        Foot::FIELD,
        Wrap::FIELD,
        Openings::FIELD,
    ] {
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

    let cells = shown.blocked();
    if style != Style::Cells || cells.is_empty() {
        let mut walls = shown.walls;
        for wall in Segments::new(scene.grid).border() {
            walls[wall] = Wall::STANDING;
        }
        let mut text = String::new();
        write_lattice(
            &mut text,
            Squares::from((&scene.grid, None)),
            &walls,
            &[],
            None,
        );
        scene.set(DrawnWalls::drawn(&text));
    }
    if !cells.is_empty() {
        let drawn = Some(scene.grid).filter(|_| style == Style::Cells);
        scene.set(Blocked { cells, drawn });
    }
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
