//! Memory: what a world or a text needs, compared with what the machine has.
//!
//! Needs are estimates, compared when something large is about to be made. Nothing is reserved, and
//! what is taken is not counted.

mod available;

use std::cell::Cell;
use std::fmt::Display;

pub(crate) use available::Available;

#[derive(Clone, Copy, Debug)]
struct Share {
    available: Available,
    among: usize,
    /// Whether something was refused that would have fitted alone.
    has_refused: bool,
}

thread_local! {
    /// The share of this thread; `None` if it has everything.
    static SHARE: Cell<Option<Share>> = const { Cell::new(None) };
}

/// Less than this is always available: small worlds need not ask the system.
const SMALL: u64 = 1 << 20;

pub(crate) fn available() -> Available {
    SHARE
        .get()
        .map_or_else(Available::to_process, |share| share.available)
}

#[derive(Debug, PartialEq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct OutOfMemory(String);

/// Returns an error if this thread may not take so many bytes. The purpose is the end of the message: `for 12
/// cells`.
pub(crate) fn check(bytes: u64, purpose: impl Display) -> Result<(), OutOfMemory> {
    if bytes < SMALL {
        return Ok(());
    }
    let Available {
        bytes: most, limit, ..
    } = available();
    let mut fits = bytes <= most;
    if let Some(share) = SHARE
        .get()
        .filter(|share| fits && bytes > most / share.among as u64)
    {
        SHARE.set(Some(Share {
            has_refused: true,
            ..share
        }));
        fits = false;
    }
    let (needs, has) = (words(bytes, f64::ceil), words(most, f64::floor));
    let why = || OutOfMemory(format!("needs {needs} {purpose}; {limit} {has}"));
    if fits { Ok(()) } else { Err(why()) }
}

/// A number of bytes in words: of a need rounded up, of what there is rounded down.
fn words(bytes: u64, rounded: fn(f64) -> f64) -> String {
    let (unit, name) = if bytes < 1_000_000_000 {
        (1e5, "MB")
    } else {
        (1e8, "GB")
    };
    format!("{:.1} {name}", rounded(bytes as f64 / unit) / 10.0)
}

/// Does work that may take one of `among` equal shares; `None` if it was refused what would have
/// fitted alone.
pub(crate) fn within_share<R>(
    available: Available,
    among: usize,
    work: impl FnOnce() -> R,
) -> Option<R> {
    let before = SHARE.replace(Some(Share {
        available,
        among,
        has_refused: false,
    }));
    let done = work();
    let has_refused = SHARE.replace(before).is_some_and(|share| share.has_refused);
    (!has_refused).then_some(done)
}

#[cfg(test)]
pub(crate) fn with_memory<R>(bytes: u64, work: impl FnOnce() -> R) -> R {
    within_share(Available::mocked(bytes), 1, work).expect("all of it is one share")
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEBIBYTE: u64 = 1 << 20;

    #[test]
    fn a_need_is_compared_with_the_share_and_with_all() {
        let available = Available::mocked(8 * MEBIBYTE);
        let ask = |bytes: u64, among| within_share(available, among, || check(bytes, "for it"));
        assert_eq!(ask(2 * MEBIBYTE, 4), Some(Ok(())));
        assert_eq!(ask(2 * MEBIBYTE + 1, 4), None);
        assert_eq!(ask(8 * MEBIBYTE, 1), Some(Ok(())));
        for among in [1, 4] {
            let message = "needs 8.4 MB for it; this test has 8.3 MB";
            assert_eq!(
                ask(8 * MEBIBYTE + 1, among),
                Some(Err(OutOfMemory(message.to_owned())))
            );
            assert_eq!(ask(MEBIBYTE - 1, 1000), Some(Ok(())));
        }
    }
}
