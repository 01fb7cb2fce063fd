//! Looks: how the values of a layer are drawn, said once.

use std::fmt;

use super::letters::Letters;
use super::shape::Pen;
use crate::grid::Grid;
use crate::heading::Heading;
use crate::wall::Segments;

/// How a layer looks.
///
/// ```
/// use mazetick::picture::{Depth, Form, Ink, Look, Place};
///
/// static FLAGS: Look = Look {
///     shapes: |_, pen| pen.fill(Form::Circle { x: 60.0, y: 60.0, r: 20.0 }, Ink::Accent),
///     letters: |_, letters| letters.middle("!", Ink::Accent),
///     ..Look::new("flags", Place::Cells(1), Depth::Board)
/// };
/// ```
pub struct Look {
    /// Its name, which no other layer of a world has.
    pub name: &'static str,
    /// Where its slots are.
    pub place: Place,
    /// What lies above it, and what below.
    pub depth: Depth,
    /// Whether it takes the corners of cells: what else is in a cell keeps to the middle.
    pub takes_corners: bool,
    /// Whether it has a sign for each heading, of which a walker reads the one for the heading in which it
    /// came; then it has four slots a cell.
    pub is_sign: bool,
    /// Draws a slot whose value is not 0, in units of 120 a cell from the upper left of its cell. A wall
    /// is drawn from its upper or left end.
    pub shapes: fn(&Sight, &mut Pen),
    /// Writes a slot whose value is not 0 into the letters of its cell; of walls, nothing.
    pub letters: fn(&Sight, &mut Letters),
    /// What a value is in words, such as `standing` for a wall; without more said, the number, or
    /// `nothing` for 0.
    pub words: fn(u32) -> String,
    /// What the letters mean, such as `# rock`; empty for nothing.
    pub legend: &'static str,
}

/// Where the slots of a layer are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// So many in each cell, in grid order: 4, for instance, for one a heading.
    Cells(usize),
    /// One in each cell; its value is 1 and the place of the cell in a list.
    List,
    /// One for each wall that can stand, in the order of [`Segments`].
    Walls,
}

/// How high a layer lies. Within a depth, what was added later lies above. The route lies between
/// [`Walls`](Self::Walls) and [`Above`](Self::Above).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// What fills cells: rock, tints.
    Ground,
    /// What is on the board: numbers, signs.
    Board,
    /// Walls.
    Walls,
    /// What must not be covered: walkers.
    Above,
}

/// What is seen at a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sight {
    /// The value.
    pub value: u32,
    /// Which of the cell's slots it is, from 0. Of walls: 0 for one that lies across, 1 for one that
    /// stands upright.
    pub place: usize,
    /// Whether there was nothing a tick or a frame before.
    pub is_fresh: bool,
    /// Whether a layer [takes the corners](Look::takes_corners) of cells.
    pub keeps_to_middle: bool,
    /// The size of the maze.
    pub grid: Grid,
}

impl Look {
    /// A look of which nothing is seen yet.
    #[must_use]
    pub const fn new(name: &'static str, place: Place, depth: Depth) -> Self {
        let (shapes, letters) = (|_: &Sight, _: &mut Pen| (), |_: &Sight, _: &mut Letters| ());
        Self {
            name,
            place,
            depth,
            takes_corners: false,
            is_sign: false,
            shapes,
            letters,
            words: number,
            legend: "",
        }
    }
}

/// A value of which nothing is known.
fn number(value: u32) -> String {
    if value == 0 { "nothing".to_owned() } else { value.to_string() }
}

impl Place {
    /// What a slot of a layer of this name is called, such as `walls E of (2, 3)`.
    #[must_use]
    pub fn in_words(self, name: &str, slot: usize, grid: Grid) -> String {
        let (cell, side) = self.cell(slot, grid);
        let at = grid.position(cell);
        match self {
            Self::Walls => format!("{name} {} of {at}", Heading::ALL[side].letter()),
            Self::Cells(4) => format!("{name} at {at}, {}", Heading::ALL[side].letter()),
            Self::Cells(slots) if slots > 1 => format!("{name} at {at}, place {}", side + 1),
            _ => format!("{name} at {at}"),
        }
    }

    /// How many slots there are.
    #[must_use]
    pub fn slots(self, grid: Grid) -> usize {
        match self {
            Self::Cells(slots) => grid.cells() * slots,
            Self::List => grid.cells(),
            Self::Walls => Segments::of(grid).count(),
        }
    }

    /// Where a slot is: a cell, by its place in grid order, and which of its slots this is; of walls on
    /// which side of the cell, as the place among all [headings](crate::Heading::ALL).
    #[must_use]
    pub fn cell(self, slot: usize, grid: Grid) -> (usize, usize) {
        match self {
            Self::Cells(slots) => (slot / slots, slot % slots),
            Self::List => (slot, 0),
            Self::Walls => {
                let (at, side) = Segments::of(grid).side(slot);
                (grid.index(at), side as usize)
            }
        }
    }
}

impl Sight {
    /// How dark a tint of this value is, 0 to [`Ink::DARKEST`](super::Ink::DARKEST): darker the larger
    /// the value is beside the sides of the maze. It does not depend on what else is seen, so a tint
    /// stays as it is.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // at most the darkest
    pub fn tint(&self) -> u8 {
        let value = u64::from(self.value);
        let half = u64::from(self.grid.rows) + u64::from(self.grid.columns);
        (u64::from(super::Ink::DARKEST) * value / (value + half)) as u8
    }
}

impl fmt::Debug for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Look")
            .field("name", &self.name)
            .field("place", &self.place)
            .finish_non_exhaustive()
    }
}
