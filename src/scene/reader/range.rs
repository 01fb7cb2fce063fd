//! The range of numbers allowed at a place in a text.

use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;

/// The numbers that a value of this type may have after this text, the start of such a value. Only
/// the type's deserializer knows the types of its fields, so numbers are tried out. `None` after a
/// text so long that repeated parsing would be slow.
pub(super) fn range_behind<T: DeserializeOwned>(
    text: &str,
    options: &ron::Options,
) -> Option<RangeInclusive<i128>> {
    const LONG: usize = 1 << 20;
    if text.len() > LONG {
        return None;
    }
    let takes = |number: i128| {
        let read = options.from_str::<T>(&format!("{text}{number}"));
        // What is missing after the number does not matter.
        !read.is_err_and(|error| matches!(error.code, ron::Error::IntegerOutOfBounds))
    };
    macro_rules! ranges {
        ($($number:ident)*) => { [$($number::MIN.into()..=$number::MAX.into()),*] };
    }
    let ranges: [RangeInclusive<i128>; 8] = ranges!(u64 i64 u32 i32 u16 i16 u8 i8);
    ranges.into_iter().find(|range| takes(*range.end()))
}
