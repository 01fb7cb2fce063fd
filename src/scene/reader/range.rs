//! Which numbers can stand at a place in a text.

use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;

/// The numbers that a value of this type may have behind this text, which is the start of such a value.
/// The type of a field is known to none but its reader, so that is asked: what it takes in the place of
/// the number. `None` behind so long a text that it would take long to read it again and again.
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
        // What is missing behind the number does not matter.
        !read.is_err_and(|error| matches!(error.code, ron::Error::IntegerOutOfBounds))
    };
    macro_rules! ranges {
        ($($number:ident)*) => { [$($number::MIN.into()..=$number::MAX.into()),*] };
    }
    let ranges: [RangeInclusive<i128>; 8] = ranges!(u64 i64 u32 i32 u16 i16 u8 i8);
    ranges.into_iter().find(|range| takes(*range.end()))
}
