//! Chunks: stretches of contest input that hold whole mazes.

use std::io::{self, ErrorKind, Read};
use std::ops::Range;

use memchr::{memchr, memchr_iter};

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
    /// What was read but not yet handed out, and how far it was scanned.
    rest: Vec<u8>,
    scanned: usize,
    line: usize,
    begun: bool,
    whole: bool,
    ended: bool,
}

/// How much text makes a chunk.
const ENOUGH: usize = 128 * 1024;

impl<R: Read> Chunks<R> {
    pub(crate) fn new(input: R, framing: Box<dyn Framing>) -> Self {
        Self {
            input,
            framing,
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
            self.read(&mut chunk.text)?;
            at = if chunk.text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
            start = at;
        }
        while !self.ended && start < ENOUGH {
            match self.framing.scan(&chunk.text, &mut at, self.whole) {
                Ok(Frame::Preamble) => start = at,
                Ok(Frame::Maze) => {
                    chunk.mazes.push(start..at);
                    start = at;
                }
                Ok(Frame::More) if chunk.text.len() > ENOUGH && start > 0 => break,
                Ok(Frame::More) => self.read(&mut chunk.text)?,
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

    /// Reads more text; notes when there is none.
    fn read(&mut self, text: &mut Vec<u8>) -> io::Result<()> {
        let length = text.len();
        text.resize(length + length.max(ENOUGH), 0); // doubling: what is unfinished is scanned again
        let read = loop {
            match self.input.read(&mut text[length..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        text.truncate(length + *read.as_ref().unwrap_or(&0));
        self.whole = read? == 0;
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
