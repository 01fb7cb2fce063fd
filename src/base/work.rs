//! Counted work, for the test of how it grows: bytes of text that are looked at, cells laid out, states found.

#[cfg(test)]
thread_local!(pub(crate) static DONE: std::cell::Cell<usize> = const { std::cell::Cell::new(0) });

/// Counts this much work, in tests only.
#[inline]
#[cfg_attr(not(test), expect(unused_variables))]
pub(crate) fn count(work: usize) {
    #[cfg(test)]
    DONE.set(DONE.get() + work);
}
