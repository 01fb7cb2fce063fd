//! Signals to end: Ctrl-C and SIGTERM.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::verdict::Verdict;

/// While it exists, the first signal to end is noted, and the second ends the program as usual.
pub(super) struct Interrupt {
    /// The signal; 0 for none.
    signal: Arc<AtomicUsize>,
    /// Whether the next one ends the program.
    is_last: Arc<AtomicBool>,
}

impl Interrupt {
    pub(super) fn watch() -> io::Result<Self> {
        let interrupt = Self {
            signal: Arc::default(),
            is_last: Arc::default(),
        };
        for signal in [SIGINT, SIGTERM] {
            // In this order: the flag that the first signal sets must not make that same signal end
            // the program.
            flag::register_conditional_default(signal, Arc::clone(&interrupt.is_last))?;
            flag::register(signal, Arc::clone(&interrupt.is_last))?;
            let number = signal.unsigned_abs() as usize;
            flag::register_usize(signal, Arc::clone(&interrupt.signal), number)?;
        }
        Ok(interrupt)
    }

    pub(super) fn asked(&self) -> Option<Verdict> {
        match i32::try_from(self.signal.load(Ordering::Relaxed)) {
            Ok(SIGINT) => Some(Verdict::Interrupted),
            Ok(SIGTERM) => Some(Verdict::Terminated),
            _ => None,
        }
    }
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        self.is_last.store(true, Ordering::Relaxed);
    }
}
