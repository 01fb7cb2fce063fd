//! Reports: errors of a text, with their places.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// An error of a text: its place, what was found, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Fault {
    /// The range of its bytes in the text; empty if something is missing.
    pub at: Range<usize>,
    /// What was found, and what was expected.
    pub message: String,
    /// What kind of error it is.
    pub kind: FaultKind,
}

/// The kinds of errors, for programs that react to them. The message is for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// A value that is read but can't be used, such as a goal inside a wall. Errors of ingredients from other crates are
    /// of this kind, unless they name another one.
    #[default]
    Invalid,
    /// A text that can't be read: a bracket without its partner, or a word in place of a number.
    Syntax,
    /// A name that nothing has: of a field, of an ingredient, of an expectation.
    UnknownName,
    /// A field that must be there and isn't.
    Missing,
    /// A position outside the grid.
    OutsideGrid,
    /// More than a [limit](crate::base::limits) allows.
    OverLimit,
}

impl Fault {
    /// Makes an [invalid](FaultKind::Invalid) fault at a range of bytes of a text.
    pub fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            at,
            message: message.into(),
            kind: FaultKind::Invalid,
        }
    }

    /// Returns the fault as one of this kind.
    #[must_use]
    pub fn of_kind(self, kind: FaultKind) -> Self {
        Self { kind, ..self }
    }
}

/// All errors of a text, in the order in which they were found.
///
/// Its `Display` is their [reports](Source::report), and so is its `Debug`: a test that ends by `?` or
/// `unwrap` shows the lines.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("{self}")]
#[non_exhaustive]
pub struct TextError {
    /// The faults, at least one.
    pub faults: Vec<Fault>,
    /// The number of further errors.
    pub more: usize,
    reports: Vec<String>,
}

/// A message about a range of a text inside another, such as a word of a string in a scene: a
/// parser that knows only that string adds the range, and [`split_place`] takes it out again.
pub(crate) fn with_place(at: &Range<usize>, message: &str) -> String {
    format!("{MARK}{}..{}{MARK}{message}", at.start, at.end)
}

pub(crate) fn split_place(message: &str) -> (Option<Range<usize>>, &str) {
    let parts = message
        .strip_prefix(MARK)
        .and_then(|rest| rest.split_once(MARK));
    let Some((place, message)) = parts else {
        return (None, message);
    };
    let ends = place.split_once("..");
    let place = ends.and_then(|(start, end)| Some(start.parse().ok()?..end.parse().ok()?));
    (place, message)
}

const MARK: char = '\u{1}';

/// A text with errors to report.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The name of its file, or a substitute.
    pub file: &'a str,
    /// The whole text.
    pub text: &'a [u8],
}

/// The most bytes of a long line that are shown on either side of an error.
const WINDOW: usize = 300;

impl Source<'_> {
    /// The report of an error: `file:line:column: error: message`, then the line with the place
    /// marked.
    pub fn report(&self, fault: &Fault) -> String {
        self.report_at(&fault.at, &fault.message)
    }

    /// The report of an error at a place.
    pub(crate) fn report_at(&self, at: &Range<usize>, message: &str) -> String {
        let start = at.start.min(self.text.len());
        let (line, column) = self.line_and_column(start);
        let (excerpt, marked) = self.window(self.line_start(start), start, at.end);

        let mark = AnnotationKind::Primary.span(marked);
        let snippet = Snippet::source(excerpt).line_start(line).annotation(mark);
        let group = Group::with_level(Level::ERROR).element(snippet);
        let excerpt = Renderer::plain().render(&[group]);
        let (file, message) = (escape_controls(self.file), in_short(message));
        format!("{file}:{line}:{column}: error: {message}\n{excerpt}")
    }

    /// The report of an error in one line, without the line of its place.
    #[cfg(feature = "cli")]
    pub(crate) fn line_at(&self, at: &Range<usize>, message: &str) -> String {
        let (line, column) = self.line_and_column(at.start);
        let (file, message) = (escape_controls(self.file), in_short(message));
        format!("{file}:{line}:{column}: error: {message}")
    }

    /// The line and the column of a byte, both from 1; columns count characters.
    pub fn line_and_column(&self, at: usize) -> (usize, usize) {
        let at = at.min(self.text.len());
        crate::base::work::count(at);
        let breaks = memchr::memchr_iter(b'\n', &self.text[..at]).count();
        let before = String::from_utf8_lossy(&self.text[self.line_start(at)..at]);
        (1 + breaks, 1 + before.chars().count())
    }

    /// The first byte of the line of a byte, after a byte order mark.
    fn line_start(&self, at: usize) -> usize {
        let before = &self.text[..at];
        let line_break = before.iter().rposition(|&byte| byte == b'\n');
        let is_marked = before.starts_with(b"\xef\xbb\xbf");
        let of_the_first = if is_marked { 3 } else { 0 };
        line_break.map_or(of_the_first, |at| at + 1)
    }

    /// The line of an error, cut to a window, and the range to be marked in it.
    fn window(&self, line_start: usize, start: usize, end: usize) -> (String, Range<usize>) {
        let rest = &self.text[start..];
        let line_end = start
            + rest
                .iter()
                .position(|&byte| byte == b'\n')
                .unwrap_or(rest.len());
        let line_end = line_end - usize::from(self.text[line_start..line_end].ends_with(b"\r"));
        let start = start.min(line_end);
        let end = end.clamp(start, line_end);

        let from = line_start.max(start.saturating_sub(WINDOW));
        let to = line_end.min(end.min(start + WINDOW) + WINDOW);
        let shown = |part: Range<usize>| {
            let part = String::from_utf8_lossy(&self.text[part]);
            shown_but(&part, '\t') // the renderer expands tabs
        };
        let mut excerpt = shown(from..start);
        let marked = excerpt.len();
        excerpt += &shown(start..end.min(to));
        let marked = marked..excerpt.len();
        excerpt += &shown(end.min(to)..to);
        (excerpt, marked)
    }
}

/// The text of a file, in which a carriage return alone ends a line as well as a line feed does.
#[cfg(feature = "cli")]
pub(crate) fn file_text(file: &str, mut bytes: Vec<u8>) -> Result<String, TextError> {
    break_lines(&mut bytes);
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let message = "found a byte that is not UTF-8, expected text".to_owned();
        let source = Source {
            file,
            text: error.as_bytes(),
        };
        TextError::of_source(source, vec![Fault::new(at..at + 1, message)], 0)
    })
}

/// Turns each carriage return alone into a line feed.
pub(crate) fn break_lines(text: &mut [u8]) {
    let mut at = 0;
    while let Some(far) = memchr::memchr(b'\r', &text[at..]) {
        at += far + 1;
        if text.get(at) != Some(&b'\n') {
            text[at - 1] = b'\n';
        }
    }
}

/// Text from outside, safe to print on a terminal in one line, such as a file name. Control
/// characters are escaped, and so are line breaks and changes of text direction.
pub fn escape_controls(text: &str) -> String {
    text.chars().flat_map(shown_char).collect()
}

/// Escapes control characters except line breaks, as for a report.
pub fn escape_controls_in_lines(text: &str) -> String {
    shown_but(text, '\n')
}

fn shown_but(text: &str, kept: char) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c == kept {
            shown.push(c);
        } else {
            shown.extend(shown_char(c));
        }
    }
    shown
}

/// A message for reports: in one line, with long parts cut.
fn in_short(message: &str) -> String {
    const HALF: usize = 300;
    let letters = message.chars().count();
    let (front, back) = if letters <= 2 * HALF {
        (letters, 0)
    } else {
        (HALF, HALF)
    };
    let between = if back == 0 { "" } else { "…" };
    let front = message.chars().take(front).flat_map(shown_char);
    let back = message.chars().skip(letters - back).flat_map(shown_char);
    front.chain(between.chars()).chain(back).collect()
}

/// Text that a message quotes: characters that nobody sees are escaped, such as a no-break space.
pub(crate) fn visible(text: &str) -> String {
    let is_unseen = |c: char| {
        c != ' ' && c.is_whitespace() && !c.is_control()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
            || matches!(c, '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}')
    };
    let escaped = |c: char| {
        if is_unseen(c) {
            c.escape_unicode().to_string()
        } else {
            c.into()
        }
    };
    escape_controls(&text.chars().map(escaped).collect::<String>())
}

fn shown_char(c: char) -> impl Iterator<Item = char> {
    let escaped = steers(c).then(|| c.escape_debug());
    let plain = (!steers(c)).then_some(c);
    escaped.into_iter().flatten().chain(plain)
}

/// Whether a character is not printed but controls a terminal: a control character, a line break,
/// or one that changes the text direction, so that text reads differently.
pub(crate) fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl TextError {
    /// The same errors, reported as those of a file with this text.
    #[must_use]
    pub fn in_file(self, file: &str, text: &str) -> Self {
        Self::of_source(
            Source {
                file,
                text: text.as_bytes(),
            },
            self.faults,
            self.more,
        )
    }

    pub(crate) fn new(text: &str, faults: Vec<Fault>, more: usize) -> Self {
        let source = Source {
            file: "text",
            text: text.as_bytes(),
        };
        Self::of_source(source, faults, more)
    }

    fn of_source(source: Source<'_>, faults: Vec<Fault>, more: usize) -> Self {
        let reports = faults.iter().map(|fault| source.report(fault)).collect();
        Self {
            faults,
            more,
            reports,
        }
    }

    pub(crate) fn one_fault(text: &str, fault: Fault) -> Self {
        Self::new(text, vec![fault], 0)
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reports.join("\n"))?;
        if self.more > 0 {
            write!(f, "\nand {} more", self.more)
        } else {
            Ok(())
        }
    }
}

impl std::error::Error for TextError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(text: &[u8], at: Range<usize>) -> String {
        let fault = Fault::new(at, "found it".to_owned());
        Source { file: "a.in", text }.report(&fault)
    }

    #[test]
    fn a_report_names_and_shows_the_place() {
        assert_eq!(
            report(b"one\ntwo three\r\nfour", 8..13),
            "a.in:2:5: error: found it\n  |\n2 | two three\n  |     ^^^^^"
        );
    }

    #[test]
    fn odd_places_are_reported_too() {
        assert!(report(b"", 0..0).starts_with("a.in:1:1: error"));
        assert!(report(b"one\n", 4..4).starts_with("a.in:2:1: error"));
        assert!(report(b"one\r\ntwo", 4..8).starts_with("a.in:1:5: error"));
        assert!(report(b"\xff\xfe x", 3..4).starts_with("a.in:1:4: error"));
        assert!(report(&vec![b'x'; 1_000_000], 500_000..900_000).len() < 1000);
    }

    /// All characters that control a terminal, by an independent list.
    const STEERING: &str = "\0\u{7}\u{8}\r\u{1b}\u{7f}\u{80}\u{85}\u{9b}\u{9f}\u{61c}\u{200e}\u{200f}\
                            \u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\
                            \u{2068}\u{2069}";

    #[test]
    fn reports_contain_no_control_characters() {
        let text = format!("a{STEERING}b\t{STEERING}c");
        let at = text.find('b').expect("it is there");
        let fault = Fault::new(at..at + 2, format!("{STEERING}\n{STEERING}"));
        let file = format!("{STEERING}\n");
        let report = Source {
            file: &file,
            text: text.as_bytes(),
        }
        .report(&fault);
        let steering: Vec<char> = report.chars().filter(|&c| steers(c) && c != '\n').collect();
        assert_eq!(steering, []);
        assert_eq!(report.lines().count(), 4, "{report}");
        assert!(
            report.contains("\\u{202e}\\u{2066}\\u{2067}\\u{2068}\\u{2069}b    \\0"),
            "{report}"
        );
        assert_eq!(escape_controls_in_lines(&report), report);
    }

    #[test]
    fn letters_are_shown_as_they_are() {
        for text in [
            "a b",
            "\u{e9}e\u{301}",
            "\u{5e9}\u{5dc}",
            "\u{1f468}\u{200d}\u{1f469}",
            "\\u{1b}",
        ] {
            assert_eq!(escape_controls(text), text);
            assert_eq!(escape_controls_in_lines(text), text);
        }
        assert_eq!(
            (escape_controls("a\nb"), escape_controls_in_lines("a\nb")),
            ("a\\nb".to_owned(), "a\nb".to_owned())
        );
    }
}
