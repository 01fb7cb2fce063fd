//! A drawing: a text of a world, which tests compare line by line.

use std::fmt;

use derive_more::{Deref, Display, From, Into};
use serde::Serialize;

use crate::base::report::escape_controls_in_lines;

/// A world drawn as text. It is a `str` in every use, except that its `Debug` shows its lines under
/// each other: those of a failed `assert_eq!` can be compared.
///
/// ```
/// use mazetick::engine::drawing::Drawing;
///
/// let drawing = Drawing::from("+--+\n|  |\n+--+\n");
/// assert_eq!(drawing, "+--+\n|  |\n+--+\n");
/// assert_eq!(drawing.lines().count(), 3);
/// assert_eq!(format!("{drawing:?}"), "\n+--+\n|  |\n+--+");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash, Serialize, Display, Deref, From, Into)]
#[deref(forward)]
#[from(String, &str)]
#[serde(transparent)]
pub struct Drawing(String);

/// Shows the lines under each other, after a line break. What would not be seen is escaped: control
/// characters, a blank at the end of a line, and a last line without a line break, by a `\`.
impl fmt::Debug for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = escape_controls_in_lines(&self.0).replace(" \n", "\\x20\n");
        match text.strip_suffix('\n') {
            Some(lines) => write!(f, "\n{lines}"),
            None => write!(f, "\n{text}\\"),
        }
    }
}

impl<T: AsRef<str> + ?Sized> PartialEq<T> for Drawing {
    fn eq(&self, other: &T) -> bool {
        self.0 == other.as_ref()
    }
}
