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
        let seed_line = match self.seeded {
            // A single row or column has only one perfect maze.
            true if rows.min(columns) == 1 => format!("    seed: {seed},\n"),
            true => format!("    seed: {seed}, // another seed, another maze\n"),
            false => String::new(),
        };
        let (title, body) = (self.title, (self.body)(grid, seed));
        format!(
            "// {title}\n// Positions are (row, column) from 1 at the upper left.\nScene(\n{name}\
             {seed_line}    grid: (rows: {rows}, columns: {columns}),\n{body})\n",
        )
    }
}

/// The rows of a board of numbers, as lines of a template's body.
pub(crate) fn number_rows<T>(grid: Grid, things: &[T], number: impl Fn(&T) -> i32) -> String {
    let rows = things.chunks(grid.columns as usize).map(|row| {
        let numbers: Vec<_> = row.iter().map(|it| format!("{:2}", number(it))).collect();
        format!("        [{}],\n", numbers.join(", "))
    });
    rows.collect()
}
