//! Values: the contents of the cells of a table.

use std::cmp::Ordering;

use crate::base::count::whole_part;
use crate::base::digest::Digest;

/// The content of a cell of a table. Displayed as in tables: an empty cell displays as nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, derive_more::Display)]
#[non_exhaustive]
pub enum Value<'a> {
    /// Nothing: the world has no such value.
    #[default]
    #[display("")]
    Empty,
    /// A whole number.
    Whole(u64),
    /// Any other number, displayed with a point even if it is whole: `2.0`.
    #[display("{_0:?}")]
    Real(f64),
    /// A word, or a value of a scene as written there.
    Word(&'a str),
    /// A digest, displayed as `x4fa0…`: without a letter in front, readers of tables take `1e53…` for a number.
    #[display("x{_0}")]
    Digest(Digest),
}

/// The kind of the values of a column that are not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueKind {
    /// Whole numbers.
    Whole,
    /// Numbers.
    Number,
    /// Words, digests, values of scenes.
    Word,
}

impl<'a> Value<'a> {
    /// A value as written in scenes: a number if it is one.
    pub fn of_text(text: &'a str) -> Self {
        if let Ok(whole) = text.parse() {
            return Self::Whole(whole);
        }
        let is_number = text.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.');
        match text.parse::<f64>() {
            Ok(real) if is_number && real.is_finite() => Self::Real(real),
            _ => Self::Word(text),
        }
    }

    /// A count.
    pub fn count(count: usize) -> Self {
        Self::Whole(count as u64)
    }

    /// One number divided by another; empty if the divisor is 0.
    pub fn ratio(number: u64, to: u64) -> Self {
        if to == 0 {
            Self::Empty
        } else {
            Self::Real(number as f64 / to as f64)
        }
    }

    /// The kind of the value; `None` if it is empty.
    pub fn kind(self) -> Option<ValueKind> {
        match self {
            Self::Empty => None,
            Self::Whole(_) => Some(ValueKind::Whole),
            Self::Real(_) => Some(ValueKind::Number),
            Self::Word(_) | Self::Digest(_) => Some(ValueKind::Word),
        }
    }

    /// Compares two numbers exactly, whole or not, or two words or digests as texts; `None` if one is empty or
    /// `NaN`, or only one is a number.
    pub fn compare(self, other: Value<'_>) -> Option<Ordering> {
        match (self, other) {
            (Self::Whole(one), Value::Whole(other)) => Some(one.cmp(&other)),
            (Self::Word(one), Value::Word(other)) => Some(one.cmp(other)),
            (Self::Real(one), Value::Real(other)) => one.partial_cmp(&other),
            (Self::Whole(one), Value::Real(other)) => compare_whole(one, other),
            (Self::Real(one), Value::Whole(other)) => {
                compare_whole(other, one).map(Ordering::reverse)
            }
            _ if self.kind()? != other.kind()? => None,
            _ => Some(self.to_string().cmp(&other.to_string())),
        }
    }

    /// The number, rounded to the nearest `f64`; `None` if it is not a number.
    pub fn number(self) -> Option<f64> {
        match self {
            Self::Whole(whole) => Some(whole as f64),
            Self::Real(real) => Some(real),
            _ => None,
        }
    }
}

/// The exact comparison of a whole number with an `f64`: not every whole number can be converted to
/// `f64` without rounding.
fn compare_whole(number: u64, real: f64) -> Option<Ordering> {
    const TOO_LARGE: f64 = 18_446_744_073_709_551_616.0; // 2⁶⁴
    if real >= TOO_LARGE {
        return Some(Ordering::Less);
    }
    let whole = whole_part(real); // exactly its whole part, or 0 if it is negative
    Some(number.cmp(&whole).then((whole as f64).partial_cmp(&real)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_compared_exactly() {
        let most = 1 << 53; // above this, not every whole number is an `f64`
        let real = Value::Real(9_007_199_254_740_992.0);
        assert_eq!(Value::Whole(most).compare(real), Some(Ordering::Equal));
        assert_eq!(
            Value::Whole(most + 1).compare(real),
            Some(Ordering::Greater)
        );
        assert_eq!(real.compare(Value::Whole(most + 1)), Some(Ordering::Less));
        for (whole, real, order) in [
            (0, -0.0, Some(Ordering::Equal)),
            (0, -0.5, Some(Ordering::Greater)),
            (7, 7.5, Some(Ordering::Less)),
            (8, 7.5, Some(Ordering::Greater)),
            (u64::MAX, 18_446_744_073_709_551_616.0, Some(Ordering::Less)),
            (u64::MAX, f64::INFINITY, Some(Ordering::Less)),
            (1, f64::NAN, None),
        ] {
            assert_eq!(
                Value::Whole(whole).compare(Value::Real(real)),
                order,
                "{whole} {real}"
            );
        }
    }
}
