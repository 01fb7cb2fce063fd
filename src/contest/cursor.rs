//! A cursor over the text of a maze: parses words and numbers, and reports unexpected ones.

use std::fmt::Display;
use std::ops::Range;

use memchr::memchr;

use crate::base::grid::{Grid, Position};
use crate::base::limits;
use crate::base::report::{Fault, FaultKind, visible};
use crate::engine::text::{is_blank, is_too_long};
use crate::scene::outside;

/// Reads a range of a text, such as that of a maze, from start to end. Places are bytes of the
/// whole text, as in a [`Fault`].
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    /// The text up to the end of the range.
    text: &'a [u8],
    at: usize,
    whole: &'a [u8],
}

impl<'a> Cursor<'a> {
    /// A cursor over this range of the text. The text after it is used only to look a few bytes ahead, and
    /// to report what was found at its end.
    pub fn new(text: &'a [u8], stretch: Range<usize>) -> Self {
        let end = stretch.end.min(text.len());
        Self {
            text: &text[..end],
            at: stretch.start.min(end),
            whole: text,
        }
    }

    /// The bytes of a range; empty if it is outside.
    #[inline]
    pub fn bytes(&self, range: &Range<usize>) -> &'a [u8] {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// The unread text, and where it begins.
    pub fn rest(&self) -> (&'a [u8], usize) {
        (&self.text[self.at..], self.at)
    }

    /// The unread text, with all that comes after the range.
    pub(crate) fn rest_of_all(&self) -> &'a [u8] {
        &self.whole[self.at..]
    }

    /// Skips this many of the unread bytes.
    #[inline]
    pub fn pass(&mut self, bytes: usize) {
        self.at += bytes.min(self.text.len() - self.at);
    }

    /// Skips blank lines and blanks; returns whether something is left.
    #[inline]
    pub fn skip_blank(&mut self) -> bool {
        self.skip_while(|byte| byte.is_ascii_whitespace());
        self.at < self.text.len()
    }

    /// Skips blanks within the line.
    #[inline]
    pub fn skip_spaces(&mut self) {
        self.skip_while(|byte| byte.is_ascii_whitespace() && byte != b'\n');
    }

    /// Skips the rest of the line.
    pub fn skip_line(&mut self) {
        let rest = self.rest().0;
        self.at += memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
    }

    /// The rest of the line, without blanks at its ends.
    pub fn line(&mut self) -> Range<usize> {
        self.skip_spaces();
        let start = self.at;
        self.skip_line();
        start..start + self.text[start..self.at].trim_ascii_end().len()
    }

    /// The next word of the line; empty at its end.
    #[inline]
    pub fn word(&mut self) -> Range<usize> {
        self.skip_spaces();
        let start = self.at;
        self.skip_while(|byte| !byte.is_ascii_whitespace());
        start..self.at
    }

    /// The next number of the line, and its place; `expected` describes it.
    #[inline]
    pub fn number(&mut self, expected: &str) -> Result<(i64, Range<usize>), Fault> {
        let word = self.word();
        match number(self.bytes(&word)) {
            Some(number) => Ok((number, word)),
            None => Err(self.unexpected(word, expected)),
        }
    }

    /// The row or column, at least 1, in a word; `expected` describes it.
    #[inline]
    pub fn coordinate(&self, word: Range<usize>, expected: &str) -> Result<u32, Fault> {
        match number(self.bytes(&word)).and_then(|number| u32::try_from(number).ok()) {
            Some(coordinate @ 1..) => Ok(coordinate),
            Some(0) => Err(self.unexpected(word, format_args!("{expected}, counted from 1"))),
            None => Err(self.unexpected(word, expected)),
        }
    }

    /// The next two words of the line, row and column; `expected` describes them.
    pub fn position(&mut self, expected: &str) -> Result<Position, Fault> {
        let row = self.word();
        let row = self.coordinate(row, expected)?;
        let column = self.word();
        Ok(Position {
            row,
            column: self.coordinate(column, expected)?,
        })
    }

    /// Sets `name` to a [line](Self::line), the name of a maze.
    ///
    /// # Errors
    /// If it is empty, too long, not UTF-8, or has control characters.
    pub fn read_name(&self, line: &Range<usize>, name: &mut String) -> Result<(), Fault> {
        name.clear();
        let bytes = self.bytes(line);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let at = line.start + error.valid_up_to();
            let message = "found bytes that are not UTF-8, expected a name".to_owned();
            Fault::new(at..line.end.min(at + 1), message)
        })?;
        if is_too_long(text) {
            let expected = format_args!("a name of at most {} characters", limits::NAME);
            let fault = self.unexpected(line.clone(), expected);
            return Err(fault.of_kind(FaultKind::OverLimit));
        }
        if let Some((place, control)) = text.char_indices().find(|(_, c)| c.is_control()) {
            let at = line.start + place..line.start + place + control.len_utf8();
            return Err(self.unexpected(at, "a name without control characters"));
        }
        name.push_str(text.trim_matches(is_blank));
        if name.is_empty() {
            return Err(self.unexpected(line.clone(), "a name"));
        }
        Ok(())
    }

    /// The fault of a header, or that a name is missing, if the line read as that begins like a header.
    pub(crate) fn or_nameless(&self, name: &Range<usize>, fault: Fault) -> Fault {
        let mut words = self.bytes(name).split(u8::is_ascii_whitespace);
        if words.by_ref().take(2).filter_map(number).count() < 2 {
            return fault;
        }
        self.unexpected(name.clone(), "a name in a line before this")
    }

    /// Goes after the line of this byte.
    pub fn skip_line_of(&mut self, byte: usize) {
        self.at = byte.min(self.text.len());
        self.skip_line();
    }

    /// Checks that the line has ended, and goes to the next one.
    pub fn end_of_line(&mut self, expected: impl Display) -> Result<(), Fault> {
        self.skip_spaces();
        match self.text.get(self.at) {
            Some(b'\n') => self.at += 1,
            Some(_) => {
                let left = self.line();
                return Err(self.unexpected(left, expected));
            }
            None => {}
        }
        Ok(())
    }

    /// Checks that a grid is not too large; its size is between `start` and here.
    pub fn check_size(&self, grid: Grid, start: usize) -> Result<(), Fault> {
        limits::check_grid(grid)
            .map_err(|message| Fault::new(start..self.at, message).of_kind(FaultKind::OverLimit))
    }

    /// Checks that a position is inside a grid; it is between `start` and here.
    pub fn check_inside(&self, at: Position, grid: Grid, start: usize) -> Result<(), Fault> {
        if grid.contains(at) {
            return Ok(());
        }
        let fault = Fault::new(start..self.at, outside(at, grid));
        Err(fault.of_kind(FaultKind::OutsideGrid))
    }

    /// The fault of what is at `at` instead of what was expected. The end of the input is placed
    /// after the last text.
    #[cold]
    pub fn unexpected(&self, at: Range<usize>, expected: impl Display) -> Fault {
        let at = at.start.min(self.whole.len())..at.end.min(self.whole.len());
        if at.is_empty() && self.whole[at.start..].trim_ascii_start().is_empty() {
            let end = self.whole.trim_ascii_end().len();
            let message = format!("found the end of the input, expected {expected}");
            return Fault::new(end..end, message);
        }
        let at = if at.is_empty() {
            self.behind_blanks(at.start)
        } else {
            at
        };
        let word = if at.end <= self.text.len() {
            self.bytes(&at)
        } else {
            b""
        };
        let found = if at.is_empty() {
            self.found_at(at.start)
        } else {
            quote(word)
        };
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        let is_large = !digits.is_empty()
            && digits.iter().all(u8::is_ascii_digit)
            && number(word).is_none_or(|number| number > i64::from(u32::MAX));
        let large = if is_large { ", too large a number" } else { "" };
        Fault::new(at, format!("found {found}{large}, expected {expected}"))
    }

    fn behind_blanks(&self, at: usize) -> Range<usize> {
        let is_blank = |byte: &&u8| byte.is_ascii_whitespace() && **byte != b'\n';
        let start = at + self.whole[at..].iter().take_while(is_blank).count();
        start..start
    }

    fn found_at(&self, at: usize) -> String {
        let rest = &self.whole[at..];
        let line = rest
            .split(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default()
            .trim_ascii();
        if line.is_empty() {
            "the end of the line".to_owned()
        } else {
            quote(line)
        }
    }

    #[inline]
    fn skip_while(&mut self, is_such: impl Fn(u8) -> bool) {
        while self.text.get(self.at).is_some_and(|&byte| is_such(byte)) {
            self.at += 1;
        }
    }
}

/// The integer in a word; `None` if it is not one, or has more than 18 digits.
#[inline]
pub fn number(word: &[u8]) -> Option<i64> {
    let (negative, digits) = match word {
        [digit @ b'0'..=b'9'] => return Some(i64::from(digit - b'0')), // most numbers
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut value = 0;
    for digit in digits {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = 10 * value + i64::from(digit);
    }
    Some(if negative { -value } else { value })
}

/// Text of the input for messages: quoted, and cut if it is long.
pub fn quote(text: &[u8]) -> String {
    visible(&quote_as_is(text))
}

/// The same with characters that nobody sees as they are, for programs.
pub(crate) fn quote_as_is(text: &[u8]) -> String {
    const LONGEST: usize = 40;
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * LONGEST)]);
    let mut letters = text.chars();
    let shown: String = letters.by_ref().take(LONGEST).collect();
    let more = if letters.next().is_some() { "…" } else { "" };
    format!("`{shown}{more}`")
}
