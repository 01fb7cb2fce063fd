//! Searches on plain arrays, as the baseline for the search of mazetick: the same states, the same
//! order, the same route.
//!
//! Each keeps whatever it asks of a cell in one number, so that a step reads one place, and its states
//! as numbers in a ring. Ways that lead out of the grid are closed in the board, so no step looks where
//! the edges are, and the step back, which leads to a state with a claim, is not tried.

use std::mem;

use mazetick::base::die::Orientation;
use mazetick::base::heading::Turn;
use mazetick::prelude::*;
use mazetick::puzzles::arrow::Signs;
use mazetick::puzzles::dice::Number;

use crate::plain::{inside, strides};

/// A search, to be begun and run again and again.
pub(crate) trait Search {
    /// Forgets all claims, and puts a walker there.
    fn begin(&mut self, from: usize);

    /// Searches; returns the number of states that were claimed. On foot and with a die that counts the
    /// first one, which mazetick claims when a walker returns to it.
    fn run(&mut self) -> usize;

    /// The route that was found; empty if there is none.
    fn route(&self) -> &[u32];
}

/// States, first in first out, in a ring whose size is a power of two.
#[derive(Default)]
struct Ring {
    states: Vec<u32>,
    head: usize,
    tail: usize,
}

impl Ring {
    /// With one state.
    fn of(mut self, first: u32) -> Self {
        self.states.resize(self.states.len().max(64), 0);
        self.states[0] = first;
        Self {
            head: 0,
            tail: 1,
            ..self
        }
    }

    /// The first state; makes room for the four that may follow it.
    #[inline]
    fn pop(&mut self) -> Option<u32> {
        if self.head == self.tail {
            return None;
        }
        if self.tail - self.head > self.states.len() - 4 {
            self.states = enlarged(mem::take(&mut self.states), self.head);
            self.tail -= self.head;
            self.head = 0;
        }
        let state = self.states[self.head & (self.states.len() - 1)];
        self.head += 1;
        Some(state)
    }

    #[inline]
    fn push(&mut self, state: u32) {
        self.push_if(true, state);
    }

    /// Appends a state if it is new there, without a branch.
    #[inline]
    fn push_if(&mut self, is_new: bool, state: u32) {
        let place = self.tail & (self.states.len() - 1);
        self.states[place] = state;
        self.tail += usize::from(is_new);
    }
}

/// Of twice the size, with its head at the beginning.
#[cold]
fn enlarged(mut states: Vec<u32>, head: usize) -> Vec<u32> {
    let size = states.len();
    states.rotate_left(head % size);
    states.resize(2 * size, 0);
    states
}

/// On foot. A byte a cell: the headings in which it can be left in the low four bits, above them 0, or
/// one more than the heading in which it was entered, or `START`. Where it was entered it is not left.
/// A state is a cell, and above it the ways that are left, so that a pop reads nothing else.
pub(crate) struct OnFoot {
    cells: Vec<u8>,
    ways: Vec<u8>,
    strides: [i32; 4],
    from: usize,
    goal: u32,
    ring: Ring,
    route: Vec<u32>,
}

/// The claim of the first state on foot and of a die.
const START: u8 = 5;

/// The bits of a cell in a state on foot.
const CELL: u32 = 24;

impl OnFoot {
    /// In a maze whose cells are open in these headings.
    pub(crate) fn new(grid: Grid, open: impl Iterator<Item = u8>, goal: usize) -> Self {
        let mut search = Self {
            cells: Vec::new(),
            ways: Vec::new(),
            strides: strides(grid),
            from: 0,
            goal: goal as u32,
            ring: Ring::default(),
            route: Vec::new(),
        };
        search.set(open);
        assert!(search.ways.len() <= 1 << CELL, "a cell fits into a state");
        search
    }

    /// In another maze of this grid, in the same memory.
    pub(crate) fn set(&mut self, open: impl Iterator<Item = u8>) {
        self.ways.clear();
        self.ways.extend(open);
    }

    /// The numbers of openings, dead ends and junctions, all three summed in one number.
    pub(crate) fn survey(&self) -> [usize; 3] {
        const OF_WAYS: [u64; 16] = {
            let mut sums = [0; 16];
            let mut ways = 0;
            while ways < 16 {
                let open = (ways as u32).count_ones();
                sums[ways] = (open as u64) | ((open == 1) as u64) << 24 | ((open > 2) as u64) << 44;
                ways += 1;
            }
            sums
        };
        let sum: u64 = self
            .ways
            .iter()
            .map(|&ways| OF_WAYS[usize::from(ways & 15)])
            .sum();
        let part = |from: u32, bits: u32| (sum >> from) as usize & ((1 << bits) - 1);
        [part(0, 24) / 2, part(24, 20), part(44, 20)] // an opening has two sides
    }

    fn trace(&mut self) {
        let mut here = self.goal;
        self.route.push(here);
        while self.cells[here as usize] >> 4 != START {
            let heading = (self.cells[here as usize] >> 4) - 1;
            here = here.wrapping_add_signed(-self.strides[heading as usize & 3]);
            self.route.push(here);
        }
        self.route.reverse();
    }
}

impl Search for OnFoot {
    fn begin(&mut self, from: usize) {
        self.from = from;
        self.cells.clone_from(&self.ways);
        self.route.clear();
    }

    fn run(&mut self) -> usize {
        /// What an entry changes: its claim is added, and the way back closed.
        const ENTERED: [u8; 4] = [1 << 4 | 2, 2 << 4 | 1, 3 << 4 | 8, 4 << 4 | 4];
        let first = &mut self.cells[self.from];
        *first |= START << 4;
        let first = self.from as u32 | u32::from(*first & 15) << CELL;
        let mut ring = mem::take(&mut self.ring).of(first);
        let (cells, strides, goal) = (self.cells.as_mut_slice(), self.strides, self.goal);
        let mut claimed = 1;
        'search: while let Some(state) = ring.pop() {
            let (cell, mut ways) = (state & ((1 << CELL) - 1), state >> CELL);
            while ways != 0 {
                let heading = ways.trailing_zeros() as usize & 3;
                ways &= ways - 1;
                let to = cell.wrapping_add_signed(strides[heading]);
                let there = &mut cells[to as usize];
                if *there < 16 {
                    *there ^= ENTERED[heading];
                    claimed += 1;
                    if to == goal {
                        self.trace();
                        break 'search;
                    }
                    ring.push(to | u32::from(*there & 15) << CELL);
                }
            }
        }
        self.ring = ring;
        claimed
    }

    fn route(&self) -> &[u32] {
        &self.route
    }
}

/// With a heading and signs. Four bytes a cell: for each heading of arrival three bits for the ways
/// forward, left, right, and above these three bits for the claim: 0, or one more than the heading before.
/// A state is four times the cell, plus the heading.
pub(crate) struct ByArrows {
    cells: Vec<u32>,
    /// The cells without claims.
    signs: Vec<u32>,
    strides: [i32; 4],
    from: u32,
    goal: u32,
    ring: Ring,
    route: Vec<u32>,
}

/// Forward, left, right of every heading.
pub(crate) const TURNED: [[u8; 4]; 4] = {
    let mut turned = [[0; 4]; 4];
    let mut at = 0;
    while at < 12 {
        let (travel, turn) = (at / 3, at % 3);
        turned[travel][turn] = Heading::ALL[travel].turn(Turn::ALL[turn]) as u8;
        at += 1;
    }
    turned
};

impl ByArrows {
    pub(crate) fn new(grid: Grid, signs: &[Signs], heading: Heading, goal: usize) -> Self {
        let ways = |(signs, inside): (&Signs, u8)| {
            let ways = (0..12).filter(|it| {
                let heading = Heading::from_bits(TURNED[it / 3][it % 3]);
                signs.allow(Heading::ALL[it / 3], heading) && inside >> heading as u8 & 1 == 1
            });
            ways.map(|it| 1 << it).sum()
        };
        let signs: Vec<u32> = signs.iter().zip(inside(grid)).map(ways).collect();
        let (from, goal, strides) = (heading as u32, goal as u32, strides(grid));
        let cells = Vec::new();
        Self {
            cells,
            signs,
            strides,
            from,
            goal,
            ring: Ring::default(),
            route: Vec::new(),
        }
    }

    fn trace(&mut self, arrival: u32) {
        let mut here = arrival;
        loop {
            let (cell, heading) = (here >> 2, here & 3);
            self.route.push(cell);
            if here == self.from && self.route.len() > 1 {
                break;
            }
            let before = (self.cells[cell as usize] >> (12 + 3 * heading) & 7) - 1;
            here = cell.wrapping_add_signed(-self.strides[heading as usize]) << 2 | before;
        }
        self.route.reverse();
    }
}

impl Search for ByArrows {
    fn begin(&mut self, from: usize) {
        self.from = (from as u32) << 2 | self.from & 3;
        self.cells.clone_from(&self.signs);
        self.route.clear();
    }

    fn run(&mut self) -> usize {
        // The first step is straight on, whatever the signs say; the first state has no claim.
        let (from, strides, goal) = (self.from, self.strides, self.goal);
        let heading = from & 3;
        let first = (from >> 2).wrapping_add_signed(strides[heading as usize]) << 2 | heading;
        let mut ring = mem::take(&mut self.ring).of(first);
        let cells = self.cells.as_mut_slice();
        cells[first as usize >> 2] |= (1 + heading) << (12 + 3 * heading);
        let mut claimed = 1;
        'search: while let Some(state) = ring.pop() {
            let (cell, travel) = (state >> 2, state & 3);
            let mut ways = cells[cell as usize] >> (3 * travel) & 7;
            // A constant number of times, so that each branch is predicted for itself.
            for _ in 0..3 {
                if ways == 0 {
                    continue 'search;
                }
                let turn = ways.trailing_zeros() as usize & 3;
                ways &= ways - 1;
                let heading = u32::from(TURNED[travel as usize][turn]) & 3;
                let to = cell.wrapping_add_signed(strides[heading as usize]);
                let there = &mut cells[to as usize];
                let place = 12 + 3 * heading;
                // Free as often as not: a branch would be mispredicted, and takes longer.
                let is_free = (*there >> place).trailing_zeros() >= 3;
                *there |= (u32::from(is_free) * (1 + travel)) << place;
                claimed += usize::from(is_free);
                ring.push_if(is_free, to << 2 | heading);
                if to == goal && is_free {
                    self.trace(to << 2 | heading);
                    break 'search;
                }
            }
        }
        self.ring = ring;
        claimed
    }

    fn route(&self) -> &[u32] {
        &self.route
    }
}

/// With a die. Eight bytes a cell: a roll is an odd turn, so a die has only twelve of its orientations
/// on a cell; for each three bits for the claim: 0, or one more than the heading of the roll, or
/// `START`. Above these the numbers that may enter, and the headings that stay inside the grid. A state
/// is 32 times the cell, plus the orientation, of which the lowest bit is odd or even.
pub(crate) struct ByDie {
    cells: Vec<u64>,
    /// The cells without claims.
    board: Vec<u64>,
    strides: [i32; 4],
    rolls: Rolls,
    from: u32,
    goal: u32,
    ring: Ring,
    route: Vec<u32>,
}

/// Where the numbers are that may enter a cell of [`ByDie`], and its headings.
const NUMBERS: u32 = 36;
const HEADINGS: u32 = 42;

/// The orientations, numbered so that a roll makes even ones odd: where each rolls to, and the bit of
/// the number on its top. The first one is even.
struct Rolls {
    rolled: [[u8; 4]; 32],
    top: [u64; 32],
}

impl Rolls {
    fn new(first: Orientation) -> Self {
        let mut halves = [vec![first], Vec::new()];
        for step in 0..24 {
            let from = halves[step % 2].iter();
            let rolled: Vec<_> = from
                .flat_map(|die| Heading::ALL.map(|way| die.roll(way)))
                .collect();
            let to = &mut halves[1 - step % 2];
            for die in rolled {
                if !to.contains(&die) {
                    to.push(die);
                }
            }
        }
        let [even, odd] = halves;
        assert_eq!(
            (even.len(), odd.len()),
            (12, 12),
            "half of the orientations are even"
        );
        let all: Vec<_> = even.into_iter().zip(odd).flat_map(<[_; 2]>::from).collect();
        let number = |die| all.iter().position(|&it| it == die).expect("one of all") as u8;
        let mut rolls = Self {
            rolled: [[0; 4]; 32],
            top: [0; 32],
        };
        for (at, die) in all.iter().enumerate() {
            rolls.rolled[at] = Heading::ALL.map(|heading| number(die.roll(heading)));
            rolls.top[at] = 1 << (NUMBERS + u32::from(die.top()) - 1);
        }
        rolls
    }
}

impl ByDie {
    pub(crate) fn new(grid: Grid, numbers: &[Number], die: Orientation, goal: usize) -> Self {
        let rolls = Rolls::new(die);
        let enters = |number: &Number| -> u64 {
            let faces = (1..=6)
                .filter_map(|top| (1..=6).find_map(move |front| Orientation::new(top, front)));
            let enter = faces.filter(|&die| number.admits(die));
            enter
                .map(|die| 1 << (NUMBERS + u32::from(die.top()) - 1))
                .sum()
        };
        let cell = |(number, inside): (_, u8)| enters(number) | u64::from(inside) << HEADINGS;
        let board = numbers.iter().zip(inside(grid)).map(cell).collect();
        let (cells, strides, ring, route) = (vec![], strides(grid), Ring::default(), vec![]);
        Self {
            cells,
            board,
            strides,
            rolls,
            from: 0,
            goal: goal as u32,
            ring,
            route,
        }
    }

    fn trace(&mut self, arrival: u32) {
        let mut here = arrival;
        loop {
            let (cell, die) = (here >> 5, here & 31);
            self.route.push(cell);
            let claim = (self.cells[cell as usize] >> (3 * (die >> 1)) & 7) as u8;
            if claim == START {
                break;
            }
            let heading = usize::from(claim - 1);
            let before = self.rolls.rolled[die as usize][heading ^ 1];
            here = cell.wrapping_add_signed(-self.strides[heading]) << 5 | u32::from(before);
        }
        self.route.reverse();
    }
}

impl Search for ByDie {
    fn begin(&mut self, from: usize) {
        self.from = from as u32;
        self.cells.clone_from(&self.board);
        self.route.clear();
    }

    fn run(&mut self) -> usize {
        /// The ways without the one back, by the claim.
        const ON: [u8; 8] = [15, 15 - 2, 15 - 1, 15 - 8, 15 - 4, 15, 15, 15];
        self.cells[self.from as usize] |= u64::from(START);
        let mut ring = mem::take(&mut self.ring).of(self.from << 5);
        let (cells, strides, goal) = (self.cells.as_mut_slice(), self.strides, self.goal);
        let rolls = &self.rolls;
        let mut claimed = 1;
        'search: while let Some(state) = ring.pop() {
            let (cell, die) = (state >> 5, state as usize & 31);
            let here = cells[cell as usize];
            let claim = here >> (3 * (die >> 1)) & 7;
            let mut ways = (here >> HEADINGS) as u8 & ON[claim as usize];
            let (top, rolled) = (rolls.top[die], &rolls.rolled[die]);
            while ways != 0 {
                let heading = ways.trailing_zeros() as usize & 3;
                ways &= ways - 1;
                let to = cell.wrapping_add_signed(strides[heading]);
                let there = &mut cells[to as usize];
                let die = u32::from(rolled[heading]);
                let place = 3 * (die >> 1);
                let is_new = *there & top != 0 && (*there >> place).trailing_zeros() >= 3;
                *there |= (u64::from(is_new) * (1 + heading as u64)) << place;
                claimed += usize::from(is_new);
                ring.push_if(is_new, to << 5 | die);
                if to == goal && is_new {
                    self.trace(to << 5 | die);
                    break 'search;
                }
            }
        }
        self.ring = ring;
        claimed
    }

    fn route(&self) -> &[u32] {
        &self.route
    }
}
