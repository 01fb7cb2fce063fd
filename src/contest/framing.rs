//! Framing: where mazes end in contest input. Each problem has its own.

use memchr::memchr;

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
