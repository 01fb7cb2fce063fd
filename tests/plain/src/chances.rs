//! The probability of each maze of The Mazing, and how far counts are from probabilities.

use std::collections::BTreeMap;

use super::mazing::{Lattice, Wall};

/// The probability of each finished maze, by following every choice of the process: the literal
/// one, whose attempts may fail, or the one that draws only walls that can be built.
pub fn mazing(rows: usize, columns: usize, is_literal: bool) -> BTreeMap<Lattice, f64> {
    let mut layer = BTreeMap::from([(Lattice::walled(rows, columns), 1.0)]);
    for _ in 0..(rows - 1) * (columns - 1) {
        let mut larger = BTreeMap::new();
        for (lattice, chance) in layer {
            let successes = successes(&lattice, is_literal);
            let all: f64 = successes.iter().map(|&(_, weight)| weight).sum();
            for (w, weight) in successes {
                let mut next = lattice.clone();
                next.build(w);
                *larger.entry(next).or_default() += chance * weight / all;
            }
        }
        layer = larger;
    }
    layer
}

/// The walls that a tick can build, each with its weight; a wall comes up once for each A.
#[allow(clippy::cast_precision_loss)] // a handful of walls
fn successes(lattice: &Lattice, is_literal: bool) -> Vec<(Wall, f64)> {
    let mut successes = Vec::new();
    for a in lattice.walls() {
        let legal = lattice.legal_from(a);
        let choices = if is_literal {
            lattice.adjacent_missing(a).len()
        } else {
            legal.len()
        };
        successes.extend(legal.into_iter().map(|w| (w, 1.0 / choices as f64)));
    }
    successes
}

/// How far counts are from a distribution: Pearson's chi-square as standard deviations of a normal
/// variable, by the approximation of Wilson and Hilferty. Mazes with small expected counts are
/// counted together.
#[allow(clippy::cast_precision_loss)] // small counts
pub fn deviation<K: Ord>(counts: &BTreeMap<K, usize>, chances: &BTreeMap<K, f64>) -> f64 {
    assert!(
        counts.keys().all(|maze| chances.contains_key(maze)),
        "an impossible maze"
    );
    let all: f64 = chances.values().sum();
    assert!(
        (all - 1.0).abs() < 1e-9,
        "the probabilities add up to {all}"
    );
    let runs = counts.values().sum::<usize>() as f64;
    let mut rare = (0.0, 0.0);
    let mut bins = Vec::new();
    for (maze, chance) in chances {
        let (count, expected) = (counts.get(maze).copied().unwrap_or(0) as f64, chance * runs);
        if expected < 5.0 {
            rare = (rare.0 + count, rare.1 + expected);
        } else {
            bins.push((count, expected));
        }
    }
    bins.extend((rare.1 > 0.0).then_some(rare));
    assert!(bins.len() > 1, "nothing is left to chance");
    let square = |(count, expected): &(f64, f64)| (count - expected).powi(2) / expected;
    let freedom = bins.len() as f64 - 1.0;
    let spread = 2.0 / (9.0 * freedom);
    ((bins.iter().map(square).sum::<f64>() / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}
