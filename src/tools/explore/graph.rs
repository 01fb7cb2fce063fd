//! The graph of the states of a scene.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use super::Known;
use super::worker::{Open, Step, Worker};
use crate::base::count::saturating_u32;
use crate::base::digest::Compared;
use crate::base::progress::Phase;
use crate::base::scene_fault::SceneError;
use crate::scene::CheckedScene;

/// All states of a scene's worlds, or those that were found up to a limit.
pub struct Graph<V> {
    /// The first stands for what is before any world begins.
    states: Vec<State>,
    /// Where the edges of each state end, up to the last one that was expanded. Those of the next state begin there.
    ends: Vec<u32>,
    edges: Vec<Edge>,
    ways: Distinct<Way>,
    views: Distinct<V>,
    compared: Compared,
    pub(super) known: Known,
    is_whole: bool,
}

struct State {
    view: u32,
    has_ended: bool,
}

/// A step to another state.
#[derive(Clone, Copy)]
struct Edge {
    to: u32,
    way: u32,
}

/// How a step is made: by a number of draws, and with a probability, as the bits of that number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Way {
    draws: u32,
    weight: u64,
}

/// Values that are numbered, each once.
struct Distinct<T> {
    all: Vec<Arc<T>>,
    numbers: HashMap<Arc<T>, u32>,
}

/// A state, with what was noted on the way there.
type Place = (usize, u8);

impl<V: Eq + Hash> Graph<V> {
    pub(super) fn new(compared: Compared) -> Self {
        let start = State {
            view: u32::MAX,
            has_ended: false,
        };
        Self {
            states: vec![start],
            ends: Vec::new(),
            edges: Vec::new(),
            ways: Distinct::new(),
            views: Distinct::new(),
            compared,
            known: Known::new(),
            is_whole: true,
        }
    }

    /// Adds what a state can become, and its new states to `next`. States are expanded in their order. Returns false if
    /// there are too many.
    pub(super) fn add(
        &mut self,
        state: usize,
        steps: Option<Vec<Step<V>>>,
        (known, new): (&Known, &mut Known),
        limit: usize,
        next: &mut Vec<Open>,
    ) -> bool {
        self.is_whole = false;
        let Some(steps) = steps else {
            return false;
        };

        let mut edges = Vec::with_capacity(steps.len());
        for step in steps {
            let to = known.get(&step.key).or_else(|| new.get(&step.key));
            let to = match to {
                Some(&to) => to,
                None if self.states() == limit => return false,
                None => {
                    let to = self.states.len();
                    let (checkpoint, view) = *step.new.expect("a state that was not known");
                    let has_ended = checkpoint.progress.phase == Phase::Finished;
                    let view = self.views.number(view);
                    self.states.push(State { view, has_ended });
                    if !has_ended {
                        next.push((to, Some(checkpoint)));
                    }
                    let to = u32::try_from(to).expect("fewer than 2³² states");
                    new.insert(step.key, to);
                    to
                }
            };
            edges.push((to, step.draws, step.weight));
        }

        // Several ways to one state become the one with the fewest draws, with the probability of all.
        edges.sort_by_key(|&(to, draws, _)| (to, draws));
        edges.dedup_by(|next, edge| {
            let is_same = next.0 == edge.0;
            edge.2 += if is_same { next.2 } else { 0.0 };
            is_same
        });

        // The states between this one and the last one have ended.
        let end = self.edges.len();
        self.ends.resize(state, saturating_u32(end));
        for (to, draws, weight) in edges {
            let way = self.ways.number(Way {
                draws: saturating_u32(draws),
                weight: weight.to_bits(),
            });
            self.edges.push(Edge { to, way });
        }
        let end = u32::try_from(self.edges.len()).expect("fewer than 2³² edges");
        self.ends.push(end);
        self.is_whole = true;
        true
    }

    /// Returns what was seen of each different world that has ended, with its probability.
    pub fn worlds(&self) -> Vec<(&V, f64)> {
        let mut worlds: Vec<(&V, f64)> = Vec::new();
        let mut places = HashMap::new();
        for (state, mass) in self.flow().into_iter().enumerate() {
            if let Some(view) = self.view(state).filter(|_| self.has_ended(state)) {
                let place = *places
                    .entry(self.states[state].view)
                    .or_insert(worlds.len());
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
        self.ways.all.iter().any(|way| way.draws > 0)
    }

    /// Returns the probability that a world comes to a state that was not explored.
    pub fn undecided(&self) -> f64 {
        let flow = self.flow().into_iter().enumerate();
        let open = flow.filter(|(state, _)| self.is_open(*state));
        open.map(|(_, mass)| mass).sum()
    }

    /// Returns what was seen of states, each once.
    pub(crate) fn views(&self) -> impl Iterator<Item = &V> {
        self.views.all.iter().map(|view| &**view)
    }

    /// Returns what was seen of a state, if it is one of a world.
    pub(crate) fn view(&self, state: usize) -> Option<&V> {
        let number = self.states[state].view as usize;
        self.views.all.get(number).map(|view| &**view)
    }

    pub(crate) fn has_ended(&self, state: usize) -> bool {
        self.states[state].has_ended
    }

    /// Returns true if it is not known what a state can become.
    pub(crate) fn is_open(&self, state: usize) -> bool {
        state >= self.ends.len() && !self.has_ended(state)
    }

    /// Returns the places of the edges of a state.
    pub(super) fn edges(&self, state: usize) -> Range<usize> {
        let end = |state: usize| {
            self.ends
                .get(state)
                .map_or(self.edges.len(), |&end| end as usize)
        };
        state.checked_sub(1).map_or(0, end)..end(state)
    }

    /// Returns the state to which an edge leads.
    pub(super) fn target(&self, edge: usize) -> u32 {
        self.edges[edge].to
    }

    /// Returns the states that a state can become, each with the probability that it does.
    pub(super) fn results(&self, state: usize) -> impl Iterator<Item = (usize, f64)> {
        let edges = self.edges[self.edges(state)].iter();
        edges.map(|edge| {
            let way = &self.ways.all[edge.way as usize];
            (edge.to as usize, f64::from_bits(way.weight))
        })
    }

    /// Returns the states of a way to a goal that has the fewest draws, and of those the fewest ticks. What is noted on
    /// the way begins as `note` and is changed by `enter` at each state; where it returns nothing, the way ends.
    pub(crate) fn shortest(
        &self,
        note: u8,
        enter: &dyn Fn(u8, usize) -> Option<u8>,
        is_goal: &dyn Fn(u8, usize) -> bool,
    ) -> Option<Vec<usize>> {
        let start: Place = (0, note);
        let mut came_from: HashMap<Place, Place> = HashMap::new();
        let mut open = BinaryHeap::from([Reverse(((0, 0), start, start))]);

        while let Some(Reverse(((draws, ticks), place, from))) = open.pop() {
            if came_from.contains_key(&place) {
                continue;
            }
            came_from.insert(place, from);

            let (state, note) = place;
            if state > 0 && is_goal(note, state) {
                let mut way = Vec::new();
                let mut at = place;
                while at != start {
                    way.push(at.0);
                    at = came_from[&at];
                }
                way.reverse();
                return Some(way);
            }

            for edge in &self.edges[self.edges(state)] {
                let to = edge.to as usize;
                let draws = draws + self.ways.all[edge.way as usize].draws;
                if let Some(note) = enter(note, to) {
                    open.push(Reverse(((draws, ticks + 1), (to, note), place)));
                }
            }
        }
        None
    }

    /// Returns the draws of a scene that lead along a way.
    pub(crate) fn draws_along(
        &self,
        scene: &CheckedScene,
        way: &[usize],
    ) -> Result<Vec<u32>, SceneError> {
        let mut worker = Worker::new(scene, self.compared)?;
        let mut draws = Vec::new();
        let mut at = None;

        for &state in way {
            // The state may have been found from another one that is the same, so its draws are searched for.
            let mut best: Option<(Vec<u32>, _)> = None;
            worker.for_each_result(scene, at.as_ref(), |worker, choices| {
                let is_better = best
                    .as_ref()
                    .is_none_or(|(made, _)| choices.made.len() < made.len());
                let number = self.known.get(&worker.key());
                if is_better && number.is_some_and(|&number| number as usize == state) {
                    let made = choices.made.iter().map(|&(answer, _)| answer);
                    best = Some((made.collect(), worker.simulation.checkpoint()));
                }
                true
            })?;

            let (made, reached) = best.expect("a way through the graph");
            draws.extend(made);
            at = Some(reached);
        }

        let used = at.map_or(0, |at| at.draws);
        Ok([&scene.draws[..used], &draws].concat())
    }
}

impl<T: Eq + Hash> Distinct<T> {
    fn new() -> Self {
        Self {
            all: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    /// Returns the number of a value, which is added if it is new.
    fn number(&mut self, value: T) -> u32 {
        if let Some(&number) = self.numbers.get(&value) {
            return number;
        }
        let number = saturating_u32(self.all.len());
        let value = Arc::new(value);
        self.all.push(Arc::clone(&value));
        self.numbers.insert(value, number);
        number
    }
}
