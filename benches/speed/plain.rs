//! The same generation on plain arrays, as the baseline for the ECS. Same rules, same draws, same order,
//! so the same mazes.

use mazetick::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The walls around every cell: a row above and a column to the left of the grid hold borders.
pub(crate) struct Walls {
    pub(crate) south: Vec<bool>,
    pub(crate) east: Vec<bool>,
}

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

/// Johnny's list, flipped cell by cell.
pub(crate) struct Johnny {
    columns: usize,
    /// The probability of a flip, in steps of 2⁻³².
    flips: u32,
    chance: ChaCha8Rng,
    ways: Vec<u8>,
    pub(crate) walls: Walls,
    pending: Vec<u32>,
}

impl Johnny {
    pub(crate) fn new(grid: Grid, seed: u64, start: usize, flips: f64) -> Self {
        let (rows, columns) = (grid.rows as usize, grid.columns as usize);
        let flips = (flips * 4_294_967_296.0) as u32;
        let cells = rows * columns;
        let ways = (0..cells).map(|cell| {
            let (row, column) = (cell / columns, cell % columns);
            u8::from(row > 0)
                | u8::from(row + 1 < rows) << 1
                | u8::from(column > 0) << 2
                | u8::from(column + 1 < columns) << 3
        });
        let walls = Walls { south: vec![true; cells], east: vec![true; cells] };
        let mut pending = Vec::with_capacity(cells);
        pending.push(start as u32);
        let mut johnny =
            Self { columns, flips, chance: chance(seed), ways: ways.collect(), walls, pending };
        johnny.visit(start);
        johnny
    }

    pub(crate) fn run(&mut self) -> usize {
        let mut ticks = 0;
        while let Some(&here) = self.pending.last() {
            ticks += 1;
            let here = here as usize;
            let ways = self.ways[here];
            if ways == 0 {
                self.pending.pop();
                continue;
            }
            if self.flips > 0 && self.chance.next_u32() < self.flips {
                let place = below(&mut self.chance, self.pending.len() as u32);
                self.pending[place as usize..].reverse();
                continue;
            }
            let mut rest = ways;
            for _ in 0..below(&mut self.chance, ways.count_ones()) {
                rest &= rest - 1;
            }
            let there = match rest.trailing_zeros() {
                0 => {
                    self.walls.south[here - self.columns] = false;
                    here - self.columns
                }
                1 => {
                    self.walls.south[here] = false;
                    here + self.columns
                }
                2 => {
                    self.walls.east[here - 1] = false;
                    here - 1
                }
                _ => {
                    self.walls.east[here] = false;
                    here + 1
                }
            };
            self.visit(there);
            self.pending.push(there as u32);
        }
        ticks
    }

    fn visit(&mut self, cell: usize) {
        let columns = self.columns;
        let clear = [
            (cell.wrapping_sub(columns), 2),
            (cell + columns, 1),
            (cell.wrapping_sub(1), 8),
            (cell + 1, 4),
        ];
        for (neighbour, bit) in clear {
            if let Some(ways) = self.ways.get_mut(neighbour) {
                *ways &= !bit;
            }
        }
    }
}

/// The Mazing by its second process. Lattice points are numbered row by row.
pub(crate) struct Mazing {
    width: usize,
    reached: Vec<bool>,
    pub(crate) built: Vec<[u32; 2]>,
    stems: Vec<[u32; 2]>,
    /// For every point, whether a wall leads from it to the right and downwards.
    stands: Vec<[bool; 2]>,
    left: usize,
    chance: ChaCha8Rng,
}

impl Mazing {
    pub(crate) fn new(grid: Grid, seed: u64) -> Self {
        let (rows, columns) = (grid.rows as usize, grid.columns as usize);
        let width = columns + 1;
        let border = |p: usize| {
            let (row, column) = (p / width, p % width);
            row == 0 || row == rows || column == 0 || column == columns
        };
        let reached = (0..(rows + 1) * width).map(border).collect();
        let point = |row: usize, column: usize| (row * width + column) as u32;
        let mut stems = Vec::new();
        for column in 0..columns {
            stems.push([point(0, column), point(0, column + 1)]);
            stems.push([point(rows, column), point(rows, column + 1)]);
        }
        for row in 0..rows {
            stems.push([point(row, 0), point(row + 1, 0)]);
            stems.push([point(row, columns), point(row + 1, columns)]);
        }
        let left = (rows - 1) * (columns - 1);
        let mut stands = vec![[false; 2]; (rows + 1) * width];
        for &[from, to] in &stems {
            stands[from as usize][usize::from(to - from > 1)] = true;
        }
        let built = Vec::with_capacity(left);
        Self { width, reached, built, stems, stands, left, chance: chance(seed) }
    }

    /// The literal process: any standing wall, any missing one that touches it, built unless it
    /// joins two walls. Returns the number of attempts, at most `most`.
    pub(crate) fn run_attempts(&mut self, most: usize) -> usize {
        let mut attempts = 0;
        while self.left > 0 && attempts < most {
            attempts += 1;
            let place = below(&mut self.chance, self.stems.len() as u32) as usize;
            let mut missing = [[0; 2]; 6];
            let mut count = 0;
            for end in self.stems[place] {
                let end = end as usize;
                let column = end % self.width;
                let far = [
                    (end.wrapping_sub(self.width), true),
                    (end + self.width, true),
                    (end.wrapping_sub(1), column > 0),
                    (end + 1, column + 1 < self.width),
                ];
                for (far, is_inside) in far {
                    let [from, to] = [end.min(far), end.max(far)];
                    let is_missing = is_inside
                        && far < self.reached.len()
                        && !self.stands[from][usize::from(to - from > 1)];
                    if is_missing {
                        missing[count] = [end as u32, far as u32];
                        count += 1;
                    }
                }
            }
            if count == 0 {
                continue;
            }
            let wall = missing[below(&mut self.chance, count as u32) as usize];
            let [end, far] = wall.map(|point| point as usize);
            if !self.reached[far] {
                self.reached[far] = true;
                self.stands[end.min(far)][usize::from(end.abs_diff(far) > 1)] = true;
                self.stems.push(wall);
                self.left -= 1;
            }
        }
        attempts
    }

    pub(crate) fn run(&mut self) -> usize {
        let ticks = self.left;
        while self.left > 0 {
            let place = below(&mut self.chance, self.stems.len() as u32) as usize;
            let mut legal = [[0; 2]; 6];
            let mut count = 0;
            for end in self.stems[place] {
                let end = end as usize;
                let far =
                    [end.wrapping_sub(self.width), end + self.width, end.wrapping_sub(1), end + 1];
                for far in far {
                    if self.reached.get(far) == Some(&false) {
                        legal[count] = [end as u32, far as u32];
                        count += 1;
                    }
                }
            }
            if count == 0 {
                self.stems.swap_remove(place);
                continue;
            }
            let wall = legal[below(&mut self.chance, count as u32) as usize];
            self.reached[wall[1] as usize] = true;
            self.built.push(wall);
            self.stems.push(wall);
            self.left -= 1;
        }
        ticks
    }
}
