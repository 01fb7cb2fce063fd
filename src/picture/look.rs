//! Looks: how the values of a layer are drawn.

use crate::base::count::saturating_u8;

use super::ink::Ink;
use super::letters::Letters;
use super::shape::Pen;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::base::wall::Segments;

/// How a layer is drawn.
///
/// ```
/// use mazetick::picture::ink::Ink;
/// use mazetick::picture::look::{Depth, Look, Place};
/// use mazetick::picture::shape::Form;
///
/// static FLAGS: Look = Look {
///     shapes: |_, pen| pen.fill(Form::Circle { x: 60.0, y: 60.0, r: 20.0 }, Ink::Accent),
///     letters: |_, letters| letters.middle("!", Ink::Accent),
///     ..Look::new("flags", Place::Cells(1), Depth::Board)
/// };
/// ```
#[derive(derive_more::Debug)]
#[debug("Look {{ name: {name:?}, place: {place:?}, .. }}")]
pub struct Look {
    /// The name of the layer, unique in a world.
    pub name: &'static str,
    /// Where its slots are.
    pub place: Place,
    /// The order of the layer from bottom to top.
    pub depth: Depth,
    /// Whether it uses the corners of cells, so that other layers keep to the middle.
    pub takes_corners: bool,
    /// Whether it has a sign for each heading, of which a walker reads the one for its own; then it
    /// has four slots per cell.
    pub is_sign: bool,
    /// Draws a slot whose value is not 0, in units of 120 per cell from the upper left of its cell.
    /// A wall is drawn from its upper or left end.
    pub shapes: fn(&Slot, &mut Pen),
    /// Writes a slot whose value is not 0 into the letters of its cell; unused for walls.
    pub letters: fn(&Slot, &mut Letters),
    /// A value in words, such as `standing` for a wall; by default the number, or `nothing` for 0.
    pub words: fn(u32) -> String,
    /// What its shapes mean, for those who read a picture, such as `not yet carved`; empty if that is
    /// plain.
    pub meaning: &'static str,
    /// The meaning of the letters, such as `("#", "rock")`. A legend has those that are seen, and what they mean; the meaning
    /// alone if a blank comes first.
    pub legend: &'static [(&'static str, &'static str)],
}

/// Where the slots of a layer are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A number of slots in each cell, in grid order: 4, for instance, for one per heading.
    Cells(usize),
    /// One in each cell; its value is 1 plus the place of the cell in a list.
    List,
    /// One for each possible wall, in the order of [`Segments`].
    Walls,
}

/// The order of layers from bottom to top. Within a depth, later layers are on top. The route is
/// between [`Walls`](Self::Walls) and [`Above`](Self::Above).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Depth {
    /// Fillings of cells: rock, tints.
    Ground,
    /// Things on the board: numbers, signs.
    Board,
    /// Walls.
    Walls,
    /// Things that must not be covered: walkers.
    Above,
}

/// A slot to be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The value.
    pub value: u32,
    /// The index of the slot in its cell, from 0. For walls: 0 for a horizontal one, 1 for a
    /// vertical one.
    pub place: usize,
    /// Whether its value was 0 one tick or frame before.
    pub is_fresh: bool,
    /// Whether another layer [uses the corners](Look::takes_corners) of cells.
    pub keeps_to_middle: bool,
    /// The room that it has in its cell.
    pub room: Room,
    /// The size of the maze.
    pub grid: Grid,
}

/// The room that something has in its cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Room {
    /// A corner: at some tick a walker or the route is in the middle.
    #[default]
    Corner,
    /// On paper, beside something that is in the middle.
    Beside,
    /// On paper, the whole cell.
    Whole,
}

impl Look {
    /// A look that draws nothing yet.
    pub const fn new(name: &'static str, place: Place, depth: Depth) -> Self {
        let (shapes, letters) = (|_: &Slot, _: &mut Pen| (), |_: &Slot, _: &mut Letters| ());
        Self {
            name,
            place,
            depth,
            takes_corners: false,
            is_sign: false,
            shapes,
            letters,
            words: number,
            meaning: "",
            legend: &[],
        }
    }

    /// The look of reached cells: tinted, and a dot in letters.
    pub(crate) const fn reached(name: &'static str) -> Self {
        Self {
            shapes: |slot, pen| pen.fill_cell(Ink::Claim(slot.tint())),
            meaning: "reached, the later the stronger",
            letters: |slot, letters| {
                letters.ground(Ink::Claim(slot.tint()));
                letters.middle(".", Ink::Text);
            },
            ..Self::new(name, Place::Cells(1), Depth::Ground)
        }
    }
}

fn number(value: u32) -> String {
    if value == 0 {
        "nothing".to_owned()
    } else {
        value.to_string()
    }
}

impl Place {
    /// The name of a slot of a layer of this name, such as `walls E of (2, 3)`.
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

    /// The number of places in a cell: of its slots, or for walls 2, horizontal and vertical.
    pub(crate) fn places(self) -> usize {
        match self {
            Self::Cells(slots) => slots,
            Self::List => 1,
            Self::Walls => 2,
        }
    }

    /// The number of slots.
    pub fn slots(self, grid: Grid) -> usize {
        match self {
            Self::Cells(slots) => grid.cells() * slots,
            Self::List => grid.cells(),
            Self::Walls => Segments::new(grid).count(),
        }
    }

    /// The cell of a slot, and the slot's index in the cell; for walls
    /// the side of the cell, as the index in [`Heading::ALL`](crate::base::Heading::ALL).
    pub fn cell(self, slot: usize, grid: Grid) -> (CellIndex, usize) {
        match self {
            Self::Cells(slots) => (CellIndex::new(slot / slots), slot % slots),
            Self::List => (CellIndex::new(slot), 0),
            Self::Walls => {
                let (at, side) = Segments::new(grid).place(slot);
                (grid.index(at), side as usize)
            }
        }
    }
}

impl Slot {
    /// How dark a tint of this value is, 0 to [`Ink::DARKEST`](super::Ink::DARKEST): darker the
    /// larger the value is relative to the sides of the maze. It does not depend on other values,
    /// so a tint never changes.
    pub fn tint(&self) -> u8 {
        let value = u64::from(self.value);
        let half = u64::from(self.grid.rows) + u64::from(self.grid.columns);
        saturating_u8(u64::from(super::Ink::DARKEST) * value / (value + half))
    }
}
