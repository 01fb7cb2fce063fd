//! Framing: where mazes end in contest input.

use memchr::memchr;

use crate::report::Fault;

/// Tells where the mazes of an input end, without reading them. A value of it goes through one input
/// from its start to its end.
pub trait Framing: Send + 'static {
    /// Scans on from `at`, in a text that begins no later than the maze, and moves `at` behind what was
    /// scanned. `whole` says that the text ends the input. Otherwise an unfinished line or word at the
    /// end of the text has to be left for the next call, which sees more of the text.
    ///
    /// Every scan must come nearer to [`Frame::End`]: it moves `at`, or changes what the next one
    /// looks for, unless it asks for more of a text that is not whole.
    ///
    /// # Errors
    /// If what stands there is in no maze, so that no further one can be told apart.
    fn scan(&mut self, text: &[u8], at: &mut usize, whole: bool) -> Result<Frame, Fault>;
}

/// What a scan came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// The end of what stands before a maze and belongs to none, such as the number of mazes.
    Preamble,
    /// The end of a maze.
    Maze,
    /// The end of the text, in the midst of a maze.
    More,
    /// The end of all mazes.
    End,
}

/// Mazes with blank lines between them; the last one may end with the input.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paragraphs {
    inside: bool,
}

impl Framing for Paragraphs {
    fn scan(&mut self, text: &[u8], at: &mut usize, whole: bool) -> Result<Frame, Fault> {
        while let Some(line) = next_line(text, at, whole) {
            let was_inside = std::mem::replace(&mut self.inside, !line.is_empty());
            if was_inside && !self.inside {
                return Ok(Frame::Maze);
            }
        }
        match whole {
            false => Ok(Frame::More),
            true if std::mem::take(&mut self.inside) => Ok(Frame::Maze),
            true => Ok(Frame::End),
        }
    }
}

impl Frame {
    /// What the end of the text is to an input that a line `END` ends: the text goes on, or its last
    /// maze is cut off, or that line is missing. `inside` says whether a maze has begun; it is no
    /// longer so behind one that is cut off.
    ///
    /// # Errors
    /// If that line is missing.
    pub fn at_end_of_text(inside: &mut bool, text: &[u8], whole: bool) -> Result<Self, Fault> {
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

/// The line that begins at `at`, without blanks at its ends, or `None` if it is not yet whole. Moves `at`
/// behind it.
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
