//! How probably worlds come to the states of a graph, by its strongly connected components in their order: so no number is
//! approached step by step.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem;

use super::Graph;

impl<V> Graph<V> {
    /// Returns the strongly connected components, each after all to which its states lead, by Tarjan's algorithm.
    fn components(&self) -> Vec<Box<[usize]>> {
        let count = self.states() + 1;
        // The number of each state in the order in which they are met, and the least one to which it is known to lead; the
        // largest once its component is complete.
        let (mut numbers, mut least) = (vec![0; count], vec![0; count]);
        let (mut met, mut open, mut components) = (0_u32, Vec::new(), Vec::new());
        let mut path = vec![(0, 0)];
        while let Some((state, next)) = path.last_mut() {
            let state = *state;
            if *next == 0 {
                met += 1;
                (numbers[state], least[state]) = (met, met);
                open.push(state);
            }
            if let Some(edge) = self.edges(state).get(*next) {
                *next += 1;
                let to = edge.to as usize;
                if numbers[to] == 0 {
                    path.push((to, 0));
                } else {
                    least[state] = least[state].min(least[to]);
                }
                continue;
            }

            path.pop();
            if let Some(&(from, _)) = path.last() {
                least[from] = least[from].min(least[state]);
            }
            if least[state] == numbers[state] {
                let first = open.iter().rposition(|&other| other == state);
                let component = open.split_off(first.expect("an open state"));
                for &member in &component {
                    least[member] = u32::MAX;
                }
                components.push(component.into());
            }
        }
        components
    }

    /// Returns for each state the probability that a world ends there, or is not known from there on. Worlds that never
    /// end are counted at one of the states that they never leave.
    pub(super) fn flow(&self) -> Vec<f64> {
        let mut mass = vec![0.0; self.states() + 1];
        mass[0] = 1.0;
        for component in self.components().into_iter().rev() {
            self.pass_on(component.into(), &mut mass);
        }
        mass
    }

    /// Passes on what comes to the states of a component, one state after another: each is replaced by steps from those
    /// that lead to it to those to which it leads. Nothing is subtracted, so nothing is cancelled (Grassmann, Taksar and
    /// Heyman, 1985).
    fn pass_on(&self, mut members: Vec<usize>, mass: &mut [f64]) {
        // Those that were found last have the fewest ways to them.
        members.sort_unstable_by(|one, other| other.cmp(one));
        let places: HashMap<usize, usize> = members.iter().copied().zip(0..).collect();
        let mut rows: Vec<BTreeMap<usize, f64>> = Vec::new();
        let mut into = vec![BTreeSet::new(); members.len()];
        for (place, &state) in members.iter().enumerate() {
            let edges = self.edges(state).iter();
            rows.push(edges.map(|edge| (edge.to as usize, edge.weight)).collect());
            for to in rows[place].keys().filter_map(|to| places.get(to)) {
                into[*to].insert(place);
            }
        }

        for (place, state) in members.iter().enumerate() {
            let mut row = mem::take(&mut rows[place]);
            row.remove(state);
            let total: f64 = row.values().sum();
            if total == 0.0 {
                continue; // no world leaves it
            }

            let own = mem::take(&mut mass[*state]);
            let before: Vec<usize> = into[place].split_off(&(place + 1)).into_iter().collect();
            let weights = before
                .iter()
                .map(|&from| rows[from].remove(state).unwrap_or_default());
            let weights: Vec<f64> = weights.collect();
            for (to, weight) in row {
                let share = weight / total;
                mass[to] += own * share;
                for (&from, weight) in before.iter().zip(&weights) {
                    *rows[from].entry(to).or_default() += weight * share;
                }
                if let Some(&to) = places.get(&to) {
                    into[to].extend(&before);
                }
            }
        }
    }
}
