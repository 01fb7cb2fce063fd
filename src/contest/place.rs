//! Places in stretches of contest input, for reports.

use std::ops::Range;

use memchr::{memchr_iter, memrchr};

/// A byte order mark, with which an input may begin.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";

/// The most text on either side of an error that a report needs.
pub(super) const AROUND: usize = 1024;

/// The first character of a maze that begins at `start`.
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

/// The line and the column after a text that begins at these.
pub(super) fn behind(text: &[u8], (line, column): (usize, usize)) -> (usize, usize) {
    let marked = text.strip_prefix(MARK).filter(|_| (line, column) == (1, 1));
    let text = marked.unwrap_or(text);
    let breaks = memchr_iter(b'\n', text).count();
    let last = memrchr(b'\n', text).map_or(text, |at| &text[at + 1..]);
    let columns = String::from_utf8_lossy(last).chars().count();
    (line + breaks, if breaks == 0 { column + columns } else { 1 + columns })
}
