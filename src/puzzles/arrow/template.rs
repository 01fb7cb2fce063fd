//! Templates of arrow mazes.

use std::fmt::Write as _;

use super::Signs;
use crate::base::chance::{Chance, Odds, Purpose};
use crate::base::grid::Grid;
use crate::base::heading::{Heading, Turn};
use crate::scene::template::Template;

pub(super) const ARROW: Template = Template {
    name: "arrow",
    about: "A maze of random signs",
    maze_name: "ARROWS",
    seeded: false,
    title: "An arrow maze: signs give the allowed turns.",
    body,
};

/// Signs at every intersection, for each heading in which a walker can enter.
fn body(grid: Grid, seed: u64) -> String {
    let mut chance = Chance::new(seed, Purpose::BOARDS);
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
        "    signs: {{ // the walker's heading, then the allowed turns: Left, Forward, Right\n\
         {board}    }},\n    \
         walk: Arrow(from: ({rows}, 1), heading: N, to: (1, {columns})),\n    \
         text: Arrow,\n"
    )
}
