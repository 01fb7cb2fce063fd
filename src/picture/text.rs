//! Pictures as text: a lattice of walls around cells of letters.

use super::ink::Ink;
use super::letters::{CellSize, Letters};
use super::look::{Depth, Place, Slot};
use super::{Layer, Picture};
use crate::base::grid::{CellIndex, Grid};
use crate::base::route::OnRoute;
use crate::base::wall::Segments;

/// The style of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// Whether it uses box-drawing characters, otherwise ASCII.
    pub is_unicode: bool,
    /// The size of cells; `None` for as large as needed.
    pub room: Option<CellSize>,
}

/// A picture as text, with a legend below it.
#[must_use]
pub fn text(picture: &Picture, style: TextStyle) -> String {
    let room =
        style.room.unwrap_or(if picture.has_corners() { CellSize::Block } else { CellSize::Row });
    let (width, height) = room.size();
    let Grid { rows, columns } = picture.grid;
    let lattice = Lattice::new(picture, style.is_unicode);
    let writer = CellWriter::new(picture);
    let mut letters = Letters::new(room, style.is_unicode);
    let mut text = String::new();
    let mut lines = vec![String::new(); height];
    for row in 0..=rows as usize {
        for column in 0..columns as usize {
            text.push(lattice.point(row, column));
            (0..width).for_each(|_| text.push(lattice.across(row, column)));
        }
        text.push(lattice.point(row, columns as usize));
        end_line(&mut text);
        if row == rows as usize {
            break;
        }
        lines.iter_mut().for_each(String::clear);
        for column in 0..=columns as usize {
            for line in &mut lines {
                line.push(lattice.upright(row, column));
            }
            if column < columns as usize {
                writer.write(CellIndex::new(row * columns as usize + column), &mut letters);
                for (at, line) in lines.iter_mut().enumerate() {
                    line.extend(letters.row(at).iter().map(|letter| letter.letter));
                }
            }
        }
        for line in &lines {
            text.push_str(line);
            end_line(&mut text);
        }
    }
    // A die may hide the end that it lies on, and there may be one alone.
    let legend = legend(picture);
    let is_seen = |line: &&str| !line.starts_with(['&', 'x']) || text.contains(&line[..1]);
    let lines: String = legend.lines().filter(is_seen).flat_map(|line| [line, "\n"]).collect();
    if !lines.is_empty() {
        text.push('\n');
        text.push_str(&lines);
    }
    text
}

/// The legend of the letters that occur.
pub(crate) fn legend(picture: &Picture) -> String {
    let is_seen = |layer: &&Layer| layer.values.iter().any(|&value| value != 0);
    let layers = picture.layers.iter().rev().filter(is_seen).map(|layer| layer.look.legend);
    let ends = picture
        .start
        .map(|start| if start.from == start.to { "& start and goal" } else { "S start, G goal" });
    let route = (!picture.route.is_empty()).then_some("* route");
    let all = ends.into_iter().chain(route).chain(layers.filter(|legend| !legend.is_empty()));
    all.collect::<Vec<_>>().join("\n")
}

fn end_line(text: &mut String) {
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}

/// Writes the contents of cells.
pub(crate) struct CellWriter<'a> {
    picture: &'a Picture,
    on_route: OnRoute,
    /// Of each layer.
    sights: Vec<Slot>,
}

impl<'a> CellWriter<'a> {
    pub(crate) fn new(picture: &'a Picture) -> Self {
        let on_route = OnRoute::new(picture.grid, &picture.route);
        let sights = picture.layers.iter().map(|layer| picture.sight(layer.look)).collect();
        Self { picture, on_route, sights }
    }

    /// Writes the letters of a cell: its layers, the route, start and goal.
    pub(crate) fn write(&self, cell: CellIndex, letters: &mut Letters) {
        let layers = &self.picture.layers;
        letters.clear();
        self.layers(|depth| depth != Depth::Above, cell, letters);
        if self.on_route.has(cell) {
            letters.middle("*", Ink::Route(Ink::DARKEST));
        }
        self.ends(cell, letters);
        self.layers(|depth| depth == Depth::Above, cell, letters);
        let is_last = |layer: &Layer| layer.list.cells.last().is_some_and(|&it| it == cell);
        if layers.iter().any(is_last) {
            letters.middle("@", Ink::Accent);
        }
    }

    /// Writes the letters of the layers of some depths in a cell.
    fn layers(&self, is_due: fn(Depth) -> bool, cell: CellIndex, letters: &mut Letters) {
        for (Layer { look, values, .. }, &slot) in self.picture.layers.iter().zip(&self.sights) {
            if look.place == Place::Walls || !is_due(look.depth) {
                continue;
            }
            let slots = look.place.places();
            for (place, &value) in values[cell.get() * slots..][..slots].iter().enumerate() {
                if value != 0 {
                    (look.letters)(&Slot { value, place, ..slot }, letters);
                }
            }
        }
    }

    /// Writes an S at the start and a G at the goal, at the right of the cell; an & for both.
    fn ends(&self, cell: CellIndex, letters: &mut Letters) {
        let Some(start) = self.picture.start else { return };
        let is_at = |at| self.picture.grid.index(at) == cell;
        let (width, height) = letters.room().size();
        let (word, ink) = match (is_at(start.from), is_at(start.to)) {
            (true, true) => ("&", Ink::Start),
            (true, false) => ("S", Ink::Start),
            (false, true) => ("G", Ink::Goal),
            (false, false) => return,
        };
        letters.put(height / 2, width - 1, word, ink);
    }
}

/// The walls as characters; a maze without walls has dots at the corners of cells.
pub(crate) struct Lattice<'a> {
    walls: Option<&'a [u32]>,
    segments: Segments,
    grid: Grid,
    is_unicode: bool,
}

impl<'a> Lattice<'a> {
    pub(crate) fn new(picture: &'a Picture, is_unicode: bool) -> Self {
        let mut layers = picture.layers.iter();
        let walls = layers.find(|layer| layer.look.place == Place::Walls);
        let segments = Segments::new(picture.grid);
        Self { walls: walls.map(|it| &it.values[..]), segments, grid: picture.grid, is_unicode }
    }

    /// The character above a column, on a line from the top.
    pub(crate) fn across(&self, line: usize, column: usize) -> char {
        let stands = self.stands(self.segments.horizontal(line, column));
        if stands { self.choose('─', '-') } else { ' ' }
    }

    /// The character left of a row, on a line from the left.
    pub(crate) fn upright(&self, row: usize, line: usize) -> char {
        let stands = self.stands(self.segments.vertical(row, line));
        if stands { self.choose('│', '|') } else { ' ' }
    }

    /// The character where two lines meet.
    pub(crate) fn point(&self, row: usize, column: usize) -> char {
        /// By the walls above, below, left and right.
        const JOINTS: [char; 16] =
            ['·', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];
        if !self.is_unicode {
            return '+';
        }
        let (rows, columns) = (self.grid.rows as usize, self.grid.columns as usize);
        let beside = [
            row > 0 && self.stands(self.segments.vertical(row.max(1) - 1, column)),
            row < rows && self.stands(self.segments.vertical(row.min(rows - 1), column)),
            column > 0 && self.stands(self.segments.horizontal(row, column.max(1) - 1)),
            column < columns && self.stands(self.segments.horizontal(row, column.min(columns - 1))),
        ];
        let bits = beside.iter().enumerate().map(|(at, &stands)| usize::from(stands) << at);
        JOINTS[bits.sum::<usize>()]
    }

    fn stands(&self, wall: usize) -> bool {
        self.walls.is_some_and(|walls| walls[wall] != 0)
    }

    fn choose(&self, unicode: char, ascii: char) -> char {
        if self.is_unicode { unicode } else { ascii }
    }
}
