//! Numbers of squares, and the board of all numbers of a maze.

use std::fmt::{self, Write as _};

use bevy_ecs::prelude::*;
use serde::Deserialize;

use super::look::NUMBERS;
use crate::column::Column;
use crate::columns::Cells;
use crate::count::counted;
use crate::die::Orientation;
use crate::facet::CellFacet;
use crate::grid::Position;
use crate::ingredient::Ingredient;
use crate::maze::{Build, Maze};
use crate::objection::SceneStep;
use crate::scene::Check;
use crate::search::Entry;

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

impl Ingredient for Numbers {
    const FIELD: &'static str = "numbers";

    fn print(&self, ron: &mut String) -> fmt::Result {
        ron.push_str("[\n");
        for row in &self.0 {
            let values: Vec<String> = row.iter().map(|number| format!("{:2}", number.0)).collect();
            writeln!(ron, "        [{}],", values.join(", "))?;
        }
        ron.write_str("    ]")
    }

    fn check(&self, check: &mut Check<'_>) {
        let grid = check.grid();
        if check.scene().start().is_none_or(|start| start.die.is_none()) {
            let message = "a board of numbers, but no die rolls over it; expected a `Dice` walk";
            check.object([], message);
        }
        if self.0.len() != grid.rows as usize {
            let found = counted(self.0.len(), "row");
            check.object([], format!("found {found}, expected {}", grid.rows));
        }
        for (row, values) in self.0.iter().enumerate() {
            if values.len() != grid.columns as usize {
                let message = format!("found a row of {}, expected {}", values.len(), grid.columns);
                check.object([SceneStep::Index(row)], message);
            }
            for (column, value) in values.iter().enumerate().filter(|(_, v)| !v.is_legal()) {
                let message = format!(
                    "found {}, expected 1 to 6, 0 for an empty square or -1 for a wild one",
                    value.0
                );
                check.object([SceneStep::Index(row), SceneStep::Index(column)], message);
            }
        }
    }

    fn build(_: u8, world: &mut Build<'_>) {
        world.column::<Number>("numbers").begin(number).rule(admit);
        world.look::<Number>(&NUMBERS, |number| u32::from((number.0 + 2).cast_unsigned()));
    }
}

/// Numbers the squares.
fn number(InRef(board): InRef<Numbers>, mut cells: Cells<&'static mut Number>) {
    let columns = cells.grid().columns as usize;
    let (_, mut numbers) = cells.columns();
    let rows = numbers.bypass_change_detection().chunks_exact_mut(columns);
    for (squares, values) in rows.zip(&board.0) {
        squares.copy_from_slice(values);
    }
}

/// The rule: a die enters a square whose number is on its top.
fn admit(mut cells: Cells<(&'static Number, &'static mut Entry)>) {
    let (_, (numbers, mut entry)) = cells.columns();
    for (number, entry) in numbers.iter().zip(entry.bypass_change_detection()) {
        entry.keep(number.tops());
    }
}

impl Column for Number {
    const BYTES: usize = 1;

    fn write(&self, bytes: &mut [u8]) {
        bytes[0] = self.0.cast_unsigned();
    }

    fn read(bytes: &[u8]) -> Result<Self, &'static str> {
        let number = Self(bytes[0].cast_signed());
        if number.is_legal() { Ok(number) } else { Err("a number that no square has") }
    }
}

impl CellFacet for Number {
    const NAME: &'static str = "number";
    const NEEDS: &'static str = "`numbers`";

    fn ron(&self) -> String {
        self.0.to_string()
    }

    fn of(maze: &Maze, at: Position) -> Option<Self> {
        maze.get(at).copied()
    }
}
