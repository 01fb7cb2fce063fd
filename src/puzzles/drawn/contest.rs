//! Drawings of mazes as a format of contest input. It is no contest's: `mazetick import maze` turns drawings into scenes,
//! `mazetick export` scenes into drawings; solving a drawing draws it again.

use std::ops::Range;

use crate::base::limits;
use crate::base::openings::Openings;
use crate::base::report::Fault;
use crate::base::scene_fault::SceneError;
use crate::base::walker::Start;
use crate::base::wall::{Segments, Wall};
use crate::contest::{Contest, ContestFormat, Cursor};
use crate::engine::maze::Maze;
use crate::engine::text::{TextFormat, write_lattice};
use crate::puzzles::foot::Foot;
use crate::puzzles::wrap::Wrap;
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Ingredient, Scene};

use super::DrawnWalls;
use super::drawing::{Drawing, Flaw, FormName, find, place_of_line};

impl Contest {
    /// Drawings of mazes, of which each says by its first lines how it is drawn.
    pub const MAZE: Self = Self::of::<Drawings<0>>();

    /// Drawings of mazes in a given form, by its name.
    pub const MAZE_FORMS: [(&'static str, Self); 3] = [
        ("lattice", Self::of::<Drawings<1>>()),
        ("underscores", Self::of::<Drawings<2>>()),
        ("blocks", Self::of::<Drawings<3>>()),
    ];
}

/// Drawings in any form (0), or in one of `FORMS`.
struct Drawings<const FORM: usize>;

const FORMS: [Option<FormName>; 4] = [
    None,
    Some(FormName::Lattice),
    Some(FormName::Underscores),
    Some(FormName::Blocks),
];

impl<const FORM: usize> ContestFormat for Drawings<FORM> {
    const NAME: &'static str = "maze";
    const ABOUT: &'static str = "Drawings of mazes: lattices, underscores, blocks";

    /// Finds drawings, and passes over what is between them.
    fn find_mazes(text: &[u8], mazes: &mut Vec<Range<usize>>) -> Result<(), Fault> {
        let mut at = 0;
        while let Some(drawing) = find(text, at, FORMS[FORM]) {
            at = drawing.end;
            mazes.push(drawing);
        }

        if mazes.is_empty() {
            let message = "found the end of the input, expected a drawing of a maze, with a first line \
                           such as `+--+--+`, ` _ _` or `#####`; `--as` says the form of another";
            return Err(Fault {
                at: text.len()..text.len(),
                message: message.to_owned(),
            });
        }
        Ok(())
    }

    fn read(
        cursor: &mut Cursor<'_>,
        scene: &mut Scene,
        faults: &mut Vec<Fault>,
    ) -> Result<(), Fault> {
        let (drawing, start) = cursor.rest();
        let drawing = std::str::from_utf8(drawing).map_err(|error| {
            let at = start + error.valid_up_to();
            let message = "found bytes that are not UTF-8, expected a drawing".to_owned();
            Fault {
                at: at..at + 1,
                message,
            }
        })?;
        let fault = |flaw: Flaw| {
            let line = start + place_of_line(drawing, flaw.line).map_or(0, |line| line.start);
            Fault {
                at: line + flaw.at.start..line + flaw.at.end,
                message: flaw.message,
            }
        };
        let read = Drawing::new(drawing, FORMS[FORM]).map_err(fault)?;
        cursor.pass(drawing.len());
        let grid = read.grid();
        cursor.check_size(grid, start)?;
        let segments = Segments::new(grid);
        let (mut walls, mut flaws) = (vec![Wall::OPEN; segments.count()], Vec::new());
        let found = |flaw| {
            if flaws.len() <= limits::FAULTS {
                flaws.push(flaw);
            }
        };
        let ends = read.read(|wall| walls[wall] = Wall::STANDING, found);
        faults.extend(flaws.into_iter().map(fault));
        (scene.grid, scene.text) = (grid, TextFormat::LATTICE);
        scene.remove(Foot::FIELD);
        scene.remove(Wrap::FIELD);
        if let Some(wrap) = ends.wrap(grid) {
            scene.set(wrap);
        }
        scene.remove(Openings::FIELD);
        if let Some((from, to)) = ends.walk(grid) {
            if ends.wrap(grid).is_none() && !ends.openings.is_empty() {
                scene.set(Openings(true));
            }
            scene.set(Foot {
                from: from.into(),
                to: to.into_iter().collect(),
            });
        }
        segments
            .border()
            .for_each(|wall| walls[wall] = Wall::STANDING);
        let mut text = String::new();
        write_lattice(&mut text, grid, &walls, &[], None);
        scene.set(DrawnWalls::drawn(&text));
        Ok(())
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
        let maze = Simulation::new(scene)?;
        let (openings, start) = (scene.get::<Openings>(), maze.entity().get::<Start>());
        let walls = maze.walls().unwrap_or_default();
        let walls = Openings::drawn(openings.zip(start), scene.grid, walls);
        write_lattice(text, scene.grid, &walls, &[], start);
        text.push('\n');
        Ok(())
    }
}
