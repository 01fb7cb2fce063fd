//! Drawings of walls: where one is in a text, its form and size, and what it shows.

use std::ops::Range;

use memchr::memchr;

use crate::base::grid::Grid;
use crate::contest::quote;

use super::blocks::Blocks;
use super::lattice::Lattice;
use super::line::{Ends, Found, Line};
use super::underscores::Underscores;

/// A drawing of known form and size. Its lines are not read yet.
#[derive(Debug)]
pub(super) struct Drawing<'t> {
    form: Form,
    /// The lines, without what they are indented by.
    lines: Vec<&'t str>,
    /// The place of the first line in the text, from 0.
    first: usize,
    indent: usize,
    rows: usize,
    columns: usize,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Lattice(Lattice),
    Underscores,
    Blocks(Blocks),
}

/// A form, before the size of anything in it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormName {
    Lattice,
    Underscores,
    Blocks,
}

impl<'t> Drawing<'t> {
    /// The first drawing of a text, in this form, or in one that its first lines tell.
    pub(super) fn new(text: &'t str, asked: Option<FormName>) -> Result<Self, Flaw> {
        let Range { start, end } = find(text.as_bytes(), 0, asked).unwrap_or(0..0);
        let lines = text.get(start..end).unwrap_or_default().lines();
        let mut lines: Vec<&str> = lines.map(str::trim_ascii_end).collect();
        lines.truncate(
            lines
                .iter()
                .rposition(|line| !line.is_empty())
                .map_or(0, |last| last + 1),
        );
        let two = [0, 1].map(|at| lines.get(at).copied().unwrap_or_default());
        let Some((name, indent)) = form_of(two, asked) else {
            let mut all = text.lines().map(str::trim_ascii_end).enumerate();
            let (line, found) = all.find(|(_, it)| !it.is_empty()).unwrap_or_default();
            let expected = "a drawing, with a first line such as `+--+--+`, ` _ _` or `#####`";
            return Err(Flaw::new(line, found, 0..found.len(), expected));
        };
        for line in &mut lines {
            *line = without(line, indent);
        }
        let first = memchr::memchr_iter(b'\n', &text.as_bytes()[..start]).count();
        let sized =
            match name {
                FormName::Lattice => Lattice::new(&lines)
                    .map(|(it, rows, columns)| (Form::Lattice(it), rows, columns)),
                FormName::Underscores => Underscores::size(&lines)
                    .map(|(rows, columns)| (Form::Underscores, rows, columns)),
                FormName::Blocks => {
                    Blocks::new(&lines).map(|(it, rows, columns)| (Form::Blocks(it), rows, columns))
                }
            };
        match sized {
            Ok((form, rows, columns)) => Ok(Self {
                form,
                lines,
                first,
                indent,
                rows,
                columns,
            }),
            Err((line, (at, expected))) => {
                let text = lines.get(line).copied().unwrap_or_default();
                Err(Flaw::of_characters(
                    first + line,
                    text,
                    indent,
                    at,
                    &expected,
                ))
            }
        }
    }

    pub(super) fn grid(&self) -> Grid {
        let side = |length| u32::try_from(length).unwrap_or(u32::MAX);
        Grid {
            rows: side(self.rows),
            columns: side(self.columns),
        }
    }

    /// Passes the index of every standing wall to `stands`, and errors to `flaw`, at most one per
    /// line; returns where a walk may begin and end.
    pub(super) fn read(&self, mut stands: impl FnMut(usize), mut flaw: impl FnMut(Flaw)) -> Ends {
        let grid = self.grid();
        let mut found = Found {
            grid,
            stands: &mut stands,
            ends: Ends::default(),
        };
        let mut chars = Vec::new();
        for (number, text) in self.lines.iter().enumerate() {
            chars.clear();
            chars.extend(text.chars());
            let line = Line {
                chars: &chars,
                number,
                rows: self.rows,
                columns: self.columns,
            };
            let read = match self.form {
                Form::Lattice(lattice) => lattice.read_line(line, &mut found),
                Form::Underscores => Underscores::read_line(line, &mut found),
                Form::Blocks(blocks) => blocks.read_line(line, &mut found),
            };
            if let Err((at, expected)) = read {
                let granted = match self.form {
                    Form::Lattice(lattice) => lattice.described(),
                    Form::Underscores => "as in a drawing of underscores".to_owned(),
                    Form::Blocks(blocks) => blocks.described(),
                };
                let (number, expected) = (self.first + number, format!("{expected}, {granted}"));
                flaw(Flaw::of_characters(
                    number,
                    text,
                    self.indent,
                    at,
                    &expected,
                ));
            }
        }
        found.ends
    }
}

/// Returns the range of the next drawing in a text, from `at` on.
pub(super) fn find(text: &[u8], at: usize, asked: Option<FormName>) -> Option<Range<usize>> {
    let mut lines = Lines { text, at };
    let mut next = lines.next();

    while let Some((start, first)) = next {
        let before = lines.at;
        let second = lines.next();
        let two = [first, second.map_or("", |(_, line)| line)];
        if let Some((form, indent)) = form_of(two, asked) {
            lines.at = before;
            let end = end_of_drawing(&mut lines, form, indent, first, asked);
            return Some(start..end);
        }
        next = second;
    }
    None
}

/// Returns where a drawing with this first line ends.
fn end_of_drawing(
    lines: &mut Lines<'_>,
    form: FormName,
    indent: usize,
    first: &str,
    asked: Option<FormName>,
) -> usize {
    let first = without(first, indent);
    let mut was_first = form == FormName::Lattice;
    loop {
        let Some((start, line)) = lines.next() else {
            return lines.at;
        };
        let rest = without(line, indent);
        let c = rest.chars().next().unwrap_or(' ');
        let goes_on = match form {
            _ if line.is_empty() => false,
            _ if asked.is_some() => true,
            FormName::Lattice => Lattice::goes_on(first, c),
            FormName::Underscores => Underscores::goes_on(c),
            FormName::Blocks => Blocks::goes_on(first, rest),
        };
        let is_first = form == FormName::Lattice
            && rest.starts_with(['+', 'o', '*', '.'])
            && Lattice::starts(rest);
        if !goes_on || (was_first && is_first) {
            return start;
        }
        was_first = is_first;
    }
}

/// The form that the first two lines of a drawing tell, and what its lines are indented by.
fn form_of([first, second]: [&str; 2], asked: Option<FormName>) -> Option<(FormName, usize)> {
    let blanks = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let (indent, below) = (blanks(first), blanks(second));
    let (first, inside) = (first[indent..].trim_ascii_end(), without(second, indent));
    let form = match asked {
        _ if first.is_empty() => return None,
        Some(asked) => asked,
        None if Lattice::starts(first) => FormName::Lattice,
        None if Underscores::starts(first, &second[below..]) => FormName::Underscores,
        None if Blocks::starts(first, inside) => FormName::Blocks,
        None => return None,
    };
    let is_underscores = form == FormName::Underscores;
    // The first line of underscores begins at the second character, or later.
    Some((
        form,
        if is_underscores {
            below.min(indent.saturating_sub(1))
        } else {
            indent
        },
    ))
}

/// A line without the blanks that it is indented by.
fn without(line: &str, indent: usize) -> &str {
    let blanks = line
        .bytes()
        .take(indent)
        .take_while(|&byte| byte == b' ')
        .count();
    &line[blanks..]
}

/// The lines of a text, each with where it begins, as far as they are UTF-8.
struct Lines<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let (start, rest) = (self.at, &self.text[self.at..]);
        if rest.is_empty() {
            return None;
        }

        let length = memchr(b'\n', rest).unwrap_or(rest.len());
        self.at = self.text.len().min(start + length + 1);
        let line = rest[..length]
            .strip_suffix(b"\r")
            .unwrap_or(&rest[..length]);
        Some((
            start,
            line.utf8_chunks().next().map_or("", |chunk| chunk.valid()),
        ))
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
    fn new(line: usize, text: &str, at: Range<usize>, expected: &str) -> Self {
        let found = match &text[at.clone()] {
            "" => "the end of the line".to_owned(),
            found => quote(found.as_bytes()),
        };
        let message = format!("found {found}, expected {expected}");
        let column = text[..at.start].chars().count() + 1;
        Self {
            line,
            at,
            column,
            message,
        }
    }

    /// The error at these characters of a line that was indented.
    fn of_characters(
        line: usize,
        text: &str,
        indent: usize,
        at: Range<usize>,
        expected: &str,
    ) -> Self {
        let byte = |at: usize| {
            text.char_indices()
                .nth(at)
                .map_or(text.len(), |(byte, _)| byte)
        };
        let mut flaw = Self::new(line, text, byte(at.start)..byte(at.end), expected);
        flaw.at = flaw.at.start + indent..flaw.at.end + indent;
        flaw.column += indent;
        flaw
    }
}

/// The drawing without the line break before its first line and without blank lines at its end, and
/// with plain line breaks, as the parser requires. So it is the same when it is printed and read
/// again.
pub(super) fn with_plain_lines(drawing: &str) -> String {
    let lines = drawing[start(drawing)..]
        .trim_ascii_end()
        .split_inclusive('\n');
    let plain = lines.map(|line| line.trim_end_matches(['\r', '\n']));
    plain.flat_map(|line| [line, "\n"]).collect()
}

pub(super) fn place_of_line(drawing: &str, index: usize) -> Option<Range<usize>> {
    let mut lines = drawing[start(drawing)..].split_inclusive('\n');
    let at = start(drawing) + lines.by_ref().take(index).map(str::len).sum::<usize>();
    lines
        .next()
        .map(|line| at..at + line.trim_ascii_end().len())
}

/// Where the first line begins: after a line break at the very start.
fn start(drawing: &str) -> usize {
    let line_break = drawing.bytes().take_while(|&byte| byte == b'\r').count() + 1;
    if drawing.as_bytes().get(line_break - 1) == Some(&b'\n') {
        line_break
    } else {
        0
    }
}
