//! Framing: finds where the mazes of contest input begin and end, without parsing them.

use std::ops::Range;

use memchr::memchr;

use crate::base::report::Fault;

/// Finds mazes with blank lines between them, at least one; the last one may end with the input.
///
/// # Errors
/// If there is no maze.
pub fn paragraphs(text: &[u8], mazes: &mut Vec<Range<usize>>) -> Result<(), Fault> {
    let mut at = 0;
    let mut start = 0;
    let mut is_inside = false;

    while let Some(line) = next_line(text, &mut at) {
        let was_inside = is_inside;
        is_inside = !line.is_empty();
        if was_inside && !is_inside {
            mazes.push(start..at);
            start = at;
        }
    }

    if is_inside {
        mazes.push(start..at);
    }
    if mazes.is_empty() {
        let message = "found the end of the input, expected a maze".to_owned();
        return Err(Fault::new(text.len()..text.len(), message));
    }
    Ok(())
}

/// Returns the line at `at`, without blanks at its ends, and moves `at` after it; `None` at the end of the text.
pub fn next_line<'a>(text: &'a [u8], at: &mut usize) -> Option<&'a [u8]> {
    let rest = &text[*at..];
    if rest.is_empty() {
        return None;
    }

    let length = memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
    *at += length;
    Some(rest[..length].trim_ascii())
}

/// Returns the next line at `at` that is not blank, as [`next_line`] does.
pub fn next_filled_line<'a>(text: &'a [u8], at: &mut usize) -> Option<&'a [u8]> {
    loop {
        let line = next_line(text, at)?;
        if !line.is_empty() {
            return Some(line);
        }
    }
}

/// Returns the error that an input lacks the line `END` after its last maze.
pub fn missing_end(text: &[u8]) -> Fault {
    let end = text.trim_ascii_end().len();
    Fault::new(
        end..end,
        "found the end of the input, expected a maze or a line END".to_owned(),
    )
}
