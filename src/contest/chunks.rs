//! Chunks: stretches of contest input that hold whole mazes.

use std::io::{self, Read};
use std::ops::Range;

use memchr::{memchr, memchr_iter};

use crate::limits;
use crate::report::Fault;

/// Tells where mazes end, without reading them.
pub(crate) trait Framing: Send {
    /// Scans on from `at` and moves it behind what was scanned. `whole` says that the text ends
    /// the input; otherwise an unfinished line or word at its end is left for later.
    fn scan(&mut self, text: &[u8], at: &mut usize, whole: bool) -> Result<Frame, Fault>;
}

/// What a scan came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// The end of what stands before a maze and belongs to none.
    Preamble,
    /// The end of a maze.
    Maze,
    /// The end of the text, in the midst of a maze.
    More,
    /// The end of all mazes.
    End,
}

impl Frame {
    /// What the end of the text is to input that a line `END` ends: the text goes on, or its last
    /// maze is cut off, or that line is missing.
    pub(crate) fn at_end_of_text(
        inside: &mut bool,
        text: &[u8],
        whole: bool,
    ) -> Result<Self, Fault> {
        if !whole {
            Ok(Self::More)
        } else if std::mem::take(inside) {
            Ok(Self::Maze)
        } else {
            let end = text.trim_ascii_end().len();
            let message = "found the end of the input, expected a maze or a line END".to_owned();
            Err(Fault { at: end..end, message })
        }
    }
}

/// Some mazes of an input.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    pub(crate) text: Vec<u8>,
    /// The number of the first line.
    pub(crate) first_line: usize,
    /// The stretches of text of the mazes.
    pub(crate) mazes: Vec<Range<usize>>,
    /// What is wrong behind the mazes.
    pub(crate) fault: Option<Fault>,
}

/// Input, cut into chunks.
pub(crate) struct Chunks<R> {
    input: R,
    framing: Box<dyn Framing>,
    /// How long the text of a maze can be.
    limit: usize,
    /// The unfinished maze behind the last chunk, and how far it was scanned.
    rest: Vec<u8>,
    scanned: usize,
    line: usize,
    begun: bool,
    whole: bool,
    ended: bool,
}

/// How much is read at a time, unless an unfinished maze is longer.
const BLOCK: usize = 64 * 1024;

impl<R: Read> Chunks<R> {
    pub(crate) fn new(input: R, framing: Box<dyn Framing>) -> Self {
        Self {
            input,
            framing,
            limit: limits::TEXT,
            rest: Vec::new(),
            scanned: 0,
            line: 1,
            begun: false,
            whole: false,
            ended: false,
        }
    }

    /// Makes `chunk` the next chunk; false if there is none.
    pub(crate) fn next_chunk(&mut self, chunk: &mut Chunk) -> io::Result<bool> {
        chunk.text.clear();
        chunk.mazes.clear();
        chunk.first_line = self.line;
        if self.ended {
            return Ok(false);
        }
        chunk.text.append(&mut self.rest);
        let (mut start, mut at) = (0, std::mem::take(&mut self.scanned));
        if !self.begun {
            self.begun = true;
            self.read(&mut chunk.text, 0)?;
            at = if chunk.text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
            start = at;
        }
        while !self.ended {
            match self.scan(&chunk.text, start, &mut at) {
                Ok(Frame::Preamble) => start = at,
                Ok(Frame::Maze) => {
                    chunk.mazes.push(start..at);
                    start = at;
                }
                Ok(Frame::More) if !chunk.mazes.is_empty() => break,
                Ok(Frame::More) => self.read(&mut chunk.text, start)?,
                Ok(Frame::End) => self.ended = true,
                Err(fault) => {
                    chunk.fault = Some(fault);
                    self.ended = true;
                }
            }
        }
        if !self.ended {
            self.rest.extend_from_slice(&chunk.text[start..]);
            self.scanned = at - start;
            chunk.text.truncate(start);
            self.line += memchr_iter(b'\n', &chunk.text).count();
        }
        Ok(true)
    }

    /// Scans on for the end of the maze that begins at `start`, which must not be too long.
    fn scan(&mut self, text: &[u8], start: usize, at: &mut usize) -> Result<Frame, Fault> {
        let frame = self.framing.scan(text, at, self.whole)?;
        let end = if frame == Frame::More { text.len() } else { *at };
        if end - start <= self.limit {
            return Ok(frame);
        }
        let first = text.len() - text[start..].trim_ascii_start().len();
        let limit = self.limit;
        let message = format!("a maze of more than {limit} bytes, expected at most {limit}");
        Err(Fault { at: first..first, message })
    }

    /// Reads a block behind the maze that begins at `start`, or as much as there is of it, but not
    /// beyond the limit, where it cannot end. Notes whether the input has ended.
    fn read(&mut self, text: &mut Vec<u8>, start: usize) -> io::Result<()> {
        let unfinished = text.len() - start;
        let wanted = unfinished.max(BLOCK).min(self.limit + 1 - unfinished);
        text.reserve(wanted);
        let read = self.input.by_ref().take(wanted as u64).read_to_end(text)?;
        self.whole = read < wanted;
        Ok(())
    }
}

/// The next line, without blanks at its ends; `None` if it is not yet whole. Moves `at` behind it.
pub(crate) fn next_line<'a>(text: &'a [u8], at: &mut usize, whole: bool) -> Option<&'a [u8]> {
    let rest = &text[*at..];
    let length = match memchr(b'\n', rest) {
        Some(end) => end + 1,
        None if whole && !rest.is_empty() => rest.len(),
        None => return None,
    };
    *at += length;
    Some(rest[..length].trim_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Contest;

    const MAZE: &[u8] = b"A\n1 1 N 1 1\n0\n";

    /// How many mazes there are if none may be longer than the limit, and what ends the input.
    fn count(contest: Contest, input: impl Read, limit: usize) -> (usize, Option<Fault>) {
        let mut chunks = Chunks { limit, ..Chunks::new(input, contest.framing()) };
        let mut chunk = Chunk::default();
        let mut mazes = 0;
        while chunks.next_chunk(&mut chunk).expect("memory is readable") {
            assert!(chunk.text.len() <= limit + BLOCK, "no more is read than is needed");
            mazes += chunk.mazes.len();
        }
        (mazes, chunk.fault)
    }

    fn too_long(limit: usize, first: usize) -> Fault {
        let message = format!("a maze of more than {limit} bytes, expected at most {limit}");
        Fault { at: first..first, message }
    }

    #[test]
    fn a_maze_is_at_most_as_long_as_the_limit() {
        let (limit, long) = (MAZE.len(), [b"\n", MAZE].concat());
        let input = [MAZE, MAZE, b"END\n"].concat();
        assert_eq!(count(Contest::Arrow, &input[..], limit), (2, None));
        let input = [MAZE, &long, b"END\n"].concat();
        assert_eq!(count(Contest::Arrow, &input[..], limit + 1), (2, None));
        let (mazes, fault) = count(Contest::Arrow, &input[..], limit);
        assert_eq!(
            (mazes, fault.map(|fault| fault.message)),
            (1, Some(too_long(limit, 0).message))
        );
        assert_eq!(count(Contest::Arrow, MAZE, limit - 1), (0, Some(too_long(limit - 1, 0))));
    }

    #[test]
    fn what_never_ends_is_refused() {
        for contest in [Contest::Johnny, Contest::Arrow, Contest::Dice] {
            for byte in [b'1', b'\n', b'\0'] {
                for limit in [1, 100, BLOCK, 5 * BLOCK] {
                    let (mazes, fault) = count(contest, io::repeat(byte), limit);
                    let message = fault.expect("a fault").message;
                    assert_eq!((mazes, message), (0, too_long(limit, 0).message));
                }
            }
        }
    }

    #[test]
    fn mazes_are_found_wherever_a_block_ends() {
        for blanks in 0..2 * MAZE.len() {
            let mut input = vec![b' '; blanks];
            (0..=BLOCK / MAZE.len()).for_each(|_| input.extend_from_slice(MAZE));
            input.extend_from_slice(b"END");
            assert_eq!(count(Contest::Arrow, &input[..], 50), (BLOCK / MAZE.len() + 1, None));
        }
    }
}
