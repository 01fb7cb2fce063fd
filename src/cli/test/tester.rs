//! Testing of a scene: its one world, or many.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::answer::Answer;
use super::output::grouped;
use super::shrink::Failed;
use super::{Begun, Complaint, Tested, Worlds};
use crate::base::jobs::Jobs;
use crate::base::scene_fault::SceneError;
use crate::cli::input::{SceneFile, seed_note};
use crate::cli::output::Writer;
use crate::cli::paths::{is_dash, name_of};
use crate::cli::verdict::{Reports, guarded};
use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::ToolError;
use crate::tools::sweep::{Seeds, Setting, WorldRunner, title};
use crate::tools::trial::{FailedWorld, Failure, Property, Tally, Trial, test_in};

/// Tests scenes, on the thread that calls or, with many worlds, on all.
pub(super) struct Tester<'a> {
    pub(super) blesses: bool,
    pub(super) seeds: Option<Seeds>,
    pub(super) vary: Vec<Setting>,
    pub(super) most_failures: u64,
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
        begun.unwrap_or_else(|Reports(reports)| {
            Tested::panicked(name_of(path), reports.concat()).into()
        })
    }

    fn test_file(&self, file: SceneFile, path: &Path, spare: &mut Option<Simulation>) -> Begun {
        let since = Instant::now();
        let scene = match self.registry.read(&file.text) {
            Ok(scene) => scene,
            Err(error) => return Tested::invalid(&file, &error).into(),
        };
        let is_property = scene.seeds.is_some() || !scene.vary.is_empty();
        if (is_property || self.seeds.is_some() || !self.vary.is_empty()) && !self.blesses {
            let (name, text) = (&file.name, &file.text);
            let (registry, seeds, vary) = (self.registry, self.seeds, &self.vary);
            let property = Property::of_scene(registry, (name, text), scene, seeds, vary);
            return match property {
                Ok(property) => Begun::Property(file, Box::new(property)),
                Err(ToolError::Variant {
                    settings,
                    text,
                    error,
                }) => {
                    let name = title(&file.name, &[&settings]);
                    Tested::invalid(&SceneFile { name, text }, &error).into()
                }
                Err(error) => Tested::unread(String::new(), &file.report(error)).into(),
            };
        }
        let tested = self.test_scene(file, path, scene, spare);
        Tested {
            took: since.elapsed(),
            ..tested
        }
        .into()
    }

    fn test_scene(
        &self,
        mut file: SceneFile,
        path: &Path,
        mut scene: CheckedScene,
        spare: &mut Option<Simulation>,
    ) -> Tested {
        let located = |error: SceneError| error.locate(&file.text);
        let mut trial = test_in(&scene, spare).map_err(located);
        let (mut blessed, mut unwritten) = (0, None);
        if self.blesses && trial.as_ref().is_ok_and(|trial| trial.blessable > 0) {
            match self.bless(&mut file, path, spare) {
                Ok(values) => blessed = values,
                Err(report) => unwritten = Some(report.to_string()),
            }
            if let (None, Ok(again)) = (&unwritten, self.registry.read(&file.text)) {
                let located = |error: SceneError| error.locate(&file.text);
                trial = test_in(&again, spare).map_err(located);
                scene = again;
            }
        }
        let Trial {
            expectations,
            failures,
            more,
            ..
        } = match trial {
            Ok(trial) => trial,
            Err(error) => {
                return Tested {
                    blessed,
                    unwritten,
                    ..Tested::invalid(&file, &error)
                };
            }
        };
        let first = failures.iter().min_by_key(|failure| failure.tick);
        let failed = first.and_then(|failure| Failed::new(&scene, failure));
        let answer = first.map(|it| Answer::new(&scene, it.tick, (&[], false), spare));
        let (expectations, complaints) = (Some(expectations), complaints(&failures, &file, ""));
        let tested = Tested {
            blessed,
            unwritten,
            answer,
            failed,
            ..Tested::default()
        };
        Tested {
            name: file.name,
            expectations,
            complaints,
            more,
            ..tested
        }
    }

    /// Tests the worlds of a property on all threads. The order in which they end changes nothing.
    pub(super) fn test_worlds(&self, file: &SceneFile, property: &Property, jobs: Jobs) -> Tested {
        let since = Instant::now();
        let jobs = Jobs {
            threads: jobs.threads.min(property.most_threads()),
            ..jobs
        };
        let mut tally = Tally::default();
        let test = |worlds: &Range<u64>, most, runner: &mut WorldRunner| {
            guarded(&file.name, runner, |runner| {
                property
                    .test_some(worlds.clone(), most, runner)
                    .map_err(|error| match error {
                        ToolError::World {
                            variant,
                            seed,
                            error,
                        } => {
                            let (variant, said) = property.variant(variant);
                            let name = title(&file.name, &[&said, &format!("seed {seed}")]);
                            SceneFile {
                                name,
                                text: variant.text.clone(),
                            }
                            .refused(&error)
                        }
                        other => file.report(other),
                    })
            })
        };
        let add = |worlds: Range<u64>, piece: Result<Tally, Reports>| {
            let (mut piece, left) = (piece.map_err(Some)?, self.most_failures - tally.failed);
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
        if let Err(Some(Reports(reports))) = ended {
            return Tested::panicked(file.name.clone(), reports.concat());
        }
        Tested {
            took: since.elapsed(),
            ..tested_worlds(file, property, &tally)
        }
    }

    fn bless(
        &self,
        file: &mut SceneFile,
        path: &Path,
        spare: &mut Option<Simulation>,
    ) -> Result<usize, Reports> {
        if is_dash(path) {
            return Err(file.report("standard input cannot be blessed, expected a file"));
        }
        let blessed = self.registry.bless(&file.text, spare);
        let blessed = blessed.map_err(|error| file.report(error))?;
        let written = Writer::lasting().replace(path, blessed.text.as_bytes());
        written.map_err(|error| Reports::of_call(format_args!("cannot write {error}")))?;
        file.text = blessed.text;
        Ok(blessed.values)
    }
}

fn complaints(failures: &[Failure], file: &SceneFile, before: &str) -> Vec<Complaint> {
    let faults = Failure::locate_all(failures, &file.text).into_iter();
    let complaints = faults.zip(failures).map(|(mut fault, failure)| {
        let message = fault.message.clone();
        fault.message.insert_str(0, before);
        let complaint = Complaint::new(file.source(), fault, failure.diff.clone());
        Complaint {
            message,
            world: before.to_owned(),
            tick: Some(failure.tick),
            ..complaint
        }
    });
    complaints.collect()
}

fn tested_worlds(file: &SceneFile, property: &Property, tally: &Tally) -> Tested {
    let mut all = Vec::new();
    for FailedWorld {
        variant,
        seed,
        failures,
    } in &tally.first
    {
        let (variant, said) = property.variant(*variant);
        let said = if said.is_empty() { said } else { said + ", " };
        let of_variant = SceneFile {
            name: file.name.clone(),
            text: variant.text.clone(),
        };
        let paths = property
            .settings()
            .iter()
            .map(|setting| setting.path.clone());
        let settings: BTreeMap<_, _> = paths.zip(variant.values.iter().cloned()).collect();
        let complaints = complaints(failures, &of_variant, &format!("with {said}seed {seed}: "));
        all.extend(complaints.into_iter().map(|it| Complaint {
            seed: Some(*seed),
            settings: settings.clone(),
            ..it
        }));
    }
    let is_whole = tally.worlds == property.worlds();
    if is_whole {
        let before = format!("in none of {} worlds: ", grouped(tally.worlds));
        all.extend(complaints(&tally.unreached, file, &before));
    }
    let (mut answer, mut failed) = (None, None);
    if let Some(FailedWorld {
        variant,
        seed,
        failures,
    }) = tally.first.first()
        && let Some(first) = failures.iter().min_by_key(|failure| failure.tick)
    {
        let (variant, _) = property.variant(*variant);
        let pairs = property.settings().iter().zip(&variant.values);
        let setting = |(it, value): (&Setting, &String)| {
            Setting {
                path: it.path.clone(),
                values: vec![value.clone()],
            }
            .to_string()
        };
        let settings: Vec<_> = pairs.map(setting).collect();
        let scene = variant.scene.clone().seeded(*seed);
        answer = Some(Answer::new(
            &scene,
            first.tick,
            (&settings, true),
            &mut None,
        ));
        failed = Failed::new(&scene, first);
    }
    let worlds = Worlds {
        all: property.worlds(),
        failed: tally.failed,
        unmet: tally.unmet,
        untested: property.worlds() - tally.worlds,
    };
    let note = (tally.is_without_chance && property.has_several_seeds())
        .then(|| seed_note(&file.name, "--seeds"));
    let (expectations, worlds) = (Some(tally.expectations), Some(worlds));
    let tested = Tested {
        name: file.name.clone(),
        expectations,
        complaints: all,
        ..Tested::default()
    };
    Tested {
        note,
        worlds,
        answer,
        failed,
        ..tested
    }
}
