//! Contests on plain arrays of the sizes that the contests have, as the baseline for those of mazetick:
//! the same input, the same output, and no word about what is wrong in an input.

use mazetick::base::{Heading, Orientation};

use crate::searches::TURNED;

/// A program that solves contest input.
pub(crate) trait Program: Default {
    fn solve(&mut self, input: &[u8], output: &mut Vec<u8>);
}

/// What is left of an input.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    /// The next byte that is not blank.
    fn next(&mut self) -> u8 {
        while let Some((&byte, rest)) = self.0.split_first() {
            self.0 = rest;
            if byte > b' ' {
                return byte;
            }
        }
        0
    }

    fn number(&mut self) -> usize {
        let mut number = usize::from(self.next() - b'0');
        while let Some((digit @ b'0'..=b'9', rest)) = self.0.split_first() {
            number = 10 * number + usize::from(digit - b'0');
            self.0 = rest;
        }
        number
    }

    /// The rest of the line.
    fn line(&mut self) -> &'a [u8] {
        let end = self.0.iter().position(|&byte| byte == b'\n').unwrap_or(self.0.len());
        let (line, rest) = self.0.split_at(end);
        self.0 = rest.get(1..).unwrap_or_default();
        line
    }
}

/// A row or column.
fn write(number: usize, output: &mut Vec<u8>) {
    if number >= 10 {
        output.push(b'0' + (number / 10) as u8);
    }
    output.push(b'0' + (number % 10) as u8);
}

/// Lists a route, given from its end.
fn list(route: &[u8], a_line: usize, between: &[u8], at_line_end: &[u8], output: &mut Vec<u8>) {
    if route.is_empty() {
        output.extend(b"  No Solution Possible");
    }
    for (place, &cell) in route.iter().rev().enumerate() {
        let before: [&[u8]; 2] = match place {
            0 => [b"  ", b""],
            _ if place % a_line == 0 => [at_line_end, b"\n  "],
            _ => [between, b""],
        };
        output.extend(before[0]);
        output.extend(before[1]);
        output.push(b'(');
        write(usize::from(cell >> 4), output);
        output.push(b',');
        write(usize::from(cell & 15), output);
        output.push(b')');
    }
    output.push(b'\n');
}

/// The distances to the neighbours in boards with 16 columns, in the order of headings.
const STRIDES: [u8; 4] = [240, 16, 255, 1];

/// The claim of the first state.
const START: u8 = 4;

const UNCLAIMED: u8 = 255;

/// Abbott's arrow maze of up to 9 × 9 intersections. States are a cell and the heading of arrival.
pub(crate) struct Arrow {
    /// For each heading of arrival, forward, left and right, a bit each.
    signs: [[u8; 4]; 256],
    /// The headings before.
    claims: [[u8; 4]; 256],
    queue: Vec<(u8, u8)>,
    route: Vec<u8>,
}

impl Default for Arrow {
    fn default() -> Self {
        let (queue, route) = Default::default();
        Self { signs: [[0; 4]; 256], claims: [[UNCLAIMED; 4]; 256], queue, route }
    }
}

fn heading(letter: u8) -> Heading {
    Heading::from_letter(letter).expect("a heading")
}

/// The bits of forward, left and right, and the numbers of headings, by their letters.
const TURNS: [u8; 256] = by_letter(&[(b'F', 1), (b'L', 2), (b'R', 4)]);
const HEADINGS: [u8; 256] = by_letter(&[(b'N', 0), (b'S', 1), (b'W', 2), (b'E', 3)]);

const fn by_letter(numbers: &[(u8, u8)]) -> [u8; 256] {
    let (mut all, mut at) = ([0; 256], 0);
    while at < numbers.len() {
        all[numbers[at].0 as usize] = numbers[at].1;
        at += 1;
    }
    all
}

impl Arrow {
    fn read_signs(&mut self, input: &mut Input<'_>) {
        self.signs.fill([0; 4]);
        loop {
            let row = input.number();
            if row == 0 {
                input.line();
                break;
            }
            let signs = &mut self.signs[row << 4 | input.number()];
            loop {
                let letter = input.next();
                if letter == b'*' {
                    break;
                }
                let mut turns = 0;
                while let Some((&turn, rest)) = input.0.split_first()
                    && turn > b' '
                {
                    (turns, input.0) = (turns | TURNS[usize::from(turn)], rest);
                }
                signs[usize::from(HEADINGS[usize::from(letter)])] |= turns;
            }
        }
    }

    fn search(&mut self, from: u8, first: Heading, goal: u8) {
        for &(cell, heading) in &self.queue {
            self.claims[usize::from(cell)][usize::from(heading)] = UNCLAIMED;
        }
        self.queue.clear();
        self.route.clear();
        let next = from.wrapping_add(STRIDES[first as usize]);
        self.claims[usize::from(next)][first as usize] = START;
        self.queue.push((next, first as u8));
        if next == goal {
            return self.trace(next, first as u8, from);
        }
        let mut at = 0;
        while let Some(&(cell, travel)) = self.queue.get(at) {
            at += 1;
            let mut ways = self.signs[usize::from(cell)][usize::from(travel & 3)];
            while ways != 0 {
                let turn = ways.trailing_zeros() as usize & 3;
                ways &= ways - 1;
                let heading = TURNED[usize::from(travel & 3)][turn] & 3;
                let to = cell.wrapping_add(STRIDES[usize::from(heading)]);
                let claim = &mut self.claims[usize::from(to)][usize::from(heading)];
                if *claim == UNCLAIMED {
                    *claim = travel;
                    self.queue.push((to, heading));
                    if to == goal {
                        return self.trace(to, heading, from);
                    }
                }
            }
        }
    }

    fn trace(&mut self, mut cell: u8, mut heading: u8, from: u8) {
        loop {
            self.route.push(cell);
            let before = self.claims[usize::from(cell)][usize::from(heading)];
            if before == START {
                return self.route.push(from);
            }
            (cell, heading) = (cell.wrapping_sub(STRIDES[usize::from(heading)]), before);
        }
    }
}

impl Program for Arrow {
    fn solve(&mut self, input: &[u8], output: &mut Vec<u8>) {
        let mut input = Input(input);
        loop {
            let name = input.line();
            if name == b"END" {
                break;
            }
            let from = (input.number() << 4 | input.number()) as u8;
            let travel = heading(input.next());
            let goal = (input.number() << 4 | input.number()) as u8;
            self.read_signs(&mut input);
            self.search(from, travel, goal);
            output.extend(name);
            output.push(b'\n');
            list(&self.route, 10, b" ", b"", output);
        }
    }
}

/// A dice maze of up to 10 × 10 squares. States are a cell and an orientation.
pub(crate) struct Dice {
    /// The tops that may enter, a bit each; nothing around the board.
    numbers: [u8; 256],
    /// The headings of the last roll.
    claims: [[u8; 24]; 256],
    queue: Vec<(u8, u8)>,
    route: Vec<u8>,
    /// The top and front of orientations, the bits of their tops, and where they roll.
    faces: Vec<(u8, u8)>,
    tops: [u8; 24],
    rolled: [[u8; 4]; 24],
}

impl Default for Dice {
    fn default() -> Self {
        let all = || (1..=6).flat_map(|top| (1..=6).map(move |front| (top, front)));
        let faces: Vec<_> = all().filter(|&(t, f)| Orientation::new(t, f).is_some()).collect();
        let number = |die: Orientation| {
            faces.iter().position(|&it| it == (die.top(), die.front())).expect("a die") as u8
        };
        let (mut tops, mut rolled) = ([0; 24], [[0; 4]; 24]);
        for (at, &(top, front)) in faces.iter().enumerate() {
            let die = Orientation::new(top, front).expect("a die");
            tops[at] = 1 << top;
            rolled[at] = Heading::ALL.map(|heading| number(die.roll(heading)));
        }
        let (numbers, claims) = ([0; 256], [[UNCLAIMED; 24]; 256]);
        Self { numbers, claims, queue: vec![], route: vec![], faces, tops, rolled }
    }
}

impl Dice {
    fn search(&mut self, from: u8, die: u8) {
        for &(cell, die) in &self.queue {
            self.claims[usize::from(cell)][usize::from(die)] = UNCLAIMED;
        }
        self.queue.clear();
        self.route.clear();
        // The start has no claim until the die returns, so it is not taken off again.
        self.queue.push((from, die));
        let mut at = 0;
        while let Some(&(cell, die)) = self.queue.get(at) {
            at += 1;
            let (top, rolled) = (self.tops[usize::from(die)], self.rolled[usize::from(die)]);
            for heading in 0..4 {
                let to = cell.wrapping_add(STRIDES[heading]);
                if self.numbers[usize::from(to)] & top == 0 {
                    continue;
                }
                let claim = &mut self.claims[usize::from(to)][usize::from(rolled[heading])];
                if *claim == UNCLAIMED {
                    *claim = heading as u8;
                    self.queue.push((to, rolled[heading]));
                    if to == from {
                        return self.trace(from, rolled[heading]);
                    }
                }
            }
        }
    }

    fn trace(&mut self, from: u8, mut die: u8) {
        let mut cell = from;
        loop {
            self.route.push(cell);
            if cell == from && self.route.len() > 1 {
                return;
            }
            let heading = usize::from(self.claims[usize::from(cell)][usize::from(die)]) & 3;
            cell = cell.wrapping_sub(STRIDES[heading]);
            die = self.rolled[usize::from(die)][heading ^ 1];
        }
    }
}

impl Program for Dice {
    fn solve(&mut self, input: &[u8], output: &mut Vec<u8>) {
        let mut input = Input(input);
        loop {
            let name = input.line();
            if name == b"END" {
                break;
            }
            let (rows, columns) = (input.number(), input.number());
            let from = (input.number() << 4 | input.number()) as u8;
            let faces = (input.number() as u8, input.number() as u8);
            self.numbers.fill(0);
            for row in 1..=rows {
                for column in 1..=columns {
                    let enter = match input.next() {
                        b'-' => {
                            input.next();
                            0b111_1110
                        }
                        b'0' => 0,
                        digit => 1 << (digit - b'0'),
                    };
                    self.numbers[row << 4 | column] = enter;
                }
            }
            input.line();
            let die = self.faces.iter().position(|&it| it == faces).expect("a die");
            self.search(from, die as u8);
            output.extend(name);
            output.push(b'\n');
            list(&self.route, 9, b",", b",", output);
        }
    }
}

/// Johnny's maze of up to 39 × 39 cells, with a border, in rows of 64.
#[derive(Default)]
pub(crate) struct Johnny {
    visited: Vec<bool>,
    pending: Vec<u16>,
}

impl Program for Johnny {
    fn solve(&mut self, input: &[u8], output: &mut Vec<u8>) {
        let mut input = Input(input);
        for _ in 0..input.number() {
            let (rows, columns) = (input.number(), input.number());
            let (row, column) = (rows + 1 - input.number(), input.number());
            self.visited.clear();
            self.visited.resize((rows + 2) * 64, true);
            (1..=rows).for_each(|row| self.visited[row << 6 | 1..][..columns].fill(false));
            // The picture itself holds the walls.
            (0..columns).for_each(|_| output.extend(b" _"));
            output.push(b'\n');
            let (picture, width) = (output.len(), 2 * columns + 2);
            for _ in 0..rows {
                output.push(b'|');
                (0..columns).for_each(|_| output.extend(b"_|"));
                output.push(b'\n');
            }
            let floor = |cell: u16| {
                let (row, column) = (usize::from(cell >> 6), usize::from(cell & 63));
                picture + (row - 1) * width + 2 * column - 1
            };
            let pending = &mut self.pending;
            pending.push((row << 6 | column) as u16);
            self.visited[row << 6 | column] = true;
            while let Some(&here) = pending.last() {
                let beside = |by: u16| usize::from(here.wrapping_add(by));
                let is_closed = |by| self.visited[beside(by)];
                if is_closed(64)
                    & is_closed(64_u16.wrapping_neg())
                    & is_closed(1)
                    & is_closed(65535)
                {
                    pending.pop();
                    continue;
                }
                let (to, wall) = match input.next() {
                    b'U' => (here - 64, floor(here - 64)),
                    b'D' => (here + 64, floor(here)),
                    b'L' => (here - 1, floor(here) - 1),
                    b'R' => (here + 1, floor(here) + 1),
                    _ => {
                        pending[input.number() - 1..].reverse();
                        continue;
                    }
                };
                output[wall] = b' ';
                self.visited[usize::from(to)] = true;
                pending.push(to);
            }
            output.push(b'\n');
        }
    }
}
