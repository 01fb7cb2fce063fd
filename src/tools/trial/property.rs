//! Properties: scenes tested in many worlds, with several seeds and several values of their fields.

use std::mem;
use std::ops::Range;

#[cfg(feature = "cli")]
use super::locate;
use super::{Failure, check_any_seed, indices};
use crate::base::limits;
use crate::base::scene_fault::{SceneError, SceneFault, SceneStep};
use crate::registry::Registry;
use crate::registry::measure::WallFacts;
use crate::scene::CheckedScene;
#[cfg(feature = "cli")]
use crate::scene::{Places, laid_out};
use crate::tools::ToolError;
use crate::tools::explore::Explorer;
use crate::tools::sweep::{Seeds, Setting, Variant, WorldRunner, WorldSeeds, Worlds, invalid};

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
    /// What explores every world of a variant, if all seeds are meant.
    explorer: Option<Explorer>,
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
    /// What fails, in the order in which it was found; at most [`limits::FAULTS`].
    pub failing: Vec<Failing>,
    /// What none of the worlds has [reached](crate::scene::When::Sometimes).
    pub unreached: Vec<Failure>,
    /// Whether some worlds are the same for every seed, as nothing in their scene is random.
    pub is_without_chance: bool,
    /// The number of states on the way to the worlds, if these are all that there are.
    pub states: u64,
}

/// An expectation that fails in some worlds of a property, or an error that stops some.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Failing {
    /// How it fails in the first of these worlds.
    pub failure: Failure,
    /// The number of these worlds; 0 if all are tested, and it isn't known.
    pub worlds: u64,
    /// The first of them: the index of the variant of each, and its seed.
    pub first: Vec<(usize, u64)>,
    /// Of all worlds that there are, the scene of one in which it fails, with its [draws](crate::scene::Scene::draws). If
    /// that world never comes to what is expected, the scene is of all seeds.
    pub example: Option<Box<CheckedScene>>,
    /// What is true of the walls of all of them.
    pub(crate) facts: WallFacts,
}

/// How many of the worlds are kept in which an expectation fails.
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
        seeds: Option<WorldSeeds>,
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
        seeds: Option<WorldSeeds>,
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
                let own = WorldSeeds::of_scene(own);
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
        let explorer = (seeds == Some(WorldSeeds::All)).then(Explorer::default);
        let seeds = match seeds {
            Some(WorldSeeds::Range(seeds)) => seeds,
            _ => Seeds::one(scene.seed),
        };
        let variants = Variant::of_scene(registry, name, text, scene, &settings).map_err(of_own)?;
        for variant @ Variant { text, .. } in &variants {
            let checked = check_any_seed(&variant.scene);
            let invalid =
                |error: SceneError| invalid(variant.said(&settings), text, error.locate(text));
            checked.map_err(|error| of_own(invalid(error)))?;
        }
        let worlds = Worlds::new(variants, seeds).map_err(of_own)?;
        Ok(Self {
            worlds,
            settings,
            explorer,
        })
    }

    /// Gives up on all seeds of a variant at this many states. A single variant is explored on this many threads.
    #[must_use]
    pub fn up_to(mut self, states: usize, threads: usize) -> Self {
        let is_alone = self.worlds.variants.len() == 1;
        if let Some(explorer) = &mut self.explorer {
            explorer.states = states;
            explorer.threads = if is_alone { threads } else { 1 };
        }
        self
    }

    /// Returns true if every world is tested that each variant can become.
    pub fn is_of_all_seeds(&self) -> bool {
        self.explorer.is_some()
    }

    /// The number of worlds; with all seeds, of variants.
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

    /// Returns the expectation of a failure as scenes write it, without what else is in its list; `None` for an error
    /// that stopped a world.
    #[cfg(feature = "cli")]
    pub(crate) fn expectation(&self, failure: &Failure) -> Option<String> {
        let [
            SceneStep::Field("expect"),
            SceneStep::Index(place),
            steps @ ..,
        ] = &failure.path.0[..]
        else {
            return None;
        };
        let expectation = self.worlds.variants[0].scene.expect.get(*place)?;
        let (only, _) = expectation.only(steps);
        Some(laid_out(&only.plain(), 0))
    }

    /// Returns the settings of a variant, each with its value, as `--vary` takes them.
    #[cfg(feature = "cli")]
    pub(crate) fn options(&self, variant: usize) -> Vec<String> {
        let values = &self.worlds.variants[variant].values;
        let settings = self.settings.iter().zip(values);
        let one = |(setting, value): (&Setting, &String)| Setting {
            path: setting.path.clone(),
            values: vec![value.clone()],
        };
        settings.map(|pair| one(pair).to_string()).collect()
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
        let most = if self.is_of_all_seeds() { 1 } else { MOST };
        let (all, length) = (
            self.worlds(),
            (CELLS / self.worlds.cells().max(1)).clamp(1, most),
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
            if let Some(explorer) = self.explorer {
                tally.append(self.prove(number, explorer)?);
                continue;
            }

            let (simulation, scene) = runner.begin(&self.worlds, number)?;
            let is_first_failing = tally.failed == 0;
            let mut trial = simulation.run_as_one_of_many(scene, is_first_failing);

            let has_failed = !trial.failures.is_empty();
            let failing = mem::take(&mut trial.failures)
                .into_iter()
                .map(|failure| Failing {
                    failure,
                    worlds: 1,
                    first: vec![self.worlds.world(number)],
                    example: None,
                    facts: WallFacts::of(simulation),
                });
            tally.append(Tally {
                expectations: trial.expectations,
                worlds: 1,
                failed: u64::from(has_failed),
                unmet: u64::from(trial.is_unmet),
                failing: failing.collect(),
                unreached: trial.unreached,
                is_without_chance: simulation.is_without_chance(),
                states: 0,
            });
        }
        Ok(tally)
    }

    /// Tests every world that a variant can become.
    fn prove(&self, number: u64, explorer: Explorer) -> Result<Tally, ToolError> {
        let (variant, seed) = self.worlds.world(number);
        let proved = self.worlds.variants[variant].scene.prove(explorer);
        let mut tally = proved.map_err(|error| ToolError::World {
            variant,
            seed,
            error,
        })?;
        for failing in &mut tally.failing {
            for world in &mut failing.first {
                world.0 = variant;
            }
        }
        Ok(tally)
    }

    /// Returns the scenes of the worlds in which an expectation is known to fail, each alone.
    pub(crate) fn scenes(&self, failing: &Failing) -> Vec<CheckedScene> {
        if let Some(example) = &failing.example {
            return vec![CheckedScene::clone(example)];
        }
        let worlds = failing.first.iter().map(|&(variant, seed)| {
            let scene = self.worlds.variants[variant].scene.clone();
            scene.seeded(seed).of_one_world()
        });
        worlds.collect()
    }
}

impl Tally {
    /// Finds the places of failures in the text of the scene.
    #[cfg(feature = "cli")]
    pub(crate) fn locate(&mut self, places: &Places, text: &str) {
        let failing = self.failing.iter_mut().map(|failing| &mut failing.failure);
        locate(failing.chain(&mut self.unreached), places, text);
    }

    pub(crate) fn append(&mut self, next: Self) {
        let is_first = self.worlds == 0;
        self.expectations = self.expectations.max(next.expectations);
        self.worlds += next.worlds;
        self.failed += next.failed;
        self.unmet += next.unmet;
        self.is_without_chance |= next.is_without_chance;
        self.states += next.states;
        for failing in next.failing {
            self.add(failing);
        }

        if is_first {
            self.unreached = next.unreached;
        } else if next.worlds > 0 {
            self.keep_unreached(next.unreached);
        }
    }

    fn add(&mut self, next: Failing) {
        let mut known = self.failing.iter_mut();
        if let Some(known) = known.find(|it| it.failure.path == next.failure.path) {
            known.worlds += next.worlds;
            known.facts = known.facts.shared(next.facts);
            let room = KEPT - known.first.len();
            known.first.extend(next.first.into_iter().take(room));
        } else if self.failing.len() < limits::FAULTS {
            self.failing.push(next);
        }
    }

    /// Keeps what other worlds have not reached, too. Both are in the order of the scene.
    fn keep_unreached(&mut self, others: Vec<Failure>) {
        let mut others = others.into_iter().peekable();
        self.unreached.retain(|failure| {
            let is_before = |other: &Failure| {
                crate::base::work::count(1);
                indices(&other.path).lt(indices(&failure.path))
            };
            while others.next_if(is_before).is_some() {}
            others
                .peek()
                .is_some_and(|other| other.path == failure.path)
        });
    }
}
