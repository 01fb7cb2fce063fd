//! The graph of the states of a scene.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use super::Known;
use super::worker::{Open, Step};
use crate::base::count::saturating_u32;
use crate::base::progress::Phase;

/// All states of a scene's worlds, or those that were found up to a limit.
pub struct Graph<V> {
    /// The first stands for what is before any world begins.
    states: Vec<State<V>>,
    views: HashSet<Arc<V>>,
    is_whole: bool,
}

struct State<V> {
    /// What it can become; `None` if that is not known.
    edges: Option<Box<[Edge]>>,
    view: Option<Arc<V>>,
    has_ended: bool,
}

/// A step to another state.
pub(super) struct Edge {
    pub(super) to: u32,
    draws: u32,
    pub(super) weight: f64,
}

impl<V: Eq + Hash> Graph<V> {
    pub(super) fn new() -> Self {
        let start = State {
            edges: None,
            view: None,
            has_ended: false,
        };
        Self {
            states: vec![start],
            views: HashSet::new(),
            is_whole: true,
        }
    }

    /// Adds what a state can become. Returns false if there are too many states.
    pub(super) fn add(
        &mut self,
        state: usize,
        steps: Option<Vec<Step<V>>>,
        (known, new): (&Known, &mut Known),
        limit: usize,
        next: &mut Vec<Open>,
    ) -> bool {
        let Some(steps) = steps else {
            self.is_whole = false;
            return false;
        };
        let mut edges: Vec<Edge> = Vec::with_capacity(steps.len());
        for step in steps {
            let to = known.get(&step.key).or_else(|| new.get(&step.key));
            let to = match to {
                Some(&to) => to,
                None if self.states() == limit => {
                    self.is_whole = false;
                    return false;
                }
                None => {
                    let to = self.states.len();
                    let (checkpoint, view) = *step.new.expect("a state that was not known");
                    let view = self.shared(view);
                    self.states.push(State {
                        edges: None,
                        view: Some(view),
                        has_ended: checkpoint.progress.phase == Phase::Finished,
                    });
                    if !self.has_ended(to) {
                        next.push((to, Some(checkpoint)));
                    }
                    let to = u32::try_from(to).expect("fewer than 2³² states");
                    new.insert(step.key, to);
                    to
                }
            };
            edges.push(Edge {
                to,
                draws: saturating_u32(step.draws),
                weight: step.weight,
            });
        }

        // Several ways to one state become the one with the fewest draws, with the probability of all.
        edges.sort_by_key(|edge| (edge.to, edge.draws));
        edges.dedup_by(|next, edge| {
            let is_same = next.to == edge.to;
            edge.weight += if is_same { next.weight } else { 0.0 };
            is_same
        });
        self.states[state].edges = Some(edges.into());
        true
    }

    fn shared(&mut self, view: V) -> Arc<V> {
        if let Some(known) = self.views.get(&view) {
            return Arc::clone(known);
        }
        let view = Arc::new(view);
        self.views.insert(Arc::clone(&view));
        view
    }

    /// Returns what was seen of each different world that has ended, with its probability.
    pub fn worlds(&self) -> Vec<(&V, f64)> {
        let mut worlds: Vec<(&V, f64)> = Vec::new();
        let mut places = HashMap::new();
        for (state, mass) in self.flow().into_iter().enumerate() {
            if let Some(view) = self.view(state).filter(|_| self.has_ended(state)) {
                let place = *places.entry(view).or_insert(worlds.len());
                if place == worlds.len() {
                    worlds.push((view, 0.0));
                }
                worlds[place].1 += mass;
            }
        }
        worlds
    }
}

impl<V> Graph<V> {
    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.states.len() - 1
    }

    /// Returns true if these are all states.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Returns true if anything is random.
    pub fn has_chance(&self) -> bool {
        let mut edges = (0..=self.states()).flat_map(|state| self.edges(state));
        edges.any(|edge| edge.draws > 0)
    }

    /// Returns the probability that a world comes to a state that was not explored.
    pub fn undecided(&self) -> f64 {
        let flow = self.flow().into_iter().enumerate();
        let open = flow.filter(|(state, _)| self.is_open(*state));
        open.map(|(_, mass)| mass).sum()
    }

    /// Returns what was seen of a state, if it is one of a world.
    fn view(&self, state: usize) -> Option<&V> {
        self.states[state].view.as_deref()
    }

    fn has_ended(&self, state: usize) -> bool {
        self.states[state].has_ended
    }

    /// Returns true if it is not known what a state can become.
    fn is_open(&self, state: usize) -> bool {
        !self.has_ended(state) && self.states[state].edges.is_none()
    }

    pub(super) fn edges(&self, state: usize) -> &[Edge] {
        self.states[state].edges.as_deref().unwrap_or_default()
    }
}
