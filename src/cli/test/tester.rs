//! Testing of a scene: its one world, or many.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::{Begun, Found, ReadScene, Tested};
use crate::base::jobs::Jobs;
use crate::base::report::TextError;
use crate::cli::input::{SCENE, SceneFile, seed_note};
use crate::cli::output::Writer;
use crate::cli::paths::{is_dash, name_of};
use crate::cli::verdict::{Reports, guarded};
use crate::registry::Registry;
use crate::scene::simulation::Simulation;
use crate::scene::{CheckedScene, Places};
use crate::tools::ToolError;
use crate::tools::sweep::{Setting, WorldRunner, WorldSeeds, title};
use crate::tools::trial::{Property, Tally};

/// Tests scenes, on the thread that calls or, with many worlds, on all.
pub(super) struct Tester<'a> {
    pub(super) blesses: bool,
    pub(super) seeds: Option<WorldSeeds>,
    pub(super) vary: Vec<Setting>,
    pub(super) most_failures: u64,
    /// The most states of a scene that is tested with all seeds.
    pub(super) states: usize,
    /// Whether scenes are tested without each of their systems, too.
    pub(super) mutates: bool,
    pub(super) registry: &'a Registry,
}

impl Tester<'_> {
    pub(super) fn test(
        &self,
        path: &Result<PathBuf, Reports>,
        spare: &mut Option<Simulation>,
    ) -> Begun {
        let path = match path {
            Ok(path) => path,
            Err(report) => return Tested::unread(String::new(), report).into(),
        };
        let file = match SceneFile::open(path) {
            Ok(file) => file,
            Err(report) => return Tested::unread(name_of(path), &report).into(),
        };
        let begun = guarded(file.name.clone(), spare, |spare| {
            Ok(self.test_file(file, path, spare))
        });
        begun.unwrap_or_else(|report| {
            Tested::of(name_of(path), Found::Panicked(report.to_string())).into()
        })
    }

    fn test_file(&self, file: SceneFile, path: &Path, spare: &mut Option<Simulation>) -> Begun {
        let since = Instant::now();
        let mut tested = if self.blesses {
            self.bless(file, path, spare)
        } else {
            let (scene, places) = match self.registry.read_with_places(&file.text) {
                Ok(read) => read,
                Err(error) => return self.unreadable(file, error).into(),
            };
            if self.mutates {
                let mut tested = test_mutants(file, &scene, &places);
                tested.took = since.elapsed();
                return tested.into();
            }
            let is_property = scene.seeds.is_some() || !scene.vary.is_empty();
            if is_property || self.seeds.is_some() || !self.vary.is_empty() {
                return self.begin_worlds(file, scene, places);
            }
            test_scene(file, scene, &places, spare)
        };
        tested.took = since.elapsed();
        tested.into()
    }

    /// Returns the failed test of a file that is no valid scene.
    fn unreadable(&self, file: SceneFile, error: TextError) -> Tested {
        match file.something_else(self.registry, SCENE) {
            Some(report) => Tested::unread(file.name, &report),
            None => Tested::invalid(file, error),
        }
    }

    /// Begins the test of many worlds.
    fn begin_worlds(&self, file: SceneFile, scene: CheckedScene, places: Places) -> Begun {
        let text = (&*file.name, &*file.text);
        let property = Property::of_scene(self.registry, text, scene, self.seeds, &self.vary);
        match property {
            Ok(property) => Begun::Property(ReadScene { file, places }, Box::new(property)),
            Err(ToolError::Variant {
                settings,
                text,
                error,
            }) => {
                let name = title(&file.name, &[&settings]);
                Tested::invalid(SceneFile { name, text }, *error).into()
            }
            Err(error) => Tested::unread(String::new(), &file.report(error)).into(),
        }
    }

    /// Writes the actual values into a scene, and tests it.
    fn bless(&self, file: SceneFile, path: &Path, spare: &mut Option<Simulation>) -> Tested {
        let blessed = match self.registry.bless(&file.text, spare) {
            Ok(blessed) => blessed,
            Err(error) => return self.unreadable(file, error),
        };
        if blessed.values == 0 {
            return Tested::new(file, Found::One(None, blessed.trial));
        }

        if let Err(report) = write_blessed(&file, path, &blessed.text) {
            // The scene stays as it is, and fails.
            let mut tested = match self.registry.test(&file.text, spare) {
                Ok(trial) => Tested::new(file, Found::One(None, trial)),
                Err(error) => Tested::invalid(file, error),
            };
            tested.unwritten.push(report.to_string());
            return tested;
        }

        let text = blessed.text;
        Tested {
            blessed: blessed.values,
            ..Tested::new(SceneFile { text, ..file }, Found::One(None, blessed.trial))
        }
    }

    /// Tests the worlds of a property on all threads. The order in which they end changes nothing.
    pub(super) fn test_worlds(&self, read: ReadScene, property: Property, jobs: Jobs) -> Tested {
        let since = Instant::now();
        let property = Box::new(property.up_to(self.states, jobs.threads));
        let jobs = Jobs {
            threads: jobs.threads.min(property.most_threads()),
            ..jobs
        };
        let file = read.file;
        let mut tally = Tally::default();

        let test = |worlds: &Range<u64>, most, runner: &mut WorldRunner| {
            guarded(&file.name, runner, |runner| {
                let tally = property.test_some(worlds.clone(), most, runner);
                tally.map_err(|error| report_of_world(&file, &property, error))
            })
        };
        let add =
            |worlds: Range<u64>, piece: Result<Tally, Reports>| -> Result<(), Option<Reports>> {
                let mut piece = piece.map_err(Some)?;
                let left = self.most_failures - tally.failed;
                let is_last = piece.failed >= left;
                if is_last {
                    piece = test(&worlds, left, &mut WorldRunner::default()).map_err(Some)?;
                }
                tally.append(piece);
                if is_last { Err(None) } else { Ok(()) }
            };
        let work = |runner: &mut WorldRunner, worlds: &mut Range<u64>| {
            test(worlds, self.most_failures, runner)
        };
        let ended = jobs.in_order(property.pieces(), WorldRunner::default, work, add);
        if let Err(Some(report)) = ended {
            return Tested::of(file.name, Found::Panicked(report.to_string()));
        }

        tally.locate(&read.places, &file.text);
        let is_same = tally.is_without_chance && property.has_several_seeds();
        Tested {
            took: since.elapsed(),
            note: is_same.then(|| seed_note(&file.name, "--seeds")),
            ..Tested::new(file, Found::Many(property, tally))
        }
    }
}

/// Tests the one world of a scene.
fn test_scene(
    file: SceneFile,
    scene: CheckedScene,
    places: &Places,
    spare: &mut Option<Simulation>,
) -> Tested {
    match Simulation::reuse(spare, &scene) {
        Ok(simulation) => {
            let trial = simulation.test_located(&scene, places, &file.text);
            Tested::new(file, Found::One(Some(Box::new(scene)), trial))
        }
        Err(error) => {
            let error = error.locate(&file.text);
            Tested::invalid(file, error)
        }
    }
}

/// Tests a scene, also without each of its systems.
fn test_mutants(file: SceneFile, scene: &CheckedScene, places: &Places) -> Tested {
    match scene.test_mutants_located(places, &file.text) {
        Ok(trial) => Tested::new(file, Found::One(None, trial)),
        Err(error) => {
            let error = error.locate(&file.text);
            Tested::invalid(file, error)
        }
    }
}

fn write_blessed(file: &SceneFile, path: &Path, text: &str) -> Result<(), Reports> {
    if is_dash(path) {
        return Err(file.report("standard input cannot be blessed, expected a file"));
    }
    let written = Writer::lasting().replace(path, text.as_bytes());
    written.map_err(|error| Reports::of_call(format_args!("cannot write {error}")))
}

/// Returns the report of a world that could not be run.
fn report_of_world(file: &SceneFile, property: &Property, error: ToolError) -> Reports {
    match error {
        ToolError::World {
            variant,
            seed,
            error,
        } => {
            let (variant, said) = property.variant(variant);
            let name = title(&file.name, &[&said, &format!("seed {seed}")]);
            let text = variant.text.clone();
            SceneFile { name, text }.refused(&error)
        }
        other => file.report(other),
    }
}
