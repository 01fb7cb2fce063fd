//! Bins: intervals of equal length in which the numbers of several spreads are counted.

use crate::base::count::{fitted, whole};
use crate::tools::sweep::Spread;

/// Intervals of equal length that cover all numbers. The length is 1, 2 or 5 times a power of ten,
/// for whole numbers times their step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bins {
    /// The length as a fraction, so that bounds are exact.
    length: (f64, f64),
    /// The bound from which bins are counted.
    origin: f64,
    /// The offset of the first bin from there, in lengths.
    first: f64,
    count: usize,
}

/// The approximate maximum number of bins.
const MOST: f64 = 40.0;

impl Bins {
    /// Bins for all numbers of these spreads; `None` without numbers.
    ///
    /// The length for whole numbers is a multiple of a step, with bounds midway between two
    /// numbers. The step is the greatest common divisor of all differences, for instance 2 if all
    /// numbers are even, so that every bin can contain numbers.
    pub(super) fn new(spreads: &[&Spread]) -> Option<Self> {
        let numbers = || spreads.iter().flat_map(|spread| finite(spread)).map(|(number, _)| number);
        let least = numbers().min_by(f64::total_cmp)?;
        let most = numbers().max_by(f64::total_cmp)?;
        let step = numbers().try_fold(0.0, |step, number| {
            let is_whole = number.fract() == 0.0 && number.abs() < 9e15;
            is_whole.then(|| greatest_divisor(step, number - least))
        });
        let (length, origin) = if let Some(step) = step {
            let step = f64::max(step, 1.0);
            let (steps, _) = rounded(f64::max((most - least) / step / MOST, 1.0));
            ((step * steps, 1.0), least.rem_euclid(step) - step / 2.0)
        } else {
            let length = if most > least { (most - least) / MOST } else { least.abs() / 10.0 };
            (rounded(length.max(1e-12 * least.abs().max(most.abs()))), 0.0)
        };
        let mut bins = Self { length, origin, first: 0.0, count: 1 };
        bins.first = bins.place(least);
        bins.count += fitted::<usize, _>(whole(bins.place(most) - bins.first));
        Some(bins)
    }

    /// The number of bins.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The bounds of the bin at this index.
    pub(super) fn ends(&self, place: usize) -> (f64, f64) {
        let (over, under) = self.length;
        let end = |place: usize| (self.first + place as f64) * over / under + self.origin;
        (end(place), end(place + 1))
    }

    /// The share of a spread's numbers in each bin.
    pub(super) fn shares(&self, spread: &Spread) -> Vec<f64> {
        let mut counts = vec![0; self.count];
        for (number, count) in finite(spread) {
            counts[fitted::<usize, _>(whole(self.place(number) - self.first))] += count;
        }
        counts.into_iter().map(|count: u64| count as f64 / spread.count().max(1) as f64).collect()
    }

    /// The lower bound of a number's bin, as a multiple of the length.
    fn place(&self, number: f64) -> f64 {
        ((number - self.origin) * self.length.1 / self.length.0).floor()
    }
}

/// The numbers that can be drawn.
fn finite(spread: &Spread) -> impl Iterator<Item = (f64, u64)> {
    spread.numbers().filter(|(number, _)| number.abs() < 1e300)
}

/// The smallest of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that is not less than a number, as a fraction.
fn rounded(number: f64) -> (f64, f64) {
    let (mut over, mut under) = (1.0, 1.0);
    while over * 10.0 < number {
        over *= 10.0;
    }
    while number * under < 1.0 && under < 1e15 {
        under *= 10.0;
    }
    let found = [1.0, 2.0, 5.0].into_iter().find(|it| it * over >= number * under);
    (found.unwrap_or(10.0) * over, under)
}

/// The greatest common divisor.
fn greatest_divisor(one: f64, other: f64) -> f64 {
    if other == 0.0 { one } else { greatest_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::measure::Value;

    /// The bounds of all bins, and the share in each.
    fn bins(numbers: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let spread = numbers.iter().map(|&number| Value::Real(number)).collect();
        let bins = Bins::new(&[&spread]).expect("numbers");
        let ends = (0..=bins.count()).map(|place| bins.ends(place).0).collect();
        (ends, bins.shares(&spread))
    }

    #[test]
    fn whole_numbers_are_in_the_middle_of_their_bins() {
        assert_eq!(bins(&[2.0, 3.0, 3.0, 5.0]).0, [1.5, 2.5, 3.5, 4.5, 5.5]);
        assert_eq!(bins(&[2.0, 3.0, 3.0, 5.0]).1, [0.25, 0.5, 0.0, 0.25]);
        assert_eq!(bins(&[3.0, 5.0, 9.0]).0, [2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(bins(&[7.0]), (vec![6.5, 7.5], vec![1.0]));
        let (ends, shares) = bins(&[0.0, 1.0, 150.0, 199.0]);
        assert_eq!((ends.len(), ends[1], shares[0]), (41, 4.5, 0.5));
    }

    #[test]
    fn other_numbers_are_between_round_ones() {
        let (ends, shares) = bins(&[0.1, 0.25, 3.9]);
        assert_eq!((&ends[..2], ends.last(), shares.len()), (&[0.1, 0.2][..], Some(&4.0), 39));
        assert_eq!(bins(&[0.5]).0.len(), 2);
        let drawn: f64 = bins(&[1e299, -1e299, f64::NAN, f64::INFINITY]).1.iter().sum();
        assert!((drawn - 0.5).abs() < 1e-9);
        assert!(Bins::new(&[&Spread::default()]).is_none());
    }
}
