//! Parallel work with results in order.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};

/// The number of threads and of items in work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jobs {
    /// The most threads that work: at most 1024. With 1, or if no thread can be started, the caller's own does
    /// the work.
    pub threads: usize,
    /// The most items per thread that are started and not yet handed out.
    pub ahead: usize,
}

impl Jobs {
    /// More threads than this help nobody, and a process that cannot map the stacks of more aborts.
    pub(crate) const MOST_THREADS: usize = 1024;

    /// How many items per thread are enough, if each is much work.
    pub(crate) const FEW_AHEAD: usize = 2;

    /// Processes items on threads with a worker each, and passes them with their results to `each`,
    /// in their order, on the caller's thread. Memory does not grow with the number of items.
    ///
    /// # Errors
    /// The first error of `each`; items that were started are finished first.
    ///
    /// # Panics
    /// If the work panics.
    ///
    /// ```
    /// use mazetick::base::jobs::Jobs;
    /// use mazetick::prelude::*;
    /// use mazetick::puzzles::Johnny;
    ///
    /// let maze = Scene::new(8, 8).with(Johnny::from(Position::new(8, 1)));
    /// let digest = |there: &mut Option<Simulation>, &mut seed: &mut u64| {
    ///     let simulation = Simulation::reuse(there, &maze.clone().seeded(seed)).unwrap();
    ///     simulation.run();
    ///     simulation.digest()
    /// };
    /// let mut digests = Vec::new();
    /// Jobs { threads: 2, ahead: 4 }.in_order(1..=1000, || None, digest, |_seed, digest| {
    ///     digests.push(digest);
    ///     Ok::<(), std::io::Error>(())
    /// })?;
    /// assert_eq!(digests.len(), 1000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn in_order<T: Send, R: Send, W: Send, E>(
        self,
        items: impl IntoIterator<Item = T>,
        worker: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, &mut T) -> R + Sync,
        mut each: impl FnMut(T, R) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut items = items.into_iter();
        let threads = self.threads.min(Self::MOST_THREADS);
        if threads <= 1 {
            return in_turn(items, &worker, &work, each);
        }

        let most_ahead = threads.saturating_mul(self.ahead.max(1));
        let most_ahead = most_ahead.min(1 << 16); // they take their room at once
        // One more, for an item that waits until another one is handed out.
        let places: Vec<Place<T, R>> = (0..=most_ahead).map(|_| Mutex::default()).collect();
        // Workers for the next items, with what they keep for reuse.
        let idle_workers: Mutex<Vec<W>> = Mutex::default();
        let mut end = Ok(());

        let mut take_in = |place: usize| {
            let item = items.next().map(|item| (item, None));
            let is_some = item.is_some();
            *locked(&places[place]) = item;
            is_some
        };
        let do_work = |place: usize| {
            if let Some((item, result)) = &mut *locked(&places[place]) {
                let idle = locked(&idle_workers).pop();
                let mut own = idle.unwrap_or_else(&worker);
                *result = Some(work(&mut own, item));
                locked(&idle_workers).push(own);
            }
        };
        let mut hand_out = |place: usize| {
            let (item, result) = locked(&places[place]).take().expect("an item");
            end = each(item, result.expect("the work is done"));
            end.is_ok()
        };

        if on_threads(threads, most_ahead, &mut take_in, &do_work, &mut hand_out) {
            return end;
        }
        let first = locked(&places[0]).take().map(|(item, _)| item);
        in_turn(first.into_iter().chain(items), &worker, &work, each)
    }
}

/// Takes items into places, lets threads work on them, and hands them out in their order, until `hand_out` returns
/// false. Returns false if no thread can be started, when one item is taken in. Compiled once for all kinds of work.
fn on_threads(
    most_threads: usize,
    most_ahead: usize,
    take_in: &mut dyn FnMut(usize) -> bool,
    work: &(dyn Fn(usize) + Sync),
    hand_out: &mut dyn FnMut(usize) -> bool,
) -> bool {
    let (tasks, waiting) = sync_channel::<Task>(most_ahead);
    let waiting = Mutex::new(waiting);
    let serve = || serve_out(&waiting, work);
    thread::scope(|scope| {
        let tasks = tasks; // dropped at the end of this scope
        let mut results: VecDeque<(usize, Receiver<()>)> = VecDeque::new();
        let (mut threads, mut wanted_threads) = (0, most_threads);
        let mut hand_out = |(place, done): (usize, Receiver<()>)| {
            done.recv().expect("the work is done");
            hand_out(place)
        };
        for place in (0..=most_ahead).cycle() {
            if !take_in(place) {
                break;
            }
            if threads < wanted_threads {
                match Builder::new().spawn_scoped(scope, serve) {
                    Ok(_) => threads += 1,
                    Err(_) if threads == 0 => return false,
                    Err(_) => wanted_threads = threads, // the started ones suffice
                }
            }
            if results.len() == most_ahead && !results.pop_front().is_none_or(&mut hand_out) {
                return true;
            }
            let (sender, done) = sync_channel(1);
            tasks
                .send((place, sender))
                .expect("the threads serve until the tasks end");
            results.push_back((place, done));
        }
        results.into_iter().all(hand_out);
        true
    })
}

fn in_turn<T, R, W, E>(
    mut items: impl Iterator<Item = T>,
    worker: impl Fn() -> W,
    work: impl Fn(&mut W, &mut T) -> R,
    mut each: impl FnMut(T, R) -> Result<(), E>,
) -> Result<(), E> {
    let mut worker = worker();
    items.try_for_each(|mut item| {
        let result = work(&mut worker, &mut item);
        each(item, result)
    })
}

/// An item in work, and then its result.
type Place<T, R> = Mutex<Option<(T, Option<R>)>>;

/// The place of an item, and whom to tell when it is done.
type Task = (usize, SyncSender<()>);

fn serve_out(waiting: &Mutex<Receiver<Task>>, work: &(dyn Fn(usize) + Sync)) {
    let next = || locked(waiting).recv();
    while let Ok((place, sender)) = next() {
        work(place);
        let _ = sender.send(()); // after an error the receiver is gone
    }
}

/// Locks a mutex, also after a panic of a thread that held it.
pub(crate) fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_after_an_error_nothing_comes() {
        for threads in [1, 2, 7] {
            let jobs = Jobs { threads, ahead: 3 };
            let mut seen = Vec::new();
            let square = |(): &mut (), item: &mut u64| {
                thread::sleep(std::time::Duration::from_micros(*item * 37 % 100));
                *item * *item
            };
            let all = jobs.in_order(
                0..1000,
                || (),
                square,
                |_, result| {
                    seen.push(result);
                    Ok::<(), ()>(())
                },
            );
            assert!(all.is_ok() && seen.iter().copied().eq((0..1000).map(|item| item * item)));
            let mut left = 10;
            let some = jobs.in_order(
                0..,
                || (),
                square,
                |_, _| {
                    left -= 1;
                    if left == 0 { Err("enough") } else { Ok(()) }
                },
            );
            assert_eq!((some, left), (Err("enough"), 0));
        }
    }
}
