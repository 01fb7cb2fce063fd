//! Routes without repetition, counted one after another.

use std::collections::HashMap;
use std::hash::Hash;

/// The states that can be reached, by number, each with the numbers of those to which its moves lead. Where
/// a move leads to `None`, it is the goal, which is one state.
#[derive(Debug)]
pub struct States {
    moves: Vec<Vec<usize>>,
    goal: Option<usize>,
}

impl States {
    /// The start is the first.
    pub fn new<S: Copy + Eq + Hash>(start: S, moves: impl Fn(S) -> Vec<Option<S>>) -> Self {
        let (mut numbers, mut states) = (HashMap::from([(Some(start), 0)]), vec![Some(start)]);
        let mut all = Vec::new();
        while let Some(&here) = states.get(all.len()) {
            let mut to = Vec::new();
            for next in here.map(&moves).unwrap_or_default() {
                let number = *numbers.entry(next).or_insert(states.len());
                if number == states.len() {
                    states.push(next);
                }
                to.push(number);
            }
            to.sort_unstable();
            to.dedup();
            all.push(to);
        }
        Self {
            moves: all,
            goal: states.iter().position(Option::is_none),
        }
    }

    /// How many can be reached, the start and the goal among them.
    pub fn number(&self) -> usize {
        self.moves.len()
    }

    /// How many routes lead from the start to the goal and repeat no state; `None` if more than `most` moves
    /// have to be tried.
    pub fn routes(&self, most: usize) -> Option<usize> {
        let mut on_route = vec![false; self.number()];
        self.routes_from(0, &mut on_route, &mut { most })
    }

    fn routes_from(
        &self,
        here: usize,
        on_route: &mut Vec<bool>,
        left: &mut usize,
    ) -> Option<usize> {
        if Some(here) == self.goal {
            return Some(1);
        }
        on_route[here] = true;
        let mut count = 0;
        for &next in &self.moves[here] {
            *left = left.checked_sub(1)?;
            if !on_route[next] {
                count += self.routes_from(next, on_route, left)?;
            }
        }
        on_route[here] = false;
        Some(count)
    }
}
