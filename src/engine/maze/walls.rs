//! What a world with walls has: wall entities, and the rule that walls block walkers.

mod look;

use super::Build;
use crate::base::heading::Heading;
use crate::base::wall::Wall;
use crate::engine::columns::{Cells, Walls};
use crate::engine::search::Exits;

impl Build<'_> {
    /// Adds a wall entity for every segment that can stand; state, and counted.
    /// Generators must raise the border too, so that no walker leaves the grid.
    pub fn walls(&mut self) -> &mut Self {
        if !self.has_walls() {
            self.add_walls().rule(block).why(|_| "There is a wall.".to_owned());
            self.systems.state.add_column::<Wall, ()>("walls");
            self.look_by(&look::ROCK, look::rock)
                .look_by(&look::WALLS, look::walls)
                .tell(look::tell);
            self.counted("wall", |wall: &Wall| usize::from(wall.stands));
        }
        self
    }
}

/// The rule: walls block walkers.
fn block(mut cells: Cells<&'static mut Exits>, mut walls: Walls<&'static Wall>) {
    let (segments, columns) = (walls.segments(), cells.grid().columns as usize);
    let (south, east) = segments.south_and_east(walls.columns());
    let exits = cells.columns();
    let mut close = |first: usize, walls: &[Wall], side| {
        for (exits, wall) in exits[first..].iter_mut().zip(walls) {
            exits.close_if(wall.stands, side);
        }
    };
    close(0, south, Heading::S);
    close(0, east, Heading::E);
    close(columns, south, Heading::N);
    close(1, east, Heading::W);
}
