//! Underscores: a line of ` _` for the top, then a line of `|` and `_` for each row, two characters for a square, as in
//! Johnny's text.

use super::line::{Found, Line, Wrong};

#[derive(Clone, Copy, Debug)]
pub(super) struct Underscores;

impl Underscores {
    /// Whether these are the first two lines. A `|` in the second tells them from ruled lines around prose.
    pub(super) fn starts(first: &str, second: &str) -> bool {
        first.contains('_')
            && first.chars().all(|c| c == '_' || c == ' ')
            && second.starts_with(['|', '_'])
            && second.contains('|')
    }

    pub(super) fn goes_on(c: char) -> bool {
        c == '|' || c == ' '
    }

    /// The rows and columns of these lines; or what is wrong at a line.
    pub(super) fn size(lines: &[&str]) -> Result<(usize, usize), (usize, Wrong)> {
        let first = lines.first().copied().unwrap_or_default();
        let length = first.chars().count();
        if lines.len() < 2 {
            return Err((
                0,
                (0..length, "a line for each row below the first".to_owned()),
            ));
        }
        let rows = lines[1..].iter().filter(|line| line.ends_with(['|', '_']));
        let longest = rows
            .map(|line| line.chars().count())
            .max()
            .unwrap_or_default();
        let columns = length.max(longest) / 2;
        if columns == 0 {
            return Err((0, (length..length, "` _` for each column".to_owned())));
        }
        Ok((lines.len() - 1, columns))
    }

    /// Reads a line with the floors of a row and the walls at the right, or the one above the first row.
    pub(super) fn read_line(line: Line<'_>, found: &mut Found<'_>) -> Result<(), Wrong> {
        let row = line.number.checked_sub(1);
        if let Some(row) = row {
            found.vertical(row, 0, bar(line, 0)?);
        }
        for column in 0..line.columns {
            let (at, floor) = (2 * column + 1, line.at(2 * column + 1));
            found.horizontal(line.number, column, floor == '_');
            if !matches!(floor, '_' | ' ' | 'S' | 'G' | 'E' | '&') {
                return Err((at..at + 1, "a `_` or a blank".to_owned()));
            }
            if let Some(row) = row {
                found.mark(row, column, floor);
                found.vertical(row, column + 1, bar(line, at + 1)?);
            }
        }
        line.check_ends(2 * line.columns + usize::from(row.is_some()))
    }
}

/// Whether there is a wall at a side of a square; the line below may go through where there is none.
fn bar(line: Line<'_>, at: usize) -> Result<bool, Wrong> {
    match line.at(at) {
        '|' => Ok(true),
        ' ' | '_' => Ok(false),
        _ => Err((at..at + 1, "a `|` or a blank".to_owned())),
    }
}
