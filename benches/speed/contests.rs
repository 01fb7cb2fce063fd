//! Contests on plain arrays of the sizes that the contests have, as the baseline for those of mazetick:
//! the same input, the same output, and no word about what is wrong in an input.

use mazetick::base::Heading;
use mazetick::base::die::Orientation;

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
        let end = self
            .0
            .iter()
            .position(|&byte| byte == b'\n')
            .unwrap_or(self.0.len());
        let (line, rest) = self.0.split_at(end);
        self.0 = rest.get(1..).unwrap_or_default();
        line
    }
}

/// Lists a route, given from its end: each position with the byte behind it, in place of which a line is ended
/// and the next begun after so many.
fn list(route: &[u8], a_line: usize, between: u8, at_line_end: &[u8], output: &mut Vec<u8>) {
    if route.is_empty() {
        output.extend(b"  No Solution Possible\n");
        return;
    }
    output.extend(b"  ");
    let mut left = a_line;
    for &cell in route.iter().rev() {
        if left == 0 {
            output.pop();
            output.extend(at_line_end);
            left = a_line;
        }
        left -= 1;
        let (text, length) = POSITIONS[usize::from(cell)];
        output.extend(text); // all at once, then what is too much is taken off
        output.truncate(output.len() - 8 + usize::from(length));
        output.push(between);
    }
    output.pop();
    output.push(b'\n');
}

/// The text of each position, and its length.
static POSITIONS: [([u8; 8], u8); 256] = {
    let mut all = [([0; 8], 0); 256];
    let mut cell = 0;
    while cell < 256 {
        let mut text = [0; 8];
        let mut length = 0;
        let parts = [b'(', cell as u8 >> 4, b',', cell as u8 & 15, b')'];
        let mut part = 0;
        while part < 5 {
            let is_number = part % 2 == 1;
            if is_number && parts[part] >= 10 {
                text[length] = b'1';
                length += 1;
            }
            text[length] = if is_number {
                b'0' + parts[part] % 10
            } else {
                parts[part]
            };
            (part, length) = (part + 1, length + 1);
        }
        all[cell] = (text, length as u8);
        cell += 1;
    }
    all
};

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
    /// Cells and headings, in the order in which they are claimed, and their number.
    queue: [(u8, u8); 1024],
    tail: usize,
    route: Vec<u8>,
}

impl Default for Arrow {
    fn default() -> Self {
        let (queue, route) = ([(0, 0); 1024], Vec::new());
        Self {
            signs: [[0; 4]; 256],
            claims: [[UNCLAIMED; 4]; 256],
            queue,
            tail: 0,
            route,
        }
    }
}

fn heading(letter: u8) -> Heading {
    Heading::from_letter(letter).expect("a heading")
}

/// Groups by the highest byte of their text times a factor which makes all of these different: the heading,
/// above it the bits of forward, left and right, above these the length with the space behind it.
static GROUPS: [u8; 256] = {
    let arrows: [&[u8]; 15] = [
        b"F", b"L", b"R", b"FL", b"FR", b"LF", b"LR", b"RF", b"RL", b"FLR", b"FRL", b"LFR", b"LRF",
        b"RFL", b"RLF",
    ];
    let mut all = [0; 256];
    let mut number = 0;
    while number < 60 {
        let (travel, arrows) = (number / 15, arrows[number % 15]);
        let mut text = b"NSWE"[travel] as u64;
        let mut turns = 0;
        let mut at = 0;
        while at < arrows.len() {
            text |= (arrows[at] as u64) << (8 * (at + 1));
            turns |= match arrows[at] {
                b'F' => 1,
                b'L' => 2,
                _ => 4,
            };
            at += 1;
        }
        text |= (b' ' as u64) << (8 * (at + 1));
        all[place(text)] = (travel | turns << 2 | (at + 2) << 5) as u8;
        number += 1;
    }
    all
};

const fn place(text: u64) -> usize {
    (text.wrapping_mul(0x19a1_d455_590a_f5df) >> 56) as usize
}

impl Arrow {
    /// Coordinates of one digit, groups of different arrows, one space between them.
    fn read_signs(&mut self, input: &mut Input<'_>) {
        /// A bit that is set in every letter and not in a space.
        const LETTER: u64 = u64::from_le_bytes([1 << 6; 8]);
        self.signs.fill([0; 4]);
        input.line();
        let text = input.0;
        let mut at = 0;
        while let &[row, _, column, _] = text[at..].first_chunk().expect("a line")
            && row != b'0'
        {
            let signs = &mut self.signs[usize::from((row & 15) << 4 | (column & 15))];
            at += 4;
            while text[at] != b'*' {
                let group = u64::from_le_bytes(*text[at..].first_chunk().expect("a group"));
                let spaces = (!group & LETTER) << 1;
                let group = GROUPS[place(group & (spaces ^ spaces.wrapping_sub(1)))];
                signs[usize::from(group & 3)] |= group >> 2 & 7;
                at += usize::from(group >> 5);
            }
            at += 2;
        }
        input.0 = &text[at + 2..];
    }

    fn search(&mut self, from: u8, first: Heading, goal: u8) {
        for &(cell, heading) in &self.queue[..self.tail] {
            self.claims[usize::from(cell)][usize::from(heading)] = UNCLAIMED;
        }
        self.route.clear();
        let next = from.wrapping_add(STRIDES[first as usize]);
        self.claims[usize::from(next)][first as usize] = START;
        self.queue[0] = (next, first as u8);
        self.tail = 1;
        if next == goal {
            return self.trace(next, first as u8, from);
        }
        let (mut at, mut tail) = (0, 1);
        while at < tail {
            let (cell, travel) = self.queue[at];
            at += 1;
            let mut ways = self.signs[usize::from(cell)][usize::from(travel & 3)];
            while ways != 0 {
                let turn = ways.trailing_zeros() as usize & 3;
                ways &= ways - 1;
                let heading = TURNED[usize::from(travel & 3)][turn] & 3;
                let to = cell.wrapping_add(STRIDES[usize::from(heading)]);
                let claim = &mut self.claims[usize::from(to)][usize::from(heading)];
                // Free as often as not: a branch would be mispredicted.
                let is_free = *claim == UNCLAIMED;
                *claim = if is_free { travel } else { *claim };
                self.queue[tail] = (to, heading);
                tail += usize::from(is_free);
                if to == goal && is_free {
                    self.tail = tail;
                    return self.trace(to, heading, from);
                }
            }
        }
        self.tail = tail;
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
            list(&self.route, 10, b' ', b"\n  ", output);
        }
    }
}

/// A dice maze of up to 10 × 10 squares. States are a cell and an orientation.
pub(crate) struct Dice {
    /// The tops that may enter, a bit each; nothing around the board.
    numbers: [u8; 256],
    /// The headings of the last roll.
    claims: [[u8; 32]; 256],
    queue: Vec<(u8, u8)>,
    route: Vec<u8>,
    /// The top and front of orientations, the bits of their tops, and where they roll.
    faces: Vec<(u8, u8)>,
    tops: [u8; 32],
    rolled: [[u8; 4]; 32],
}

/// The tops that a number lets in, without and with a minus, by its digit.
static TOPS: [[u8; 8]; 2] = [[0, 2, 4, 8, 16, 32, 64, 0], [0b111_1110; 8]];

impl Default for Dice {
    fn default() -> Self {
        let all = || (1..=6).flat_map(|top| (1..=6).map(move |front| (top, front)));
        let faces: Vec<_> = all()
            .filter(|&(t, f)| Orientation::new(t, f).is_some())
            .collect();
        let number = |die: Orientation| {
            faces
                .iter()
                .position(|&it| it == (die.top(), die.front()))
                .expect("a die") as u8
        };
        let (mut tops, mut rolled) = ([0; 32], [[0; 4]; 32]);
        for (at, &(top, front)) in faces.iter().enumerate() {
            let die = Orientation::new(top, front).expect("a die");
            tops[at] = 1 << top;
            rolled[at] = Heading::ALL.map(|heading| number(die.roll(heading)));
        }
        let (numbers, claims) = ([0; 256], [[UNCLAIMED; 32]; 256]);
        Self {
            numbers,
            claims,
            queue: vec![],
            route: vec![],
            faces,
            tops,
            rolled,
        }
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
            let (top, rolled) = (
                self.tops[usize::from(die & 31)],
                self.rolled[usize::from(die & 31)],
            );
            for heading in 0..4 {
                let to = cell.wrapping_add(STRIDES[heading]);
                if self.numbers[usize::from(to)] & top == 0 {
                    continue;
                }
                let claim = &mut self.claims[usize::from(to)][usize::from(rolled[heading] & 31)];
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
            input.line();
            let (text, mut at) = (input.0, 0);
            for row in 1..=rows {
                for number in &mut self.numbers[row << 4 | 1..][..columns] {
                    let minus = usize::from(text[at] == b'-');
                    *number = TOPS[minus][usize::from(text[at + minus] & 7)];
                    at += minus + 2;
                }
            }
            input.0 = &text[at..];
            let die = self
                .faces
                .iter()
                .position(|&it| it == faces)
                .expect("a die");
            self.search(from, die as u8);
            output.extend(name);
            output.push(b'\n');
            list(&self.route, 9, b',', b",\n  ", output);
        }
    }
}

/// Johnny's maze. A cell is the place of its floor in the picture, after a line above it: whatever is beside the
/// cells of a line counts as visited.
#[derive(Default)]
pub(crate) struct Johnny {
    visited: Vec<bool>,
    pending: Vec<u32>,
}

/// The numbers of the headings up, down, left, right by their letters; 4 for other letters.
static HEADINGS: [u8; 256] = {
    let mut all = [4; 256];
    let mut heading = 0;
    while heading < 4 {
        all[b"UDLR"[heading] as usize] = heading as u8;
        heading += 1;
    }
    all
};

impl Program for Johnny {
    fn solve(&mut self, input: &[u8], output: &mut Vec<u8>) {
        let mut input = Input(input);
        for _ in 0..input.number() {
            let (rows, columns) = (input.number(), input.number());
            let (row, column) = (rows - input.number(), input.number());
            let width = 2 * columns + 2;
            self.visited.clear();
            self.visited.resize((rows + 2) * width, true);
            (1..=rows).for_each(|row| self.visited[row * width..][..2 * columns].fill(false));
            // The picture itself holds the walls.
            (0..columns).for_each(|_| output.extend(b" _"));
            output.push(b'\n');
            let picture = output.len();
            output.push(b'|');
            (0..columns).for_each(|_| output.extend(b"_|"));
            output.push(b'\n');
            (1..rows).for_each(|_| output.extend_from_within(picture..picture + width));
            let picture = &mut output[picture..];
            // To the next cell, and to the wall before it.
            let down = (width as u32).cast_signed();
            let steps = [(-down, -down), (down, 0), (-2, -1), (2, 1)];
            let pending = &mut self.pending;
            let start = (row + 1) * width + 2 * column - 1;
            pending.push(start as u32);
            self.visited[start] = true;
            while let Some(&here) = pending.last() {
                let is_closed = |by: usize| self.visited[(here as usize).wrapping_add(by)];
                if is_closed(width)
                    & is_closed(width.wrapping_neg())
                    & is_closed(2)
                    & is_closed(2_usize.wrapping_neg())
                {
                    pending.pop();
                    continue;
                }
                let heading = HEADINGS[usize::from(input.next())];
                if heading > 3 {
                    pending[input.number() - 1..].reverse();
                    continue;
                }
                let (to, wall) = steps[usize::from(heading)];
                let to = here.wrapping_add_signed(to);
                picture[here.wrapping_add_signed(wall) as usize - width] = b' ';
                self.visited[to as usize] = true;
                pending.push(to);
            }
            output.push(b'\n');
        }
    }
}
