//! The best of many worlds, by a column.

use crate::registry::measure::Value;

/// The rows with the largest values, or the smallest; of equal ones, those that come first. `T` is what
/// is kept of a row.
#[derive(Clone, Debug)]
pub struct Best<T> {
    most: usize,
    are_smallest: bool,
    /// The best first, each with its value and the number of its world.
    kept: Vec<(Value<'static>, u64, T)>,
}

impl<T> Best<T> {
    /// An empty list that keeps at most `most` rows.
    pub fn new(most: usize) -> Self {
        Self {
            most,
            are_smallest: false,
            kept: Vec::new(),
        }
    }

    /// The same, for the rows with the smallest values.
    #[must_use]
    pub fn smallest(self) -> Self {
        Self {
            are_smallest: true,
            ..self
        }
    }

    /// Adds the row of a world, given its value and the world's number, if it is among the best. A
    /// value that is not a number is ignored.
    pub fn add(&mut self, value: Value<'_>, world: u64, row: impl FnOnce() -> T) {
        let value = match value {
            Value::Whole(whole) => Value::Whole(whole),
            Value::Real(real) if !real.is_nan() => Value::Real(real),
            _ => return,
        };
        let is_better = |kept: &(Value<'static>, u64, T)| {
            let order = value.compare(kept.0).expect("both are numbers");
            let order = if self.are_smallest {
                order.reverse()
            } else {
                order
            };
            order.then(kept.1.cmp(&world)).is_lt()
        };
        if self.kept.len() == self.most && self.kept.last().is_none_or(is_better) {
            return;
        }
        let place = self.kept.partition_point(is_better);
        self.kept.insert(place, (value, world, row()));
        self.kept.truncate(self.most);
    }

    /// Adds all that another list has kept.
    pub fn append(&mut self, others: Self) {
        for (value, world, row) in others.kept {
            self.add(value, world, || row);
        }
    }

    /// The rows that were kept, the best first.
    pub fn into_rows(self) -> impl Iterator<Item = T> {
        self.kept.into_iter().map(|(_, _, row)| row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_are_kept_in_any_order_of_rows() {
        let values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0, 5.0];
        for turned in 0..values.len() {
            let mut worlds: Vec<usize> = (0..values.len()).collect();
            worlds.rotate_left(turned);
            let (mut one, mut other) = (Best::new(4), Best::new(4));
            for &world in &worlds {
                let best = if world % 2 == 0 { &mut one } else { &mut other };
                best.add(Value::Real(values[world]), world as u64, || world);
            }
            one.append(other);
            assert_eq!(one.into_rows().collect::<Vec<_>>(), [5, 7, 4, 8]);
        }
        let mut smallest = Best::new(3).smallest();
        (0..values.len()).for_each(|at| smallest.add(Value::Real(values[at]), at as u64, || at));
        assert_eq!(smallest.into_rows().collect::<Vec<_>>(), [1, 3, 6]);
        let mut none = Best::new(0);
        none.add(Value::Whole(1), 0, || ());
        assert_eq!(none.into_rows().count(), 0);
    }

    #[test]
    fn whole_numbers_are_compared_exactly() {
        let mut best = Best::new(1);
        for whole in [1 << 53, (1 << 53) + 1, 1 << 53] {
            best.add(Value::Whole(whole), whole, || whole);
        }
        best.add(Value::Real(f64::NAN), 0, || 0);
        best.add(Value::Empty, 0, || 0);
        assert_eq!(best.into_rows().collect::<Vec<_>>(), [(1 << 53) + 1]);
    }
}
