//! Turns: at most as many threads work at a time as have worlds that fit into memory together.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::base::jobs::locked;
use crate::base::memory::{self, Available};

/// Lets threads work at the same time, each within an equal share of what is available. When work
/// needs more than its share, fewer threads work from there on, with larger shares.
pub(super) struct Turns<W> {
    available: Available,
    state: Mutex<State<W>>,
    ended: Condvar,
}

struct State<W> {
    /// How many threads may work at the same time.
    allowed: usize,
    working: usize,
    /// Workers for the next turns, which hold worlds for reuse. Together with the working ones, they
    /// are at most as many as are allowed.
    idle: Vec<W>,
}

/// A thread that works; its turn ends when this is dropped.
struct Turn<'a, W> {
    of: &'a Turns<W>,
    worker: Option<W>,
    /// Among how many threads the memory is shared.
    among: usize,
}

impl<W> Turns<W> {
    /// Turns of at most so many threads, which share what is available to this one.
    pub(super) fn among(threads: usize) -> Self {
        let available = memory::available();
        let allowed = threads.min(available.threads);
        let state = State { allowed, working: 0, idle: Vec::new() };
        Self { available, state: Mutex::new(state), ended: Condvar::new() }
    }

    /// How many threads may work at the same time.
    pub(super) fn threads(&self) -> usize {
        self.state().allowed
    }

    /// Does work with an idle worker or with a new one, as soon as the thread is allowed to.
    pub(super) fn work<T, R>(
        &self,
        item: &mut T,
        worker: impl Fn() -> W,
        work: impl Fn(&mut W, &mut T) -> R,
    ) -> R {
        loop {
            let mut turn = self.begin();
            let among = turn.among;
            let own = turn.worker.get_or_insert_with(&worker);
            match memory::within_share(self.available, among, || work(own, item)) {
                Ok(done) => return done,
                Err(needed) => {
                    turn.worker = None;
                    drop(turn);
                    self.make_room_for(needed);
                }
            }
        }
    }

    fn begin(&self) -> Turn<'_, W> {
        let mut state = self.state();
        while state.working >= state.allowed {
            state = self.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.working += 1;
        Turn { of: self, worker: state.idle.pop(), among: state.allowed }
    }

    /// Lets at most as many threads work as this many bytes fit into memory; drops the idle workers,
    /// so that their memory is free.
    fn make_room_for(&self, bytes: u64) {
        let fit = usize::try_from(self.available.bytes / bytes).unwrap_or(usize::MAX);
        let mut state = self.state();
        state.allowed = state.allowed.min(fit).max(1);
        state.idle.clear();
    }

    fn state(&self) -> MutexGuard<'_, State<W>> {
        locked(&self.state)
    }
}

impl<W> Drop for Turn<'_, W> {
    fn drop(&mut self) {
        let mut state = self.of.state();
        let worker = self.worker.take();
        if state.working + state.idle.len() <= state.allowed {
            state.idle.extend(worker);
        } else {
            drop(worker); // before its memory is another's
        }
        state.working -= 1;
        drop(state);
        self.of.ended.notify_all();
    }
}
