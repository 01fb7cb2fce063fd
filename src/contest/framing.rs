//! Framing: finds where mazes end in contest input.

use memchr::memchr;

use crate::base::report::Fault;

/// Finds the ends of the mazes of an input, without parsing them. A value of it goes through one
/// input from start to end.
pub trait Framing: Send + 'static {
    /// Scans on from `at`, in a text that begins no later than the maze, and moves `at` after what
    /// was scanned. `whole` says that the text ends the input. Otherwise an unfinished line or word
    /// at the end of the text must be left for the next call, which gets more text.
    ///
    /// Every scan must make progress toward [`Frame::End`]: it moves `at`, or changes what the next
    /// one looks for, unless it asks for more of an incomplete text.
    ///
    /// # Errors
    /// If the text there belongs to no maze, so that no further maze can be found.
    fn scan(&mut self, text: &[u8], at: &mut usize, whole: bool) -> Result<Frame, Fault>;
}

/// The result of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// The end of text before a maze that belongs to none, such as the number of mazes.
    Preamble,
    /// The end of a maze.
    Maze,
    /// The end of the text, inside a maze.
    More,
    /// The end of all mazes.
    End,
}

/// Mazes with blank lines between them, at least one; the last one may end with the input.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paragraphs {
    inside: bool,
    any: bool,
}

impl Framing for Paragraphs {
    fn scan(&mut self, text: &[u8], at: &mut usize, whole: bool) -> Result<Frame, Fault> {
        while let Some(line) = next_line(text, at, whole) {
            let was_inside = std::mem::replace(&mut self.inside, !line.is_empty());
            self.any |= self.inside;
            if was_inside && !self.inside {
                return Ok(Frame::Maze);
            }
        }
        match whole {
            false => Ok(Frame::More),
            true if std::mem::take(&mut self.inside) => Ok(Frame::Maze),
            true if self.any => Ok(Frame::End),
            true => {
                let message = "found the end of the input, expected a maze".to_owned();
                Err(Fault {
                    at: text.len()..text.len(),
                    message,
                })
            }
        }
    }
}

impl Frame {
    /// The frame at the end of the text, for input that a line `END` ends: more text follows, or
    /// its last maze is truncated, or that line is missing. `inside` says whether a maze has begun;
    /// it is false after a truncated one.
    pub fn at_end_of_text(inside: &mut bool, text: &[u8], whole: bool) -> Result<Self, Fault> {
        if !whole {
            Ok(Self::More)
        } else if std::mem::take(inside) {
            Ok(Self::Maze)
        } else {
            let end = text.trim_ascii_end().len();
            let message = "found the end of the input, expected a maze or a line END".to_owned();
            Err(Fault {
                at: end..end,
                message,
            })
        }
    }
}

/// The line that begins at `at`, without blanks at its ends, or `None` if it is not yet complete, or
/// nothing is left.
/// Moves `at` after it.
pub fn next_line<'a>(text: &'a [u8], at: &mut usize, whole: bool) -> Option<&'a [u8]> {
    let rest = &text[*at..];
    let length = match memchr(b'\n', rest) {
        Some(end) => end + 1,
        None if whole && !rest.is_empty() => rest.len(),
        None => return None,
    };
    *at += length;
    Some(rest[..length].trim_ascii())
}
