//! What makes a scene legal, and what is said of one that is not.

mod expectations;

use std::fmt;

use super::{Generate, Scene};
use crate::count::counted;
use crate::die::Orientation;
use crate::grid::Position;
use crate::limits;
use crate::text::Need;

/// Why a scene cannot become a world: everything that was found, in the order of the fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneError {
    /// The objections, at least one.
    pub objections: Vec<Objection>,
}

/// One thing that is wrong with a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// Where in the scene.
    pub path: Path,
    /// What was found, and what was expected.
    pub message: String,
}

/// A place in a scene, such as `walk.from`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(pub Vec<Step>);

/// One step of a [`Path`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Into a field.
    Field(&'static str),
    /// To an element of a list, from 0.
    Index(usize),
    /// To the key of an entry of a map, from 0.
    Key(usize),
    /// To a command of a list of commands, from 0; displayed as counted from 1.
    Word(usize),
}

impl Scene {
    /// Checks that the scene can become a world.
    ///
    /// # Errors
    /// Everything that stands against it.
    pub fn check(&self) -> Result<(), SceneError> {
        let mut check = Check { scene: self, objections: Vec::new() };
        check.name();
        check.grid();
        check.generator();
        check.numbers();
        check.signs();
        check.walk();
        check.text();
        check.expectations();
        if check.objections.is_empty() {
            Ok(())
        } else {
            Err(SceneError { objections: check.objections })
        }
    }
}

struct Check<'a> {
    scene: &'a Scene,
    objections: Vec<Objection>,
}

impl Check<'_> {
    fn name(&mut self) {
        name_objections(&self.scene.name).for_each(|message| self.object(["name"], message));
    }

    fn grid(&mut self) {
        let grid = self.scene.grid;
        for (side, length) in [("rows", grid.rows), ("columns", grid.columns)] {
            if length == 0 {
                self.object(["grid", side], format!("a grid of 0 {side}, expected at least 1"));
            }
        }
        let cells = u64::from(grid.rows) * u64::from(grid.columns);
        if cells > limits::CELLS {
            let message = format!("a grid of {cells} cells, expected at most {}", limits::CELLS);
            self.object(["grid"], message);
        }
    }

    fn generator(&mut self) {
        let Some(Generate::Johnny { start, flips, commands }) = &self.scene.generate else {
            return;
        };
        self.inside(["generate", "start"], *start);
        if !(0.0..=limits::FLIPS).contains(flips) {
            let message = format!("a chance of {flips}, expected 0 to {}", limits::FLIPS);
            self.object(["generate", "flips"], message);
        }
        if commands.is_some() && *flips != 0.0 {
            let message =
                "flips are drawn, but this scene gives its commands; expected one of both";
            self.object(["generate", "flips"], message.to_owned());
        }
    }

    fn numbers(&mut self) {
        let Some(numbers) = &self.scene.numbers else {
            return;
        };
        let grid = self.scene.grid;
        if self.scene.walk.as_ref().is_none_or(|walk| walk.die().is_none()) {
            let message = "a board of numbers, but no die rolls over it; expected a `Dice` walk";
            self.object(["numbers"], message.to_owned());
        }
        if numbers.0.len() != grid.rows as usize {
            let message =
                format!("found {}, expected {}", counted(numbers.0.len(), "row"), grid.rows);
            self.object(["numbers"], message);
        }
        for (row, values) in numbers.0.iter().enumerate() {
            if values.len() != grid.columns as usize {
                let message = format!("found a row of {}, expected {}", values.len(), grid.columns);
                self.object_at(vec![Step::Field("numbers"), Step::Index(row)], message);
            }
            for (column, value) in values.iter().enumerate().filter(|(_, v)| !v.is_legal()) {
                let message = format!(
                    "found {}, expected 1 to 6, 0 for an empty square or -1 for a wild one",
                    value.0
                );
                let path = vec![Step::Field("numbers"), Step::Index(row), Step::Index(column)];
                self.object_at(path, message);
            }
        }
    }

    fn signs(&mut self) {
        let Some(signs) = &self.scene.signs else {
            return;
        };
        if self.scene.walk.as_ref().is_none_or(|walk| walk.heading().is_none()) {
            let message = "signs, but nobody with a heading obeys them; \
                           expected an `Arrow` walk or a `Dice` walk with `heading`";
            self.object(["signs"], message.to_owned());
        }
        for (at, place) in signs.positions().filter(|(at, _)| !self.scene.grid.contains(*at)) {
            self.object_at(vec![Step::Field("signs"), Step::Key(place)], self.outside(at));
        }
    }

    fn walk(&mut self) {
        let Some(walk) = &self.scene.walk else { return };
        self.inside(["walk", "from"], walk.from());
        if walk.to() != walk.from() {
            self.inside(["walk", "to"], walk.to());
        }
        if let Some((top, front)) = walk.die() {
            if Orientation::new(top, front).is_none() {
                let message = format!("no die has {top} on top and {front} in front; {DIE}");
                self.object(["walk", "top"], message);
            }
            if self.scene.numbers.is_none() {
                self.object(["walk"], "a die, but no `numbers` for it to roll over".to_owned());
            }
        }
        if walk.heading().is_some() && self.scene.signs.is_none() {
            let message = "a walk with a heading, but no `signs` for it to obey".to_owned();
            self.object(["walk"], message);
        }
    }

    fn text(&mut self) {
        let text = self.scene.text;
        match text.needs() {
            Need::Walls if self.scene.generate.is_none() => {
                let message = format!("`{text:?}` draws walls, but this scene has no `generate`");
                self.object(["text"], message);
            }
            Need::Route if self.scene.walk.is_none() => {
                let message = format!("`{text:?}` lists a route, but this scene has no `walk`");
                self.object(["text"], message);
            }
            Need::Route if self.scene.name.is_empty() => {
                let message =
                    format!("`{text:?}` begins with the name, but this scene has no `name`");
                self.object(["text"], message);
            }
            Need::Walls | Need::Route => {}
        }
    }

    fn inside<const N: usize>(&mut self, path: [&'static str; N], at: Position) {
        self.inside_at(path.map(Step::Field).to_vec(), at);
    }

    fn inside_at(&mut self, path: Vec<Step>, at: Position) {
        if !self.scene.grid.contains(at) {
            self.object_at(path, self.outside(at));
        }
    }

    fn outside(&self, at: Position) -> String {
        outside(at, self.scene.grid.rows, self.scene.grid.columns)
    }

    fn object<const N: usize>(&mut self, path: [&'static str; N], message: String) {
        self.object_at(path.map(Step::Field).to_vec(), message);
    }

    fn object_at(&mut self, path: Vec<Step>, message: String) {
        if self.objections.len() < limits::FAULTS {
            self.objections.push(Objection { path: Path(path), message });
        }
    }
}

/// What stands against a name.
pub(crate) fn name_objections(name: &str) -> impl Iterator<Item = String> {
    let length = name.chars().count();
    let too_long = (length > limits::NAME)
        .then(|| format!("a name of {length} characters, expected at most {}", limits::NAME));
    let control = name.chars().find(|c| c.is_control());
    let control = control
        .map(|c| format!("found {c:?} in a name, expected one line of text"))
        .or_else(|| {
            let is_padded = name.trim_matches(is_blank) != name;
            is_padded.then(|| "found a space at an end of the name, expected none".to_owned())
        });
    too_long.into_iter().chain(control)
}

/// Whether a name can neither begin nor end with this: blanks are cut off there, and at the start
/// of a file a byte order mark, which is a space of no width, is no part of the text.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// What is said of two faces that no die shows together.
pub(crate) const DIE: &str = "expected two faces, 1 to 6, neither equal nor opposite";

/// What is said of a position outside the grid.
pub(crate) fn outside(at: Position, rows: u32, columns: u32) -> String {
    format!("{at} is outside the grid, expected (1, 1) to ({rows}, {columns})")
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, objection) in self.objections.iter().enumerate() {
            let line_break = if place == 0 { "" } else { "\n" };
            write!(f, "{line_break}{}: {}", objection.path, objection.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for SceneError {}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.iter().enumerate() {
            match step {
                Step::Field(name) if place == 0 => f.write_str(name)?,
                Step::Field(name) => write!(f, ".{name}")?,
                Step::Index(index) | Step::Key(index) => write!(f, "[{index}]")?,
                Step::Word(index) => write!(f, ", command {}", index + 1)?,
            }
        }
        Ok(())
    }
}
