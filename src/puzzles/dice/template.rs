//! Templates of dice mazes.

use std::fmt::Write as _;

use super::Number;
use crate::base::chance::{Chance, Odds, Purpose};
use crate::base::die::Orientation;
use crate::base::grid::{CellIndex, Grid};
use crate::base::heading::Heading;
use crate::scene::template::Template;

pub(super) const DICE: Template = Template {
    name: "dice",
    about: "A maze of random numbers for a die",
    maze_name: "DICE",
    seeded: false,
    title: "A dice maze: the die may enter a square with the number of its top.",
    body,
};

/// Numbers with a round trip for the die: the squares on its way match its tops, the others are
/// random.
fn body(grid: Grid, seed: u64) -> String {
    let mut chance = Chance::new(seed, Purpose::BOARDS);
    let wild = Odds::new(0.25);
    let drawn = |_| {
        let number = Number(1 + i8::try_from(chance.below(6)).unwrap_or_default());
        if chance.happens(wild) { Number::WILD } else { number }
    };
    let mut numbers: Vec<Number> = grid.positions().map(drawn).collect();
    let mut cell = CellIndex::default();
    let mut die = Orientation::new(5, 1).expect("a die lies so");
    for heading in round_way(grid, &mut chance) {
        cell = grid.beside(cell, heading);
        numbers[cell] = Number(die.top().cast_signed());
        die = die.roll(heading);
    }
    let mut rows = String::new();
    for row in numbers.chunks(grid.columns as usize) {
        let values: Vec<String> = row.iter().map(|number| format!("{:2}", number.0)).collect();
        let _ = writeln!(rows, "        [{}],", values.join(", "));
    }
    format!(
        "    numbers: [ // 1 to 6, -1 for any die, 0 for none\n{rows}    ],\n    \
         walk: Dice(from: (1, 1), top: 5, front: 1), // and back to (1, 1)\n    \
         text: Dice,\n"
    )
}

/// A way from the upper left corner around a rectangle and back.
fn round_way(grid: Grid, chance: &mut Chance) -> Vec<Heading> {
    let mut side = |length: u32| if length > 1 { 1 + chance.below(length - 1) as usize } else { 0 };
    let (south, east) = (side(grid.rows), side(grid.columns));
    [(Heading::E, east), (Heading::S, south), (Heading::W, east), (Heading::N, south)]
        .into_iter()
        .flat_map(|(heading, steps)| std::iter::repeat_n(heading, steps))
        .collect()
}
