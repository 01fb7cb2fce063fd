//! Routes without repetition, counted one after another.

use std::collections::HashSet;
use std::hash::Hash;

/// How many routes lead from a state to the goal and repeat none; `None` if more than `most` moves have
/// to be tried. Where a move leads to `None`, it is the goal, which is one state.
pub fn count<S: Copy + Eq + Hash>(
    start: S,
    moves: impl Fn(S) -> Vec<Option<S>>,
    most: usize,
) -> Option<usize> {
    let mut left = most;
    let mut on_route = HashSet::from([start]);
    count_from(start, &moves, &mut on_route, &mut left)
}

fn count_from<S: Copy + Eq + Hash>(
    here: S,
    moves: &impl Fn(S) -> Vec<Option<S>>,
    on_route: &mut HashSet<S>,
    left: &mut usize,
) -> Option<usize> {
    let mut count = 0;
    for next in moves(here).into_iter().collect::<HashSet<_>>() {
        *left = left.checked_sub(1)?;
        match next {
            None => count += 1,
            Some(next) if on_route.insert(next) => {
                count += count_from(next, moves, on_route, left)?;
                on_route.remove(&next);
            }
            Some(_) => {}
        }
    }
    Some(count)
}

/// The states that can be reached, the start among them, and the goal if it is.
pub fn reached<S: Copy + Eq + Hash>(start: S, moves: impl Fn(S) -> Vec<Option<S>>) -> usize {
    let mut seen = HashSet::from([Some(start)]);
    let mut ahead = vec![start];
    while let Some(here) = ahead.pop() {
        for next in moves(here) {
            if seen.insert(next) {
                ahead.extend(next);
            }
        }
    }
    seen.len()
}
