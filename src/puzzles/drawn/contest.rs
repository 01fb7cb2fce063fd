//! Drawings in the lattice as an input format: one after another, separated by blank lines.
//!
//! It is not a contest's format. `mazetick import lattice` turns drawings into scenes, `mazetick
//! export` scenes into drawings; solving a drawing draws it again.

use super::DrawnWalls;
use super::drawing::{Drawing, Flaw, place_of_line};
use crate::base::limits;
use crate::base::report::Fault;
use crate::base::scene_fault::SceneError;
use crate::contest::{Contest, ContestFormat, Cursor, Paragraphs};
use crate::engine::maze::Maze;
use crate::engine::text::TextFormat;
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Ingredient, Scene};

impl Contest {
    /// Drawings of mazes in the [lattice](TextFormat::LATTICE).
    pub const LATTICE: Self = Self::of::<LatticeDrawings>();
}

/// Drawings as a format.
struct LatticeDrawings;

impl ContestFormat for LatticeDrawings {
    const NAME: &'static str = "lattice";
    const ABOUT: &'static str = "Drawings of mazes, in the text format Lattice";
    type Framing = Paragraphs;

    /// Reads a drawing into `scene`.
    fn read(
        cursor: &mut Cursor<'_>,
        scene: &mut Scene,
        faults: &mut Vec<Fault>,
    ) -> Result<(), Fault> {
        let rest = cursor.rest().0;
        cursor.pass(first_line(rest));
        let (drawing, start) = cursor.rest();
        let drawing = std::str::from_utf8(drawing).map_err(|error| {
            let at = start + error.valid_up_to();
            let message = "found bytes that are not UTF-8, expected a drawing".to_owned();
            Fault { at: at..at + 1, message }
        })?;
        let fault = |flaw: Flaw| {
            let line = start + place_of_line(drawing, flaw.line).map_or(0, |line| line.start);
            Fault { at: line + flaw.at.start..line + flaw.at.end, message: flaw.message }
        };
        if !drawing.starts_with('+') {
            let first = drawing.lines().next().unwrap_or_default();
            return Err(fault(Flaw::new(0, first, 0..first.len(), "a line such as `+--+--+`")));
        }
        let read = Drawing::of(drawing).map_err(fault)?;
        cursor.pass(drawing.len());
        cursor.check_size(read.grid(), start)?;
        let mut flaws = Vec::new();
        read.read(
            |_| (),
            |flaw| {
                if flaws.len() < limits::FAULTS {
                    flaws.push(flaw);
                }
            },
        );
        faults.extend(flaws.into_iter().map(fault));
        scene.grid = read.grid();
        scene.set(DrawnWalls::drawn(drawing));
        scene.text = TextFormat::LATTICE;
        Ok(())
    }

    /// A drawing, followed by a blank line.
    fn answer(maze: &mut Maze, text: &mut String) {
        maze.draw(TextFormat::LATTICE, text);
        text.push('\n');
    }

    fn takes(scene: &Scene) -> bool {
        scene.get::<DrawnWalls>().is_some() && scene.has_only(&[DrawnWalls::FIELD])
    }

    fn write(scene: &CheckedScene, text: &mut String) -> Result<(), SceneError> {
        let mut maze = Simulation::new(scene)?;
        Self::answer(&mut maze, text);
        Ok(())
    }
}

/// Where the first line that is not blank begins.
fn first_line(text: &[u8]) -> usize {
    let blank = text.len() - text.trim_ascii_start().len();
    text[..blank].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}
