//! Drawings of walls: their lines, their style, their size.
//!
//! The lattice has a `+` at every point, `--` and `|` for walls, and two characters per square.
//! Johnny's text has a line of ` _` for the top, then lines of `|` and two characters per square.

use std::array;
use std::ops::Range;

use crate::base::grid::Grid;
use crate::base::wall::Segments;
use crate::contest::quote;

/// A drawing of walls of known size. Its lines are not parsed yet.
#[derive(Debug)]
pub(super) struct Drawing<'t> {
    style: Style,
    lines: Vec<&'t str>,
    rows: usize,
    columns: usize,
}

/// The ways to draw walls.
#[derive(Clone, Copy, Debug)]
enum Style {
    /// `+--+--+`
    Lattice,
    /// ` _ _`
    Johnny,
}

impl<'t> Drawing<'t> {
    /// A drawing of the size that its lines span; blank lines at its end are ignored.
    pub(super) fn of(text: &'t str) -> Result<Self, Flaw> {
        let mut lines: Vec<&str> = text.lines().map(str::trim_ascii_end).collect();
        lines.truncate(lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1));
        let first = lines.first().copied().unwrap_or_default();
        let (style, (rows, columns)) = if first.starts_with('+') {
            (Style::Lattice, lattice_size(&lines)?)
        } else if first.starts_with(" _") {
            (Style::Johnny, johnny_size(&lines)?)
        } else {
            let expected = "a line such as `+--+--+` or ` _ _`";
            return Err(Flaw::new(0, first, 0..first.len(), expected));
        };
        Ok(Self { style, lines, rows, columns })
    }

    /// The size of the maze.
    pub(super) fn grid(&self) -> Grid {
        let side = |length| u32::try_from(length).unwrap_or(u32::MAX);
        Grid { rows: side(self.rows), columns: side(self.columns) }
    }

    /// Passes the index of every standing wall to `stands`, and errors to `flaw`, at most one per
    /// line.
    pub(super) fn read(&self, mut stands: impl FnMut(usize), flaw: impl FnMut(Flaw)) {
        let read_line = match self.style {
            Style::Lattice => read_lattice_line,
            Style::Johnny => read_johnny_line,
        };
        let read = (0..self.lines.len()).map(|line| read_line(self, line, &mut stands));
        read.filter_map(Result::err).for_each(flaw);
    }
}

/// An error in a line of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flaw {
    /// The line, from 0.
    pub(super) line: usize,
    /// The range of bytes in the line.
    pub(super) at: Range<usize>,
    /// The column of the first of them, from 1.
    pub(super) column: usize,
    /// What was found, and what was expected.
    pub(super) message: String,
}

impl Flaw {
    /// The error that something else was expected at these bytes of a line; an empty range if the
    /// line has ended.
    pub(super) fn new(line: usize, text: &str, at: Range<usize>, expected: &str) -> Self {
        let (start, mut end) = (at.start.min(text.len()), at.end.min(text.len()));
        while !text.is_char_boundary(end) {
            end += 1;
        }
        let found = match &text[start..end] {
            "" => "the end of the line".to_owned(),
            found => quote(found.as_bytes()),
        };
        let message = format!("found {found}, expected {expected}");
        let column = text[..start].chars().count() + 1;
        Self { line, at: start..end, column, message }
    }

    /// Errs if a line goes on after its last cell.
    fn unless_ends(line: usize, text: &str, width: usize) -> Result<(), Self> {
        let is_over = text.len() <= width;
        let flaw = || Self::new(line, text, width..text.len(), "the end of the line");
        if is_over { Ok(()) } else { Err(flaw()) }
    }
}

/// The number of rows and columns that the lines span. The first begins with a `+`.
fn lattice_size(lines: &[&str]) -> Result<(usize, usize), Flaw> {
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
fn read_lattice_line(
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

/// The number of rows and columns that the lines span. The first begins with ` _`.
fn johnny_size(lines: &[&str]) -> Result<(usize, usize), Flaw> {
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
fn read_johnny_line(
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

/// The bytes of a line from `at` on; blanks where it has ended.
#[inline]
fn piece<const N: usize>(line: &str, at: usize) -> [u8; N] {
    array::from_fn(|place| line.as_bytes().get(at + place).copied().unwrap_or(b' '))
}

/// The drawing without the line break before its first line and without blank lines at its end, and
/// with plain line breaks, as the parser requires. So it is the same when it is printed and read
/// again.
pub(super) fn with_plain_lines(drawing: &str) -> String {
    let lines = drawing[start(drawing)..].trim_ascii_end().split_inclusive('\n');
    let plain = lines.map(|line| line.trim_end_matches(['\r', '\n']));
    plain.flat_map(|line| [line, "\n"]).collect()
}

/// The range of a line in a drawing as it was written, if there is such a line.
pub(super) fn place_of_line(drawing: &str, index: usize) -> Option<Range<usize>> {
    let mut at = start(drawing);
    for (place, line) in drawing[at..].split_inclusive('\n').enumerate() {
        if place == index {
            return Some(at..at + line.trim_ascii_end().len());
        }
        at += line.len();
    }
    None
}

/// Where the first line begins: after a line break at the very start.
fn start(drawing: &str) -> usize {
    let line_break = drawing.bytes().take_while(|&byte| byte == b'\r').count() + 1;
    if drawing.as_bytes().get(line_break - 1) == Some(&b'\n') { line_break } else { 0 }
}
