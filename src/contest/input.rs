//! Contest input as a whole: its text, and where its mazes are.

use std::io::{self, Read};
use std::iter;
use std::ops::Range;

use super::framing::next_filled_line;
use crate::base::limits;
use crate::base::report::{Fault, Source, break_lines};

/// A function that adds the ranges of all mazes of a text.
pub(crate) trait FindMazes: Fn(&[u8], &mut Vec<Range<usize>>) -> Result<(), Fault> {}

impl<F: Fn(&[u8], &mut Vec<Range<usize>>) -> Result<(), Fault>> FindMazes for F {}

pub(crate) struct Input {
    pub(super) text: Vec<u8>,
    pub(super) mazes: Vec<Range<usize>>,
    /// The error after the last maze, if the rest belongs to none.
    pub(super) fault: Option<Fault>,
}

impl Input {
    /// Reads an input to its end, and finds its mazes. `size` is its number of bytes, or 0 if that is not known.
    pub(crate) fn read(find: impl FindMazes, input: impl Read, size: u64) -> io::Result<Self> {
        Self::read_limited(find, input, size, limits::INPUT)
    }

    fn read_limited(
        find: impl FindMazes,
        input: impl Read,
        size: u64,
        limit: usize,
    ) -> io::Result<Self> {
        /// The byte order mark with which some programs begin a text.
        const MARK: &[u8] = b"\xef\xbb\xbf";

        // A text that grows while it is read would be copied about once more.
        let length = usize::try_from(size).map_or(limit, |size| size.min(limit));
        let mut text = Vec::with_capacity(length + 1);
        input.take(limit as u64 + 1).read_to_end(&mut text)?;
        if text.len() > limit {
            let message = format!("more than {limit} bytes, expected at most {limit}");
            return Ok(Self {
                text,
                mazes: Vec::new(),
                fault: Some(Fault::new(0..0, message)),
            });
        }

        break_lines(&mut text);
        if text.starts_with(MARK) {
            text.drain(..MARK.len());
        }

        crate::base::work::count(text.len());
        let mut mazes = Vec::new();
        let fault = match scene(&text) {
            Some(fault) => Some(fault),
            None => find(&text, &mut mazes).err(),
        };
        Ok(Self { text, mazes, fault })
    }

    pub(super) fn source<'a>(&'a self, file: &'a str) -> Source<'a> {
        Source {
            file,
            text: &self.text,
        }
    }

    /// Returns the number of threads that may solve the mazes: a maze has about as many cells as bytes, and all threads
    /// together have at most as many as a single maze may have.
    pub(super) fn most_threads(&self) -> usize {
        let longest = self.mazes.iter().map(ExactSizeIterator::len).max();
        let most = limits::CELLS / longest.unwrap_or(1).max(1) as u64;
        usize::try_from(most).unwrap_or(usize::MAX).max(1)
    }

    /// Returns the mazes in blocks, each enough work for a thread that fetches it.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &[Range<usize>]> {
        const BLOCK: usize = 64 * 1024;

        let mut rest = &self.mazes[..];
        iter::from_fn(move || {
            let start = rest.first()?.start;
            let count = rest.partition_point(|maze| maze.end - start <= BLOCK);
            let (block, others) = rest.split_at(count.max(1));
            rest = others;
            Some(block)
        })
    }
}

/// Returns an error if a text is a scene: comments, then `Scene(`, and a bracket at its end, where contest input has `END`
/// or a line of a maze.
fn scene(text: &[u8]) -> Option<Fault> {
    const START: &[u8] = b"Scene(";

    if !text.trim_ascii_end().ends_with(b")") {
        return None;
    }

    let mut at = 0;
    loop {
        let line = next_filled_line(text, &mut at)?;
        if line.starts_with(START) {
            break;
        }
        if !line.starts_with(b"//") {
            return None;
        }
    }

    let message = "this is a scene, expected contest input; `mazetick run` runs it, and `mazetick export` writes contest \
                   input";
    let start = memchr::memmem::find(text, START)?;
    Some(Fault::new(start..start + START.len() - 1, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Contest;

    const MAZE: &[u8] = b"A\n1 1 N 1 1\n0\n";

    fn find_arrows(text: &[u8], mazes: &mut Vec<Range<usize>>) -> Result<(), Fault> {
        Contest::ARROW.find_mazes(text, mazes)
    }

    #[test]
    fn an_input_is_at_most_as_long_as_the_limit() {
        let input = [MAZE, MAZE, b"END\n"].concat();
        let read = |limit| Input::read_limited(find_arrows, &input[..], 0, limit).expect("bytes");

        let whole = read(input.len());
        assert_eq!((whole.mazes.len(), whole.fault), (2, None));

        let limit = input.len() - 1;
        let long = read(limit);
        let message = format!("more than {limit} bytes, expected at most {limit}");
        assert_eq!(long.fault, Some(Fault::new(0..0, message)));
        assert_eq!(long.mazes, []);
    }

    #[test]
    fn what_never_ends_is_refused() {
        for contest in [Contest::JOHNNY, Contest::ARROW, Contest::DICE] {
            let find = |text: &[u8], mazes: &mut Vec<_>| contest.find_mazes(text, mazes);
            let read = Input::read_limited(find, io::repeat(b'\n'), 0, 1000).expect("bytes");
            assert!(read.fault.is_some());
        }
    }

    #[test]
    fn blocks_hold_all_mazes_in_order() {
        let count = 20_000;
        let input = [&MAZE.repeat(count), &b"END\n"[..]].concat();
        let read = Input::read(find_arrows, &input[..], 0).expect("bytes");
        let blocks: Vec<_> = read.blocks().collect();
        assert!(blocks.len() > 2);
        assert_eq!(blocks.concat(), read.mazes);
        assert_eq!(read.mazes.len(), count);
    }

    #[test]
    fn a_carriage_return_alone_ends_a_line() {
        let mixed = b"\rA\r\n1 1 N 1 1\r0\r\r\nB\n1 1 N 1 1\r\r0\rEND\r";
        let plain = b"\nA\r\n1 1 N 1 1\n0\n\r\nB\n1 1 N 1 1\n\n0\nEND\n";
        let read = Input::read(find_arrows, &mixed[..], 0).expect("bytes");
        assert_eq!(read.text, plain);
        assert_eq!(read.mazes.len(), 2);
    }
}
