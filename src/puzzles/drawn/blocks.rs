//! Blocks: a character for each square, one for each wall between two, and one for each corner; or a value for each, with
//! commas between them.

use super::line::{Found, Line, Wrong};

/// A picture of blocks by the character of its walls, that of the upper left corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocks {
    wall: char,
    /// How many characters from one block to the next: with a comma after each, or drawn twice as wide, there are two.
    step: usize,
}

/// The characters that are taken for walls, if nobody says that it is a picture of blocks.
const WALLS: &str = "#█▓▒░■@%&$XxWw01";

/// What else may stand in the first line: ways out, ends, and what is between values.
const BESIDE_WALLS: &str = " ._,SGE01";

impl Blocks {
    /// Whether these are the first two lines: as long as each other, with walls at their ends.
    pub(super) fn starts(first: &str, second: &str) -> bool {
        let Some(wall) = first.chars().next().filter(|&c| WALLS.contains(c)) else {
            return false;
        };
        let (length, below) = (first.chars().count(), second.chars().count());
        let is_block = |c| c == wall || BESIDE_WALLS.contains(c);
        let is_line = length >= 3 && first.ends_with(wall) && first.chars().all(is_block);
        is_line && (1..=length).contains(&below) && Self::goes_on(first, second)
    }

    /// Whether a line goes on with a picture whose first line is given.
    pub(super) fn goes_on(first: &str, line: &str) -> bool {
        let is_wall = first
            .chars()
            .next()
            .is_some_and(|wall| line.starts_with([wall, ' ']));
        is_wall || line.chars().count() == first.chars().count()
    }

    /// The picture of these lines, and its rows and columns; or what is wrong at a line.
    pub(super) fn new(lines: &[&str]) -> Result<(Self, usize, usize), (usize, Wrong)> {
        let first = lines.first().copied().unwrap_or_default();
        let length = first.chars().count();
        let has_commas = first.contains(',');
        let is_wide = has_commas || length.is_multiple_of(2);
        let (wall, step) = (
            first.chars().next().unwrap_or('#'),
            if is_wide { 2 } else { 1 },
        );
        let blocks = length.div_ceil(step);
        if blocks < 3 || blocks.is_multiple_of(2) {
            let expected = "an odd number of blocks: squares, and what is between and around them";
            return Err((0, (0..length, expected.to_owned())));
        }
        if lines.len() < 3 || lines.len().is_multiple_of(2) {
            let last = lines.len().saturating_sub(1);
            let length = lines.get(last).map_or(0, |line| line.chars().count());
            return Err((
                last,
                (0..length, "an odd number of lines, at least 3".to_owned()),
            ));
        }
        Ok((Self { wall, step }, lines.len() / 2, blocks / 2))
    }

    pub(super) fn described(self) -> String {
        format!("as in a picture of blocks whose walls are `{}`", self.wall)
    }

    pub(super) fn read_line(self, line: Line<'_>, found: &mut Found<'_>) -> Result<(), Wrong> {
        let row = line.number / 2;
        for place in 0..=2 * line.columns {
            let (column, at) = (place / 2, self.step * place);
            let block = line.at(at);
            let stands = block == self.wall;
            match (line.number % 2, place % 2) {
                (1, 1) if stands => {
                    return Err((at..at + 1, "a square without a block".to_owned()));
                }
                (1, 1) => found.mark(row, column, block),
                (0, 1) => {
                    found.horizontal(row, column, stands);
                    let is_last = row == line.rows;
                    if row == 0 || is_last {
                        found.mark(row - usize::from(is_last), column, block);
                    }
                }
                (1, _) => {
                    found.vertical(row, column, stands);
                    let is_last = column == line.columns;
                    if column == 0 || is_last {
                        found.mark(row, column - usize::from(is_last), block);
                    }
                }
                _ => {} // a corner
            }
            let next = line.at(at + 1);
            if self.step == 2 && place < 2 * line.columns && next != ',' && next != block {
                return Err((
                    at + 1..at + 2,
                    "a comma, or the same block again".to_owned(),
                ));
            }
        }
        line.check_ends((2 * line.columns + 1) * self.step)
    }
}
