//! Dice mazes (ACM World Finals 1999, problem B): a die that rolls over numbers.
//!
//! A move tips the die onto a side neighbour. It is allowed onto a wild square always, onto a
//! numbered one only if its number is the die's top before the move, onto an empty one never. The
//! walk is over with the first arrival at the goal, which is the start unless the scene has
//! another, however the die then lies.

pub(crate) mod contest;
mod gait;
pub(crate) mod text;

pub(crate) use gait::{HeadedDie, RollingDie};

use bevy_ecs::prelude::*;
use serde::Deserialize;

use crate::columns::Cells;
use crate::die::Orientation;
use crate::scene::Scene;
use crate::search::Entry;
use crate::snapshot::{Reader, SnapshotError, Writer, ensure};

/// The number of a square: 1 to 6, −1 for wild, 0 for empty. A component of every cell of a maze
/// with numbers.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Number(pub i8);

/// The numbers of a maze, row by row from the top.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Numbers(pub Vec<Vec<Number>>);

impl Number {
    /// A square that any die may enter.
    pub const WILD: Self = Self(-1);
    /// A square that no die may enter.
    pub const EMPTY: Self = Self(0);

    /// Whether a square can have this number.
    #[must_use]
    pub const fn is_legal(self) -> bool {
        -1 <= self.0 && self.0 <= 6
    }

    /// Whether a die that lies like this may roll onto the square.
    #[must_use]
    pub const fn admits(self, die: Orientation) -> bool {
        self.tops() >> die.top() & 1 == 1
    }

    /// The numbers on top with which a die may roll onto the square, a bit each.
    #[inline]
    const fn tops(self) -> u8 {
        if self.0 == Self::WILD.0 { 0b111_1110 } else { 1 << (self.0 & 7) & 0b111_1110 }
    }
}

impl Numbers {
    /// This row, from 0, which may be the first one behind the last.
    pub(crate) fn row(&mut self, row: usize) -> &mut Vec<Number> {
        if row == self.0.len() {
            self.0.push(Vec::new());
        }
        &mut self.0[row]
    }

    /// Takes the rows from this one on away.
    pub(crate) fn truncate(&mut self, rows: usize) {
        self.0.truncate(rows);
    }
}

/// The numbers as they are written, row by row: `[[-1, 5], [0, 6]]`.
impl<const ROWS: usize, const COLUMNS: usize> From<[[i8; COLUMNS]; ROWS]> for Numbers {
    fn from(rows: [[i8; COLUMNS]; ROWS]) -> Self {
        Self(rows.iter().map(|row| row.iter().copied().map(Number).collect()).collect())
    }
}

/// Numbers the squares.
pub(crate) fn begin(InRef(scene): InRef<Scene>, mut cells: Cells<&'static mut Number>) {
    let Some(board) = &scene.numbers else { return };
    let (_, mut numbers) = cells.columns();
    let rows = numbers.bypass_change_detection().chunks_exact_mut(scene.grid.columns as usize);
    for (squares, values) in rows.zip(&board.0) {
        squares.copy_from_slice(values);
    }
}

/// The rule: a die enters a square whose number is on its top.
pub(crate) fn admit(mut cells: Cells<(&'static Number, &'static mut Entry)>) {
    let (_, (numbers, mut entry)) = cells.columns();
    for (number, entry) in numbers.iter().zip(entry.bypass_change_detection()) {
        entry.keep(number.tops());
    }
}

/// Writes the number of every cell.
pub(crate) fn save(InMut(writer): InMut<Writer>, mut cells: Cells<&'static Number>) {
    cells.columns().1.iter().for_each(|number| writer.u8(number.0.cast_unsigned()));
}

/// Numbers the squares as they were.
pub(crate) fn restore(
    InMut(reader): InMut<Reader>,
    mut cells: Cells<&'static mut Number>,
) -> Result<(), SnapshotError> {
    let (positions, mut numbers) = cells.columns();
    let numbers = numbers.bypass_change_detection();
    let bytes = reader.bytes(positions.len())?;
    numbers.iter_mut().zip(bytes).for_each(|(number, byte)| number.0 = byte.cast_signed());
    ensure(numbers.iter().all(|number| number.is_legal()), "a number that no square has")
}
