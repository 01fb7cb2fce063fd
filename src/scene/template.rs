//! Templates: short commented scenes to start from.

use crate::base::grid::Grid;

/// A kind of scene to start from. [`Registry::template`](crate::registry::Registry::template) registers
/// it.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// Its name in `mazetick new`.
    pub name: &'static str,
    /// Its description.
    pub about: &'static str,
    /// The `name` of its scenes; empty for none.
    pub maze_name: &'static str,
    /// Whether its scenes have random choices, so that another seed makes another maze.
    pub seeded: bool,
    /// The first line of its scenes, a comment.
    pub title: &'static str,
    /// Writes the ingredients of a scene of this size and seed, as lines indented by four blanks.
    pub body: fn(Grid, u64) -> String,
}

impl Template {
    /// The text of a scene of this kind, which can be run. The grid has at least one row and one
    /// column.
    #[must_use]
    pub fn scene(&self, grid: Grid, seed: u64) -> String {
        let Grid { rows, columns } = grid;
        let name = match self.maze_name {
            "" => String::new(),
            name => format!("    name: \"{name}\",\n"),
        };
        // A single row or column has only one perfect maze.
        let comment = if rows.min(columns) > 1 { " // another seed, another maze" } else { "" };
        let seed_line = self.seeded.then(|| format!("    seed: {seed},{comment}\n"));
        let seed_line = seed_line.unwrap_or_default();
        let (title, body) = (self.title, (self.body)(grid, seed));
        format!(
            "// {title}\n// Positions are (row, column) from 1 at the upper left.\nScene(\n{name}\
             {seed_line}    grid: (rows: {rows}, columns: {columns}),\n{body})\n",
        )
    }
}
