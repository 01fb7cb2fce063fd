//! Counts, as they are said.

use std::fmt::Display;

/// So many of a thing, such as `1 tick` or `2 ticks`: the thing is named as one is called.
///
/// ```
/// assert_eq!([1_u8, 2].map(|ticks| mazetick::counted(ticks, "tick")), ["1 tick", "2 ticks"]);
/// ```
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, thing: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {thing}{plural}")
}
