//! Chunks: pieces of contest input that hold whole mazes.

use std::io::{self, ErrorKind, Read};
use std::mem;
use std::ops::Range;

use memchr::{memchr, memrchr};

use super::framing::{Frame, Framing};
use crate::base::limits;
use crate::base::report::{Fault, Source, break_lines};

#[derive(Debug, Default)]
pub(crate) struct Chunk {
    /// The mazes, and some of the text after them, for reports.
    pub(crate) text: Vec<u8>,
    /// The line and the column at which the text begins.
    pub(crate) start: (usize, usize),
    pub(crate) mazes: Vec<Range<usize>>,
    pub(crate) fault: Option<Fault>,
}

pub(crate) struct Chunks<R> {
    input: R,
    framing: Box<dyn Framing>,
    limit: usize,
    /// The unfinished maze after the last chunk, with the text before it in its line.
    rest: Vec<u8>,
    /// Where in the rest the maze begins, and how far it was scanned.
    start: usize,
    scanned: usize,
    /// The line and the column of the start of the rest.
    place: (usize, usize),
    begun: bool,
    whole: bool,
    ended: bool,
    /// A carriage return that was read last, until it is known what follows.
    kept: &'static [u8],
    /// An error of reading, reported after the mazes before it.
    failed: Option<io::Error>,
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
            start: 0,
            scanned: 0,
            place: (1, 1),
            begun: false,
            whole: false,
            ended: false,
            kept: b"",
            failed: None,
        }
    }

    /// The next chunk, if there is one. An error comes after all mazes and faults that were read
    /// before it.
    pub(crate) fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        if self.ended {
            return Ok(None);
        }
        let mut chunk = Chunk {
            start: self.place,
            ..Chunk::default()
        };
        if let Err(error) = self.fill(&mut chunk) {
            self.ended = true;
            if error.kind() == ErrorKind::OutOfMemory {
                let start = chunk.mazes.last().map_or(0, |maze| maze.end);
                let message = error.to_string();
                chunk.fault = Some(Fault {
                    at: first_of(&chunk.text, start),
                    message,
                });
            } else {
                self.failed = Some(error);
            }
        }
        Ok(Some(chunk))
    }

    fn fill(&mut self, chunk: &mut Chunk) -> io::Result<()> {
        chunk.text = mem::take(&mut self.rest);
        self.skip_mark(&mut chunk.text)?;
        let (mut start, mut at) = (self.start, self.scanned);
        while !self.ended {
            match self.scan(&chunk.text, start, &mut at) {
                Ok(Frame::Preamble) => start = at,
                Ok(Frame::Maze) => {
                    chunk.mazes.push(start..at);
                    start = at;
                }
                Ok(Frame::More) if chunk.mazes.is_empty() => {
                    self.read_on(&mut chunk.text, start)?;
                }
                Ok(Frame::More) if !self.is_end(&mut chunk.text, start)? => break,
                Ok(Frame::More) => {}
                Ok(Frame::End) => self.ended = true,
                Err(fault) => {
                    chunk.fault = Some(fault);
                    self.ended = true;
                }
            }
        }
        self.read_line(&mut chunk.text, at)?;
        if !self.ended {
            let line = start_of_line(&chunk.text, start);
            self.rest.extend_from_slice(&chunk.text[line..]);
            (self.start, self.scanned) = (start - line, at - line);
            let source = Source {
                file: "",
                text: &chunk.text,
                start: self.place,
            };
            self.place = source.line_and_column(line);
        }
        Ok(())
    }

    /// Begins behind the mark of an input, if it has one.
    fn skip_mark(&mut self, text: &mut Vec<u8>) -> io::Result<()> {
        if !mem::replace(&mut self.begun, true) {
            while !self.whole && text.len() < MARK.len() {
                self.read(text, BLOCK)?;
            }
            self.start = if text.starts_with(MARK) {
                MARK.len()
            } else {
                0
            };
            self.scanned = self.start;
        }
        Ok(())
    }

    /// Continues to scan for the end of the maze that begins at `start`, which must not be too
    /// long.
    fn scan(&mut self, text: &[u8], start: usize, at: &mut usize) -> Result<Frame, Fault> {
        let begin = *at;
        let frame = self.framing.scan(text, at, self.whole)?;
        let end = if frame == Frame::More {
            text.len()
        } else {
            *at
        };
        crate::base::work::count(end - begin);
        if end - start <= self.limit {
            return Ok(frame);
        }
        let limit = self.limit;
        let message = format!("a maze of more than {limit} bytes, expected at most {limit}");
        Err(Fault {
            at: first_of(text, start),
            message,
        })
    }

    /// Whether only blanks are left of the input: reads until that is known, or until there are
    /// more blanks than a maze may have.
    fn is_end(&mut self, text: &mut Vec<u8>, at: usize) -> io::Result<bool> {
        let mut blank = at;
        loop {
            blank = text.len() - text[blank..].trim_ascii_start().len();
            if blank < text.len() || blank - at > self.limit {
                return Ok(false);
            }
            if self.whole {
                return Ok(true);
            }
            self.read(text, BLOCK)?;
        }
    }

    /// Reads the rest of a line, or as much of it as a report can show, so that reports do not
    /// depend on how the input is split when read.
    fn read_line(&mut self, text: &mut Vec<u8>, at: usize) -> io::Result<()> {
        let begun = at > 0 && text[at - 1] != b'\n';
        while begun
            && !self.whole
            && text.len() - at <= AROUND
            && memchr(b'\n', &text[at..]).is_none()
        {
            self.read(text, BLOCK)?;
        }
        Ok(())
    }

    /// Continues to read the maze that begins at `start`: one block, or, if the maze is longer, as
    /// much again as there is, since its last line is scanned again. Reads nothing beyond the
    /// limit, where the maze cannot end.
    fn read_on(&mut self, text: &mut Vec<u8>, start: usize) -> io::Result<()> {
        let unfinished = text.len() - start;
        let enough = (start + self.limit + 1).min(text.len() + unfinished.max(BLOCK));
        loop {
            self.read(text, enough - text.len())?;
            if self.whole || unfinished < BLOCK || text.len() >= enough {
                return Ok(());
            }
        }
    }

    /// Reads what is available, at most one block; notes the end of the input.
    fn read(&mut self, text: &mut Vec<u8>, most: usize) -> io::Result<()> {
        let length = text.len();
        let most = most.min(BLOCK);
        text.try_reserve(most + 1)?;
        text.extend_from_slice(mem::take(&mut self.kept));
        let begun = text.len();
        text.resize(begun + most, 0);
        let read = loop {
            match self.input.read(&mut text[begun..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        text.truncate(begun + *read.as_ref().unwrap_or(&0));
        self.whole = read? == 0;
        if !self.whole && text.ends_with(b"\r") {
            text.pop();
            self.kept = b"\r";
        }
        break_lines(&mut text[length..]);
        Ok(())
    }
}

pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";

/// The most text on either side of an error that a report needs.
pub(super) const AROUND: usize = 1024;

pub(super) fn first_of(text: &[u8], start: usize) -> Range<usize> {
    let first = text.len() - text[start..].trim_ascii_start().len();
    first..first
}

/// The start of the line of `at`, or of as much of it as a report can show.
pub(super) fn start_of_line(text: &[u8], at: usize) -> usize {
    let most = at.saturating_sub(AROUND);
    let is_inside_letter = |&at: &usize| most > 0 && text[at] & 0xc0 == 0x80;
    match memrchr(b'\n', &text[most..at]) {
        Some(end) => most + end + 1,
        None => most + (most..at).take_while(is_inside_letter).count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Contest;

    const MAZE: &[u8] = b"A\n1 1 N 1 1\n0\n";

    /// The number of mazes if none may be longer than the limit, and what ends the input.
    fn count(contest: Contest, input: impl Read, limit: usize) -> (usize, Option<Fault>) {
        let mut chunks = Chunks {
            limit,
            ..Chunks::new(input, contest.framing())
        };
        let (mut mazes, mut fault) = (0, None);
        while let Some(chunk) = chunks.next_chunk().expect("memory is readable") {
            assert!(
                chunk.text.len() <= AROUND + limit + BLOCK,
                "no more is read than is needed"
            );
            mazes += chunk.mazes.len();
            fault = chunk.fault;
        }
        (mazes, fault)
    }

    fn too_long(limit: usize, first: usize) -> Fault {
        let message = format!("a maze of more than {limit} bytes, expected at most {limit}");
        Fault {
            at: first..first,
            message,
        }
    }

    #[test]
    fn a_maze_is_at_most_as_long_as_the_limit() {
        let (limit, long) = (MAZE.len(), [b"\n", MAZE].concat());
        let input = [MAZE, MAZE, b"END\n"].concat();
        assert_eq!(count(Contest::ARROW, &input[..], limit), (2, None));
        let input = [MAZE, &long, b"END\n"].concat();
        assert_eq!(count(Contest::ARROW, &input[..], limit + 1), (2, None));
        let (mazes, fault) = count(Contest::ARROW, &input[..], limit);
        assert_eq!(
            (mazes, fault.map(|fault| fault.message)),
            (1, Some(too_long(limit, 0).message))
        );
        assert_eq!(
            count(Contest::ARROW, MAZE, limit - 1),
            (0, Some(too_long(limit - 1, 0)))
        );
    }

    #[test]
    fn what_never_ends_is_refused() {
        for contest in [Contest::JOHNNY, Contest::ARROW, Contest::DICE] {
            for byte in [b'1', b'\n', b'\0'] {
                for limit in [1, 100, BLOCK, 5 * BLOCK] {
                    let (mazes, fault) = count(contest, io::repeat(byte), limit);
                    let message = fault.expect("a fault").message;
                    assert_eq!((mazes, message), (0, too_long(limit, 0).message));
                }
            }
        }
    }

    /// An input that is read a few bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let most = self.1.min(bytes.len());
            self.0.read(&mut bytes[..most])
        }
    }

    #[test]
    fn a_carriage_return_alone_ends_a_line() {
        let mixed = b"\rA\r\n1 1 N 1 1\r0\r\r\nB\n1 1 N 1 1\r\r0\rEND\r";
        let plain = b"\nA\r\n1 1 N 1 1\n0\n\r\nB\n1 1 N 1 1\n\n0\nEND\n";
        for bytes in 1..mixed.len() {
            let mut chunks = Chunks::new(Slow(mixed, bytes), Contest::ARROW.framing());
            let mut mazes = Vec::new();
            while let Some(chunk) = chunks.next_chunk().expect("memory is readable") {
                assert_eq!(chunk.fault, None);
                mazes.extend(
                    chunk
                        .mazes
                        .iter()
                        .map(|maze| chunk.text[maze.clone()].to_owned()),
                );
            }
            let end = plain.len() - b"END\n".len();
            assert_eq!(
                (mazes.len(), &mazes.concat()[..]),
                (2, &plain[..end]),
                "{bytes}"
            );
        }
    }
}
