//! Number mazes to start from.

use std::fmt::Write as _;

use super::JumpLength;
use crate::chance::{Chance, Purpose};
use crate::grid::{Grid, Position};
use crate::template::Template;

pub(super) const JUMP: Template = Template {
    name: "jump",
    about: "A maze of numbers to jump by, drawn from the seed",
    maze_name: "JUMPS",
    seeded: false,
    title: "A number maze: the number of a square says how far to jump from it.",
    body,
};

/// Numbers from each of which a jump leads somewhere. Along one way to the goal they are such that it
/// can be gone.
fn body(grid: Grid, seed: u64) -> String {
    let mut chance = Chance::new(seed, Purpose::Boards);
    let mut lengths: Vec<u32> = grid.positions().map(|at| length(grid, at, &mut chance)).collect();
    let goal = Position::new(grid.rows, grid.columns);
    let mut at = Position::new(1, 1);
    while at != goal {
        let (down, right) = (goal.row - at.row, goal.column - at.column);
        let is_down = right == 0 || down > 0 && chance.below(2) == 0;
        let jump = 1 + chance.below(longest(if is_down { down } else { right }));
        lengths[grid.index(at)] = jump;
        *(if is_down { &mut at.row } else { &mut at.column }) += jump;
    }
    lengths[grid.index(goal)] = 0;

    let mut board = String::new();
    for row in lengths.chunks(grid.columns as usize) {
        let row: Vec<String> = row.iter().map(|length| format!("{length:2}")).collect();
        let _ = writeln!(board, "        [{}],", row.join(", "));
    }
    format!(
        "    jumps: [ // exactly so many squares up, down, left or right; from 0 nowhere\n\
         {board}    ],\n    \
         walk: Jump(from: (1, 1), to: {goal}),\n    \
         text: Jump, // or JumpBoard\n"
    )
}

/// The length of some jump that stays inside the grid; 0 if none does.
fn length(grid: Grid, at: Position, chance: &mut Chance) -> u32 {
    let down = (at.row - 1).max(grid.rows - at.row);
    let across = (at.column - 1).max(grid.columns - at.column);
    match longest(down.max(across)) {
        0 => 0,
        longest => 1 + chance.below(longest),
    }
}

/// The longest jump where there is so much room.
fn longest(room: u32) -> u32 {
    room.min(JumpLength::LONGEST.into())
}
