//! What a world with walls has: wall entities, and the rule that walls block walkers.

mod look;

use bevy_ecs::prelude::*;

use super::Build;
use crate::base::digest::{Hasher, Part};
use crate::base::heading::Heading;
use crate::base::snapshot::{Reader, SnapshotError, Writer, ensure};
use crate::base::wall::Wall;
use crate::engine::columns::{Cells, Walls};
use crate::engine::search::Exits;

impl Build<'_> {
    /// Adds a wall entity for every segment that can stand; saved, restored, digested and counted.
    /// Generators must raise the border too, so that no walker leaves the grid.
    pub fn walls(&mut self) -> &mut Self {
        if !self.has_walls() {
            self.add_walls()
                .rule(block)
                .why(|_| "There is a wall.".to_owned())
                .saved(save, restore)
                .hashed(Part::Walls, hash);
            self.look_by(&look::ROCK, look::rock)
                .look_by(&look::WALLS, look::walls)
                .tell(look::tell);
            self.counted("wall", |wall: &Wall| usize::from(wall.stands));
        }
        self
    }
}

fn save(InMut(writer): InMut<Writer>, mut walls: Walls<&'static Wall>) {
    writer.bits(walls.columns().iter().map(|wall| wall.stands));
}

/// Restores the walls; the border must be among them.
fn restore(
    InMut(reader): InMut<Reader>,
    mut walls: Walls<&'static mut Wall>,
) -> Result<(), SnapshotError> {
    let segments = walls.segments();
    let walls = walls.columns();
    let bits = reader.bits(walls.len())?;
    walls.iter_mut().zip(bits).for_each(|(wall, stands)| wall.stands = stands);
    let border_stands = segments.border().all(|wall| walls[wall].stands);
    ensure(border_stands, "a hole in its border")
}

/// Lattice lines first, from top to bottom, then rows.
fn hash(InMut(hasher): InMut<Hasher>, mut walls: Walls<&'static Wall>) {
    let segments = walls.segments();
    let walls = walls.columns();
    let (rows, columns) = segments.sides();
    let lines = (0..=rows).flat_map(|line| (0..columns).map(move |c| (line, c)));
    let across = lines.map(|(line, column)| segments.horizontal(line, column));
    let rows = (0..rows).flat_map(|row| (0..=columns).map(move |line| (row, line)));
    let down = rows.map(|(row, line)| segments.vertical(row, line));
    across.chain(down).for_each(|wall| hasher.bytes(&[walls[wall].stands.into()]));
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
