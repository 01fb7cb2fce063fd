//! Counts: with their nouns, and in fewer bits or without a fraction.

use std::fmt::Display;

/// A count with its noun, as `1 tick` or `2 ticks`; `thing` is the singular.
///
/// ```
/// assert_eq!([1_u8, 2].map(|ticks| mazetick::base::count::plural(ticks, "tick")), ["1 tick", "2 ticks"]);
/// ```
pub fn plural<N: Display + PartialEq + From<u8>>(count: N, thing: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// A count with its noun, as `11,272 ticks`.
pub fn plural_grouped(count: u64, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", grouped(count))
}

/// A number with commas between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let pieces = digits.as_bytes().rchunks(3).rev();
    let pieces: Vec<_> = pieces.map(String::from_utf8_lossy).collect();
    pieces.join(",")
}

/// Returns the number in 8 bits, or the largest one if it does not fit.
pub(crate) fn saturating_u8(number: impl TryInto<u8>) -> u8 {
    number.try_into().unwrap_or(u8::MAX)
}

/// Returns the number in 16 bits, or the largest one if it does not fit.
pub(crate) fn saturating_u16(number: impl TryInto<u16>) -> u16 {
    number.try_into().unwrap_or(u16::MAX)
}

/// Returns the number in 32 bits, or the largest one if it does not fit.
pub(crate) fn saturating_u32(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

/// Returns the number as a length, or the largest one if it does not fit.
pub(crate) fn saturating_usize(number: impl TryInto<usize>) -> usize {
    number.try_into().unwrap_or(usize::MAX)
}

pub(crate) fn dedup_in_order<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    all.fold(Vec::new(), |mut known, item| {
        if !known.contains(&item) {
            known.push(item);
        }
        known
    })
}

/// The whole part of a number; 0 for negative ones and for none.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the nearest, as documented
pub(crate) fn whole_part(number: f64) -> u64 {
    number as u64
}
