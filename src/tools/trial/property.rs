//! Properties: scenes tested in many worlds, with several seeds and several values of their fields.

use std::ops::Range;

use super::{Failure, check_any_seed};
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::tools::ToolError;
use crate::tools::sweep::{Seeds, Setting, Variant, WorldRunner, Worlds, invalid};

/// A scene, and the worlds in which what it expects must hold.
///
/// ```
/// use mazetick::prelude::*;
/// use mazetick::tools::trial::Property;
///
/// let text = "Scene(grid: (rows: 4, columns: 4), generate: Kruskal, text: Lattice,
///     expect: [Perfect, Sometimes(\"dead_ends > 5\")])";
/// let settings = ["grid.rows=2..6".parse()?];
/// let property = Property::new(&Registry::standard(), "kruskal", text, Some("0..50".parse()?), &settings)?;
/// let tally = property.test(u64::MAX)?;
/// assert_eq!((tally.worlds, tally.failed), (200, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Property {
    worlds: Worlds,
    settings: Vec<Setting>,
}

/// The results of some worlds of a property.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Tally {
    /// The number of expectations of the scene.
    pub expectations: usize,
    /// The number of worlds that were tested.
    pub worlds: u64,
    /// The number of worlds in which something fails.
    pub failed: u64,
    /// The number of worlds that meet none of the [conditions](crate::scene::When::Given).
    pub unmet: u64,
    /// The first of the worlds that fail.
    pub first: Vec<FailedWorld>,
    /// What none of the worlds has [reached](crate::scene::When::Sometimes).
    pub unreached: Vec<Failure>,
    /// Whether some worlds are the same for every seed, as nothing in their scene is random.
    pub is_without_chance: bool,
}

/// A world in which something fails.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FailedWorld {
    /// The index of its variant.
    pub variant: usize,
    /// The seed of the world.
    pub seed: u64,
    /// What fails.
    pub failures: Vec<Failure>,
}

const KEPT: usize = 5;

impl Property {
    /// The worlds of a scene with these seeds and settings, or with those that it names itself, or with its seed.
    ///
    /// # Errors
    /// If the scene or a setting is wrong, there are too many worlds, an expectation holds for one seed only, or
    /// there is none.
    pub fn new(
        registry: &Registry,
        name: &str,
        text: &str,
        seeds: Option<Seeds>,
        settings: &[Setting],
    ) -> Result<Self, ToolError> {
        let scene = registry
            .read(text)
            .map_err(|error| invalid(String::new(), text, error))?;
        Self::of_scene(registry, (name, text), scene, seeds, settings)
    }

    /// The worlds of a scene that was read from a text of this name.
    pub(crate) fn of_scene(
        registry: &Registry,
        (name, text): (&str, &str),
        scene: CheckedScene,
        seeds: Option<Seeds>,
        settings: &[Setting],
    ) -> Result<Self, ToolError> {
        // What is wrong with the scene's own fields has its place in them.
        let wrong = |steps: &[SceneStep], why: ToolError| {
            let why = match why {
                ToolError::Variant {
                    settings, error, ..
                } if !settings.is_empty() => {
                    format!("with {settings}: {}", error.faults[0].message)
                }
                ToolError::Variant { .. } => return why,
                other => other.to_string(),
            };
            let error = SceneError::from(SceneFault::new(steps.to_vec(), why));
            invalid(String::new(), text, error.locate(text))
        };
        let seeds = match (seeds, &scene.seeds) {
            (None, Some(own)) => {
                let own = Seeds::from_range(own.clone());
                Some(own.map_err(|why| wrong(&[SceneStep::Field("seeds")], why))?)
            }
            _ => seeds,
        };
        let is_own = settings.is_empty() && !scene.vary.is_empty();
        let mut settings = settings.to_vec();
        for (place, vary) in scene.vary.iter().enumerate().filter(|_| is_own) {
            let steps = [SceneStep::Field("vary"), SceneStep::Index(place)];
            settings.push(vary.parse().map_err(|why| wrong(&steps, why))?);
        }
        let of_own = |why| {
            if is_own {
                wrong(&[SceneStep::Field("vary")], why)
            } else {
                why
            }
        };
        let seeds = seeds.unwrap_or(Seeds::one(scene.seed));
        let variants = Variant::of_scene(registry, name, text, scene, &settings).map_err(of_own)?;
        for variant @ Variant { text, .. } in &variants {
            let checked = check_any_seed(&variant.scene);
            let invalid =
                |error: SceneError| invalid(variant.said(&settings), text, error.locate(text));
            checked.map_err(|error| of_own(invalid(error)))?;
        }
        let worlds = Worlds::new(variants, seeds).map_err(of_own)?;
        Ok(Self { worlds, settings })
    }

    /// The number of worlds.
    pub fn worlds(&self) -> u64 {
        self.worlds.count()
    }

    /// Returns the number of threads that may run the worlds: as many as have no more cells and states together than a
    /// single world may have.
    pub fn most_threads(&self) -> usize {
        self.worlds.most_threads()
    }

    /// Whether the worlds have several seeds.
    pub fn has_several_seeds(&self) -> bool {
        self.worlds.seeds.count() > 1
    }

    /// A variant of the scene, and its settings as in `grid.rows=3, braid=0`.
    pub fn variant(&self, index: usize) -> (&Variant, String) {
        let variant = &self.worlds.variants[index];
        (variant, variant.said(&self.settings))
    }

    /// The settings, of which each variant has a value.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// Tests all worlds on this thread, up to so many that fail.
    ///
    /// # Errors
    /// Returns the first world that cannot be run, as it is too large for instance.
    pub fn test(&self, most_failures: u64) -> Result<Tally, ToolError> {
        self.test_some(0..self.worlds(), most_failures, &mut WorldRunner::default())
    }

    /// The numbers of the worlds, cut into pieces of some milliseconds.
    #[cfg(feature = "cli")]
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Range<u64>> + use<> {
        const CELLS: u64 = 1 << 14;
        const MOST: u64 = 64;
        let (all, length) = (
            self.worlds(),
            (CELLS / self.worlds.cells().max(1)).clamp(1, MOST),
        );
        (0..all.div_ceil(length)).map(move |piece| piece * length..all.min((piece + 1) * length))
    }

    /// Tests the worlds of these numbers, up to so many that fail.
    pub(crate) fn test_some(
        &self,
        numbers: Range<u64>,
        most_failures: u64,
        runner: &mut WorldRunner,
    ) -> Result<Tally, ToolError> {
        let mut tally = Tally::default();
        for number in numbers {
            if tally.failed >= most_failures {
                break;
            }
            let (variant, seed) = self.worlds.world(number);
            let (simulation, scene) = runner.begin(&self.worlds, number)?;
            let trial = simulation.run_as_one_of_many(scene);
            let failures = trial.failures;
            let first = (!failures.is_empty()).then_some(FailedWorld {
                variant,
                seed,
                failures,
            });
            tally.append(Tally {
                expectations: trial.expectations,
                worlds: 1,
                failed: u64::from(first.is_some()),
                unmet: u64::from(trial.is_unmet),
                first: first.into_iter().collect(),
                unreached: trial.unreached,
                is_without_chance: simulation.is_without_chance(),
            });
        }
        Ok(tally)
    }
}

impl Tally {
    pub(crate) fn append(&mut self, next: Self) {
        let is_first = self.worlds == 0;
        self.expectations = self.expectations.max(next.expectations);
        self.worlds += next.worlds;
        self.failed += next.failed;
        self.unmet += next.unmet;
        self.is_without_chance |= next.is_without_chance;
        let room = KEPT - self.first.len();
        self.first.extend(next.first.into_iter().take(room));
        if is_first {
            self.unreached = next.unreached;
        } else if next.worlds > 0 {
            self.unreached
                .retain(|it| next.unreached.iter().any(|other| other.path == it.path));
        }
    }
}
