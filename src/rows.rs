//! Rows: things that lie on all of the cells, row by row.

use std::fmt::{self, Display, Write as _};

use serde::Deserialize;

use crate::count::counted;
use crate::objection::SceneStep;
use crate::scene::Check;

/// Things that lie on all of the cells, row by row from the top. In scenes a list of lists, such as
/// `[[-1, 5], [0, 6]]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Rows<T>(pub Vec<Vec<T>>);

impl<T> Rows<T> {
    /// Objects to rows that are not as many or as long as the grid's, and to each thing of which
    /// `objection` says what it is and what was expected.
    pub fn check(&self, check: &mut Check<'_>, objection: impl Fn(&T) -> Option<String>) {
        let grid = check.grid();
        if self.0.len() != grid.rows as usize {
            let found = counted(self.0.len(), "row");
            check.object([], format!("found {found}, expected {}", grid.rows));
        }
        for (row, things) in self.0.iter().enumerate() {
            if things.len() != grid.columns as usize {
                let message = format!("found a row of {}, expected {}", things.len(), grid.columns);
                check.object([SceneStep::Index(row)], message);
            }
            for (column, thing) in things.iter().enumerate() {
                if let Some(message) = objection(thing) {
                    check.object([SceneStep::Index(row), SceneStep::Index(column)], message);
                }
            }
        }
    }

    /// Prints the rows as scenes have them, a line a row; `value` is a thing as RON.
    ///
    /// # Errors
    /// If writing fails.
    pub fn print<V: Display>(&self, ron: &mut String, value: impl Fn(&T) -> V) -> fmt::Result {
        ron.push_str("[\n");
        for row in &self.0 {
            let values: Vec<String> = row.iter().map(|it| format!("{:>2}", value(it))).collect();
            writeln!(ron, "        [{}],", values.join(", "))?;
        }
        ron.write_str("    ]")
    }
}

impl<T: Copy> Rows<T> {
    /// Lays the things on the cells of a grid with so many columns, of which there is one at least.
    pub fn lay(&self, cells: &mut [T], columns: u32) {
        let rows = cells.chunks_exact_mut(columns as usize);
        rows.zip(&self.0).for_each(|(cells, things)| cells.copy_from_slice(things));
    }
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> FromIterator<Vec<T>> for Rows<T> {
    fn from_iter<I: IntoIterator<Item = Vec<T>>>(rows: I) -> Self {
        Self(rows.into_iter().collect())
    }
}
