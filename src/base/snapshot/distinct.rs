//! Lists without repeats.

use super::{SnapshotError, ensure};

/// The numbers read so far of a list that has no number twice.
pub(crate) struct Distinct(Vec<bool>);

impl Distinct {
    /// No number yet; all must be below `limit`.
    pub(crate) fn below(limit: usize) -> Self {
        Self(vec![false; limit])
    }

    /// Adds a number.
    ///
    /// # Errors
    /// If the list had it before.
    pub(crate) fn add(&mut self, number: usize, twice: &'static str) -> Result<(), SnapshotError> {
        ensure(!std::mem::replace(&mut self.0[number], true), twice)
    }

    /// Whether the list has a number.
    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0[number]
    }
}
