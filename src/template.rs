//! Templates: short commented scenes to start from.

use crate::grid::Grid;

/// A kind of scene to start from. [`Ingredients::template`](crate::Ingredients::template) makes it
/// known.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// What `mazetick new` calls it.
    pub name: &'static str,
    /// What it is, for people.
    pub about: &'static str,
    /// The `name` of its scenes; empty for none.
    pub maze_name: &'static str,
    /// Whether its scenes draw something when they run, so that another seed makes another maze.
    pub seeded: bool,
    /// The first line of its scenes, a comment.
    pub title: &'static str,
    /// Writes the ingredients of a scene of a size and a seed, as lines with four blanks before them.
    pub body: fn(Grid, u64) -> String,
}

impl Template {
    /// The text of a scene of this kind, which runs as it is. The grid has a row and a column at
    /// least.
    #[must_use]
    pub fn scene(&self, grid: Grid, seed: u64) -> String {
        let Grid { rows, columns } = grid;
        let name = match self.maze_name {
            "" => String::new(),
            name => format!("    name: \"{name}\",\n"),
        };
        let seed_line = match self.seeded {
            // In one row or column there is but one perfect maze.
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
