//! Summaries: the distribution of the values of each column, for each variant.

use std::collections::BTreeMap;

use super::Row;
use super::columns::Columns;
use super::spread::Spread;
use crate::registry::measure::Value;

/// The distribution of the numbers of each shown measure, for each variant of the scenes. Memory
/// grows with the number of distinct values, not with the number of worlds.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The indices of the columns that are counted.
    columns: Vec<usize>,
    /// The index of the outcome.
    outcome: usize,
    variants: BTreeMap<usize, OfVariant>,
}

/// The counts of a variant.
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
    pub fn new(columns: &mut Columns) -> Result<Self, String> {
        let check = |index| columns.check_are_measured_numbers(index).map(|()| index);
        let numbers: Vec<_> = (0..columns.shown()).filter_map(|it| check(it).ok()).collect();
        if numbers.is_empty() {
            check(0)?;
        }
        let outcome = columns.index_of("outcome")?;
        Ok(Self { columns: numbers, outcome, variants: BTreeMap::new() })
    }

    /// The indices in rows of the columns that are counted.
    #[must_use]
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// Counts a row of a sweep with the same columns.
    pub fn add(&mut self, row: &Row<'_>) {
        let variant = self.variants.entry(row.variant).or_default();
        variant.worlds += 1;
        variant.solved += u64::from(row.cells.get(self.outcome) == Some(&Value::Word("solved")));
        variant.spreads.resize_with(self.columns.len(), Spread::default);
        for (spread, &index) in variant.spreads.iter_mut().zip(&self.columns) {
            spread.add(row.cells.get(index).copied().unwrap_or_default());
        }
    }

    /// Moves the counts of another summary into this one.
    pub fn append(&mut self, others: &mut Self) {
        for (number, of) in std::mem::take(&mut others.variants) {
            let variant = self.variants.entry(number).or_default();
            variant.worlds += of.worlds;
            variant.solved += of.solved;
            variant.spreads.resize_with(self.columns.len(), Spread::default);
            for (spread, other) in variant.spreads.iter_mut().zip(of.spreads) {
                spread.append(&other);
            }
        }
    }

    /// For each variant with rows: its index, the number of rows, how many of those were solved,
    /// and the spread of each column.
    pub fn variants(&self) -> impl Iterator<Item = (usize, u64, u64, &[Spread])> {
        let variants = self.variants.iter();
        variants.map(|(&number, of)| (number, of.worlds, of.solved, &of.spreads[..]))
    }
}
