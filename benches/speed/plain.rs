//! The same generation on plain arrays, as the baseline for the ECS. Same rules, same draws, same order,
//! so the same mazes.

use mazetick::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

pub(crate) fn chance(seed: u64) -> ChaCha8Rng {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(1);
    chance
}

/// An unbiased number below a bound.
fn below(chance: &mut ChaCha8Rng, bound: u32) -> u32 {
    let mut product = u64::from(chance.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = u64::from(chance.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// Johnny's list, flipped cell by cell. A byte a cell: the headings that lead to unvisited cells in the
/// low four bits, above them those that are open.
pub(crate) struct Johnny {
    /// The probability of a flip, in steps of 2⁻³².
    flips: u32,
    chance: ChaCha8Rng,
    cells: Vec<u8>,
    pending: Vec<u32>,
    /// The cells of a maze in which nothing is visited.
    unvisited: Vec<u8>,
    strides: [i32; 4],
}

/// The heading of each bit of a set, from the lowest.
const NTH: [[u8; 4]; 16] = {
    let mut all = [[0; 4]; 16];
    let mut set = 0;
    while set < 16 {
        let (mut heading, mut count) = (0, 0);
        while heading < 4 {
            if set >> heading & 1 == 1 {
                all[set][count] = heading;
                count += 1;
            }
            heading += 1;
        }
        set += 1;
    }
    all
};

impl Johnny {
    pub(crate) fn new(grid: Grid, seed: u64, start: usize, flips: f64) -> Self {
        let unvisited: Vec<u8> = inside(grid).collect();
        let mut johnny = Self {
            flips: (flips * 4_294_967_296.0) as u32,
            chance: chance(seed),
            cells: Vec::new(),
            pending: Vec::with_capacity(unvisited.len()),
            unvisited,
            strides: strides(grid),
        };
        johnny.begin(seed, start);
        johnny
    }

    /// Begins again, in the same memory.
    pub(crate) fn begin(&mut self, seed: u64, start: usize) {
        self.chance = chance(seed);
        self.cells.clone_from(&self.unvisited);
        self.pending.clear();
        self.pending.push(start as u32);
        close(&mut self.cells, self.strides, start);
    }

    pub(crate) fn run(&mut self) -> usize {
        let mut ticks = 0;
        while let Some(&here) = self.pending.last() {
            ticks += 1;
            let ways = self.cells[here as usize] & 15;
            if ways == 0 {
                self.pending.pop();
                continue;
            }
            if self.flips > 0 && self.chance.next_u32() < self.flips {
                let place = below(&mut self.chance, self.pending.len() as u32);
                self.pending[place as usize..].reverse();
                continue;
            }
            let way = below(&mut self.chance, ways.count_ones());
            let heading = NTH[usize::from(ways)][way as usize & 3];
            let there = here.wrapping_add_signed(self.strides[usize::from(heading & 3)]);
            self.cells[here as usize] |= 16 << heading;
            self.cells[there as usize] |= 16 << (heading ^ 1);
            close(&mut self.cells, self.strides, there as usize);
            self.pending.push(there);
        }
        ticks
    }

    /// The headings in which each cell is open.
    pub(crate) fn open(&self) -> impl Iterator<Item = u8> {
        self.cells.iter().map(|cell| cell >> 4)
    }
}

/// The distances to the neighbours in grid order.
pub(crate) fn strides(grid: Grid) -> [i32; 4] {
    Heading::ALL.map(|heading| grid.stride(heading))
}

/// The headings that stay inside the grid, a bit each, by cell.
pub(crate) fn inside(grid: Grid) -> impl Iterator<Item = u8> {
    let leads = move |at| move |heading| u8::from(grid.leads(at, heading)) << heading as u8;
    grid.positions()
        .map(move |at| Heading::ALL.map(leads(at)).iter().sum())
}

/// The Mazing. A byte a point of the lattice, row by row: the headings that lead to points without walls in the low
/// four bits, above them those in which a wall is missing.
pub(crate) struct Mazing {
    ways: Vec<u8>,
    /// The two points of each wall that others may grow from.
    stems: Vec<[u32; 2]>,
    strides: [i32; 4],
    left: usize,
    chance: ChaCha8Rng,
    border: Border,
}

/// The ways and the stems of a maze with its border alone, and the number of walls to be built.
struct Border {
    ways: Vec<u8>,
    stems: Vec<[u32; 2]>,
    left: usize,
}

impl Mazing {
    pub(crate) fn new(grid: Grid, seed: u64) -> Self {
        let (rows, columns) = (grid.rows as usize, grid.columns as usize);
        let lattice = Grid {
            rows: grid.rows + 1,
            columns: grid.columns + 1,
        };
        let point = |row: usize, column: usize| (row * (columns + 1) + column) as u32;
        let mut stems = Vec::new();
        for row in [0, rows] {
            stems.extend((0..columns).map(|column| [point(row, column), point(row, column + 1)]));
        }
        for column in [0, columns] {
            stems.extend((0..rows).map(|row| [point(row, column), point(row + 1, column)]));
        }
        let along = |at: Position| {
            let is_side = at.column == 1 || at.column == lattice.columns;
            let is_end = at.row == 1 || at.row == lattice.rows;
            (u8::from(is_side) * 3) | (u8::from(is_end) * 12)
        };
        let ways = inside(lattice).zip(lattice.positions());
        let mut ways: Vec<u8> = ways.map(|(it, at)| it | (it & !along(at)) << 4).collect();
        let strides = strides(lattice);
        let border = lattice
            .indices()
            .zip(lattice.positions())
            .filter(|&(_, at)| along(at) > 0);
        border.for_each(|(point, _)| close(&mut ways, strides, point.get()));
        let left = (rows - 1) * (columns - 1);
        let border = Border { ways, stems, left };
        let (ways, stems) = (Vec::new(), Vec::with_capacity(border.stems.len() + left));
        let mut mazing = Self {
            ways,
            stems,
            strides,
            left,
            chance: chance(seed),
            border,
        };
        mazing.begin(seed);
        mazing
    }

    /// Begins again, in the same memory.
    pub(crate) fn begin(&mut self, seed: u64) {
        self.chance = chance(seed);
        self.ways.clone_from(&self.border.ways);
        self.stems.clone_from(&self.border.stems);
        self.left = self.border.left;
    }

    /// The literal process: any standing wall, any missing one that touches it, built unless it
    /// joins two walls. Returns the number of attempts, at most `most`.
    pub(crate) fn run_attempts(&mut self, most: usize) -> usize {
        let mut attempts = 0;
        while self.left > 0 && attempts < most {
            attempts += 1;
            let place = below(&mut self.chance, self.stems.len() as u32) as usize;
            let ends = self.stems[place];
            if let Some((end, heading)) = self.pick(ends, |ways| ways >> 4)
                && self.ways[end as usize] >> heading & 1 == 1
            {
                self.build(end, heading);
            }
        }
        attempts
    }

    /// The second process: any standing wall that a missing one can grow from, any of these.
    pub(crate) fn run(&mut self) -> usize {
        let ticks = self.left;
        while self.left > 0 {
            let place = below(&mut self.chance, self.stems.len() as u32) as usize;
            let ends = self.stems[place];
            match self.pick(ends, |ways| ways & 15) {
                Some((end, heading)) => self.build(end, heading),
                None => drop(self.stems.swap_remove(place)),
            }
        }
        ticks
    }

    /// The number of words drawn.
    pub(crate) fn drawn(&self) -> u128 {
        self.chance.get_word_pos()
    }

    /// Draws one of the headings of two points; `None` if there is none.
    #[inline]
    fn pick(&mut self, ends: [u32; 2], headings: impl Fn(u8) -> u8) -> Option<(u32, u8)> {
        let sets = ends.map(|end| headings(self.ways[end as usize]));
        let [first, second] = sets.map(u8::count_ones);
        if first + second == 0 {
            return None;
        }
        let place = below(&mut self.chance, first + second);
        let of = usize::from(place >= first);
        let place = place - of as u32 * first;
        Some((
            ends[of],
            NTH[usize::from(sets[of] & 15)][place as usize & 3],
        ))
    }

    #[inline]
    fn build(&mut self, end: u32, heading: u8) {
        let far = end.wrapping_add_signed(self.strides[usize::from(heading & 3)]);
        self.ways[end as usize] &= !(16 << heading);
        self.ways[far as usize] &= !(16 << (heading ^ 1));
        close(&mut self.ways, self.strides, far as usize);
        self.stems.push([end, far]);
        self.left -= 1;
    }
}

/// Takes from what is around a place the headings that lead to it.
#[inline]
fn close(ways: &mut [u8], strides: [i32; 4], place: usize) {
    for (stride, back) in strides.into_iter().zip([1, 0, 3, 2]) {
        if let Some(ways) = ways.get_mut(place.wrapping_add_signed(stride as isize)) {
            *ways &= !(1 << back);
        }
    }
}
