//! Drawings of walls: their lines, their style, their size.

use std::array;
use std::ops::Range;

use super::{johnny, lattice};
use crate::base::grid::Grid;
use crate::contest::quote;

/// A drawing of walls of known size. Its lines are not parsed yet.
#[derive(Debug)]
pub(super) struct Drawing<'t> {
    style: Style,
    pub(super) lines: Vec<&'t str>,
    pub(super) rows: usize,
    pub(super) columns: usize,
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

/// The ways to draw walls.
#[derive(Clone, Copy, Debug)]
enum Style {
    /// `+--+--+`
    Lattice,
    /// ` _ _`
    Johnny,
}

const FIRST_LINE: &str = "a line such as `+--+--+` or ` _ _`";

impl<'t> Drawing<'t> {
    /// A drawing of the size that its lines span; blank lines at its end are ignored.
    pub(super) fn of(text: &'t str) -> Result<Self, Flaw> {
        let mut lines: Vec<&str> = text.lines().map(str::trim_ascii_end).collect();
        lines.truncate(lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1));
        let first = lines.first().copied().unwrap_or_default();
        let (style, (rows, columns)) = if first.starts_with('+') {
            (Style::Lattice, lattice::size(&lines)?)
        } else if first.starts_with(" _") {
            (Style::Johnny, johnny::size(&lines)?)
        } else {
            return Err(Flaw::new(0, first, 0..first.len(), FIRST_LINE));
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
            Style::Lattice => lattice::read_line,
            Style::Johnny => johnny::read_line,
        };
        let read = (0..self.lines.len()).map(|line| read_line(self, line, &mut stands));
        read.filter_map(Result::err).for_each(flaw);
    }
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
    pub(super) fn unless_ends(line: usize, text: &str, width: usize) -> Result<(), Self> {
        let is_over = text.len() <= width;
        let flaw = || Self::new(line, text, width..text.len(), "the end of the line");
        if is_over { Ok(()) } else { Err(flaw()) }
    }
}

/// The bytes of a line from `at` on; blanks where it has ended.
#[inline]
pub(super) fn piece<const N: usize>(line: &str, at: usize) -> [u8; N] {
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
