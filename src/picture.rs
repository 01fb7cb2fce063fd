//! Pictures: what a world looks like at a tick, told without knowing what it is.
//!
//! A [`Picture`] is read from a World's columns. It has a [`Layer`] for each thing that can be seen,
//! such as walls, numbers or claims: a small number for each slot, 0 for nothing. A slot is a cell, a
//! place in a cell, or a wall segment. How the numbers look is the layer's [`Look`], which the ingredient
//! gives that the thing belongs to ([`Build::look`](crate::Build::look)): as [shapes](Pen) in a cell of
//! 120 units, and as [letters](Letters). All that draws goes by looks and knows no ingredient, so one
//! from outside is drawn too.
//!
//! Two pictures of a world differ by [`Changes`]; a [`Film`] is the first picture and the changes of
//! every tick after it, and packs them into few bytes. Pictures are drawn as SVG by [`svg()`] and as text
//! by [`text()`]; with the feature `draw` also as PNG, APNG and GIF (`raster`), and a page (`page`) plays films
//! back. Another format is a [`Canvas`]: [`paint()`] gives it every shape of a picture.
//!
//! ```
//! use mazetick::picture::{Changes, Theme, svg};
//! use mazetick::{Scene, Simulation};
//!
//! let scene = Scene::from_ron(
//!     "Scene(grid: (rows: 2, columns: 2), generate: Johnny(start: (2, 1)), text: Lattice)",
//! )?;
//! let mut simulation = Simulation::new(&scene)?;
//! let mut picture = simulation.picture();
//! simulation.tick();
//! let changes = Changes::between(&picture, &simulation.picture());
//! assert_eq!(
//!     changes.told(picture.grid()),
//!     "The list grows by (2, 2): the wall on the way there falls.",
//! );
//! picture.apply(&changes);
//! assert_eq!(picture, simulation.picture());
//! assert!(svg(&picture, Theme::Light).starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod change;
mod digits;
mod events;
mod film;
mod ink;
mod letters;
mod look;
pub(crate) mod marks;
mod paint;
mod plate;
#[cfg(feature = "draw")]
pub mod raster;
pub(crate) mod route;
mod sentence;
mod shape;
mod stamps;
mod svg;
mod text;
pub(crate) mod varint;

pub use change::{Change, Changes};
pub use film::{Film, Reel};
pub use ink::{Ink, Rgb, Theme};
pub use letters::{Letter, Letters, Room};
pub use look::{Depth, Look, Place, Sight};
#[cfg(feature = "draw")]
pub(crate) use paint::grid_lines;
pub use paint::{Canvas, Spot, paint};
pub(crate) use plate::{plate, turned};
pub use sentence::{Passed, Said, Teller};
pub use shape::{Form, Paint, Pen, Shape, Stroke};
pub use stamps::{Stamp, Stamps};
pub use svg::{SvgWriter, hex, svg};
#[cfg(feature = "cli")]
pub(crate) use text::{CellWriter, Lattice, legend};
pub use text::{TextStyle, text};

use std::sync::Arc;

use crate::grid::{Grid, Position};
use crate::heading::Heading;
use crate::progress::Phase;
use crate::walker::Start;

/// What a world looks like at a tick: [`Maze::picture`](crate::Maze::picture).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub(crate) grid: Grid,
    pub(crate) tick: u64,
    pub(crate) phase: Phase,
    pub(crate) start: Option<Start>,
    /// From the lowest to the uppermost.
    pub(crate) layers: Vec<Layer>,
    pub(crate) route: Vec<u32>,
    pub(crate) tellers: Tellers,
}

/// What says in words what ticks did; the later ones first.
#[derive(Clone, Debug)]
pub(crate) struct Tellers(pub(crate) Arc<[Teller]>);

/// Something that can be seen all over a maze, such as its numbers.
#[derive(Clone, Debug)]
pub struct Layer {
    pub(crate) look: &'static Look,
    pub(crate) values: Vec<u32>,
    pub(crate) list: List,
}

/// Cells in an order, such as Johnny's list; empty in layers that are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// The cells, by their places in grid order. No cell is in it twice.
    pub cells: Vec<u32>,
    /// The place in the list, from 0, from which on the last tick turned it round, if it did.
    pub turned: Option<u32>,
}

impl Picture {
    /// The size of the maze.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// How many ticks have passed.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// What the next tick does.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Where the walk starts and ends; `None` where nobody walks.
    #[must_use]
    pub fn start(&self) -> Option<Start> {
        self.start
    }

    /// The layers, from the lowest to the uppermost.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The layer of this name.
    #[must_use]
    pub fn layer(&self, name: &str) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.look.name == name)
    }

    /// The cells of the route that was found, by their places in grid order; empty if there is none.
    #[must_use]
    pub fn route(&self) -> &[u32] {
        &self.route
    }

    /// The picture without its route.
    #[must_use]
    pub fn without_route(mut self) -> Self {
        self.route.clear();
        self
    }

    /// Whether signs hang in it.
    #[must_use]
    pub fn has_signs(&self) -> bool {
        self.layers.iter().any(|layer| layer.look.is_sign)
    }

    /// Takes down all signs but the one that is read: at a cell, by those who came in this heading. So
    /// the maze looks from within.
    pub fn leave_only_sign(&mut self, read: Option<(Position, Heading)>) {
        let read = read.map(|(at, travel)| 4 * self.grid.index(at) + travel as usize);
        for layer in self.layers.iter_mut().filter(|layer| layer.look.is_sign) {
            let sign = read.map(|slot| (slot, layer.values[slot]));
            layer.values.fill(0);
            if let Some((slot, value)) = sign {
                layer.values[slot] = value;
            }
        }
    }

    /// Whether a layer takes the corners of cells, so that others keep to the middle.
    #[must_use]
    pub fn has_corners(&self) -> bool {
        self.layers.iter().any(|layer| layer.look.takes_corners)
    }

    /// The position of a cell.
    #[must_use]
    pub fn position(&self, cell: u32) -> Position {
        self.grid.position(cell as usize)
    }
}

impl Layer {
    /// A layer in which nothing is seen yet.
    pub(crate) fn empty(look: &'static Look, grid: Grid) -> Self {
        Self { look, values: vec![0; look.place.slots(grid)], list: List::default() }
    }

    /// How it looks.
    #[must_use]
    pub fn look(&self) -> &'static Look {
        self.look
    }

    /// The value of every slot. In a list: 1 and the place of the cell in it, or 0.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The list, in a layer that is one.
    #[must_use]
    pub fn list(&self) -> Option<&List> {
        (self.look.place == Place::List).then_some(&self.list)
    }

    /// Sets the values of a list to the places of its cells.
    #[allow(clippy::cast_possible_truncation)] // a grid has fewer than 2³² cells
    pub(crate) fn number_list(&mut self) {
        self.values.fill(0);
        for (place, &cell) in self.list.cells.iter().enumerate() {
            self.values[cell as usize] = place as u32 + 1;
        }
    }
}

/// Two layers are equal if they have one look and show the same.
impl PartialEq for Layer {
    fn eq(&self, other: &Self) -> bool {
        self.look.name == other.look.name && self.values == other.values && self.list == other.list
    }
}

impl Eq for Layer {}

/// How ticks are told is no part of what is seen.
impl PartialEq for Tellers {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Tellers {}
