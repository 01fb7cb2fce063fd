//! Counts with their nouns.

use std::fmt::Display;

/// A count with its noun, as `1 tick` or `2 ticks`; `thing` is the singular.
///
/// ```
/// assert_eq!([1_u8, 2].map(|ticks| mazetick::counted(ticks, "tick")), ["1 tick", "2 ticks"]);
/// ```
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, thing: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {thing}{plural}")
}
