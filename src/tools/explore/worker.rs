//! A thread's world, which becomes all that a state can become in a tick.

use std::collections::HashSet;

use super::Known;
use crate::base::digest::{Compared, HashedBytes};
use crate::base::draws::Choices;
use crate::base::scene_fault::SceneError;
use crate::engine::maze::Checkpoint;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;

pub(super) struct Worker {
    pub(super) simulation: Simulation,
    compared: Compared,
    bytes: HashedBytes,
}

/// A state, with its world; without one, the state before any world begins.
pub(super) type Open = (usize, Option<Checkpoint>);

/// What a state can become in a tick.
pub(super) struct Step<V> {
    pub(super) key: u128,
    pub(super) weight: f64,
    pub(super) draws: usize,
    /// If the state was not known, its world, and what was seen of it.
    pub(super) new: Option<Box<(Checkpoint, V)>>,
}

impl Worker {
    pub(super) fn new(scene: &CheckedScene, compared: Compared) -> Result<Self, SceneError> {
        let mut simulation = Simulation::new(scene)?;
        simulation.beginning = 0; // that of all workers
        Ok(Self {
            simulation,
            compared,
            bytes: HashedBytes::default(),
        })
    }

    pub(super) fn key(&mut self) -> u128 {
        self.simulation.state_key(self.compared, &mut self.bytes)
    }

    /// Becomes all that a world can become in a tick, one after another. Returns false if `each` did.
    pub(super) fn for_each_result(
        &mut self,
        scene: &CheckedScene,
        from: Option<&Checkpoint>,
        mut each: impl FnMut(&mut Self, &Choices) -> bool,
    ) -> Result<bool, SceneError> {
        let mut choices = Choices::default();
        loop {
            self.simulation.draws.choices = Some(choices);
            if let Some(checkpoint) = from {
                let rewound = self.simulation.rewind(checkpoint);
                rewound.expect("a checkpoint of the same beginning");
                self.simulation.tick();
            } else {
                self.simulation.begin(scene);
                self.simulation.beginning = 0;
            }
            let draws = &mut self.simulation.draws;
            if let Some(fault) = draws.fault.take() {
                return Err(fault.into());
            }

            choices = draws.choices.take().expect("they were set");
            if choices.weight > 0.0 && !each(self, &choices) {
                return Ok(false);
            }
            if !choices.advance() {
                return Ok(true);
            }
        }
    }

    /// Expands states; one that can become too much is left out, and so are those after it.
    pub(super) fn expand<V>(
        &mut self,
        scene: &CheckedScene,
        states: &[Open],
        known: &Known,
        most: usize,
        look: impl Fn(&mut Simulation) -> V,
    ) -> Result<Vec<Option<Vec<Step<V>>>>, SceneError> {
        let mut seen = HashSet::new();
        let expand = |(_, from): &Open| {
            let mut steps = Vec::new();
            let is_all = self.for_each_result(scene, from.as_ref(), |worker, choices| {
                let key = worker.key();
                let is_new = !known.contains_key(&key) && seen.insert(key);
                steps.push(Step {
                    key,
                    weight: choices.weight,
                    draws: choices.made.len(),
                    new: is_new.then(|| Box::new(worker.look(&look))),
                });
                steps.len() <= most
            });
            Ok(is_all?.then_some(steps))
        };
        states.iter().map(expand).collect()
    }

    fn look<V>(&mut self, look: impl Fn(&mut Simulation) -> V) -> (Checkpoint, V) {
        // What is looked at together shares what it finds out.
        self.simulation.known.get_or_insert_default().clear();
        let view = look(&mut self.simulation);
        self.simulation.known = None;
        (self.simulation.checkpoint(), view)
    }
}
