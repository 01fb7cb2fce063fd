//! Drawings in the lattice: a `+` at every point, `--` and `|` for walls, two characters per
//! square.

use super::drawing::{Drawing, Flaw, piece};
use crate::base::wall::Segments;

/// The number of rows and columns that the lines span. The first begins with a `+`.
pub(super) fn size(lines: &[&str]) -> Result<(usize, usize), Flaw> {
    let (rows, width) = (lines.len() / 2, lines[0].len());
    if width < 4 || width % 3 != 1 {
        return Err(Flaw::new(0, lines[0], width..width, "`--+` for each column"));
    }
    if lines.len().is_multiple_of(2) || rows == 0 {
        let expected = "two more lines for each row, below the first";
        let last = lines.len() - 1;
        return Err(Flaw::new(last, lines[last], 0..lines[last].len(), expected));
    }
    Ok((rows, width / 3))
}

/// Finds the indices of the walls in a line; or what is wrong with it.
pub(super) fn read_line(
    drawing: &Drawing<'_>,
    line: usize,
    stands: &mut dyn FnMut(usize),
) -> Result<(), Flaw> {
    let text = drawing.lines[line];
    let across = line.is_multiple_of(2);
    for column in 0..=drawing.columns {
        if across {
            read_point(drawing, line, column, stands)?;
        } else {
            read_square(drawing, line, column, stands)?;
        }
    }
    Flaw::unless_ends(line, text, 3 * drawing.columns + 1)
}

/// A point of the lattice, and the wall at the right of it.
fn read_point(
    drawing: &Drawing<'_>,
    line: usize,
    column: usize,
    stands: &mut dyn FnMut(usize),
) -> Result<(), Flaw> {
    let (text, at) = (drawing.lines[line], 3 * column);
    if piece(text, at) != *b"+" {
        return Err(Flaw::new(line, text, at..at + 1, "a `+`"));
    }
    if column == drawing.columns {
        return Ok(());
    }
    let is_border = line == 0 || line == 2 * drawing.rows;
    match (piece(text, at + 1), is_border) {
        ([b'-', b'-'], _) => stands(segments(drawing).horizontal(line / 2, column)),
        ([b' ', b' '], false) => {}
        ([b' ', b' '], true) => {
            let expected = "`--`: a hole in the border";
            return Err(Flaw::new(line, text, at + 1..at + 3, expected));
        }
        _ => return Err(Flaw::new(line, text, at + 1..at + 3, "`--` or two blanks")),
    }
    Ok(())
}

/// A wall left of a square, and the square.
fn read_square(
    drawing: &Drawing<'_>,
    line: usize,
    column: usize,
    stands: &mut dyn FnMut(usize),
) -> Result<(), Flaw> {
    let (text, at) = (drawing.lines[line], 3 * column);
    let is_border = column == 0 || column == drawing.columns;
    match (piece(text, at), is_border) {
        ([b'|'], _) => stands(segments(drawing).vertical(line / 2, column)),
        ([b' '], false) => {}
        ([b' '], true) => {
            return Err(Flaw::new(line, text, at..at + 1, "a `|`: a hole in the border"));
        }
        _ => return Err(Flaw::new(line, text, at..at + 1, "a `|` or a blank")),
    }
    let is_square = column == drawing.columns || matches!(&piece(text, at + 1), b"  " | b"**");
    if is_square {
        return Ok(());
    }
    Err(Flaw::new(line, text, at + 1..at + 3, "two blanks, or `**` on a route"))
}

fn segments(drawing: &Drawing<'_>) -> Segments {
    Segments::new(drawing.grid())
}
