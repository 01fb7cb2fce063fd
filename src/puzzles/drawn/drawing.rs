//! Drawings in a known form: what one shows is drawn again in that form and compared with it, so that nothing is passed over.

use std::ops::Range;

use crate::base::count::plural;
use crate::base::grid::Grid;

use super::form::{DrawingForm, DrawingPart, Style};
use super::letters::Spacing;
use super::shown::{Flaw, Marking, Shown};

/// A drawing in a form that it may have.
#[derive(Clone, Debug)]
pub(super) struct DrawnText<'t> {
    pub(super) text: &'t str,
    pub(super) form: DrawingForm,
    pub(super) spacing: Spacing,
    /// The bytes of each row of characters.
    rows: Vec<Range<usize>>,
    pub(super) grid: Grid,
}

/// The most squares for each byte of a drawing. More would be blanks that are not written, which is a mistake.
const SQUARES_PER_BYTE: u64 = 4;

impl<'t> DrawnText<'t> {
    /// Returns the drawing in a form, given the number of characters in a whole line.
    ///
    /// # Errors
    /// If the number of lines is not that of whole rows, or most of the drawing is blanks that are not written.
    pub(super) fn new(
        text: &'t str,
        form: DrawingForm,
        spacing: Spacing,
        rows: Vec<Range<usize>>,
        length: usize,
    ) -> Result<Self, Flaw> {
        let across = form.width + 1;
        let (columns, above, lines_a_row) = match form.style {
            Style::Cells => (length, 0, 1),
            Style::Underscores { .. } => (length.div_ceil(across), 1, form.height),
            _ => (
                length.saturating_sub(1).div_ceil(across),
                1,
                form.height + 1,
            ),
        };
        let below = rows.len().saturating_sub(above);
        let last = rows.last().cloned().unwrap_or_default();
        if columns == 0 {
            return Err(Flaw::new(text, last, "a line with a square, at least"));
        }
        if below == 0 || !below.is_multiple_of(lines_a_row) {
            let expected = format!("{lines_a_row} more lines for each row, as in {form}");
            return Err(Flaw::new(text, last, &expected));
        }

        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let grid = Grid {
            rows: side(below / lines_a_row),
            columns: side(columns),
        };
        if grid.area() > 1000 + SQUARES_PER_BYTE * text.len() as u64 {
            let short = rows
                .iter()
                .find(|row| row.len() < length / 2)
                .unwrap_or(&last);
            let expected = format!("{length} characters, as in {form}");
            return Err(Flaw::new(text, short.end..short.end, &expected));
        }
        let drawing = Self {
            text,
            form,
            spacing,
            rows,
            grid,
        };
        drawing.check_blank_lines()?;
        Ok(drawing)
    }

    /// Checks that a line of blanks is as long as the others: it is a row without walls. Another one may be the end of a
    /// drawing, or such a row that has lost its blanks.
    fn check_blank_lines(&self) -> Result<(), Flaw> {
        if matches!(self.form.style, Style::Cells) || self.spacing == Spacing::Values {
            return Ok(());
        }
        let length = match (self.spacing, self.form.length(self.grid.columns as usize)) {
            (Spacing::Double, length) => 2 * length,
            (_, length) => length,
        };
        for row in self.rows.iter().skip(1).filter(|row| row.is_empty()) {
            let blanks = self.text[row.start..].lines().next().unwrap_or_default();
            if blanks.chars().count() != length {
                let message = format!(
                    "found {}, expected {length} for a row without walls in {}, or another number of empty lines \
                     between two drawings",
                    plural(blanks.chars().count(), "blank"),
                    self.form
                );
                return Err(Flaw {
                    at: row.start..row.start + blanks.len(),
                    message,
                });
            }
        }
        Ok(())
    }

    /// Reads the drawing, and compares it with what it shows.
    pub(super) fn read<'o>(&self, marking: Marking<'o>) -> Result<Shown<'o>, Flaw> {
        let mut shown = Shown::new(self.grid, marking);
        let mut letters = Vec::new();
        for (line, row) in self.rows.iter().enumerate() {
            self.spacing.spell(self.text, row, &mut letters)?;
            crate::base::work::count(letters.len());
            for (place, &(at, letter)) in letters.iter().enumerate() {
                let part = self.form.part(self.grid, line, place);
                self.form.note(part, letter, at, &mut shown);
            }
        }
        if self.form.style == Style::Cells {
            shown.wall_in();
        }

        let length = self.form.length(self.grid.columns as usize);
        for (line, row) in self.rows.iter().enumerate() {
            self.spacing.spell(self.text, row, &mut letters)?;
            self.check_values(row, letters.len(), length)?;
            for place in 0..letters.len().max(length) {
                let (at, letter) = letters.get(place).copied().unwrap_or((row.end, ' '));
                let part = self.form.part(self.grid, line, place);
                if !self.form.may_show(part, letter, &shown) {
                    return Err(self.difference(part, at, &shown));
                }
            }
        }
        let explained = shown.explain_between();
        explained.map_err(|(wall, at)| self.difference(DrawingPart::Across(wall), at, &shown))?;
        Ok(shown)
    }

    /// Checks that a row of values is whole. A blank value at its end may be left out behind its comma.
    fn check_values(&self, row: &Range<usize>, count: usize, length: usize) -> Result<(), Flaw> {
        let is_cut = self.text[row.clone()].ends_with(',');
        if self.spacing != Spacing::Values || count + usize::from(is_cut) >= length {
            return Ok(());
        }
        let expected = format!("{length} values in each row, found {count}");
        Err(Flaw::new(self.text, row.end..row.end, &expected))
    }

    /// Returns the error that a character is not the one that the maze would have there.
    fn difference(&self, part: DrawingPart, at: usize, shown: &Shown<'_>) -> Flaw {
        let is_in_row = self.rows.iter().any(|row| row.contains(&at));
        let found = self.text[at..].chars().next().filter(|_| is_in_row);
        let expected = match (part, self.form.letter(part, shown)) {
            (DrawingPart::Outside, _) => "the end of the line".to_owned(),
            (DrawingPart::Square(cell) | DrawingPart::Floor(cell, _), _)
                if shown.is_blocked[cell] =>
            {
                "a blocked square to be filled, with walls around it".to_owned()
            }
            (_, ' ') => "a blank".to_owned(),
            (_, written) => format!("`{written}`"),
        };
        let end = at + found.map_or(0, char::len_utf8);
        let expected = format!("{expected}, as in {}", self.form);
        Flaw::new(self.text, at..end, &expected)
    }

    /// Returns the name by which the form is asked for.
    pub(super) fn name(&self) -> String {
        let DrawingForm {
            style,
            width,
            height,
        } = self.form;
        match style {
            Style::Blocks { .. } if self.spacing == Spacing::Values => "values".to_owned(),
            Style::Blocks { .. } => "blocks".to_owned(),
            Style::Cells => "cells".to_owned(),
            Style::Underscores { .. } => format!("underscores:{width}x{height}"),
            Style::Posts(_) | Style::Boxes { .. } => format!("lattice:{width}x{height}"),
        }
    }
}
