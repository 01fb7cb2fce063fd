//! Values: what stands in the cells of a table.

use std::cmp::Ordering;
use std::fmt;

use crate::digest::Digest;

/// What stands in a cell of a table. Displayed as tables have it; nothing, where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Value<'a> {
    /// Nothing: the world has none of it.
    #[default]
    Empty,
    /// A whole number.
    Whole(u64),
    /// Any other number.
    Real(f64),
    /// A word, or a value of a scene as it is written there.
    Word(&'a str),
    /// A digest.
    Digest(Digest),
}

/// What the values of a column are, where there are any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Numbers.
    Number,
    /// Words, digests, values of scenes.
    Word,
}

impl<'a> Value<'a> {
    /// A value as it is written in scenes: a number where it is one.
    #[must_use]
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

    /// A whole number of what is counted.
    #[must_use]
    pub fn count(count: usize) -> Self {
        Self::Whole(count as u64)
    }

    /// One number divided by another; empty, if that is 0.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // numbers of a world are below 2⁵³
    pub fn ratio(of: u64, to: u64) -> Self {
        if to == 0 { Self::Empty } else { Self::Real(of as f64 / to as f64) }
    }

    /// What it is; `None`, if there is none.
    #[must_use]
    pub fn kind(self) -> Option<ValueKind> {
        match self {
            Self::Empty => None,
            Self::Whole(_) | Self::Real(_) => Some(ValueKind::Number),
            Self::Word(_) | Self::Digest(_) => Some(ValueKind::Word),
        }
    }

    /// How it compares to another value of its kind; `None`, if one is empty or they are of two kinds.
    #[must_use]
    pub fn compare(self, other: Value<'_>) -> Option<Ordering> {
        match (self, other) {
            (Self::Whole(one), Value::Whole(other)) => Some(one.cmp(&other)),
            (Self::Word(one), Value::Word(other)) => Some(one.cmp(other)),
            _ if self.kind()? != other.kind()? => None,
            _ => match (self.number(), other.number()) {
                (Some(one), Some(other)) => one.partial_cmp(&other),
                _ => Some(self.to_string().cmp(&other.to_string())),
            },
        }
    }

    /// The number, the nearest that 64 bits with a point have; `None`, if it is none.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // that is what is said
    pub fn number(self) -> Option<f64> {
        match self {
            Self::Whole(whole) => Some(whole as f64),
            Self::Real(real) => Some(real),
            _ => None,
        }
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => Ok(()),
            Self::Whole(whole) => whole.fmt(f),
            Self::Real(real) => real.fmt(f),
            Self::Word(word) => f.write_str(word),
            Self::Digest(digest) => digest.fmt(f),
        }
    }
}
