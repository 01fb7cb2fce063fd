//! Marks: start and goal, and the last cells of lists.

use super::shape::{CELL, Form, Pen, Shape, Stroke};
use super::{Depth, Ink, Layer, List, Picture};
use crate::base::grid::{CellIndex, Grid, Position};

/// One frame in the start, two in each goal; thinner ones where both are one square, so that what is
/// written there can be read.
pub(crate) fn ends(picture: &Picture) -> Vec<Shape> {
    let mut pen = Pen::default();
    let Some(start) = &picture.start else {
        return Vec::new();
    };
    let is_written = |layer: &Layer| layer.look.depth == Depth::Board;
    let is_written = picture.layers.iter().any(is_written);
    // The distances of the frames from the square's edge: the start's, the goal's inner and outer one; then
    // the widths of their lines. On boards with signs or numbers all are outside of those.
    let [first, inner, outer, of_start, of_goal] =
        match (picture.has_signs(), is_written, start.to.has(start.at())) {
            (true, _, false) => [4.0, 6.5, 2.0, 5.0, 2.5],
            (true, _, true) => [1.5, 6.75, 4.25, 2.0, 1.5],
            (false, true, false) => [5.5, 8.5, 3.0, 5.0, 2.8],
            (false, true, true) => [2.5, 9.2, 6.0, 2.8, 1.9],
            (false, false, false) => [6.0, 12.0, 5.0, 6.0, 3.5],
            (false, false, true) => [4.5, 14.5, 9.75, 4.0, 2.5],
        };
    frame(&mut pen, start.at(), first, of_start, Ink::Start);
    for &goal in start.to.positions() {
        frame(&mut pen, goal, outer, of_goal, Ink::Goal);
        frame(&mut pen, goal, inner, of_goal, Ink::Goal);
    }
    pen.into_shapes()
}

fn frame(pen: &mut Pen, at: Position, inset: f32, width: f32, ink: Ink) {
    let (left, top) = corner(at);
    let side = CELL - 2.0 * inset;
    let form = Form::Rect {
        x: left + inset,
        y: top + inset,
        width: side,
        height: side,
        round: 8.0,
    };
    pen.line(form, ink, width);
}

/// A disc in the last cell of each list, and an arc to it from the cell that was last before the
/// list was flipped.
pub(super) fn of_lists(picture: &Picture) -> Vec<Shape> {
    let mut pen = Pen::default();
    for list in picture.layers.iter().filter_map(|layer| layer.list()) {
        let Some(&last) = list.cells.last() else {
            continue;
        };
        let at = low(picture.grid, last);
        if let Some(before) = list.last_before_flip().filter(|&before| before != last) {
            arc(&mut pen, low(picture.grid, before), at);
        }
        disc(&mut pen, at);
    }
    pen.into_shapes()
}

/// The disc in the last cell of a list, relative to the upper left of that cell.
#[cfg(feature = "draw")]
pub(crate) fn disc_alone() -> Vec<Shape> {
    let mut pen = Pen::default();
    disc(&mut pen, LOW);
    pen.into_shapes()
}

/// The arc from a cell that many columns and rows away, relative to the upper left of the cell
/// where it ends.
#[cfg(feature = "draw")]
pub(crate) fn arc_alone((across, down): (i64, i64)) -> Vec<Shape> {
    let mut pen = Pen::default();
    arc(
        &mut pen,
        (LOW.0 + across as f32 * CELL, LOW.1 + down as f32 * CELL),
        LOW,
    );
    pen.into_shapes()
}

fn disc(pen: &mut Pen, (x, y): (f32, f32)) {
    pen.fill(Form::Circle { x, y, r: 30.0 }, Ink::Paper);
    pen.fill(Form::Circle { x, y, r: 24.0 }, Ink::Accent);
}

impl List {
    /// The cell that was last before the list was flipped, if it was.
    pub(crate) fn last_before_flip(&self) -> Option<CellIndex> {
        self.cells.get(self.flipped? as usize).copied()
    }
}

fn arc(pen: &mut Pen, (x, y): (f32, f32), (to_x, to_y): (f32, f32)) {
    let (across, down) = (to_x - x, to_y - y);
    let length = across.hypot(down);
    let (ahead_x, ahead_y) = (across / length, down / length);
    // Bulges to the left, so that the arcs there and back differ.
    let (bulge_x, bulge_y) = (
        x + across / 2.0 + down * 0.22,
        y + down / 2.0 - across * 0.22,
    );
    let (end_x, end_y) = (to_x - bulge_x, to_y - bulge_y);
    let far = end_x.hypot(end_y);
    let (in_x, in_y) = (end_x / far, end_y / far);
    let (tip_x, tip_y) = (to_x - in_x * 28.0, to_y - in_y * 28.0);
    let (neck_x, neck_y) = (tip_x - in_x * 26.0, tip_y - in_y * 26.0);
    let (from_x, from_y) = (x + ahead_x * 4.0, y + ahead_y * 4.0);
    let line = Form::Path(vec![
        Stroke::To(from_x, from_y),
        Stroke::Curve([bulge_x, bulge_y, bulge_x, bulge_y, neck_x, neck_y]),
    ]);
    pen.line(line.clone(), Ink::Paper, 18.0);
    pen.line(Form::Circle { x, y, r: 22.0 }, Ink::Paper, 16.0);
    pen.line(line, Ink::Accent, 9.0);
    pen.line(Form::Circle { x, y, r: 22.0 }, Ink::Accent, 8.0);
    let side = |sign: f32| (neck_x - sign * in_y * 17.0, neck_y + sign * in_x * 17.0);
    pen.fill(
        Form::polygon(&[(tip_x, tip_y), side(1.0), side(-1.0)]),
        Ink::Accent,
    );
}

pub(super) fn corner(at: Position) -> (f32, f32) {
    ((at.column - 1) as f32 * CELL, (at.row - 1) as f32 * CELL)
}

/// Where the marks of lists are in a cell: below its number.
const LOW: (f32, f32) = (CELL / 2.0, 0.68 * CELL);

fn low(grid: Grid, cell: CellIndex) -> (f32, f32) {
    let (left, top) = corner(grid.position(cell));
    (left + LOW.0, top + LOW.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::shape::Paint;
    use crate::scene::Scene;
    use crate::scene::simulation::Simulation;

    /// The digits of a board begin 12.5 units from the edges of a square, less half of their line.
    #[test]
    fn frames_are_clear_of_numbers() {
        for to in ["(1, 1)", "(2, 2)"] {
            let text = format!(
                "Scene(grid: (rows: 2, columns: 2), jumps: [[1, 1], [1, 1]], walk: Jump(from: (1, 1), to: {to}))"
            );
            let scene = Scene::from_ron(&text).expect("a legal scene");
            let picture = Simulation::new(&scene).expect("a world").picture();
            for shape in ends(&picture) {
                let (Form::Rect { x, .. }, Paint::Line(_, width)) = (shape.form, shape.paint)
                else {
                    panic!("a frame is the line of a rectangle")
                };
                assert!(x % CELL + width / 2.0 < 10.5, "{to}: {x} {width}");
            }
        }
    }
}
