//! Random boards.

use mazetick::base::heading::Turn;
use mazetick::prelude::*;
use mazetick::puzzles::Numbers;
use mazetick::puzzles::arrow::Signs;
use mazetick::puzzles::dice::Number;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// How many boards are searched in turn: a branch predictor would learn a single small one.
pub(crate) fn several(grid: Grid) -> u64 {
    if grid.rows < 100 { 16 } else { 1 }
}

/// Signs everywhere, with half of all arrows.
pub(crate) fn signs(grid: Grid, seed: u64) -> Vec<Signs> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut signs = vec![Signs::default(); grid.cells()];
    for signs in &mut signs {
        for (travel, turn) in Heading::ALL
            .iter()
            .flat_map(|&h| Turn::ALL.map(|turn| (h, turn)))
        {
            if random.next_u32() % 2 == 0 {
                signs.add(travel, turn);
            }
        }
    }
    signs
}

/// Arrow mazes with the intersections of each in random order.
pub(crate) fn with_shuffled_signs(mazes: &str) -> String {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut lines: Vec<&str> = mazes.split_inclusive('\n').collect();

    let is_listed = |line: &&str| line.ends_with("*\n");
    for listed in lines.chunk_by_mut(|line, next| is_listed(line) && is_listed(next)) {
        for last in (1..listed.len()).rev() {
            listed.swap(last, random.next_u32() as usize % (last + 1));
        }
    }
    lines.concat()
}

/// Numbers everywhere, four in ten of them wild.
pub(crate) fn numbers(grid: Grid, seed: u64) -> Numbers {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut number = || match random.next_u32() % 10 {
        0..4 => Number::WILD,
        _ => Number((1 + random.next_u32() % 6) as i8),
    };
    let rows = (0..grid.rows).map(|_| (0..grid.columns).map(|_| number()).collect::<Vec<_>>());
    Numbers(rows.collect())
}
