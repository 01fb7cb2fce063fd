//! Where Johnny's mazes end in contest input: there is no end mark, so moves are counted.

use std::ops::Range;

use super::commands::next_word;
use crate::base::limits;
use crate::base::report::Fault;
use crate::contest::{Cursor, Frame, Framing, number};

/// The number of integers that a maze begins with: rows, columns, row and column of the start.
pub(super) const HEADER: usize = 4;

/// The bytes of text that are scanned at a time: few enough to count words in a byte.
const BLOCK: usize = 256;

/// A maze ends with its last move: rows × columns − 1 of them, not counting flips.
#[derive(Default)]
pub(super) struct Frames {
    /// The number of mazes that have begun, and the total.
    begun: i64,
    mazes: Option<i64>,
    /// The numbers of the maze's header, read so far.
    header: Vec<i64>,
    /// The number of moves that the maze still needs.
    moves: i64,
    /// Whether there was a misplaced word, so that further mazes cannot be told apart.
    astray: bool,
}

impl Framing for Frames {
    fn scan(&mut self, text: &[u8], at: &mut usize, whole: bool) -> Result<Frame, Fault> {
        if self.astray {
            return Ok(Frame::End);
        }
        while self.header.len() < HEADER {
            let Some(word) = next_whole_word(text, at, whole) else {
                return self.end_of_text(text, whole);
            };
            if self.mazes.is_none() {
                self.mazes = Some(count(text, word)?);
                return Ok(Frame::Preamble);
            }
            if !self.number(text, word)? {
                return Ok(self.stray());
            }
        }
        let mut by_words_to = *at;
        while self.moves > 0 {
            if *at >= by_words_to && !self.pass_block(text, at) {
                by_words_to = *at + BLOCK;
            }
            let Some(word) = next_whole_word(text, at, whole) else {
                return self.end_of_text(text, whole);
            };
            match text[word.start] {
                b'U' | b'D' | b'L' | b'R' => self.moves -= 1,
                b'F' | b'0'..=b'9' => {}
                _ => return Ok(self.stray()),
            }
        }
        self.header.clear();
        Ok(Frame::Maze)
    }
}

impl Frames {
    /// Skips the complete words in the next block of text, if all look like commands and the maze
    /// cannot end among them: faster than word by word, with the same result.
    fn pass_block(&mut self, text: &[u8], at: &mut usize) -> bool {
        let Some(block) = text.get(*at..*at + BLOCK) else { return false };
        let Some(end) = block.iter().rposition(u8::is_ascii_whitespace) else { return false };
        match moves_in(&block[..=end]).map(i64::from) {
            Some(moves) if moves < self.moves && end > 0 => {
                self.moves -= moves;
                *at += end;
                true
            }
            _ => false,
        }
    }

    /// Takes a word of a header; false if it is invalid there.
    fn number(&mut self, text: &[u8], at: Range<usize>) -> Result<bool, Fault> {
        if self.header.is_empty() {
            if self.mazes == Some(self.begun) {
                return Err(unexpected(text, at, "the end of the input after the last maze"));
            }
            self.begun += 1;
        }
        let Some(number) = number(&text[at]).filter(|&number| number > 0) else { return Ok(false) };
        self.header.push(number);
        let cells = match self.header[..] {
            [rows, columns, ..] => rows.saturating_mul(columns),
            _ => 1,
        };
        self.moves = cells - 1;
        Ok(u64::try_from(cells).is_ok_and(|cells| cells <= limits::CELLS))
    }

    /// A maze that ends with a misplaced word.
    fn stray(&mut self) -> Frame {
        self.astray = true;
        Frame::Maze
    }

    /// The frame at the end of the text.
    fn end_of_text(&mut self, text: &[u8], whole: bool) -> Result<Frame, Fault> {
        let end = text.trim_ascii_end().len();
        match self.mazes {
            _ if !whole => Ok(Frame::More),
            None => Err(unexpected(text, end..end, "the number of mazes")),
            Some(_) if !self.header.is_empty() => Ok(self.stray()),
            Some(mazes) if mazes == self.begun => Ok(Frame::End),
            Some(mazes) => {
                let expected = format!("maze {} of {mazes}", self.begun + 1);
                Err(unexpected(text, end..end, &expected))
            }
        }
    }
}

/// The number of moves among the words after the first byte of a block; `None` if it has a byte
/// that does not occur in commands.
fn moves_in(block: &[u8]) -> Option<u8> {
    let (mut moves, mut is_odd) = (0, false);
    for (&before, &byte) in block.iter().zip(&block[1..]) {
        let is_move = matches!(byte, b'U' | b'D' | b'L' | b'R');
        is_odd |= !(is_move || matches!(byte, b'F' | b'0'..=b'9' | b' ' | b'\r' | b'\n'));
        moves += u8::from(is_move) & u8::from(before <= b' ');
    }
    (!is_odd).then_some(moves)
}

/// The number of mazes.
fn count(text: &[u8], at: Range<usize>) -> Result<i64, Fault> {
    let count = number(&text[at.clone()]).filter(|&count| count >= 0);
    count.ok_or_else(|| unexpected(text, at, "the number of mazes"))
}

/// The error with what was found and what was expected.
fn unexpected(text: &[u8], at: Range<usize>, expected: &str) -> Fault {
    Cursor::new(text, at.clone()).unexpected(at, expected)
}

/// The next word, unless it may continue after the end of the text.
fn next_whole_word(text: &[u8], at: &mut usize, whole: bool) -> Option<Range<usize>> {
    let start = *at;
    let word = next_word(text, at).filter(|word| whole || word.end < text.len());
    if word.is_none() {
        *at = start;
    }
    word
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The frames of a text and where they end. If it comes byte by byte, no block is ever skipped.
    fn frames(text: &[u8], is_cut: bool) -> Vec<(Result<Frame, Fault>, usize)> {
        let (mut framing, mut at, mut frames) = (Frames::default(), 0, Vec::new());
        let mut end = if is_cut { 0 } else { text.len() };
        loop {
            match framing.scan(&text[..end], &mut at, end == text.len()) {
                Ok(Frame::More) => end += 1,
                Ok(frame) if frame != Frame::End => frames.push((Ok(frame), at)),
                last => {
                    frames.push((last, at));
                    return frames;
                }
            }
        }
    }

    fn word() -> impl Strategy<Value = &'static str> {
        prop_oneof![
            2000 => prop::sample::select(&["U\n", "D\n", "L ", "R\r\n", "F 12\n", "F7 "][..]),
            20 => prop::sample::select(&["UU\n", "F\n\n3 ", "\tD\n", "U\u{c}"][..]),
            1 => prop::sample::select(&["X\n", "\0", "é "][..]),
        ]
    }

    proptest! {
        #[test]
        fn blocks_are_passed_as_words_are(
            words in prop::collection::vec(word(), 1200..2400),
            rows in 1..50,
        ) {
            let header = format!("3\n{rows} 30\n1 1\n");
            let text = header + &words.concat() + "1 1\n1 1\n";
            prop_assert_eq!(frames(text.as_bytes(), false), frames(text.as_bytes(), true));
        }
    }
}
