//! Work on several threads whose results come in order.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many items a thread may be ahead of the first result that is not there yet.
const AHEAD: usize = 16;

/// Works on items on `jobs` threads, each with a worker of its own, and hands the results to `each`
/// in the order of the items. Memory does not grow with the number of items.
///
/// # Errors
/// The first error of `each`; what was begun is finished first.
pub(super) fn in_order<T: Send, R: Send, W>(
    jobs: usize,
    items: impl Iterator<Item = T>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> R + Sync,
    mut each: impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    let (tasks, waiting) = sync_channel::<(T, SyncSender<R>)>(jobs * AHEAD);
    let waiting = Mutex::new(waiting);
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
    let serve = || {
        let mut worker = worker();
        while let Ok((item, result)) = next() {
            let _ = result.send(work(&mut worker, item)); // after an error nobody waits for it
        }
    };
    thread::scope(|scope| {
        let tasks = tasks; // they end when this scope does
        let mut results: VecDeque<Receiver<R>> = VecDeque::new();
        let mut threads = 0;
        let mut hand_out = |result: Receiver<R>| each(result.recv().expect("the work is done"));
        for item in items {
            if threads < jobs {
                scope.spawn(serve);
                threads += 1;
            }
            if results.len() == jobs * AHEAD {
                results.pop_front().map_or(Ok(()), &mut hand_out)?;
            }
            let (sender, result) = sync_channel(1);
            tasks.send((item, sender)).expect("the threads serve until the tasks end");
            results.push_back(result);
        }
        results.into_iter().try_for_each(hand_out)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_after_an_error_nothing_comes() {
        for jobs in [1, 2, 7] {
            let mut seen = Vec::new();
            let square = |(): &mut (), item: u64| {
                thread::sleep(std::time::Duration::from_micros(item * 37 % 100));
                item * item
            };
            let all = in_order(
                jobs,
                0..1000,
                || (),
                square,
                |result| {
                    seen.push(result);
                    Ok(())
                },
            );
            assert!(all.is_ok() && seen.iter().copied().eq((0..1000).map(|item| item * item)));
            let mut left = 10;
            let some = in_order(
                jobs,
                0..,
                || (),
                square,
                |_| {
                    left -= 1;
                    if left == 0 { Err(io::ErrorKind::Other.into()) } else { Ok(()) }
                },
            );
            assert!(some.is_err() && left == 0);
        }
    }
}
