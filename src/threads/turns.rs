//! Turns of threads whose work shares the memory of the machine.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Lets threads work beside one another as long as there is memory for all. What lacks memory is done
/// again alone: with nobody else at work and nothing else there. `T` is what work leaves for later work,
/// such as a world.
pub(crate) struct Turns<T> {
    state: Mutex<State<T>>,
    ended: Condvar,
}

struct State<T> {
    /// How many threads are at work.
    working: usize,
    /// How many work alone or wait to. Nobody else begins before they have ended.
    alone: usize,
    /// What nobody works with.
    idle: Vec<T>,
}

/// A thread at work; its turn ends when this is dropped.
struct Turn<'a, T> {
    turns: &'a Turns<T>,
    /// From earlier work.
    there: Option<T>,
    is_alone: bool,
}

impl<T> Turns<T> {
    /// Does a piece of work, perhaps with what is there from earlier work. If it lacks memory, it
    /// is done once more when nobody else works.
    pub(crate) fn turn<R>(
        &self,
        mut work: impl FnMut(&mut Option<T>) -> R,
        lacks_memory: impl Fn(&R) -> bool,
    ) -> R {
        let mut turn = self.begin();
        let done = work(&mut turn.there);
        if !lacks_memory(&done) {
            return done;
        }
        turn.there = None;
        drop((turn, done));
        work(&mut self.begin_alone().there)
    }

    fn begin(&self) -> Turn<'_, T> {
        let mut state = self.state();
        while state.alone > 0 {
            state = self.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.working += 1;
        Turn { turns: self, there: state.idle.pop(), is_alone: false }
    }

    fn begin_alone(&self) -> Turn<'_, T> {
        let mut state = self.state();
        state.alone += 1;
        while state.working > 0 {
            state = self.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.working += 1;
        state.idle.clear();
        Turn { turns: self, there: None, is_alone: true }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        let mut state = self.turns.state();
        state.working -= 1;
        state.alone -= usize::from(self.is_alone);
        state.idle.extend(self.there.take());
        self.turns.ended.notify_all();
    }
}

impl<T> Default for Turns<T> {
    fn default() -> Self {
        let state = State { working: 0, alone: 0, idle: Vec::new() };
        Self { state: Mutex::new(state), ended: Condvar::new() }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use super::*;
    use crate::threads::Jobs;

    /// Work that fits beside no other is done in the end, and once each.
    #[test]
    fn what_lacks_memory_is_done_alone() {
        let (turns, working) = (Turns::default(), AtomicUsize::new(0));
        let work = |(): &mut (), item: usize| {
            let alone = |_: &mut Option<()>| {
                let others = working.fetch_add(1, SeqCst);
                std::thread::sleep(std::time::Duration::from_millis(1));
                working.fetch_sub(1, SeqCst);
                (!item.is_multiple_of(3) || others == 0).then_some(item).ok_or(others)
            };
            turns.turn(alone, Result::is_err)
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
