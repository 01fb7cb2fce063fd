//! Drawings in Johnny's text: a line of ` _` for the top, then `|` and two characters per square.

use super::drawing::{Drawing, Flaw, piece};
use crate::base::wall::Segments;

/// The number of rows and columns that the lines span. The first begins with ` _`.
pub(super) fn size(lines: &[&str]) -> Result<(usize, usize), Flaw> {
    let (rows, width) = (lines.len() - 1, lines[0].len());
    if width % 2 == 1 {
        return Err(Flaw::new(0, lines[0], width..width, "` _` for each column"));
    }
    if rows == 0 {
        let expected = "a line for each row below the first";
        return Err(Flaw::new(0, lines[0], 0..width, expected));
    }
    Ok((rows, width / 2))
}

/// Finds the indices of the walls in a line; or what is wrong with it.
pub(super) fn read_line(
    drawing: &Drawing<'_>,
    line: usize,
    stands: &mut dyn FnMut(usize),
) -> Result<(), Flaw> {
    let text = drawing.lines[line];
    let Some(row) = line.checked_sub(1) else { return read_top(drawing) };
    if piece(text, 0) != *b"|" {
        return Err(Flaw::new(line, text, 0..1, "a `|`: the left border"));
    }
    let segments = Segments::new(drawing.grid());
    let (is_last_row, last) = (row + 1 == drawing.rows, drawing.columns - 1);
    for column in 0..drawing.columns {
        let at = 2 * column + 1;
        match (piece(text, at), is_last_row) {
            ([b'_'], _) => stands(segments.horizontal(row + 1, column)),
            ([b' '], false) => {}
            ([b' '], true) => {
                return Err(Flaw::new(line, text, at..at + 1, "a `_`: a hole in the border"));
            }
            _ => return Err(Flaw::new(line, text, at..at + 1, "a `_` or a blank")),
        }
        match (piece(text, at + 1), column == last) {
            ([b'|'], _) => stands(segments.vertical(row, column + 1)),
            ([b' '], false) => {}
            ([b' '], true) => {
                return Err(Flaw::new(line, text, at + 1..at + 2, "a `|`: a hole in the border"));
            }
            _ => return Err(Flaw::new(line, text, at + 1..at + 2, "a `|` or a blank")),
        }
    }
    Flaw::unless_ends(line, text, 2 * drawing.columns + 1)
}

/// The line above the first row; the border stands in any case.
fn read_top(drawing: &Drawing<'_>) -> Result<(), Flaw> {
    let text = drawing.lines[0];
    let is_top = |column: &usize| piece(text, 2 * column) == *b" _";
    match (0..drawing.columns).find(|column| !is_top(column)) {
        None => Ok(()),
        Some(column) => Err(Flaw::new(0, text, 2 * column..2 * column + 2, "` _`")),
    }
}
