//! Scenes as property tests: expectations checked with many seeds.

use super::{Failure, Trial, expected};
use crate::base::report::TextError;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::registry::Registry;
use crate::scene::simulation::Simulation;
use crate::scene::{Expectation, Scene};
use crate::tools::sweep::Seeds;

/// The result of testing a scene with many seeds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SeedTrials {
    /// The number of the scene's expectations.
    pub expectations: usize,
    /// The number of seeds with which something fails.
    pub failed: u64,
    /// The first failing seeds, each with its failures.
    pub first: Vec<(u64, Vec<Failure>)>,
    /// Whether every seed leads to the same world, as nothing in the scene is random.
    pub is_without_chance: bool,
}

/// The most failing seeds that are reported.
const TOLD: usize = 5;

impl Registry {
    /// Reads a scene from RON and tests it with each of these seeds, in the simulation `spare`, or
    /// in a new one.
    ///
    /// # Errors
    /// As [`Self::test`]; and if an expectation holds for one seed only, such as a drawing, or
    /// there is none.
    pub fn test_seeds(
        &self,
        text: &str,
        seeds: Seeds,
        spare: &mut Option<Simulation>,
    ) -> Result<SeedTrials, TextError> {
        let mut scene = self.read(text)?;
        let located = |error: SceneError| error.locate(text);
        of_any_seed(&scene).map_err(located)?;
        let mut trials = SeedTrials::default();
        for seed in seeds.iter() {
            scene.set_seed(seed);
            let simulation = Simulation::reuse(spare, &scene).map_err(located)?;
            let Trial { expectations, failures, .. } = simulation.run_and_judge(&scene);
            trials.expectations = expectations;
            trials.is_without_chance |= simulation.is_without_chance();
            if !failures.is_empty() {
                trials.failed += 1;
                if trials.first.len() < TOLD {
                    trials.first.push((seed, failures));
                }
            }
        }
        Ok(trials)
    }
}

/// Reports expectations that hold for one seed only, and a scene without expectations.
fn of_any_seed(scene: &Scene) -> Result<(), SceneError> {
    let mut error = SceneError::default();
    let one_seed = |expectation: &Expectation| match expectation {
        Expectation::Now(it) if it.is_of_one_seed() => Some(format!(
            "`{}` holds for one seed only, expected something that holds for all",
            it.name()
        )),
        _ => None,
    };
    for (place, expectation) in scene.expect.iter().enumerate() {
        let path = expected(place);
        if let Expectation::At(_, those) = expectation {
            for (place, inner) in those.iter().enumerate() {
                if let Some(message) = one_seed(inner) {
                    let steps = [SceneStep::Index(1), SceneStep::Index(place)];
                    error.push(SceneFault { path: path.then(steps), message });
                }
            }
        } else if let Some(message) = one_seed(expectation) {
            error.push(SceneFault { path, message });
        }
    }
    if scene.expect.is_empty() {
        let message = "`expect` is empty: add something that is true for every seed";
        error.push(SceneFault::new([SceneStep::Field("expect")], message));
    }
    error.into_result()
}
