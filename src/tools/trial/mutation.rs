//! Mutation: which systems of a scene's ingredients could be missing without any expectation noticing it.

#[cfg(feature = "cli")]
use super::locate;
use super::{Failure, Trial};
use crate::base::scene_fault::{SceneError, ScenePath, SceneStep};
use crate::base::trial_panics::without_panic;
use crate::engine::tick::{SystemPlace, TickPhase};
#[cfg(feature = "cli")]
use crate::scene::Places;
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, TestSeeds};

/// The most seeds of a property with which a mutant is tried.
const SEEDS: usize = 20;

impl CheckedScene {
    /// Tests the scene, and then again without each system of its ingredients in turn. The systems that no expectation
    /// notices, and that the scene doesn't list as [`unnoticed`](crate::scene::Scene::unnoticed), are the failures.
    ///
    /// A mutant is noticed, too, if it panics or doesn't come to its end in time. Of a property the first 20 seeds are
    /// tried, without what it varies.
    ///
    /// # Errors
    /// Returns the errors of [`Simulation::new`].
    pub fn test_mutants(&self) -> Result<Trial, SceneError> {
        let mut last = 0;
        let mut trial = Trial::default();
        let mut world = Simulation::new(self)?;
        for seed in self.few_seeds() {
            let scene = self.clone().seeded(seed);
            world.begin(&scene);
            trial = world.run_as_one_of_many(&scene, true);
            last = world.progress().tick.max(last);
            if !trial.failures.is_empty() {
                return Ok(trial);
            }
        }
        if trial.expectations == 0 {
            return Ok(trial);
        }

        for system in world.schedule.systems() {
            let is_listed = self.unnoticed.iter().any(|field| field == system.field);
            let is_noticed = |seed| {
                let scene = self.clone().seeded(seed);
                // A mutant that fails by a panic is noticed.
                without_panic(|| mutant_passes(&scene, system, last)) != Some(true)
            };
            if is_listed || self.few_seeds().any(is_noticed) {
                continue;
            }
            let (field, phase) = (system.field, system.phase);
            let failure = Failure {
                path: ScenePath(vec![SceneStep::Field(field)]),
                tick: last,
                ..Failure::new(format!(
                    "no expectation notices that a system of `{field}` is left out, in the phase {phase:?}"
                ))
            };
            trial.add(failure);
        }
        Ok(trial)
    }

    /// Tests the mutants of a scene that was read from a text, in which the failures have their places.
    #[cfg(feature = "cli")]
    pub(crate) fn test_mutants_located(
        &self,
        places: &Places,
        text: &str,
    ) -> Result<Trial, SceneError> {
        let mut trial = self.test_mutants()?;
        locate(&mut trial.failures, places, text);
        Ok(trial)
    }

    fn few_seeds(&self) -> impl Iterator<Item = u64> + use<> {
        let seeds = match &self.seeds {
            Some(TestSeeds::Range(seeds)) => seeds.clone(),
            Some(TestSeeds::All) => 0..=SEEDS as u64 - 1,
            None => self.seed..=self.seed,
        };
        seeds.take(SEEDS)
    }
}

/// Returns true if all expectations hold of a world without a system, which has some time more than the usual one.
/// Leaving out must make a difference to how the world begins.
fn mutant_passes(scene: &CheckedScene, system: SystemPlace, ticks: u64) -> bool {
    let Ok(mut world) = Simulation::unbegun(scene) else {
        return false;
    };
    world.schedule.leave_out(system);
    world.begin(scene);
    if system.phase == TickPhase::Begin
        && Simulation::new(scene).is_ok_and(|mut whole| whole.digests() == world.digests())
    {
        return false; // the components have these values by default
    }
    let trial = world.run_and_judge_to(scene, 2 * ticks + 100);
    world.is_finished() && trial.failures.is_empty()
}
