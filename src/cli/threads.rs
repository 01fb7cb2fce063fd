//! The number of threads.

use std::num::NonZero;
use std::thread;

/// The number of threads asked for; the number of processors, if none.
pub(super) fn threads(asked: Option<u16>) -> usize {
    let processors = || thread::available_parallelism().map_or(1, NonZero::get);
    asked.map_or_else(processors, usize::from)
}
