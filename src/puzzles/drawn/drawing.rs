//! Drawings of walls: their lines, their style, their size.
//!
//! The lattice has a `+` at every point, `--` and `|` for walls, and two characters per square.
//! Johnny's text has a line of ` _` for the top, then lines of `|` and two characters per square.

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

    pub(super) fn grid(&self) -> Grid {
        let side = |length| u32::try_from(length).unwrap_or(u32::MAX);
        Grid { rows: side(self.rows), columns: side(self.columns) }
    }

    /// Passes the index of every standing wall to `stands`, and errors to `flaw`, at most one per
    /// line.
    pub(super) fn read(&self, mut stands: impl FnMut(usize), mut flaw: impl FnMut(Flaw)) {
        let read_line = match self.style {
            Style::Lattice => read_lattice_line,
            Style::Johnny => read_johnny_line,
        };
        for (number, text) in self.lines.iter().enumerate() {
            let line = Line { text, number, stands: &mut stands };
            read_line(self, line).unwrap_or_else(&mut flaw);
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flaw {
    /// The line, from 0.
    pub(super) line: usize,
    /// The range of bytes in the line.
    pub(super) at: Range<usize>,
    /// The column of the first of them, from 1.
    pub(super) column: usize,
    pub(super) message: String,
}

impl Flaw {
    /// The error that something else was expected at these bytes of a line; an empty range if the
    /// line has ended.
    pub(super) fn new(line: usize, text: &str, at: Range<usize>, expected: &str) -> Self {
        let (start, end) = (at.start.min(text.len()), text.ceil_char_boundary(at.end));
        let found = match &text[start..end] {
            "" => "the end of the line".to_owned(),
            found => quote(found.as_bytes()),
        };
        let message = format!("found {found}, expected {expected}");
        let column = text[..start].chars().count() + 1;
        Self { line, at: start..end, column, message }
    }
}

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

/// Reads a line with points and the walls between them, or one with squares and those beside them.
fn read_lattice_line(drawing: &Drawing<'_>, mut line: Line<'_>) -> Result<(), Flaw> {
    let (segments, last) = (Segments::new(drawing.grid()), drawing.columns);
    let (row, is_across) = (line.number / 2, line.number.is_multiple_of(2));
    let is_top_or_bottom = line.number == 0 || row == drawing.rows;
    for column in 0..=last {
        let at = 3 * column;
        if is_across {
            line.check(at, &["+"], "a `+`")?;
            if column < last {
                line.wall(at + 1, &DASHES, segments.horizontal(row, column), is_top_or_bottom)?;
            }
        } else {
            line.wall(at, &BAR, segments.vertical(row, column), column == 0 || column == last)?;
            if column < last {
                line.check(at + 1, &["  ", "**"], "two blanks, or `**` on a route")?;
            }
        }
    }
    line.check_ends(3 * last + 1)
}

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

/// Reads a line with the floors of a row and the walls at the right, or the one above the first row,
/// which has nothing to be found: the border stands in any case.
fn read_johnny_line(drawing: &Drawing<'_>, mut line: Line<'_>) -> Result<(), Flaw> {
    let Some(row) = line.number.checked_sub(1) else {
        return (0..drawing.columns).try_for_each(|column| line.check(2 * column, &[" _"], "` _`"));
    };
    line.check(0, &["|"], "a `|`: the left border")?;
    let segments = Segments::new(drawing.grid());
    for column in 0..drawing.columns {
        let (at, next) = (2 * column + 1, column + 1);
        line.wall(at, &FLOOR, segments.horizontal(row + 1, column), row + 1 == drawing.rows)?;
        line.wall(at + 1, &BAR, segments.vertical(row, next), next == drawing.columns)?;
    }
    line.check_ends(2 * drawing.columns + 1)
}

struct Line<'a> {
    text: &'a str,
    /// The place among the lines, from 0.
    number: usize,
    stands: &'a mut dyn FnMut(usize),
}

struct Sign {
    drawn: &'static str,
    name: &'static str,
    blank: &'static str,
    blank_name: &'static str,
}

const DASHES: Sign = Sign { drawn: "--", name: "`--`", blank: "  ", blank_name: "two blanks" };
const BAR: Sign = Sign { drawn: "|", name: "a `|`", blank: " ", blank_name: "a blank" };
const FLOOR: Sign = Sign { drawn: "_", name: "a `_`", blank: " ", blank_name: "a blank" };

impl Line<'_> {
    /// Whether this piece is at a byte; the line goes on with blanks where it has ended.
    fn has(&self, at: usize, piece: &str) -> bool {
        let text = self.text.as_bytes();
        (at..).zip(piece.bytes()).all(|(at, byte)| text.get(at).copied().unwrap_or(b' ') == byte)
    }

    fn wall(&mut self, at: usize, sign: &Sign, wall: usize, is_border: bool) -> Result<(), Flaw> {
        if self.has(at, sign.drawn) {
            (self.stands)(wall);
            return Ok(());
        }
        let is_hole = self.has(at, sign.blank);
        if is_hole && !is_border {
            return Ok(());
        }
        let Sign { name, blank_name, .. } = sign;
        let hole = format!("{name}: a hole in the border");
        let expected = if is_hole { hole } else { format!("{name} or {blank_name}") };
        Err(Flaw::new(self.number, self.text, at..at + sign.drawn.len(), &expected))
    }

    fn check(&self, at: usize, pieces: &[&str], expected: &str) -> Result<(), Flaw> {
        if pieces.iter().any(|piece| self.has(at, piece)) {
            return Ok(());
        }
        Err(Flaw::new(self.number, self.text, at..at + pieces[0].len(), expected))
    }

    fn check_ends(&self, width: usize) -> Result<(), Flaw> {
        if self.text.len() <= width {
            return Ok(());
        }
        Err(Flaw::new(self.number, self.text, width..self.text.len(), "the end of the line"))
    }
}

/// The drawing without the line break before its first line and without blank lines at its end, and
/// with plain line breaks, as the parser requires. So it is the same when it is printed and read
/// again.
pub(super) fn with_plain_lines(drawing: &str) -> String {
    let lines = drawing[start(drawing)..].trim_ascii_end().split_inclusive('\n');
    let plain = lines.map(|line| line.trim_end_matches(['\r', '\n']));
    plain.flat_map(|line| [line, "\n"]).collect()
}

pub(super) fn place_of_line(drawing: &str, index: usize) -> Option<Range<usize>> {
    let mut lines = drawing[start(drawing)..].split_inclusive('\n');
    let at = start(drawing) + lines.by_ref().take(index).map(str::len).sum::<usize>();
    lines.next().map(|line| at..at + line.trim_ascii_end().len())
}

/// Where the first line begins: after a line break at the very start.
fn start(drawing: &str) -> usize {
    let line_break = drawing.bytes().take_while(|&byte| byte == b'\r').count() + 1;
    if drawing.as_bytes().get(line_break - 1) == Some(&b'\n') { line_break } else { 0 }
}
