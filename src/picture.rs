//! Pictures: what a world looks like at a tick, independent of its ingredients.
//!
//! A [`Picture`] is read from a World's columns. It has a [`Layer`] for each visible thing, such as
//! walls, numbers or claims: a small number for each slot, 0 for nothing. A slot is a cell, a place
//! in a cell, or a wall segment. How the values are drawn is the layer's [`Look`], which its
//! ingredient provides ([`Build::look`](crate::engine::Build::look)): as [shapes](Pen) in a cell of 120
//! units, and as [letters](letters::Letters). All drawing goes by looks and knows no ingredient, so an
//! external one is drawn too.
//!
//! Two pictures of a world differ by [`Changes`]; a [`Film`] is the first picture and the changes
//! of every tick after it, compactly encoded. Pictures are drawn as SVG by [`svg()`] and as text by
//! [`text()`]; with the feature `draw` also as PNG, APNG and GIF (`raster`), and on pages that replay films
//! (`tools::page`). Another format is a [`Canvas`](paint::Canvas): [`paint()`](paint::paint) passes it every shape
//! of a picture.
//!
//! ```
//! use mazetick::picture::change::Changes;
//! use mazetick::picture::{Theme, svg};
//! use mazetick::prelude::*;
//!
//! let scene = Scene::from_ron(
//!     "Scene(grid: (rows: 2, columns: 2), generate: Johnny(start: (2, 1)), text: Lattice)",
//! )?;
//! let mut simulation = Simulation::new(&scene)?;
//! let mut picture = simulation.picture();
//! simulation.tick();
//! let changes = Changes::between(&picture, &simulation.picture());
//! assert_eq!(
//!     changes.describe(picture.grid()),
//!     "The list grows by (2, 2): the wall on the way there is removed.",
//! );
//! picture.apply(&changes);
//! assert_eq!(picture, simulation.picture());
//! assert!(svg(&picture, Theme::Light).starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod change;
pub(crate) mod die;
mod digits;
pub mod film;
pub mod ink;
pub mod layer;
mod legend;
pub mod letters;
pub mod look;
pub(crate) mod marks;
pub mod paint;
#[cfg(feature = "draw")]
pub mod raster;
pub(crate) mod route;
pub mod shape;
mod signs;
pub mod stamps;
pub mod svg;
pub mod text;
pub mod tick_text;
pub mod tiles;

pub(crate) use change::{Change, Changes, Describer, TickDiff, list_changes, value_changes};
pub(crate) use film::{Film, FilmBuilder};
pub(crate) use ink::Ink;
pub use ink::Theme;
pub(crate) use layer::{Layer, List};
pub(crate) use look::{Depth, Look, Place, Room, Slot};
#[cfg(feature = "draw")]
pub(crate) use paint::grid_lines;
pub(crate) use route::rounded;
pub(crate) use shape::{CELL, Form, Pen, Stroke, plate, turned};
pub use svg::svg;
#[cfg(feature = "draw")]
pub(crate) use svg::{escaped, frame};
pub use text::text;
#[cfg(feature = "cli")]
pub(crate) use text::{LetterWriter, legend};
pub(crate) use tick_text::TickText;
pub(crate) use tick_text::fill_blanks;

use std::fmt::Write as _;
use std::sync::Arc;

use crate::base::count::plural;
use crate::base::grid::{CellIndex, Grid, Position};
use crate::base::heading::Heading;
use crate::base::progress::Phase;
use crate::base::walker::Start;

/// What a world looks like at a tick: [`Maze::picture`](crate::engine::Maze::picture).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub(crate) grid: Grid,
    pub(crate) tick: u64,
    pub(crate) phase: Phase,
    pub(crate) start: Option<Start>,
    /// The layers from bottom to top.
    pub(crate) layers: Vec<Layer>,
    pub(crate) route: Vec<CellIndex>,
    pub(crate) tellers: Tellers,
    /// Whether it is drawn for a sheet.
    pub(crate) is_printed: bool,
}

/// The functions that describe ticks.
#[derive(Clone, Debug)]
pub(crate) struct Tellers {
    pub(crate) all: Arc<[Teller]>,
    /// The field of the ingredient whose stage is next, during generation.
    pub(crate) stage: Option<&'static str>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Teller {
    pub(crate) field: &'static str,
    pub(crate) tell: Describer,
    /// Whether its ingredient has a stage, and so knows nothing of the stages of others.
    pub(crate) is_of_stage: bool,
}

impl Picture {
    /// The size of the maze.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The number of ticks done.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// What the next tick does.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Where the walk starts and ends; `None` without a walk.
    pub fn start(&self) -> Option<&Start> {
        self.start.as_ref()
    }

    /// The layers, from bottom to top.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The layer with this name.
    pub fn layer(&self, name: &str) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.look.name == name)
    }

    /// The cells of the shortest route, by their indices in grid order; empty until it is found.
    pub fn route(&self) -> &[CellIndex] {
        &self.route
    }

    /// The picture without its route.
    #[must_use]
    pub fn without_route(mut self) -> Self {
        self.route.clear();
        self
    }

    /// The picture with the route of another one.
    #[must_use]
    pub fn with_route_of(mut self, other: &Self) -> Self {
        self.route.clone_from(&other.route);
        self
    }

    /// What it shows, in words: the size of the maze, its start and goal, and the length of its route.
    pub fn in_words(&self) -> String {
        let (rows, columns) = (
            plural(self.grid.rows, "row"),
            plural(self.grid.columns, "column"),
        );
        let mut words = format!("A maze of {rows} and {columns}.");
        if let Some(start @ Start { from, to, .. }) = &self.start {
            let _ = write!(words, " It starts at {from}, and its goal is {to}.");
            start
                .die_in_words()
                .into_iter()
                .for_each(|it| words.extend([" ", &it]));
        }
        if let Some(moves) = self.route.len().checked_sub(1) {
            let _ = write!(words, " The route has {}.", plural(moves as u64, "move"));
        }
        words
    }

    /// Whether it has signs.
    pub fn has_signs(&self) -> bool {
        self.layers.iter().any(|layer| layer.look.is_sign)
    }

    /// Removes all signs except the one being read: at a cell, for walkers with this heading. So
    /// the maze looks as from inside.
    ///
    /// # Panics
    /// If that cell is outside the grid.
    pub fn leave_only_sign(&mut self, read: Option<(Position, Heading)>) {
        let read = read.map(|(at, travel)| {
            assert!(self.grid.contains(at), "{at} is outside the grid");
            4 * self.grid.index(at).get() + travel as usize
        });
        for layer in self.layers.iter_mut().filter(|layer| layer.look.is_sign) {
            let sign = read.map(|slot| (slot, layer.values[slot]));
            layer.values.fill(0);
            if let Some((slot, value)) = sign {
                layer.values[slot] = value;
            }
        }
    }

    /// Returns the picture as a sheet shows it: what is alone in its square fills it. A walker with neither a heading
    /// nor a die is left out where it would cover what is written; its square has a frame anyway.
    #[cfg(feature = "draw")]
    #[must_use]
    pub(crate) fn printed(mut self) -> Self {
        let is_plain = |start: &Start| start.heading.is_none() && start.die.is_none();
        let is_written = self.counts(|layer| layer.look.depth == Depth::Board);

        if self.start.as_ref().is_some_and(is_plain) {
            for layer in self
                .layers
                .iter_mut()
                .filter(|it| it.look.name == "walkers")
            {
                for (value, written) in layer.values.iter_mut().zip(&is_written) {
                    *value = if *written > 0 { 0 } else { *value };
                }
            }
        }
        self.is_printed = true;
        self
    }

    /// Returns the number of slots with something in them for each cell, over some of the layers.
    fn counts(&self, is_counted: impl Fn(&Layer) -> bool) -> Vec<u32> {
        let mut counts = vec![0; self.grid.cells()];
        for layer in self.layers.iter().filter(|layer| is_counted(layer)) {
            for (slot, &value) in layer.values.iter().enumerate() {
                let (cell, _) = layer.look.place.cell(slot, self.grid);
                counts[cell.get()] += u32::from(value != 0);
            }
        }
        counts
    }

    /// Whether a layer uses the corners of cells, so that others keep to the middle.
    pub fn has_corners(&self) -> bool {
        self.layers.iter().any(|layer| layer.look.takes_corners)
    }

    /// What a look of this picture sees of a slot, but for its value and place.
    pub(crate) fn blank_slot(&self, look: &Look) -> Slot {
        let keeps_to_middle = self.has_corners() && !look.takes_corners;
        Slot {
            value: 0,
            place: 0,
            is_fresh: false,
            keeps_to_middle,
            room: Room::Corner,
            grid: self.grid,
        }
    }

    /// The position of a cell.
    pub fn position(&self, cell: CellIndex) -> Position {
        self.grid.position(cell)
    }

    /// The letter of an end in text: an S at the start, a G at each goal, an & at both.
    pub(crate) fn end(&self, cell: CellIndex) -> Option<char> {
        let (start, at) = (self.start.as_ref()?, self.position(cell));
        match (start.from.has(at), start.to.has(at)) {
            (true, true) => Some('&'),
            (true, false) => Some('S'),
            (false, true) => Some('G'),
            (false, false) => None,
        }
    }
}

/// Tellers do not count in comparisons of pictures.
impl PartialEq for Tellers {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Tellers {}
