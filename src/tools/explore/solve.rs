//! What holds of a graph of states: from where others can be reached, and how probably.
//!
//! Both go through its strongly connected components in their order, so that no number is approached step by step.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem;

use super::Graph;
use crate::base::count::saturating_u32;

/// The strongly connected components of a graph, each after all to which its states lead.
struct Components {
    members: Vec<u32>,
    /// Where each of them begins in the list of members, and where the last one ends.
    bounds: Vec<u32>,
}

impl Components {
    fn iter(&self) -> impl DoubleEndedIterator<Item = &[u32]> {
        let bounds = self.bounds.windows(2);
        bounds.map(|bounds| &self.members[bounds[0] as usize..bounds[1] as usize])
    }
}

impl<V> Graph<V> {
    /// Finds the strongly connected components, by Tarjan's algorithm.
    fn components(&self) -> Components {
        let count = self.states() + 1;
        // The number of each state in the order in which they are met, and the least one to which it is known to lead; the
        // largest once its component is complete.
        let mut numbers = vec![0_u32; count];
        let mut least = vec![0_u32; count];
        let mut met = 0;
        let mut open: Vec<u32> = Vec::new();
        let mut members = Vec::with_capacity(count);
        let mut bounds = vec![0];
        let mut path = vec![(0_u32, self.edges(0))];

        while let Some((state, edges)) = path.last_mut() {
            let number = *state;
            let state = number as usize;
            if numbers[state] == 0 {
                met += 1;
                numbers[state] = met;
                least[state] = met;
                open.push(number);
            }
            if let Some(edge) = edges.next() {
                let to = self.target(edge);
                if numbers[to as usize] == 0 {
                    path.push((to, self.edges(to as usize)));
                } else {
                    least[state] = least[state].min(least[to as usize]);
                }
                continue;
            }

            path.pop();
            if let Some(&(from, _)) = path.last() {
                let from = from as usize;
                least[from] = least[from].min(least[state]);
            }
            if least[state] == numbers[state] {
                let first = open.iter().rposition(|&other| other == number);
                for member in open.drain(first.expect("an open state")..) {
                    least[member as usize] = u32::MAX;
                    members.push(member);
                }
                bounds.push(saturating_u32(members.len()));
            }
        }
        Components { members, bounds }
    }

    /// Returns for each state whether it can come to one of these.
    pub(crate) fn can_reach(&self, is_goal: &dyn Fn(usize) -> bool) -> Vec<bool> {
        let mut can = vec![false; self.states() + 1];
        for component in self.components().iter() {
            let reaches = |&state: &u32| {
                let state = state as usize;
                is_goal(state) || self.results(state).any(|(to, _)| can[to])
            };
            if component.iter().any(reaches) {
                for &state in component {
                    can[state as usize] = true;
                }
            }
        }
        can
    }

    /// Returns for each state the probability that a world ends there, or is not known from there on. Worlds that never
    /// end are counted at one of the states that they never leave.
    pub(super) fn flow(&self) -> Vec<f64> {
        let mut mass = vec![0.0; self.states() + 1];
        mass[0] = 1.0;
        for component in self.components().iter().rev() {
            self.pass_on(component, &mut mass);
        }
        mass
    }

    /// Passes on what comes to the states of a component, one state after another: each is replaced by steps from those
    /// that lead to it to those to which it leads. Nothing is subtracted, so nothing is cancelled (Grassmann, Taksar and
    /// Heyman, 1985).
    fn pass_on(&self, component: &[u32], mass: &mut [f64]) {
        // Those that were found last have the fewest ways to them.
        let mut members: Vec<usize> = component.iter().map(|&state| state as usize).collect();
        members.sort_unstable_by(|one, other| other.cmp(one));
        let places: HashMap<usize, usize> = members.iter().copied().zip(0..).collect();
        let mut rows: Vec<BTreeMap<usize, f64>> = Vec::new();
        let mut into = vec![BTreeSet::new(); members.len()];
        for (place, &state) in members.iter().enumerate() {
            rows.push(self.results(state).collect());
            for to in rows[place].keys().filter_map(|to| places.get(to)) {
                into[*to].insert(place);
            }
        }

        for (place, &state) in members.iter().enumerate() {
            let mut row = mem::take(&mut rows[place]);
            row.remove(&state);
            let total: f64 = row.values().sum();
            if total == 0.0 {
                continue; // no world leaves it
            }

            let own = mem::take(&mut mass[state]);
            let mut before = Vec::new();
            for from in into[place].split_off(&(place + 1)) {
                before.push((from, rows[from].remove(&state).unwrap_or_default()));
            }
            for (to, weight) in row {
                let share = weight / total;
                mass[to] += own * share;
                for &(from, weight) in &before {
                    *rows[from].entry(to).or_default() += weight * share;
                }
                if let Some(&to) = places.get(&to) {
                    into[to].extend(before.iter().map(|&(from, _)| from));
                }
            }
        }
    }
}
