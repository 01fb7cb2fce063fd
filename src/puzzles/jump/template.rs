//! Templates of number mazes.

use std::fmt::Write as _;

use super::JumpLength;
use crate::base::chance::{Chance, Purpose};
use crate::base::grid::{Grid, Position};
use crate::scene::template::Template;

pub(super) const JUMP: Template = Template {
    name: "jump",
    about: "A maze of random numbers, the lengths of jumps",
    maze_name: "JUMPS",
    seeded: false,
    title: "A number maze: the number of a square is the length of a jump from it.",
    body,
};

/// Random numbers, each with a jump that stays inside the grid, and with a route to the goal.
fn body(grid: Grid, seed: u64) -> String {
    let mut chance = Chance::new(seed, Purpose::BOARDS);
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
        "    jumps: [ // jump exactly this many squares up, down, left or right; 0: no jump\n\
         {board}    ],\n    \
         walk: Jump(from: (1, 1), to: {goal}),\n    \
         text: Jump, // or JumpBoard\n"
    )
}

/// The length of a random jump that stays inside the grid; 0 if there is none.
fn length(grid: Grid, at: Position, chance: &mut Chance) -> u32 {
    let down = (at.row - 1).max(grid.rows - at.row);
    let across = (at.column - 1).max(grid.columns - at.column);
    match longest(down.max(across)) {
        0 => 0,
        longest => 1 + chance.below(longest),
    }
}

/// The longest jump with this much room.
fn longest(room: u32) -> u32 {
    room.min(JumpLength::LONGEST.into())
}
