//! Evenness: how far a tally of mazes is from a uniform distribution.

use std::f64::consts::PI;

/// How far counts of perfect mazes are from a uniform distribution over all mazes of the size.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Evenness {
    /// How many perfect mazes of the size there are.
    pub trees: u64,
    /// How often the rarest maze occurred, as a multiple of the expected count of a uniform
    /// distribution.
    pub rarest: f64,
    /// How often the most frequent maze occurred, as the same multiple.
    pub likeliest: f64,
    /// The total variation distance from uniform: the share of the worlds that would have to be
    /// another maze for all mazes to be equally frequent. 0 is uniform, 1 the farthest from it.
    pub distance: f64,
    /// The mean of that distance for this many worlds from a uniform distribution.
    pub by_chance: f64,
    /// Pearson's statistic.
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub degrees: u64,
    /// The expected number of worlds per maze.
    pub expected: f64,
}

impl Evenness {
    /// The evenness of these counts, out of `trees` perfect mazes, at least one; mazes that never
    /// occurred have no count.
    #[must_use]
    pub(crate) fn new(counts: impl Iterator<Item = u64>, trees: u64) -> Self {
        let counts: Vec<u64> = counts.collect();
        let worlds = counts.iter().sum::<u64>();
        let missing = trees.saturating_sub(counts.len() as u64);
        let expected = worlds as f64 / trees as f64;
        let most = counts.iter().copied().max().unwrap_or_default();
        let least = counts.iter().copied().min().filter(|_| missing == 0).unwrap_or_default();
        let (mut above, mut squares) = (0.0, 0.0);
        for &count in &counts {
            let off = count as f64 - expected;
            above += off.max(0.0);
            squares += off * off;
        }
        Self {
            trees,
            rarest: least as f64 / expected,
            likeliest: most as f64 / expected,
            distance: above / worlds as f64,
            by_chance: mean_deviation(worlds, trees) / (2.0 * expected),
            chi_square: squares / expected + missing as f64 * expected,
            degrees: trees - 1,
            expected,
        }
    }
}

/// The mean absolute deviation of the number of hits in `draws` draws, each of which hits with a
/// probability of 1 / `cells`.
///
/// Source: A. de Moivre, 1730, quoted in P. Diaconis and S. Zabell, "Closed form summation for
/// classical distributions", Statistical Science 6, 1991: twice ν (1 − p) times the chance of ν
/// hits, where ν is the first whole number above the mean.
fn mean_deviation(draws: u64, cells: u64) -> f64 {
    if cells <= 1 {
        return 0.0;
    }
    let above = draws / cells + 1;
    2.0 * above as f64 * (1.0 - 1.0 / cells as f64) * chance(above, draws, cells)
}

/// The probability of this many hits in `draws` draws, each of which hits with a probability of 1 /
/// `cells`.
///
/// Source: C. Loader, "Fast and accurate computation of binomial probabilities", 2000: Stirling's
/// formula with its error term, and logarithms of ratios near 1, so that no large terms cancel.
fn chance(hits: u64, draws: u64, cells: u64) -> f64 {
    let p = 1.0 / cells as f64;
    if hits == draws {
        return p.powf(draws as f64);
    }
    let (hit, missed, all) = (hits as f64, (draws - hits) as f64, draws as f64);
    let above = (i128::from(hits) * i128::from(cells) - i128::from(draws)) as f64 * p;
    let deviance =
        hit * (above / (all * p)).ln_1p() + missed * (-above / (all * (1.0 - p))).ln_1p();
    let exponent = lack(draws) - lack(hits) - lack(draws - hits) - deviance;
    exponent.exp() * (all / (2.0 * PI * hit * missed)).sqrt()
}

/// The error of Stirling's formula for the logarithm of `n!`.
fn lack(n: u64) -> f64 {
    let x = n as f64;
    if n < 16 {
        let factorial = (1..=n).map(|it| it as f64).product::<f64>();
        return factorial.ln() - ((x + 0.5) * x.ln() - x + 0.5 * (2.0 * PI).ln());
    }
    let square = x * x;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square) / x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() <= 1e-9 * other.abs().max(1e-9)
    }

    #[test]
    fn an_even_tally_is_at_no_distance_and_a_single_maze_is_far() {
        let even = Evenness::new([5; 4].into_iter(), 4);
        assert_eq!((even.distance, even.chi_square, even.degrees), (0.0, 0.0, 3));
        assert_eq!((even.rarest, even.likeliest, even.expected), (1.0, 1.0, 5.0));
        let alone = Evenness::new([20].into_iter(), 4);
        assert_eq!((alone.distance, alone.rarest, alone.likeliest), (0.75, 0.0, 4.0));
        assert!(near(alone.chi_square, 60.0));
        let only = Evenness::new([7].into_iter(), 1);
        assert_eq!((only.distance, only.by_chance, only.degrees), (0.0, 0.0, 0));
    }

    /// The mean deviation by its definition: every number of hits, weighted by its probability.
    #[test]
    fn the_distance_by_chance_is_the_mean_over_all_draws() {
        for (draws, cells) in [(1, 2), (2, 2), (7, 4), (40, 15), (3, 192), (400, 192), (1000, 4)] {
            let p = 1.0 / f64::from(cells);
            let (mut all, mut binomial) = (0.0, (1.0 - p).powi(draws));
            for hits in 0..=draws {
                all += binomial * (f64::from(hits) - f64::from(draws) * p).abs();
                binomial *= f64::from(draws - hits) / f64::from(hits + 1) * p / (1.0 - p);
            }
            let (draws, cells) = (u64::try_from(draws).unwrap(), u64::try_from(cells).unwrap());
            let mean = mean_deviation(draws, cells);
            assert!(near(mean, all), "{draws} draws, {cells} cells: {mean}, {all}");
        }
    }

    /// With many draws the mean deviation approaches that of a normal distribution.
    #[test]
    fn many_draws_are_as_exact_as_few() {
        for (draws, cells) in [(1 << 40, 4), (1 << 48, 100_352)] {
            let normal = (2.0 / PI * (draws / cells) as f64 * (1.0 - 1.0 / cells as f64)).sqrt();
            let mean = mean_deviation(draws, cells);
            assert!((mean / normal - 1.0).abs() < 1e-6, "{mean}, {normal}");
        }
    }
}
