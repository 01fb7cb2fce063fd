//! Pictures as text: a lattice of walls around cells of letters.

use std::collections::{HashMap, HashSet};

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
    let mut writer = LetterWriter::new(picture, room, is_unicode);
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
            // A line that is blank all along is a row without walls; an empty one would end the drawing.
            let is_blank = trimmed.is_empty() && writer.walls.is_some();
            text.push_str(if is_blank { line } else { trimmed });
            text.push('\n');
            line.clear();
        }
    }
    let seen = writer.seen;
    let legend = legend_of(picture, |writer, letter| seen.contains(&(writer, letter)));
    if !legend.is_empty() {
        text.push('\n');
        text.push_str(&legend);
        text.push('\n');
    }
    text
}

/// The numbers of those who write letters: of a layer its place, and these.
const ENDS: usize = usize::MAX;
const ROUTE: usize = ENDS - 1;

/// Returns the legend of the layers in which something is seen, whichever part of them is drawn.
#[cfg(feature = "cli")]
pub(crate) fn legend(picture: &Picture) -> String {
    let ends = match &picture.start {
        None => "",
        Some(start) if start.is_round() => "&",
        Some(start) => match start.to.positions() {
            [] => "S",
            goals if goals.contains(&start.at()) => "&G",
            _ => "SG",
        },
    };
    legend_of(picture, |writer, letter| match writer {
        ENDS => ends.contains(letter),
        ROUTE => !picture.route.is_empty(),
        layer => picture.layers[layer].values.iter().any(|&value| value != 0),
    })
}

/// Returns the legend of the letters that are seen, by the number of who wrote them: a line for the ends, one for the route,
/// and one for each layer from the top.
fn legend_of(picture: &Picture, is_seen: impl Fn(usize, char) -> bool) -> String {
    let ends = [("S", "start"), ("G", "goal"), ("&", "start and goal")];
    let mut legends = vec![(ENDS, &ends[..]), (ROUTE, &[("*", "route")])];
    for (place, layer) in picture.layers.iter().enumerate().rev() {
        legends.push((place, layer.look.legend));
    }

    let mut lines = Vec::new();
    for (writer, entries) in legends {
        let mut line = Vec::new();
        for (letters, meaning) in entries {
            let seen = letters.chars().filter(|&letter| is_seen(writer, letter));
            let seen: Vec<String> = seen.map(String::from).collect();
            if seen.is_empty() {
                continue;
            }
            if letters.starts_with(' ') {
                line.push((*meaning).to_owned());
            } else {
                line.push(format!("{} {meaning}", seen.join(" ")));
            }
        }
        if !line.is_empty() {
            lines.push(line.join(", "));
        }
    }
    lines.join("\n")
}

/// The corners of boxes, by the walls above, below, at the left and at the right: 1, 2, 4 and 8 together.
pub(crate) const JOINTS: [char; 16] = [
    '·', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼',
];

/// Writes squares, and the walls around them.
pub(crate) struct LetterWriter<'a> {
    picture: &'a Picture,
    on_route: OnRoute,
    /// A blank slot for each layer.
    slots: Vec<Slot>,
    /// A maze without walls has dots at the corners of cells.
    walls: Option<&'a [u32]>,
    segments: Segments,
    letters: Letters,
    /// The letters of squares written so far, each with the number of who wrote it.
    seen: HashSet<(usize, char)>,
    /// Whether grounds are shown, and those of squares that were asked for.
    tints: bool,
    grounds: HashMap<CellIndex, Ink>,
}

impl<'a> LetterWriter<'a> {
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
            seen: HashSet::new(),
            tints: false,
            grounds: HashMap::new(),
        }
    }

    /// Tints what is between tinted squares, too.
    #[cfg(feature = "cli")]
    pub(crate) fn tinted(self) -> Self {
        Self {
            tints: true,
            ..self
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
        let joint = self.point(row, column);
        let letter = Letter {
            letter: joint,
            ink: if joint == '·' { Ink::Grid } else { Ink::Wall },
            ground: self.ground_around(row, column, [true, true]),
        };
        put(0, 0, letter);
        if is_column {
            let segment = segments.horizontal(row, column);
            let letter = Letter {
                letter: self.letter(segment, '─', '-'),
                ink: wall(segment),
                ground: self.ground_around(row, column, [true, false]),
            };
            (1..=width).for_each(|at| put(at, 0, letter));
        }
        if is_row {
            let segment = segments.vertical(row, column);
            let letter = Letter {
                letter: self.letter(segment, '│', '|'),
                ink: wall(segment),
                ground: self.ground_around(row, column, [false, true]),
            };
            (1..=height).for_each(|at| put(0, at, letter));
        }
        if is_row && is_column {
            self.write_cell(CellIndex::new(row * grid.columns as usize + column));
            self.seen.extend(self.letters.written());
            for line in 0..height {
                let letters = self.letters.row(line).iter().enumerate();
                letters.for_each(|(at, &letter)| put(at + 1, line + 1, letter));
            }
        }
    }

    /// Returns the ground between squares: this one, and the ones above, at its left, or both. It is paper unless all of them
    /// are tinted; otherwise it would be a stripe between them.
    fn ground_around(&mut self, row: usize, column: usize, [above, left]: [bool; 2]) -> Ink {
        let Grid { rows, columns } = self.picture.grid;
        let first_row = row.checked_sub(usize::from(above));
        let first_column = column.checked_sub(usize::from(left));
        let (Some(first_row), Some(first_column)) = (first_row, first_column) else {
            return Ink::Paper;
        };
        if !self.tints || row >= rows as usize || column >= columns as usize {
            return Ink::Paper;
        }

        let mut ground = Ink::Paper;
        for row in first_row..=row {
            for column in first_column..=column {
                ground = self.ground(CellIndex::new(row * columns as usize + column));
                if ground == Ink::Paper {
                    return ground;
                }
            }
        }
        ground
    }

    fn ground(&mut self, cell: CellIndex) -> Ink {
        if let Some(&ground) = self.grounds.get(&cell) {
            return ground;
        }
        self.write_cell(cell);
        let ground = self.letters.row(0)[0].ground;
        self.grounds.insert(cell, ground);
        ground
    }

    fn write_cell(&mut self, cell: CellIndex) {
        let layers = &self.picture.layers;
        self.letters.clear();
        self.layers(|depth| depth != Depth::Above, cell);
        if self.on_route.has(cell) {
            self.letters.set_writer(ROUTE);
            self.letters.middle("*", Ink::Route(Ink::DARKEST));
        }
        let end = self.end(cell);
        if let Some((letter, ink)) = end {
            self.letters.set_writer(ENDS);
            self.letters.after(letter, ink);
        }
        self.layers(|depth| depth == Depth::Above, cell);
        let is_last = |layer: &Layer| layer.list.cells.last().is_some_and(|&last| last == cell);
        if let Some(list) = layers.iter().position(is_last) {
            self.letters.set_writer(list);
            self.letters.middle("@", Ink::Accent);
        }
        let (row, column) = self.letters.place_after();
        let is_hidden = |letter: char| self.letters.row(row)[column].letter != letter;
        if let Some((letter, ink)) = end.filter(|&(letter, _)| column > 0 && is_hidden(letter)) {
            self.letters.set_writer(ENDS);
            self.letters.middle(letter.encode_utf8(&mut [0; 4]), ink);
        }
    }

    fn layers(&mut self, is_due: fn(Depth) -> bool, cell: CellIndex) {
        let layers = self.picture.layers.iter().zip(&self.slots).enumerate();
        for (writer, (Layer { look, values, .. }, &slot)) in layers {
            if look.place == Place::Walls || !is_due(look.depth) {
                continue;
            }
            self.letters.set_writer(writer);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;
    use crate::scene::simulation::Simulation;

    fn finished(scene: &str) -> Picture {
        let scene = Scene::from_ron(scene).expect("a legal scene");
        let mut simulation = Simulation::new(&scene).expect("a small world");
        simulation.run();
        simulation.picture()
    }

    /// Where all squares are reached every letter inside is tinted.
    #[test]
    fn no_stripes_are_between_tinted_squares() {
        let picture = finished(
            "Scene(grid: (rows: 3, columns: 3), walls: {(1, 1): \"E\"}, walk: Foot(from: (1, 1), to: (1, 3)))",
        );
        let mut writer = LetterWriter::new(&picture, CellSize::Row, true).tinted();
        let mut plain = Vec::new();
        for row in 0..=3 {
            for column in 0..=3 {
                let (left, top) = (4 * column, 2 * row);
                writer.write(
                    row,
                    column,
                    |_| Ink::Wall,
                    |x, y, letter| {
                        let is_inside =
                            (1..12).contains(&(left + x)) && (1..6).contains(&(top + y));
                        if is_inside && letter.ground == Ink::Paper {
                            plain.push((left + x, top + y));
                        }
                    },
                );
            }
        }
        assert_eq!(plain, []);
    }

    /// Returns the lines of the legend below a drawing of dice with these numbers.
    fn legend_of_dice(numbers: &str) -> Vec<String> {
        let picture = finished(&format!(
            "Scene(grid: (rows: 1, columns: 3), numbers: [{numbers}],
                walk: Dice(from: (1, 1), top: 2, front: 1, to: (1, 3)))"
        ));
        let text = text(&picture, false);
        let (_, legend) = text.split_once("\n\n").expect("a legend");
        legend.lines().map(str::to_owned).collect()
    }

    /// Only what is in the drawing is explained. A die and the start hide the number of their square.
    #[test]
    fn legends_are_of_the_letters_in_a_drawing() {
        let ends = "S start, G goal";
        let die = "top/front of a die";
        assert_eq!(
            legend_of_dice("[2, 4, 6]"),
            [ends, die, "4 6 for a die with that on top"]
        );
        assert_eq!(
            legend_of_dice("[2, '?', 4]"),
            [
                ends,
                die,
                "4 for a die with that on top, ? for any",
                ". reached"
            ]
        );
    }
}
