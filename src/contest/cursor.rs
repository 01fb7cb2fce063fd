//! A cursor over the text of a maze: reads words and numbers, and says what it found instead.

use std::ops::Range;

use crate::grid::Position;
use crate::limits;
use crate::report::Fault;

/// Reads a stretch of text from its start to its end.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor over this stretch of the text. What lies behind it is only looked at to say what
    /// was found where the stretch ends.
    pub(crate) fn new(text: &'a [u8], stretch: Range<usize>) -> Self {
        Self { text, at: stretch.start, end: stretch.end }
    }

    /// The bytes of a range.
    pub(crate) fn bytes(&self, range: &Range<usize>) -> &'a [u8] {
        &self.text[range.clone()]
    }

    /// What has not been read yet, and where it begins.
    pub(crate) fn rest(&self) -> (&'a [u8], usize) {
        (&self.text[self.at..self.end], self.at)
    }

    /// Skips blank lines and blanks; whether something is left.
    pub(crate) fn skip_blank(&mut self) -> bool {
        let blanks = self.rest().0.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.at += blanks;
        self.at < self.end
    }

    /// Skips the rest of the line.
    pub(crate) fn skip_line(&mut self) {
        let rest = self.rest().0;
        self.at += rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
    }

    /// The rest of the line, without blanks at its ends.
    pub(crate) fn line(&mut self) -> Range<usize> {
        self.skip_spaces();
        let start = self.at;
        self.skip_line();
        start..start + self.text[start..self.at].trim_ascii_end().len()
    }

    /// The next word of the line; empty at its end.
    #[inline]
    pub(crate) fn word(&mut self) -> Range<usize> {
        self.skip_spaces();
        let start = self.at;
        let length = self.rest().0.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        self.at += length;
        start..self.at
    }

    /// The next number of the line, and its place; `expected` says what it is.
    #[inline]
    pub(crate) fn number(&mut self, expected: &str) -> Result<(i64, Range<usize>), Fault> {
        let word = self.word();
        match number(self.bytes(&word)) {
            Some(number) => Ok((number, word)),
            None => Err(self.unexpected(word, expected)),
        }
    }

    /// A row or column, at least 1, that a word is.
    #[inline]
    pub(crate) fn coordinate(&self, word: Range<usize>, expected: &str) -> Result<u32, Fault> {
        match number(self.bytes(&word)).map(u32::try_from) {
            Some(Ok(coordinate @ 1..)) => Ok(coordinate),
            _ => Err(self.unexpected(word, &format!("{expected}, each at least 1"))),
        }
    }

    /// The next two words of the line, row and column.
    pub(crate) fn position(&mut self, expected: &str) -> Result<Position, Fault> {
        let row = self.word();
        let row = self.coordinate(row, expected)?;
        let column = self.word();
        Ok(Position { row, column: self.coordinate(column, expected)? })
    }

    /// Takes the name that a line is over into `name`.
    pub(crate) fn read_name(&self, line: &Range<usize>, name: &mut String) -> Result<(), Fault> {
        name.clear();
        let bytes = self.bytes(line);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let at = line.start + error.valid_up_to();
            let message = "found bytes that are not UTF-8, expected a name".to_owned();
            Fault { at: at..line.end.min(at + 1), message }
        })?;
        let length = text.chars().count();
        if length > limits::NAME {
            let expected = format!("a name of at most {} characters", limits::NAME);
            return Err(self.unexpected(line.clone(), &expected));
        }
        if text.chars().any(char::is_control) {
            return Err(self.unexpected(line.clone(), "a name without control characters"));
        }
        name.push_str(text);
        Ok(())
    }

    /// Goes behind the line that this byte lies in.
    pub(crate) fn skip_line_of(&mut self, byte: usize) {
        self.at = byte.min(self.end);
        self.skip_line();
    }

    /// Makes sure that nothing is left of the line.
    pub(crate) fn end_of_line(&mut self, expected: &str) -> Result<(), Fault> {
        let left = self.line();
        if left.is_empty() { Ok(()) } else { Err(self.unexpected(left, expected)) }
    }

    /// Says what stands at `at`, and what was expected there.
    #[cold]
    pub(crate) fn unexpected(&self, at: Range<usize>, expected: &str) -> Fault {
        let found = if at.is_empty() { self.found_at(at.start) } else { quote(self.bytes(&at)) };
        let too_large = matches!(self.bytes(&at), [b'-' | b'0'..=b'9', ..])
            && self.bytes(&at)[1..].iter().all(u8::is_ascii_digit)
            && number(self.bytes(&at)).is_none();
        let found = if too_large { format!("{found}, too large a number") } else { found };
        Fault { at, message: format!("found {found}, expected {expected}") }
    }

    /// What stands where no word was found.
    fn found_at(&self, at: usize) -> String {
        let behind = &self.text[at..];
        match behind.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r')) {
            Some(byte) if behind[byte] == b'\n' => "the end of the line".to_owned(),
            Some(_) => {
                let line = behind.split(|&byte| byte == b'\n').next().unwrap_or_default();
                quote(line.trim_ascii())
            }
            None => "the end of the input".to_owned(),
        }
    }

    /// Skips blanks within the line.
    #[inline]
    pub(crate) fn skip_spaces(&mut self) {
        let is_space = |byte: &u8| byte.is_ascii_whitespace() && *byte != b'\n';
        self.at += self.rest().0.iter().take_while(|byte| is_space(byte)).count();
    }
}

/// The whole number that a word is.
#[inline]
pub(crate) fn number(word: &[u8]) -> Option<i64> {
    let (negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let value = digits.iter().try_fold(0_i64, |value, &digit| {
        digit.is_ascii_digit().then(|| value * 10 + i64::from(digit - b'0'))
    })?;
    Some(if negative { -value } else { value })
}

/// Text of the input, quoted, and cut where it is long.
pub(crate) fn quote(text: &[u8]) -> String {
    const LONGEST: usize = 40;
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * LONGEST)]);
    let mut letters = text.chars();
    let mut shown: String = letters.by_ref().take(LONGEST).flat_map(char::escape_debug).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}
