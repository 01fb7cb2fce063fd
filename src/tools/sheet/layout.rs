//! The layout of sheets: how many puzzles are on each page, and in how many columns.
//!
//! The stylesheet does the rest: here nobody knows how large the text is. Lengths are in millimetres.

use super::{Paper, Part, Puzzle, Sheet};
use crate::picture::{CELL, Depth, Layer, Picture, frame};

/// A page of a sheet.
pub(super) struct SheetPage<'a> {
    pub(super) part: Part,
    /// The puzzles, with their numbers.
    pub(super) puzzles: Vec<(usize, &'a Puzzle)>,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// The width and height that a puzzle has on it, with its caption.
    room: [f32; 2],
    has_coordinates: bool,
}

/// The numbers of solutions that a page can have.
const SOLUTIONS: [usize; 6] = [12, 9, 6, 4, 2, 1];

/// The margin of the paper, as in the stylesheet.
const MARGIN: f32 = 12.0;

/// The gap between puzzles, as in the stylesheet.
const GAP: f32 = 6.0;

/// The height of the title, the rules and the footer, about.
const HEAD: f32 = 30.0;

/// The height of a caption, about.
const CAPTION: f32 = 12.0;

impl Sheet {
    /// Returns the width and height of what is printed on a page: without a paper, those that A4 and Letter have both.
    pub(super) fn room(&self) -> [f32; 2] {
        let [width, height] = match self.paper {
            None => [210.0, 279.0],
            Some(Paper::A4) => [210.0, 297.0],
            Some(Paper::Letter) => [215.0, 279.0],
        };
        // A millimetre less than there is, so that no rounding makes another page.
        [width - 2.0 * MARGIN, height - 2.0 * MARGIN - 1.0]
    }

    /// Returns the pages of a part.
    pub(super) fn pages(&self, part: Part) -> Vec<SheetPage<'_>> {
        let numbered: Vec<(usize, &Puzzle)> = (1..).zip(&self.puzzles).collect();
        let mut rest = &numbered[..];
        let mut pages = Vec::new();

        while !rest.is_empty() {
            let page = self.next_page(part, rest);
            rest = &rest[page.puzzles.len()..];
            pages.push(page);
        }
        pages
    }

    /// Returns a page with as many of these puzzles as can be read on it, and at least one.
    fn next_page<'a>(&self, part: Part, rest: &[(usize, &'a Puzzle)]) -> SheetPage<'a> {
        let all = self.puzzles.len();
        let numbers = match (part, self.per_page) {
            (Part::Puzzles, Some(number)) => vec![number.clamp(1, all)],
            (Part::Puzzles, None) => vec![rest.len().min(2), 1],
            (Part::Solutions, _) => {
                // A few solutions are larger than those of a full page.
                let is_enough = |number: &&usize| **number >= rest.len().clamp(4, 12);
                let most = SOLUTIONS.iter().rfind(is_enough);
                let is_needed = |number: &usize| Some(number) <= most;
                SOLUTIONS.into_iter().filter(is_needed).collect()
            }
        };

        let mut pages = numbers.into_iter().map(|places| {
            let puzzles = &rest[..places.min(rest.len())];
            self.page(part, puzzles, places)
        });
        let mut page = pages.next().expect("a page has a puzzle");
        for smaller in pages {
            if page.is_legible() {
                break;
            }
            page = smaller;
        }
        page
    }

    /// Returns a page with this number of places, in as many columns as leave the boards the most area.
    fn page<'a>(
        &self,
        part: Part,
        puzzles: &[(usize, &'a Puzzle)],
        places: usize,
    ) -> SheetPage<'a> {
        let [width, height] = self.room();
        let in_columns = |columns: usize| {
            let rows = places.div_ceil(columns);
            let share = |whole: f32, parts: usize| (whole + GAP) / parts as f32 - GAP;
            SheetPage {
                part,
                puzzles: puzzles.to_vec(),
                columns,
                rows,
                room: [share(width, columns), share(height - HEAD, rows)],
                has_coordinates: self.has_coordinates && part == Part::Puzzles,
            }
        };

        let mut best = in_columns(1);
        for columns in 2..=places {
            let page = in_columns(columns);
            if page.area() > best.area() {
                best = page;
            }
        }
        best
    }
}

impl SheetPage<'_> {
    /// Returns the side of a puzzle's squares.
    fn side(&self, puzzle: &Puzzle) -> f32 {
        let [width, height] = self.room;
        let [_, _, across, down] = frame(puzzle.picture.grid(), self.has_coordinates);
        let scale = (width / across).min((height - CAPTION) / down);

        CELL * scale.max(0.0)
    }

    /// Returns the area of all its boards.
    fn area(&self) -> f32 {
        let area = |puzzle: &Puzzle| {
            let side = self.side(puzzle);
            side * side * puzzle.picture.grid().cells() as f32
        };
        self.puzzles.iter().map(|it| area(it.1)).sum()
    }

    /// Returns true if all its boards are so large that what is in their squares can be read.
    fn is_legible(&self) -> bool {
        let is_legible = |puzzle: &Puzzle| {
            let [puzzles, solutions] = least_side(&puzzle.picture);
            let least = if self.part == Part::Puzzles {
                puzzles
            } else {
                solutions
            };
            self.side(puzzle) >= least
        };
        self.puzzles.iter().all(|it| is_legible(it.1))
    }

    /// Returns the size of the letters for a solution's moves, in points: they take at most a third of its room.
    pub(super) fn size_of_moves(&self, puzzle: &Puzzle) -> f32 {
        const POINTS: f32 = 72.0 / 25.4;
        let [width, height] = self.room.map(|it| it * POINTS);
        let letters = puzzle.moves.len().max(1) as f32;

        (width * height / 3.0 / letters).sqrt().min(7.5)
    }
}

/// Returns the side that squares must have: those of puzzles and of solutions.
fn least_side(picture: &Picture) -> [f32; 2] {
    let is_written = |layer: &Layer| layer.look().depth == Depth::Board;

    if picture.has_signs() {
        [14.0, 6.0]
    } else if picture.layers().iter().any(is_written) {
        [7.5, 3.5]
    } else {
        [4.0, 2.0]
    }
}
