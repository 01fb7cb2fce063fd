//! Templates: short commented scenes to start from.

use crate::base::grid::Grid;

/// A kind of scene to start from. [`Registry::template`](crate::registry::Registry::template) registers
/// it.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::scene::template::Template;
///
/// let text = "Scene(grid: (rows: {rows}, columns: {columns}), seed: {seed}, generate: Wilson)";
/// let template = Template { name: "plain", about: "A plain maze", text };
/// assert!(template.scene(Grid { rows: 2, columns: 3 }, 7).contains("(rows: 2, columns: 3), seed: 7"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// The name of the kind in `mazetick new`.
    pub name: &'static str,
    /// The description of the kind in the help.
    pub about: &'static str,
    /// The text of its scenes, with `{rows}`, `{columns}` and `{seed}` where those of a scene go;
    /// without them every scene of this kind is the same. Usually a file:
    /// `include_str!("templates/foot.ron")`.
    pub text: &'static str,
}

impl Template {
    /// Returns the text of a scene of this kind, which can be run.
    pub fn scene(&self, grid: Grid, seed: u64) -> String {
        let Grid { rows, columns } = grid;
        let text = self.text.replace("{rows}", &rows.to_string());
        text.replace("{columns}", &columns.to_string())
            .replace("{seed}", &seed.to_string())
    }
}
