//! Mixtures of walls, signs, numbers and dice: a search that obeys all of them.

use std::collections::{HashMap, HashSet, VecDeque};

use super::{Square, Walls};

/// The faces of a die: top, bottom, north, south, east, west.
type Die = [u8; 6];

/// The order in which headings are tried.
pub const HEADINGS: [char; 4] = ['N', 'S', 'W', 'E'];

/// A mixture; what it has none of is no rule of it.
#[derive(Clone, Debug)]
pub struct Mixture {
    /// How many rows of squares there are.
    pub rows: usize,
    /// How many columns of squares there are.
    pub columns: usize,
    /// Where no step leads.
    pub walls: Walls,
    /// Whether steps out of the ends of rows come in at their other ends, and those of columns.
    pub wraps: (bool, bool),
    /// Where whoever steps into a square stands instead.
    pub portals: HashMap<Square, Square>,
    /// By square and direction: the one number on top with which a die leaves there.
    pub slots: HashMap<Square, (char, u8)>,
    /// Where the walk starts.
    pub from: Square,
    /// Where it is to arrive: the start, if none is given.
    pub to: Option<Square>,
    /// Where else it may arrive.
    pub others: Vec<Square>,
    /// The number on top of the die, and that in front.
    pub die: Option<(u8, u8)>,
    /// The heading with which the walker leaves the start.
    pub heading: Option<char>,
    /// By square and direction of travel: the allowed turns, letters of `LFR`.
    pub signs: HashMap<(Square, char), String>,
    /// By row and column, from 0: a number 1 to 6, or -1 for wild, or 0 for empty.
    pub numbers: Vec<Vec<i8>>,
}

/// A walker on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    at: Square,
    die: Option<Die>,
    heading: Option<char>,
}

fn rolled([top, bottom, north, south, east, west]: Die, toward: char) -> Die {
    match toward {
        'N' => [south, north, top, bottom, east, west],
        'S' => [north, south, bottom, top, east, west],
        'W' => [east, west, north, south, bottom, top],
        'E' => [west, east, north, south, top, bottom],
        _ => panic!("{toward:?} is no heading"),
    }
}

/// The die with these two faces, rolled from the one of the problem's text.
fn die_showing(top: u8, front: u8) -> Die {
    let mut dice = vec![[5, 2, 6, 1, 3, 4]];
    for known in 0..24 {
        for heading in HEADINGS {
            let next = rolled(dice[known], heading);
            if !dice.contains(&next) {
                dice.push(next);
            }
        }
    }
    dice.into_iter()
        .find(|die| (die[0], die[3]) == (top, front))
        .expect("a die")
}

/// Forward, left and right of a heading.
fn turns(heading: char) -> [(char, char); 3] {
    let clockwise = ['N', 'E', 'S', 'W'];
    let place = clockwise.iter().position(|&h| h == heading).unwrap();
    [
        ('F', heading),
        ('L', clockwise[(place + 3) % 4]),
        ('R', clockwise[(place + 1) % 4]),
    ]
}

impl Mixture {
    /// Where a step leads that no wall stops.
    fn beyond(&self, at: Square, toward: char) -> Option<Square> {
        let (row, column) = match toward {
            'N' => (at.0 - 1, at.1),
            'S' => (at.0 + 1, at.1),
            'W' => (at.0, at.1 - 1),
            _ => (at.0, at.1 + 1),
        };
        let within = |at: usize, most, wraps: bool| match at {
            0 => wraps.then_some(most),
            at if at > most => wraps.then_some(1),
            at => Some(at),
        };
        let row_then = within(row, self.rows, self.wraps.1)?;
        let column_then = within(column, self.columns, self.wraps.0)?;
        let is_inside = (row, column) == (row_then, column_then);
        if is_inside && self.walls.contains(&(at, (row, column))) {
            return None;
        }
        let into = (row_then, column_then);
        Some(self.portals.get(&into).copied().unwrap_or(into))
    }

    /// Where a walker tries to go, in order.
    fn tries(&self, state: State, leaving: bool) -> Vec<char> {
        let Some(heading) = state.heading else {
            return HEADINGS.to_vec();
        };
        if leaving {
            return vec![heading];
        }
        let sign = self
            .signs
            .get(&(state.at, heading))
            .map_or("", String::as_str);
        let allowed = turns(heading)
            .into_iter()
            .filter(|&(turn, _)| sign.contains(turn));
        allowed.map(|(_, toward)| toward).collect()
    }

    fn onward(&self, state: State, leaving: bool) -> Vec<State> {
        let mut onward = Vec::new();
        for toward in self.tries(state, leaving) {
            let Some(at) = self.beyond(state.at, toward) else {
                continue;
            };
            let admitted = state.die.is_none_or(|die| {
                let number = self.numbers[at.0 - 1][at.1 - 1];
                let slot = self.slots.get(&state.at).filter(|slot| slot.0 == toward);
                let fits = slot.is_none_or(|&(_, top)| top == die[0]);
                fits && (number == -1 || number == i8::try_from(die[0]).unwrap())
            });
            if admitted {
                let die = state.die.map(|die| rolled(die, toward));
                let heading = state.heading.map(|_| toward);
                onward.push(State { at, die, heading });
            }
        }
        onward
    }
}

impl Mixture {
    /// The walker at the start, and whether it goes straight on there.
    pub fn first(&self) -> (State, bool) {
        let die = self.die.map(|(top, front)| die_showing(top, front));
        (
            State {
                at: self.from,
                die,
                heading: self.heading,
            },
            self.heading.is_some(),
        )
    }

    fn is_goal(&self, at: Square) -> bool {
        at == self.to.unwrap_or(self.from) || self.others.contains(&at)
    }

    /// Where a walker can go; `None` is a goal.
    pub fn moves(&self, (state, leaving): (State, bool)) -> Vec<Option<(State, bool)>> {
        let onward = self.onward(state, leaving).into_iter();
        onward
            .map(|next| (!self.is_goal(next.at)).then_some((next, false)))
            .collect()
    }
}

/// The shortest route, and how many layers of walkers step until it is found or no walker is left.
pub fn search(mixture: &Mixture) -> (Option<Vec<Square>>, usize) {
    let die = mixture.die.map(|(top, front)| die_showing(top, front));
    let first = State {
        at: mixture.from,
        die,
        heading: mixture.heading,
    };
    let mut seen = HashSet::new();
    let mut waiting = VecDeque::from([(first, vec![mixture.from])]);
    let mut layers = 0;
    while let Some((state, route)) = waiting.pop_front() {
        layers = route.len();
        for next in mixture.onward(state, route.len() == 1) {
            if !seen.insert(next) {
                continue;
            }
            let longer = [&route[..], &[next.at]].concat();
            if mixture.is_goal(next.at) {
                return (Some(longer), layers);
            }
            waiting.push_back((next, longer));
        }
    }
    (None, layers)
}
