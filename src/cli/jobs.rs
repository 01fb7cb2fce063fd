//! How many threads work.

use std::num::NonZero;
use std::thread;

/// As many threads as were asked for; as there are processors, if none were.
pub(super) fn threads(asked: Option<NonZero<u16>>) -> usize {
    let processors = || thread::available_parallelism().map_or(1, NonZero::get);
    asked.map_or_else(processors, |asked| usize::from(asked.get()))
}
