//! Retrying work alone when memory runs out next to other threads.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::base::locked::locked;

/// Lets threads work in parallel while there is memory for all. Work that lacks memory is repeated
/// alone: with no other thread working and no other workspace kept. `T` is a workspace that later
/// work can reuse, such as a simulation.
pub(crate) struct RetryAlone<T> {
    state: Mutex<State<T>>,
    ended: Condvar,
}

struct State<T> {
    /// The number of working threads.
    working: usize,
    /// The number of threads that work alone or wait to. Others start only after them.
    alone: usize,
    /// Workspaces of finished work, free for reuse.
    idle: Vec<T>,
}

/// A working thread; its turn ends when this is dropped.
struct Turn<'a, T> {
    of: &'a RetryAlone<T>,
    /// A workspace for reuse.
    spare: Option<T>,
    is_alone: bool,
}

impl<T> RetryAlone<T> {
    /// Does a piece of work, perhaps reusing an earlier result. If it lacks memory, it is repeated
    /// when no other thread works.
    pub(crate) fn turn<R>(
        &self,
        mut work: impl FnMut(&mut Option<T>) -> R,
        lacks_memory: impl Fn(&R) -> bool,
    ) -> R {
        let mut turn = self.begin();
        let done = work(&mut turn.spare);
        if !lacks_memory(&done) {
            return done;
        }
        turn.spare = None;
        drop((turn, done));
        work(&mut self.begin_alone().spare)
    }

    fn begin(&self) -> Turn<'_, T> {
        let mut state = self.state();
        while state.alone > 0 {
            state = self.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.working += 1;
        Turn { of: self, spare: state.idle.pop(), is_alone: false }
    }

    fn begin_alone(&self) -> Turn<'_, T> {
        let mut state = self.state();
        state.alone += 1;
        while state.working > 0 {
            state = self.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.working += 1;
        state.idle.clear();
        Turn { of: self, spare: None, is_alone: true }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        locked(&self.state)
    }
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        let mut state = self.of.state();
        state.working -= 1;
        state.alone -= usize::from(self.is_alone);
        state.idle.extend(self.spare.take());
        self.of.ended.notify_all();
    }
}

impl<T> Default for RetryAlone<T> {
    fn default() -> Self {
        let state = State { working: 0, alone: 0, idle: Vec::new() };
        Self { state: Mutex::new(state), ended: Condvar::new() }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use super::*;
    use crate::base::jobs::Jobs;

    /// Work that does not fit next to other work is repeated alone, once each.
    #[test]
    fn work_that_lacks_memory_is_done_alone() {
        let (retry, working) = (RetryAlone::default(), AtomicUsize::new(0));
        let work = |(): &mut (), item: usize| {
            let alone = |_: &mut Option<()>| {
                let others = working.fetch_add(1, SeqCst);
                std::thread::sleep(std::time::Duration::from_millis(1));
                working.fetch_sub(1, SeqCst);
                (!item.is_multiple_of(3) || others == 0).then_some(item).ok_or(others)
            };
            retry.turn(alone, Result::is_err)
        };
        let mut done = Vec::new();
        let each = |item| {
            done.push(item);
            Ok::<(), ()>(())
        };
        assert!(Jobs { threads: 8, ahead: 4 }.in_order(0..100, || (), work, each).is_ok());
        assert_eq!(done, (0..100).map(Ok).collect::<Vec<_>>());
    }
}
