//! Pictures as text: a lattice of walls around cells of letters.

use super::ink::Ink;
use super::letters::{CellSize, Letter, Letters};
use super::look::{Depth, Place, Slot};
use super::{Layer, Picture};
use crate::base::grid::{CellIndex, Grid};
use crate::base::route::OnRoute;
use crate::base::wall::Segments;

/// A picture as text, with a legend below it: with box-drawing characters, or in ASCII.
pub fn text(picture: &Picture, is_unicode: bool) -> String {
    let room = if picture.has_corners() {
        CellSize::Block
    } else {
        CellSize::Row
    };
    let Grid { rows, columns } = picture.grid;
    let mut writer = Writer::new(picture, room, is_unicode);
    let mut text = String::new();
    let mut lines = vec![String::new(); room.size().1 + 1];
    for row in 0..=rows as usize {
        for column in 0..=columns as usize {
            let push = |_, line: usize, letter: Letter| lines[line].push(letter.letter);
            writer.write(row, column, |_| Ink::Wall, push);
        }
        // Below the last row there are only walls.
        for line in lines.iter_mut().filter(|line| !line.is_empty()) {
            let trimmed = line.trim_end_matches(' ');
            // Without a character the line would end the drawing.
            let is_blank = trimmed.is_empty() && writer.walls.is_some();
            text.push_str(if is_blank { " " } else { trimmed });
            text.push('\n');
            line.clear();
        }
    }
    // A die may hide the end that it lies on, and there may be one alone.
    let legend = legend(picture);
    let is_seen = |line: &&str| !line.starts_with(['&', 'x']) || text.contains(&line[..1]);
    let lines: String = legend
        .lines()
        .filter(is_seen)
        .flat_map(|line| [line, "\n"])
        .collect();
    if !lines.is_empty() {
        text.push('\n');
        text.push_str(&lines);
    }
    text
}

pub(crate) fn legend(picture: &Picture) -> String {
    let is_seen = |layer: &&Layer| layer.values.iter().any(|&value| value != 0);
    let layers = picture
        .layers
        .iter()
        .rev()
        .filter(is_seen)
        .map(|layer| layer.look.legend);
    let ends = picture
        .start
        .as_ref()
        .map(|start| match (start.to.positions(), start.is_round()) {
            (_, true) => "& start and goal",
            ([], _) => "S start",
            (goals, _) if goals.contains(&start.at()) => "& start and goal\nG goal",
            _ => "S start, G goal",
        });
    let route = (!picture.route.is_empty()).then_some("* route");
    let all = ends
        .into_iter()
        .chain(route)
        .chain(layers.filter(|legend| !legend.is_empty()));
    all.collect::<Vec<_>>().join("\n")
}

/// Writes squares, and the walls around them.
pub(crate) struct Writer<'a> {
    picture: &'a Picture,
    on_route: OnRoute,
    /// A blank slot for each layer.
    slots: Vec<Slot>,
    /// A maze without walls has dots at the corners of cells.
    walls: Option<&'a [u32]>,
    segments: Segments,
    letters: Letters,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(picture: &'a Picture, room: CellSize, is_unicode: bool) -> Self {
        let on_route = OnRoute::new(picture.grid, &picture.route);
        let slots = picture
            .layers
            .iter()
            .map(|layer| picture.blank_slot(layer.look))
            .collect();
        let walls = picture
            .layers
            .iter()
            .find(|layer| layer.look.place == Place::Walls);
        let (walls, segments) = (walls.map(|it| &it.values[..]), Segments::new(picture.grid));
        let letters = Letters::new(room, is_unicode);
        Self {
            picture,
            on_route,
            slots,
            walls,
            segments,
            letters,
        }
    }

    /// Puts the letters of a cell and of the walls above and left of it, whose ink is told, by their columns
    /// and lines from its corner; there are such walls beside the last row and column, too.
    pub(crate) fn write(
        &mut self,
        row: usize,
        column: usize,
        wall: impl Fn(usize) -> Ink,
        mut put: impl FnMut(usize, usize, Letter),
    ) {
        let (segments, grid) = (self.segments, self.picture.grid);
        let (is_row, is_column) = (row < grid.rows as usize, column < grid.columns as usize);
        let (width, height) = self.letters.room().size();
        let drawn = |letter, ink| Letter {
            letter,
            ink,
            ground: Ink::Paper,
        };
        let joint = self.point(row, column);
        put(
            0,
            0,
            drawn(joint, if joint == '·' { Ink::Grid } else { Ink::Wall }),
        );
        if is_column {
            let segment = segments.horizontal(row, column);
            let letter = drawn(self.letter(segment, '─', '-'), wall(segment));
            (1..=width).for_each(|at| put(at, 0, letter));
        }
        if is_row {
            let segment = segments.vertical(row, column);
            let letter = drawn(self.letter(segment, '│', '|'), wall(segment));
            (1..=height).for_each(|at| put(0, at, letter));
        }
        if is_row && is_column {
            self.write_cell(CellIndex::new(row * grid.columns as usize + column));
            for line in 0..height {
                let letters = self.letters.row(line).iter().enumerate();
                letters.for_each(|(at, &letter)| put(at + 1, line + 1, letter));
            }
        }
    }

    fn write_cell(&mut self, cell: CellIndex) {
        let layers = &self.picture.layers;
        self.letters.clear();
        self.layers(|depth| depth != Depth::Above, cell);
        if self.on_route.has(cell) {
            self.letters.middle("*", Ink::Route(Ink::DARKEST));
        }
        let end = self.end(cell);
        if let Some((letter, ink)) = end {
            self.letters.after(letter, ink);
        }
        self.layers(|depth| depth == Depth::Above, cell);
        let is_last = |layer: &Layer| layer.list.cells.last().is_some_and(|&it| it == cell);
        if layers.iter().any(is_last) {
            self.letters.middle("@", Ink::Accent);
        }
        let (row, column) = self.letters.place_after();
        let is_hidden = |letter: char| self.letters.row(row)[column].letter != letter;
        if let Some((letter, ink)) = end.filter(|&(letter, _)| column > 0 && is_hidden(letter)) {
            self.letters.middle(letter.encode_utf8(&mut [0; 4]), ink);
        }
    }

    fn layers(&mut self, is_due: fn(Depth) -> bool, cell: CellIndex) {
        for (Layer { look, values, .. }, &slot) in self.picture.layers.iter().zip(&self.slots) {
            if look.place == Place::Walls || !is_due(look.depth) {
                continue;
            }
            let slots = look.place.places();
            for (place, &value) in values[cell.get() * slots..][..slots].iter().enumerate() {
                if value != 0 {
                    (look.letters)(
                        &Slot {
                            value,
                            place,
                            ..slot
                        },
                        &mut self.letters,
                    );
                }
            }
        }
    }

    /// The letter of an end, at the right of the cell, or in its middle where that is hidden.
    fn end(&self, cell: CellIndex) -> Option<(char, Ink)> {
        let letter = self.picture.end(cell)?;
        Some((letter, if letter == 'G' { Ink::Goal } else { Ink::Start }))
    }

    fn letter(&self, wall: usize, unicode: char, ascii: char) -> char {
        if self.stands(wall) {
            self.letters.choose(unicode, ascii)
        } else {
            ' '
        }
    }

    fn point(&self, row: usize, column: usize) -> char {
        /// The corners by the walls above, below, left and right.
        const JOINTS: [char; 16] = [
            '·', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼',
        ];
        let Grid { rows, columns } = self.picture.grid;
        let (rows, columns) = (rows as usize, columns as usize);
        let beside = [
            row > 0 && self.stands(self.segments.vertical(row.max(1) - 1, column)),
            row < rows && self.stands(self.segments.vertical(row.min(rows - 1), column)),
            column > 0 && self.stands(self.segments.horizontal(row, column.max(1) - 1)),
            column < columns && self.stands(self.segments.horizontal(row, column.min(columns - 1))),
        ];
        let bits = beside
            .iter()
            .enumerate()
            .map(|(at, &stands)| usize::from(stands) << at);
        self.letters.choose(JOINTS[bits.sum::<usize>()], '+')
    }

    fn stands(&self, wall: usize) -> bool {
        self.walls.is_some_and(|walls| walls[wall] != 0)
    }
}
