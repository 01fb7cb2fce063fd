//! Reading a drawing: in which of the forms that it may have it is the drawing of a maze.

use super::candidates::candidates;
use super::drawing::DrawnText;
use super::find::{FormName, find};
use super::form::Style;
use super::letters::Spacing;
use super::shown::{Flaw, Marking, Shown};

/// What is known of drawings before they are read.
///
/// ```
/// use mazetick::puzzles::drawn::Drawings;
///
/// let mut scenes = Vec::new();
/// let text = "####\n#A.#\n#.B#\n####\n";
/// let cells = Drawings::default().with_form("cells")?.with_marks("AB");
/// cells.read("maze.txt", text.as_bytes(), |scene| Ok(scenes.push(scene.clone())), |report| panic!("{report}"))?;
/// assert_eq!(scenes[0].grid.rows, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Drawings {
    pub(super) form: Option<FormName>,
    /// The width and the height of squares in characters.
    size: Option<(usize, usize)>,
    marks: Option<String>,
    blocked: Option<String>,
}

impl Drawings {
    /// Sets the form of all drawings by its name: `lattice`, `underscores`, `blocks`, `values` or `cells`. After it may be
    /// the size of squares in characters, as in `underscores:3x2`.
    ///
    /// # Errors
    /// If there is no such form.
    pub fn with_form(self, form: &str) -> Result<Self, String> {
        let (name, size) = match form.split_once(':') {
            Some((name, size)) => (name, Some(size_in(size)?)),
            None => (form, None),
        };
        let form = match name {
            "lattice" => FormName::Lattice,
            "underscores" => FormName::Underscores,
            "blocks" => FormName::Blocks,
            "values" => FormName::Values,
            "cells" => FormName::Cells,
            _ => {
                let names = "lattice, underscores, blocks, values or cells";
                return Err(format!("found `{name}`, expected {names}"));
            }
        };
        Ok(Self {
            form: Some(form),
            size,
            ..self
        })
    }

    /// Sets the characters that mark the start and goals: the first one the start, the others goals.
    #[must_use]
    pub fn with_marks(self, marks: impl Into<String>) -> Self {
        let marks = Some(marks.into());
        Self { marks, ..self }
    }

    /// Sets the characters of blocked squares in cells, besides `#`.
    #[must_use]
    pub fn with_blocked(self, blocked: impl Into<String>) -> Self {
        let blocked = Some(blocked.into());
        Self { blocked, ..self }
    }

    /// Returns what a text shows that is one drawing, and its style.
    ///
    /// # Errors
    /// As [`shown`](Self::shown) has them, and text above or below the drawing.
    pub(super) fn shown_in_whole(&self, text: &str) -> Result<(Shown<'_>, Style), Flaw> {
        let drawing = find(text.as_bytes(), 0, self.form).unwrap_or(0..text.len());
        let mut visible = text.char_indices().filter(|(_, c)| !c.is_whitespace());
        if let Some((at, c)) = visible.find(|(at, _)| !drawing.contains(at)) {
            let at = at..at + c.len_utf8();
            return Err(Flaw::new(text, at, "one drawing and nothing else"));
        }
        self.shown(&text[drawing.clone()]).map_err(|flaw| Flaw {
            at: drawing.start + flaw.at.start..drawing.start + flaw.at.end,
            ..flaw
        })
    }

    /// Returns what a drawing shows, which is a paragraph, and its style.
    ///
    /// # Errors
    /// The first place where the maze, drawn again in the same form, looks different; a drawing that two forms fit.
    pub(super) fn shown(&self, text: &str) -> Result<(Shown<'_>, Style), Flaw> {
        let mut fitting: Option<(DrawnText<'_>, Shown<'_>)> = None;
        let mut first_flaw = None;
        for drawing in candidates(text, self.form, self.size)? {
            let read = drawing.and_then(|drawing| {
                let shown = drawing.read(self.marking(&drawing))?;
                Ok((drawing, shown))
            });
            match (read, &fitting) {
                (Err(flaw), _) => {
                    first_flaw.get_or_insert(flaw);
                }
                (Ok((one, _)), Some((other, _))) if one.grid != other.grid => {
                    let (one, other) = (one.name(), other.name());
                    let message = format!(
                        "a drawing that fits two forms, expected `--as {other}` or `--as {one}`"
                    );
                    return Err(Flaw { at: 0..0, message });
                }
                (Ok(_), Some(_)) => {}
                (Ok(read), None) => fitting = Some(read),
            }
        }
        match fitting {
            Some((drawing, shown)) => Ok((shown, drawing.form.style)),
            None => Err(first_flaw.expect("a drawing has a form, or is refused")),
        }
    }

    fn marking(&self, drawing: &DrawnText<'_>) -> Marking<'_> {
        let is_map = drawing.text.starts_with("type ");
        let usual = match drawing.spacing {
            _ if is_map => "@OTW",
            Spacing::Values => "1",
            _ => "",
        };
        Marking {
            marks: self.marks.as_deref().or(is_map.then_some("")),
            blocked: self.blocked.as_deref().unwrap_or(usual),
        }
    }
}

fn size_in(size: &str) -> Result<(usize, usize), String> {
    let side = |side: &str| side.parse().ok().filter(|side| (1..=1000).contains(side));
    let sides = size.split_once('x');
    let sides = sides.and_then(|(width, height)| Some((side(width)?, side(height)?)));
    sides.ok_or_else(|| {
        format!("found `{size}`, expected the width and height of squares, such as 3x1")
    })
}
