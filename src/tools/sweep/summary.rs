//! Summaries: the distribution of the values of each column, for each variant.

use std::collections::{BTreeMap, HashMap};

use crate::base::count::{saturating_usize, whole_part};
use crate::registry::measure::Value;

use super::Row;
use super::columns::Columns;
use crate::tools::ToolError;

/// The distribution of the numbers of each shown measure, for each variant of the scenes. Memory
/// grows with the number of distinct values, not with the number of worlds.
#[derive(Clone, Debug)]
pub struct Summary {
    columns: Vec<usize>,
    outcome: usize,
    variants: BTreeMap<usize, OfVariant>,
}

#[derive(Clone, Debug, Default)]
struct OfVariant {
    worlds: u64,
    solved: u64,
    spreads: Vec<Spread>,
}

impl Summary {
    /// An empty summary of the measured numbers among these columns. Adds the outcome to them, so
    /// that rows contain it from now on.
    ///
    /// # Errors
    /// If no shown column has measured numbers, or there is no measure `outcome`.
    pub fn new(columns: &mut Columns) -> Result<Self, ToolError> {
        let measured = columns.measured();
        let numbers = measured.filter(|&index| columns.check_are_numbers(index).is_ok());
        let numbers: Vec<usize> = numbers.collect();
        if numbers.is_empty() {
            columns.check_are_numbers(0)?;
            let name = columns.names().next().unwrap_or_default();
            return Err(format!("`{name}` is an input, expected a measured column").into());
        }
        let outcome = columns.index_of("outcome")?;
        Ok(Self {
            columns: numbers,
            outcome,
            variants: BTreeMap::new(),
        })
    }

    /// The indices in rows of the columns that are counted.
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// Counts a row of a sweep with the same columns.
    pub fn add(&mut self, row: &Row<'_>) {
        let variant = self.variants.entry(row.variant).or_default();
        variant.worlds += 1;
        variant.solved += u64::from(row.cells.get(self.outcome) == Some(&Value::Word("solved")));
        variant
            .spreads
            .resize_with(self.columns.len(), Spread::default);
        for (spread, &index) in variant.spreads.iter_mut().zip(&self.columns) {
            spread.add(row.cells.get(index).copied().unwrap_or_default());
        }
    }

    /// Adds the counts of another summary.
    pub fn append(&mut self, others: Self) {
        for (number, other) in others.variants {
            let variant = self.variants.entry(number).or_default();
            variant.worlds += other.worlds;
            variant.solved += other.solved;
            variant
                .spreads
                .resize_with(self.columns.len(), Spread::default);
            for (spread, other) in variant.spreads.iter_mut().zip(other.spreads) {
                spread.append(&other);
            }
        }
    }

    /// The groups, one for each variant with rows: its index, the number of rows, how many of those were solved,
    /// and the spread of each column.
    pub fn variants(&self) -> impl Iterator<Item = (usize, u64, u64, &[Spread])> {
        let variants = self.variants.iter();
        variants.map(|(&number, group)| (number, group.worlds, group.solved, &group.spreads[..]))
    }
}

/// How often each number occurred.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spread {
    /// The values by the bits of the number.
    counts: HashMap<u64, u64>,
    all: u64,
}

impl Spread {
    pub(crate) fn add(&mut self, value: Value<'_>) {
        if let Some(number) = value.number() {
            self.add_many(number.to_bits(), 1);
        }
    }

    pub(crate) fn append(&mut self, other: &Self) {
        other
            .counts
            .iter()
            .for_each(|(&number, &count)| self.add_many(number, count));
    }

    fn add_many(&mut self, number: u64, count: u64) {
        *self.counts.entry(number).or_default() += count;
        self.all += count;
    }

    /// The distinct numbers, the smallest first, and how often each occurred.
    pub fn numbers(&self) -> impl Iterator<Item = (f64, u64)> {
        let numbers = self
            .counts
            .iter()
            .map(|(&number, &count)| (f64::from_bits(number), count));
        let mut numbers: Vec<_> = numbers.collect();
        numbers.sort_unstable_by(|(one, _), (other, _)| one.total_cmp(other));
        numbers.into_iter()
    }

    /// How many distinct numbers there are.
    #[cfg(feature = "cli")]
    pub(crate) fn distinct(&self) -> usize {
        self.counts.len()
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.all
    }

    /// A quantile: the smallest number such that at least `part` / `parts` of all are less than or
    /// equal to it; `None` without numbers. `part` 0 gives the smallest, `part` = `parts` the
    /// largest; 0 `parts` count as 1.
    pub fn quantile(&self, part: u64, parts: u64) -> Option<f64> {
        let parts = u128::from(parts.max(1));
        let wanted = (u128::from(self.all) * u128::from(part))
            .div_ceil(parts)
            .max(1);
        let mut seen = 0;
        let reached = |(_, count): &(f64, u64)| {
            seen += u128::from(*count);
            seen >= wanted
        };
        self.numbers().find(reached).map(|(number, _)| number)
    }

    /// The mean; `None` without numbers.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self
            .numbers()
            .map(|(number, count)| number * count as f64)
            .sum();
        (self.all > 0).then(|| sum / self.all as f64)
    }

    /// How many numbers are in each of `bins` intervals of equal length from the smallest to the
    /// largest; all 0 without numbers.
    pub fn histogram(&self, bins: usize) -> Vec<u64> {
        let mut heights = vec![0; bins];
        if bins == 0 {
            return heights;
        }
        let (Some(least), Some(most)) = (self.quantile(0, 1), self.quantile(1, 1)) else {
            return heights;
        };
        for (number, count) in self.numbers() {
            let share = if most > least {
                (number - least) / (most - least)
            } else {
                0.0
            };
            let bin = saturating_usize(whole_part(share * bins as f64));
            heights[bin.min(bins - 1)] += count;
        }
        heights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_that_of_the_sorted_numbers() {
        let spread = Spread::default();
        assert_eq!((spread.quantile(1, 2), spread.mean()), (None, None));
        let numbers = [7, 1, 3, 3, 5, 9, 9, 9].map(Value::Whole);
        let mut spread = Spread::default();
        numbers
            .into_iter()
            .chain([Value::Empty])
            .for_each(|it| spread.add(it));
        let quartiles = (0..=4).map(|part| spread.quantile(part, 4).expect("numbers"));
        assert_eq!(quartiles.collect::<Vec<_>>(), [1.0, 3.0, 5.0, 9.0, 9.0]);
        assert_eq!(spread.mean(), Some(5.75));
        assert_eq!(spread.histogram(4), [1, 2, 1, 4]);
        assert_eq!(spread.count(), 8);
    }
}
