//! Templates: short commented scenes to start from.

use std::fmt::Write as _;

use crate::arrow::Signs;
use crate::chance::{Chance, Odds, Purpose};
use crate::dice::Number;
use crate::die::Orientation;
use crate::grid::Grid;
use crate::heading::{Heading, Turn};

/// A kind of scene to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// A maze carved by Johnny's list, with flips.
    Johnny,
    /// A maze grown from its border.
    Mazing,
    /// A maze of signs, drawn from the seed.
    Arrow,
    /// A maze of numbers for a die, drawn from the seed.
    Dice,
    /// A walk through a carved maze from corner to corner.
    Foot,
}

impl Template {
    /// All templates.
    pub const ALL: [Self; 5] = [Self::Johnny, Self::Mazing, Self::Arrow, Self::Dice, Self::Foot];

    /// The text of a scene of this kind, which runs as it is. The grid has a row and a column at
    /// least.
    #[must_use]
    pub fn scene(self, grid: Grid, seed: u64) -> String {
        let body = match self {
            Self::Johnny => johnny(grid),
            Self::Mazing => MAZING.to_owned(),
            Self::Arrow => arrow(grid, seed),
            Self::Dice => dice(grid, seed),
            Self::Foot => foot(grid),
        };
        let Grid { rows, columns } = grid;
        let name = match self {
            Self::Arrow => "    name: \"ARROWS\",\n",
            Self::Dice => "    name: \"DICE\",\n",
            _ => "",
        };
        format!(
            "// {}\n// Positions are (row, column) from 1 at the upper left.\nScene(\n{name}    \
             seed: {seed}, // another seed, another maze\n    \
             grid: (rows: {rows}, columns: {columns}),\n{body})\n",
            self.title()
        )
    }

    fn title(self) -> &'static str {
        match self {
            Self::Johnny => "Johnny's maze: a list of cells, moves that carve, flips of its tail.",
            Self::Mazing => "The Mazing: walls grown from the border.",
            Self::Arrow => "An arrow maze: signs say where a walker may go on.",
            Self::Dice => "A dice maze: the number on top says which square the die may enter.",
            Self::Foot => "A walk through a carved maze, from corner to corner.",
        }
    }
}

const MAZING: &str = "    \
    generate: Mazing(pick: EligibleWall), // or AnyWall: the literal attempts, most of which fail\n    \
    text: Lattice, // or Johnny\n";

fn johnny(grid: Grid) -> String {
    format!(
        "    generate: Johnny(start: ({}, 1), flips: 0.2), // or commands: \"R U L F 2 …\"\n    \
         text: Johnny, // or Lattice\n",
        grid.rows
    )
}

fn foot(grid: Grid) -> String {
    let Grid { rows, columns } = grid;
    format!(
        "    generate: Johnny(start: ({rows}, 1)),\n    \
         walk: Foot(from: ({rows}, 1), to: (1, {columns})),\n    \
         text: Lattice, // the squares of the route are marked\n"
    )
}

/// Signs at every intersection, for each direction of travel that leads there.
fn arrow(grid: Grid, seed: u64) -> String {
    let mut chance = Chance::new(seed, Purpose::Boards);
    let also = Odds::new(0.5);
    let mut board = String::new();
    for at in grid.positions() {
        let mut signs = Signs::default();
        for travel in Heading::ALL.into_iter().filter(|h| grid.leads(at, h.opposite())) {
            let mut turns = Turn::ALL.to_vec();
            turns.retain(|&turn| grid.leads(at, travel.turn(turn)));
            let Some(places) = u32::try_from(turns.len()).ok().filter(|&count| count > 0) else {
                continue;
            };
            let always = chance.below(places) as usize;
            for (place, turn) in turns.into_iter().enumerate() {
                if place == always || chance.happens(also) {
                    signs.add(travel, turn);
                }
            }
        }
        if !signs.is_empty() {
            let _ = writeln!(board, "        {at}: \"{signs}\",");
        }
    }
    let Grid { rows, columns } = grid;
    format!(
        "    signs: {{ // a heading of approach, then where to go on: Left, Forward, Right\n\
         {board}    }},\n    \
         walk: Arrow(from: ({rows}, 1), heading: N, to: (1, {columns})),\n    \
         text: Arrow,\n"
    )
}

/// Numbers over which a die can go round: on its way they are its own, the others are drawn.
#[allow(clippy::cast_possible_truncation)] // numbers of a die
fn dice(grid: Grid, seed: u64) -> String {
    let mut chance = Chance::new(seed, Purpose::Boards);
    let wild = Odds::new(0.25);
    let drawn = |_| {
        let number = Number((1 + chance.below(6) as u8).cast_signed());
        if chance.happens(wild) { Number::WILD } else { number }
    };
    let mut numbers: Vec<Number> = grid.positions().map(drawn).collect();
    let mut cell = 0_usize;
    let mut die = Orientation::new(5, 1).expect("a die lies so");
    for heading in round_way(grid, &mut chance) {
        cell = cell.wrapping_add_signed(grid.stride(heading));
        numbers[cell] = Number(die.top().cast_signed());
        die = die.roll(heading);
    }
    let mut rows = String::new();
    for row in numbers.chunks(grid.columns as usize) {
        let values: Vec<String> = row.iter().map(|number| format!("{:2}", number.0)).collect();
        let _ = writeln!(rows, "        [{}],", values.join(", "));
    }
    format!(
        "    numbers: [ // 1 to 6, -1 for any, 0 for none\n{rows}    ],\n    \
         walk: Dice(from: (1, 1), top: 5, front: 1), // and back to (1, 1)\n    \
         text: Dice,\n"
    )
}

/// A way from the upper left corner along a rectangle and back to it.
fn round_way(grid: Grid, chance: &mut Chance) -> Vec<Heading> {
    let mut side = |length: u32| if length > 1 { 1 + chance.below(length - 1) as usize } else { 0 };
    let (south, east) = (side(grid.rows), side(grid.columns));
    [(Heading::E, east), (Heading::S, south), (Heading::W, east), (Heading::N, south)]
        .into_iter()
        .flat_map(|(heading, steps)| std::iter::repeat_n(heading, steps))
        .collect()
}
