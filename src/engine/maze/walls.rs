//! What a world with walls has: wall entities, and the rule that walls block walkers.

use super::build::{Build, Visible};
use super::keeper::{OfTable, StateOf};
use super::state::WALLS;
use crate::base::wall::{Segments, Wall};
use crate::engine::columns::{Cells, Walls};
use crate::engine::search::Exits;

impl Build<'_> {
    /// Adds a wall entity for every segment that can stand; state, and counted.
    /// Generators must raise the border too: drawings show it, and walls alone say where the maze ends.
    pub fn walls(&mut self) -> &mut Self {
        if !self.has_walls() {
            self.added.has_walls = true;
            self.rule(block).why(|_| "There is a wall.".to_owned());
            let wall = |grid, row| {
                let (at, side) = Segments::new(grid).place(row);
                StateOf::Wall(at, side)
            };
            self.keep(
                Some(WALLS),
                Box::new(OfTable::new::<&mut Wall>(wall, |walls| walls)),
            );
            (self.view)(self, Visible::Walls);
            self.counted("wall", |wall: &Wall| usize::from(wall.stands));
        }
        self
    }
}

/// The rule: walls block walkers.
fn block(mut cells: Cells<&'static mut Exits>, mut walls: Walls<&'static Wall>) {
    let (grid, exits) = cells.grid_and_columns();
    let open = Segments::new(grid).all_open_sides(walls.columns());
    exits
        .iter_mut()
        .zip(open)
        .for_each(|(exits, open)| exits.close_all_but(open));
}
