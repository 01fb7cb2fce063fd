//! Workers on several threads, whose worlds fit into memory together.

use std::sync::{Mutex, PoisonError, RwLock};

use crate::base::jobs::locked;
use crate::base::memory::{self, Available};

/// Lets threads work at the same time, each within an equal share of what is available. Work that
/// needs more than its share is done again, alone.
pub(super) struct Workers<W> {
    available: Available,
    /// How many threads may work at the same time.
    pub(super) threads: usize,
    /// Workers for the next items, which hold worlds for reuse.
    idle: Mutex<Vec<W>>,
    /// Taken for reading by threads that work, for writing by one that works alone.
    gate: RwLock<()>,
}

impl<W> Workers<W> {
    /// Workers for at most so many threads, which share what is available to this one.
    pub(super) fn among(threads: usize) -> Self {
        let available = memory::available();
        let threads = threads.min(available.threads);
        Self { available, threads, idle: Mutex::default(), gate: RwLock::default() }
    }

    /// Does work with an idle worker or with a new one.
    pub(super) fn work<T, R>(
        &self,
        item: &mut T,
        worker: impl Fn() -> W,
        work: impl Fn(&mut W, &mut T) -> R,
    ) -> R {
        self.work_beside_others(item, &worker, &work).unwrap_or_else(|| {
            let _gate = self.gate.write().unwrap_or_else(PoisonError::into_inner);
            locked(&self.idle).clear(); // so that their memory is free
            let alone = || work(&mut worker(), item);
            memory::within_share(self.available, 1, alone).expect("all of it is one share")
        })
    }

    /// `None` if the work needs more than its share.
    fn work_beside_others<T, R>(
        &self,
        item: &mut T,
        worker: impl Fn() -> W,
        work: impl Fn(&mut W, &mut T) -> R,
    ) -> Option<R> {
        let _gate = self.gate.read().unwrap_or_else(PoisonError::into_inner);
        let mut own = locked(&self.idle).pop().unwrap_or_else(worker);
        let share = || work(&mut own, item);
        let done = memory::within_share(self.available, self.threads, share)?;
        locked(&self.idle).push(own);
        Some(done)
    }
}
