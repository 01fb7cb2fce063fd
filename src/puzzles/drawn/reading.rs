//! Reading a drawing: in which of the forms that it may have it is the drawing of a maze.

use super::candidates::candidates;
use super::drawing::Drawing;
use super::ends::Ends;
use super::find::{FormName, find_first};
use super::shown::{Flaw, Marking, Shown};
use super::spelling::Spacing;

/// What is known of drawings before they are read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading<'o> {
    pub(super) form: Option<FormName>,
    /// The width and the height of squares in characters, if they are given.
    pub(super) size: Option<(usize, usize)>,
    pub(super) marks: Option<&'o str>,
    pub(super) blocked: Option<&'o str>,
    /// Whether what is written in squares says where a walk starts and ends.
    pub(super) has_ends: bool,
}

impl<'o> Reading<'o> {
    /// Reads the first drawing of a text.
    ///
    /// # Errors
    /// The first place where the maze, drawn again in the same form, looks different; a drawing that two forms fit.
    pub(super) fn read(&self, text: &str) -> Result<(Shown<'o>, Ends), Flaw> {
        let Some((found, end)) = find_first(text, self.form) else {
            let start = text.len() - text.trim_ascii_start().len();
            let line = text[start..].lines().next().unwrap_or_default();
            let expected = "a drawing, with a first line such as `+--+--+`, ` _ _` or `#####`";
            return Err(Flaw::new(
                text,
                start..start + line.trim_ascii_end().len(),
                expected,
            ));
        };

        let mut fitting: Option<(Drawing<'_>, Shown<'o>, Ends)> = None;
        let mut first_flaw = None;
        for drawing in candidates(text, &found, end, self.size)? {
            match drawing.and_then(|drawing| self.read_as(drawing)) {
                Ok(read) => match &fitting {
                    Some((other, ..)) if other.grid != read.0.grid => {
                        let (one, other) = (other.name(), read.0.name());
                        let message = format!(
                            "a drawing that fits two forms, expected `--as {one}` or `--as {other}`"
                        );
                        let at = found.start..found.start;
                        return Err(Flaw { at, message });
                    }
                    Some(_) => {}
                    None => fitting = Some(read),
                },
                Err(flaw) => {
                    first_flaw.get_or_insert(flaw);
                }
            }
        }
        match fitting {
            Some((_, shown, ends)) => Ok((shown, ends)),
            None => Err(first_flaw.expect("a drawing has a form, or is refused")),
        }
    }

    fn read_as<'t>(&self, drawing: Drawing<'t>) -> Result<(Drawing<'t>, Shown<'o>, Ends), Flaw> {
        let shown = drawing.read(self.marking(&drawing))?;
        let ends = if self.has_ends {
            Ends::of(&shown, drawing.form.style)?
        } else {
            Ends::default()
        };
        Ok((drawing, shown, ends))
    }

    fn marking(&self, drawing: &Drawing<'_>) -> Marking<'o> {
        let is_map = drawing.text.trim_ascii_start().starts_with("type ");
        let usual = match drawing.spacing {
            _ if is_map => "@OTW",
            Spacing::Values => "1",
            _ => "",
        };
        Marking {
            marks: self.marks.or(is_map.then_some("")),
            blocked: self.blocked.unwrap_or(usual),
        }
    }
}
