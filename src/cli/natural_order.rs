//! Natural order of the names in a folder.

use std::cmp::Ordering;
use std::ffi::OsStr;
use std::iter;

/// Compares names in natural order: runs of digits by their value, so that `2` comes before `10`;
/// everything else byte by byte.
pub(super) fn by_numbers(a: &OsStr, b: &OsStr) -> Ordering {
    let (a, b) = (a.as_encoded_bytes(), b.as_encoded_bytes());
    parts(a).cmp(parts(b)).then_with(|| a.cmp(b))
}

/// The runs of digits in a name, and the bytes between them: each as its first byte (`0` for any
/// number), its number of digits without leading zeros, and these bytes.
fn parts(mut name: &[u8]) -> impl Iterator<Item = (u8, usize, &[u8])> {
    iter::from_fn(move || {
        let (&first, behind) = name.split_first()?;
        if !first.is_ascii_digit() {
            name = behind;
            return Some((first, 0, &[][..]));
        }
        let end = name.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(name.len());
        let zeros = name[..end].iter().take_while(|&&digit| digit == b'0').count();
        let digits = &name[zeros..end];
        name = &name[end..];
        Some((b'0', digits.len(), digits))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_by_value() {
        let ordered = [
            "",
            "-",
            "0",
            "00",
            "0001.ron",
            "1.ron",
            "2.ron",
            "0010.ron",
            "999-z.ron",
            "1000-b.ron",
            "1001-a.ron",
            "10000-a.ron",
            "18446744073709551616",
            "99999999999999999999",
            ":",
            "a-1",
            "a-b",
            "a.ron",
            "a1.ron",
            "a1b2",
            "a1b10",
            "a02",
            "a10.ron",
            "\u{e9}2",
            "\u{e9}10",
        ];
        for (place, a) in ordered.iter().enumerate() {
            for (other, b) in ordered.iter().enumerate() {
                let found = by_numbers(OsStr::new(a), OsStr::new(b));
                assert_eq!(found, place.cmp(&other), "{a:?} {b:?}");
            }
        }
    }
}
