//! Painting: passes everything in a picture to a canvas, in one order.

use std::collections::HashMap;

use super::look::{Depth, Place, Room, Slot};
use super::shape::{CELL, Form, Pen, Shape};
use super::stamps::{Stamp, Stamps};
use super::{Ink, Layer, Look, Picture, marks, route};
use crate::base::grid::Grid;
use crate::base::wall::Segments;

/// Something to draw on. Later shapes cover earlier ones.
pub trait Canvas {
    /// Shapes at their places, in units of 120 per cell from the upper left of the maze.
    fn shapes(&mut self, shapes: &[Shape]);

    /// The stamps of a layer, in the order of its slots.
    fn layer(&mut self, stamps: &Stamps, spots: &[Spot]);
}

/// Where a stamp is placed: its origin, in cells from the upper left of the maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The stamp.
    pub stamp: Stamp,
    /// Columns from the left.
    pub x: u32,
    /// Rows from the top.
    pub y: u32,
}

/// Paints a picture: the lines between cells, the layers up to the walls, start and goal, the route,
/// the layers above it, the marks of lists. Slots that were 0 in the picture `before` are
/// [fresh](Slot::is_fresh); without it, none are.
///
/// # Panics
/// If `before` is a picture of another world.
pub fn paint(
    picture: &Picture,
    before: Option<&Picture>,
    stamps: &mut Stamps,
    canvas: &mut impl Canvas,
) {
    canvas.shapes(&grid_lines(picture));
    let mut spots = Vec::new();
    let mut layers_of = |depth: Depth, canvas: &mut _| {
        for (at, layer) in picture
            .layers
            .iter()
            .enumerate()
            .filter(|it| it.1.look.depth == depth)
        {
            spots.clear();
            let before = before.map(|before| &before.layers[at].values[..]);
            layer.spots(picture, before, stamps, &mut spots);
            Canvas::layer(canvas, stamps, &spots);
        }
    };
    for depth in [Depth::Ground, Depth::Board, Depth::Walls] {
        layers_of(depth, canvas);
    }
    canvas.shapes(&marks::ends(picture));
    canvas.shapes(&route::shapes(picture));
    layers_of(Depth::Above, canvas);
    canvas.shapes(&marks::of_lists(picture));
}

/// The numbers of rows and columns, left of them and above.
#[cfg_attr(
    not(feature = "cli"),
    allow(dead_code, reason = "only the program draws it")
)]
pub(crate) fn edge_numbers(grid: Grid) -> Vec<Shape> {
    const HEIGHT: f32 = 32.0;
    let middle = |at: u32| (at as f32 - 0.5) * CELL;
    let mut pen = Pen::default();

    for row in 1..=grid.rows {
        pen.number_about(row, -EDGE / 2.0, middle(row), HEIGHT, Ink::Hatch);
    }
    for column in 1..=grid.columns {
        pen.number_about(column, middle(column), -EDGE / 2.0, HEIGHT, Ink::Hatch);
    }
    pen.into_shapes()
}

/// The width of the margin with the numbers of rows.
pub(super) const EDGE: f32 = 80.0;

pub(crate) fn grid_lines(picture: &Picture) -> Vec<Shape> {
    const WIDTH: f32 = 2.0;
    let (rows, columns) = (picture.grid.rows, picture.grid.columns);
    let (width, height) = (columns as f32 * CELL, rows as f32 * CELL);
    let mut pen = Pen::default();
    for row in 0..=rows {
        let y = row as f32 * CELL - WIDTH / 2.0;
        pen.fill(Form::rect(0.0, y, width, WIDTH), Ink::Grid);
    }
    for column in 0..=columns {
        let x = column as f32 * CELL - WIDTH / 2.0;
        pen.fill(Form::rect(x, 0.0, WIDTH, height), Ink::Grid);
    }
    pen.into_shapes()
}

impl Layer {
    /// Appends the places of stamps; slots that were 0 before are fresh.
    fn spots(
        &self,
        picture: &Picture,
        before: Option<&[u32]>,
        stamps: &mut Stamps,
        spots: &mut Vec<Spot>,
    ) {
        let (grid, blank) = (picture.grid, picture.blank_slot(self.look));
        let rooms = picture.rooms();
        // Found without drawing their shapes again.
        let mut known: HashMap<(u32, usize, bool, Room), Stamp> = HashMap::new();
        each_slot(self.look.place, grid, |slot, place, x, y| {
            let value = self.values[slot];
            if value != 0 {
                let is_fresh = before.is_some_and(|before| before[slot] == 0);
                let (cell, _) = self.look.place.cell(slot, grid);
                let room = rooms.get(cell.get()).copied().unwrap_or_default();
                let stamp = known.entry((value, place, is_fresh, room));
                let new = || {
                    stamps.of(
                        self.look,
                        Slot {
                            value,
                            place,
                            is_fresh,
                            room,
                            ..blank
                        },
                    )
                };
                spots.push(Spot {
                    stamp: *stamp.or_insert_with(new),
                    x,
                    y,
                });
            }
        });
    }
}

impl Picture {
    /// Returns the room that each cell of a printed picture has for what is written there; nothing for other pictures.
    fn rooms(&self) -> Vec<Room> {
        if !self.is_printed {
            return Vec::new();
        }
        let written = self.counts(|layer| layer.look.depth == Depth::Board);
        let room = |count: &u32| {
            if *count > 1 {
                Room::Beside
            } else {
                Room::Whole
            }
        };
        let mut rooms: Vec<Room> = written.iter().map(room).collect();

        for layer in &self.layers {
            if layer.look.depth != Depth::Above {
                continue;
            }
            let blank = self.blank_slot(layer.look);
            for (slot, &value) in layer.values.iter().enumerate() {
                let (cell, place) = layer.look.place.cell(slot, self.grid);
                let slot = Slot {
                    value,
                    place,
                    ..blank
                };
                if value != 0 && slot.is_in_the_middle(layer.look) {
                    rooms[cell.get()] = Room::Beside;
                }
            }
        }
        rooms
    }
}

impl Slot {
    /// Returns true if what is drawn in it comes near the middle of its cell.
    fn is_in_the_middle(&self, look: &Look) -> bool {
        let mut pen = Pen::default();
        (look.shapes)(self, &mut pen);
        let is_near = |shape: &Shape| {
            let [left, top, right, bottom] = shape.bounds();
            left < 0.75 * CELL && right > 0.25 * CELL && top < 0.75 * CELL && bottom > 0.25 * CELL
        };
        pen.into_shapes().iter().any(is_near)
    }
}

fn each_slot(placed: Place, grid: Grid, mut see: impl FnMut(usize, usize, u32, u32)) {
    if placed == Place::Walls {
        let segments = Segments::new(grid);
        let wall = |line, column| segments.horizontal(line as usize, column as usize);
        for y in 0..=grid.rows {
            (0..grid.columns).for_each(|x| see(wall(y, x), 0, x, y));
        }
        let wall = |row, line| segments.vertical(row as usize, line as usize);
        for y in 0..grid.rows {
            (0..=grid.columns).for_each(|x| see(wall(y, x), 1, x, y));
        }
    } else {
        let mut following = 0..;
        for y in 0..grid.rows {
            for x in 0..grid.columns {
                let of_cell = following.by_ref().take(placed.places());
                of_cell
                    .enumerate()
                    .for_each(|(place, slot)| see(slot, place, x, y));
            }
        }
    }
}
