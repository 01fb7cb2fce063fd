//! The policies of agents.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use serde::Serialize;

use crate::base::chance::Chance;
use crate::base::heading::{Heading, Headings, Turn};
use crate::engine::agents::{Agent, Hand, Policy};

/// Keeps a hand at the wall: turns to that side if it can, otherwise goes straight on, otherwise to
/// the other side, otherwise back. Where no loop is between start and goal, it arrives.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WallFollower {
    /// The hand that stays at the wall.
    pub hand: Hand,
}

/// Pledge's algorithm: goes straight on in its first heading until there is a wall, then keeps a
/// hand at that until it has turned as often to the one side as to the other.
///
/// Harold Abelson and Andrea diSessa, Turtle Geometry, 1980, section 4.1.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pledge {
    /// The hand that stays at the wall.
    pub hand: Hand,
    /// Quarter turns away from the hand, less those toward it; 0 at first.
    pub turns: i64,
}

/// Takes any way out, also back, each with the same probability, drawn from its stream.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub struct Mouse(pub Chance);

/// Trémaux' algorithm: marks each way where it enters and leaves a square. In a square that it knows
/// it turns back if it came on a new way; otherwise it takes a way without a mark, or else one with a
/// single mark. So it goes no way more than twice, and arrives wherever it is possible.
///
/// Édouard Lucas, Récréations mathématiques, volume 1, 1882, page 47.
#[derive(Component, Clone, Debug, Default, Serialize)]
pub struct Tremaux {
    /// The marks at each of the four ways of the cells that it knows, two bits each, in blocks of neighbours in a row.
    marks: BTreeMap<u32, [u8; BLOCK as usize]>,
    /// The number of its steps when it last chose.
    steps: u32,
}

/// The four headings, as one with a hand at the wall tries them.
const fn by_hand(heading: Heading, hand: Hand) -> [Heading; 4] {
    let (toward, away) = match hand {
        Hand::Left => (heading.turn(Turn::Left), heading.turn(Turn::Right)),
        Hand::Right => (heading.turn(Turn::Right), heading.turn(Turn::Left)),
    };
    [toward, heading, away, heading.opposite()]
}

/// The place of the first open way among these, and its heading; the last if none is open.
const fn first_open(tries: [Heading; 4], ways: Headings) -> (i64, Heading) {
    match () {
        () if ways.contains(tries[0]) => (0, tries[0]),
        () if ways.contains(tries[1]) => (1, tries[1]),
        () if ways.contains(tries[2]) => (2, tries[2]),
        () => (3, tries[3]),
    }
}

const fn choices() -> [[[Heading; 16]; 4]; 2] {
    let mut choices = [[[Heading::N; 16]; 4]; 2];
    let mut place = 0u8;
    while place < 128 {
        let (heading, ways) = (
            Heading::from_bits(place / 16 % 4),
            Headings::from_bits(place % 16),
        );
        let hand = [Hand::Left, Hand::Right][place as usize / 64];
        choices[hand as usize][heading as usize][ways.bits() as usize] =
            first_open(by_hand(heading, hand), ways).1;
        place += 1;
    }
    choices
}

impl Policy for WallFollower {
    #[inline]
    fn choose(&mut self, agent: &Agent, ways: Headings) -> Heading {
        /// The choices, by hand, heading and open ways.
        const CHOICES: [[[Heading; 16]; 4]; 2] = choices();
        CHOICES[self.hand as usize][agent.heading as usize][usize::from(ways.bits())]
    }
}

impl Policy for Pledge {
    fn choose(&mut self, agent: &Agent, ways: Headings) -> Heading {
        let [toward, on, away, back] = by_hand(agent.heading, self.hand);
        if self.turns == 0 {
            // The side of the hand comes last: the wall is to be there.
            let (turns, heading) = first_open([on, away, back, toward], ways);
            self.turns = turns;
            return heading;
        }
        let (turns, heading) = first_open([toward, on, away, back], ways);
        self.turns = self.turns.saturating_add(turns - 1);
        heading
    }
}

impl Policy for Mouse {
    #[inline]
    fn choose(&mut self, _: &Agent, ways: Headings) -> Heading {
        self.0.heading(ways)
    }
}

impl Policy for Tremaux {
    fn choose(&mut self, agent: &Agent, ways: Headings) -> Heading {
        let back = agent.heading.opposite();
        let cell = u32::from(agent.cell);
        let block = self.marks.entry(cell / BLOCK).or_default();
        let marks = &mut block[(cell % BLOCK) as usize];
        let is_known = *marks != 0;
        let count = |marks: u8, heading: Heading| marks >> (2 * heading as u8) & 3;
        let mark = |marks: &mut u8, heading| {
            *marks += u8::from(count(*marks, heading) < 3) << (2 * heading as u8);
        };
        let has_arrived = std::mem::replace(&mut self.steps, agent.steps) != agent.steps;
        if has_arrived {
            mark(marks, back);
        }
        let fewest = ways
            .iter()
            .min_by_key(|&way| count(*marks, way))
            .unwrap_or(back);
        let is_new_way = has_arrived && count(*marks, back) == 1;
        let heading = if is_new_way && is_known { back } else { fewest };
        if ways.contains(heading) {
            mark(marks, heading);
        }
        heading
    }
}

const BLOCK: u32 = 16;
