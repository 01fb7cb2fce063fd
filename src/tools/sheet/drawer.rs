//! The drawings of sheets: boards, dice, symbols and stars, as SVG within HTML.

use std::fmt::Write as _;

use crate::base::die::Orientation;
use crate::base::grid::Position;
use crate::picture::die::draw_die;
use crate::picture::paint::{Canvas as _, edge_numbers, paint};
use crate::picture::shape::Shape;
use crate::picture::stamps::Stamps;
use crate::picture::svg::{SvgWriter, hex};
use crate::picture::{CELL, Form, Ink, Pen, Picture, Slot, Theme, frame, marks, route};

/// Draws everything of one document: what its pictures have in common is defined once.
pub(super) struct BoardDrawer {
    stamps: Stamps,
    svg: SvgWriter<fn(Ink) -> String>,
}

/// A star in a square of 10.
const STAR: &str = "M5 .6 6.4 3.7 9.8 4.1 7.3 6.4 8 9.8 5 8.1 2 9.8 2.7 6.4 .2 4.1 3.6 3.7z";

impl Default for BoardDrawer {
    fn default() -> Self {
        let colour = |ink| match ink {
            Ink::Grid => "var(--grid)".to_owned(),
            ink => hex(Theme::Print.rgb(ink)),
        };
        Self {
            stamps: Stamps::default(),
            svg: SvgWriter::new(colour),
        }
    }
}

impl BoardDrawer {
    /// Returns the drawing of a puzzle, with this label for those who can't see it.
    pub(super) fn board(
        &mut self,
        picture: &Picture,
        has_coordinates: bool,
        label: &str,
    ) -> String {
        self.paint(picture);
        if has_coordinates {
            self.svg.shapes(&edge_numbers(picture.grid()));
        }
        self.framed(picture, has_coordinates, label)
    }

    /// Returns the drawing of a solution: the board is faint, the route on it black.
    pub(super) fn solution(&mut self, picture: &Picture, label: &str) -> String {
        self.paint(picture);
        let board = self.svg.take();
        self.svg.shapes(&route::shapes(picture));
        let route = self.svg.take();
        self.svg.shapes(&marks::ends(picture));
        let ends = self.svg.take();

        let drawn = format!("<g opacity=\".45\">{board}</g>\n{ends}{route}");
        framed(picture, false, label, &drawn)
    }

    fn paint(&mut self, picture: &Picture) {
        self.svg.shapes(&goals(picture));
        let unsolved = picture.clone().without_route();
        paint(&unsolved.printed(), None, &mut self.stamps, &mut self.svg);
    }

    fn framed(&mut self, picture: &Picture, has_coordinates: bool, label: &str) -> String {
        let drawn = self.svg.take();
        framed(picture, has_coordinates, label, &drawn)
    }

    pub(super) fn die(&mut self, die: Orientation) -> String {
        let mut pen = Pen::default();
        draw_die(die, (4.0, 4.0), CELL - 8.0, &mut pen);

        self.svg.shapes(&pen.into_shapes());
        let drawn = self.svg.take();
        format!(
            "<svg class=\"die\" viewBox=\"0 0 {CELL} {CELL}\" aria-hidden=\"true\">{drawn}</svg>"
        )
    }

    /// Returns the drawing of a symbol that a picture has: the `start`, a `goal`, or the first one of a layer;
    /// nothing if it doesn't have the symbol.
    pub(super) fn symbol(&mut self, picture: &Picture, name: &str) -> String {
        let end = picture.start().and_then(|start| match name {
            "start" => Some(start.at()),
            "goal" => start.to.positions().first().copied(),
            _ => None,
        });
        let shapes = match end {
            Some(at) => shapes_of_end(picture, at),
            None => shapes_of_layer(picture, name),
        };

        let Some([left, top, right, bottom]) = bounds(&shapes) else {
            return String::new();
        };
        self.svg.shapes(&shapes);
        let drawn = self.svg.take();
        let (width, height) = (right - left, bottom - top);
        format!(
            "<svg viewBox=\"{left:.1} {top:.1} {width:.1} {height:.1}\" aria-hidden=\"true\">{drawn}</svg>"
        )
    }
}

/// Returns this number of stars of five.
pub(super) fn stars(stars: usize, label: &str) -> String {
    let mut svg =
        format!("<svg class=\"stars\" viewBox=\"0 0 54 10\" role=\"img\" aria-label=\"{label}\">");
    for star in 0..5 {
        let fill = if star < stars { "#000" } else { "none" };
        let across = 11 * star;
        let _ = write!(
            svg,
            "<path transform=\"translate({across})\" fill=\"{fill}\" stroke=\"#000\" stroke-width=\".6\" d=\"{STAR}\"/>"
        );
    }
    svg + "</svg>"
}

/// Returns the drawing of a board in a frame. Walls are a frame; where edges are joined, it has gaps.
fn framed(picture: &Picture, has_coordinates: bool, label: &str, drawn: &str) -> String {
    let [left, top, width, height] = frame(picture.grid(), has_coordinates);
    let grid = picture.grid();
    let has_walls = picture.layer("walls").is_some();
    let dashes = if picture.layer("leads").is_some() {
        " stroke-dasharray=\"4 6\""
    } else {
        ""
    };

    let mut edge = String::new();
    if !has_walls || !dashes.is_empty() {
        let [across, down] = [grid.columns, grid.rows].map(|it| it as f32 * CELL);
        edge = format!("<rect class=\"edge\" width=\"{across}\" height=\"{down}\"{dashes}/>\n");
    }
    let class = if has_walls { "board walled" } else { "board" };
    format!(
        "<svg class=\"{class}\" viewBox=\"{left} {top} {width} {height}\" preserveAspectRatio=\"xMidYMin\" \
         role=\"img\" aria-label=\"{label}\">\n{drawn}{edge}</svg>\n"
    )
}

/// Returns the grey of the goals.
fn goals(picture: &Picture) -> Vec<Shape> {
    let mut pen = Pen::default();
    let goals = picture
        .start()
        .map_or(&[][..], |start| start.to.positions());

    for goal in goals {
        let [x, y] = [goal.column, goal.row].map(|it| (it - 1) as f32 * CELL);
        pen.fill(Form::rect(x, y, CELL, CELL), Ink::DieSide);
    }
    pen.into_shapes()
}

/// Returns the frames of a start or a goal.
fn shapes_of_end(picture: &Picture, Position { row, column }: Position) -> Vec<Shape> {
    let [x, y] = [column, row].map(|it| (it - 1) as f32 * CELL);
    let is_there = |shape: &Shape| {
        let [left, top, right, bottom] = shape.bounds();
        left >= x && top >= y && right <= x + CELL && bottom <= y + CELL
    };
    let shapes = goals(picture).into_iter().chain(marks::ends(picture));
    shapes.filter(is_there).collect()
}

/// Returns what a layer draws for its first value.
fn shapes_of_layer(picture: &Picture, name: &str) -> Vec<Shape> {
    let mut pen = Pen::default();
    let layer = picture.layer(name);
    let first = layer.and_then(|layer| layer.values().iter().position(|value| *value != 0));

    if let (Some(layer), Some(slot)) = (layer, first) {
        let (_, place) = layer.look().place.cell(slot, picture.grid());
        let slot = Slot {
            value: layer.values()[slot],
            place,
            ..picture.blank_slot(layer.look())
        };
        (layer.look().shapes)(&slot, &mut pen);
    }
    pen.into_shapes()
}

/// Returns left, top, right and bottom of shapes; `None` if there are none.
fn bounds(shapes: &[Shape]) -> Option<[f32; 4]> {
    let all = shapes.iter().map(Shape::bounds);
    all.reduce(|[a, b, c, d], [left, top, right, bottom]| {
        [a.min(left), b.min(top), c.max(right), d.max(bottom)]
    })
}
