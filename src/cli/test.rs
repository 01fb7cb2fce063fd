//! `mazetick test`: scenes in, failed expectations out.

mod answer;
mod output;
mod shrink;

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use serde::Serialize;

use crate::base::jobs::Jobs;
use crate::base::report::{Fault, Source, TextError};
use crate::base::scene_fault::SceneError;
use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::scene::world_kind::BuiltWorld;
use crate::tools::ToolError;
use crate::tools::sweep::{Seeds, Setting, WorldRunner, title};
use crate::tools::trial::{FailedWorld, Failure, Property, Tally, test_built};

use super::arguments::threads;
use super::input::{SceneFile, seed_note};
use super::output::Writer;
use super::paths::{
    check_is_no_scene, check_target, is_dash, name_of, path_to_write, scene_paths, whole_path,
};
use super::progress::Meter;
use super::verdict::{Reports, Verdict, guarded};
use answer::Answer;
use output::Output;
use shrink::{Failed, Shrinker, Shrunk};

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick test scenes/\n  \
    mazetick test --filter dice --junit report.xml scenes/\n  \
    mazetick test --seeds 0..1000 scenes/mazing/any-seed.ron\n  \
    mazetick test --seeds 0..100 --vary grid.rows=2..20 scenes/mazing/any-seed.ron\n  \
    mazetick test --bless scenes/johnny/flips.ron\n\n\
    Exit codes: 0 all passed, 1 a scene failed, 2 bad usage, no scene to test, or a \
    path that cannot be read or written.")]
pub(super) struct Arguments {
    /// Scene files, folders of them, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Test only scenes whose path contains TEXT; may be repeated
    #[arg(long, value_name = "TEXT")]
    filter: Vec<String>,
    /// Test on N threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Test with each of these seeds, such as 0..1000, instead of the scene's own
    #[arg(long, value_name = "A..B", conflicts_with = "bless")]
    seeds: Option<Seeds>,
    /// Test with each value of a field, such as grid.rows=2..20 or braid=0,0.5; may be repeated
    #[arg(long, value_name = "FIELD=VALUES", conflicts_with = "bless")]
    vary: Vec<Setting>,
    /// Stop testing the worlds of a scene after N failures
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    max_failures: Option<u64>,
    /// Update expected drawings, digests and tick counts in the files to the actual ones
    #[arg(long)]
    bless: bool,
    /// Print one line of JSON per scene, and one for the total
    #[arg(long)]
    json: bool,
    /// Print annotations of failures, too, as GitHub does where `GITHUB_ACTIONS` is set
    #[arg(long, value_name = "github", value_parser = ["github"])]
    format: Option<String>,
    /// Write a report for build servers to FILE
    #[arg(long, value_name = "FILE", value_parser = path_to_write())]
    junit: Option<PathBuf>,
    #[command(flatten)]
    shrinking: shrink::Options,
}

struct Tested {
    /// The path of the scene, as given or found, for programs; empty if an error of a folder has none.
    name: String,
    /// The number of its expectations; `None` if the scene is invalid.
    expectations: Option<usize>,
    /// The number of values blessed in its file, or an error report.
    blessed: Result<usize, Reports>,
    note: Option<String>,
    result: SceneResult,
    /// How many of several worlds failed; empty for one world.
    summary: String,
    answer: Option<Answer>,
    took: Duration,
    /// What is to be shrunk, if something is.
    failed: Option<Failed>,
    shrunk: Option<Shrunk>,
}

/// What a scene comes to on the thread that reads it.
enum Begun {
    Tested(Box<Tested>),
    /// Many worlds, for all threads.
    Property(SceneFile, Box<Property>),
}

/// How many scenes a thread may be ahead of the next one to print.
const AHEAD: usize = 16;

enum SceneResult {
    /// Everything holds, perhaps after blessing.
    Passed,
    /// An expectation fails, or the scene is invalid: the first complaints, at most
    /// `limits::FAULTS`, and the number of further ones.
    Failed {
        complaints: Vec<Complaint>,
        more: usize,
    },
    Unread(String),
}

#[derive(Serialize)]
struct Complaint {
    line: usize,
    column: usize,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tick: Option<u64>,
    /// The seed of one of many worlds.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// The settings of one of many worlds, by their paths.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    settings: BTreeMap<String, String>,
    diff: Option<String>,
    /// The report, without the diff.
    #[serde(skip)]
    report: String,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let is_meant = |path: &Path| {
        let path = path.to_string_lossy();
        arguments.filter.is_empty() || arguments.filter.iter().any(|part| path.contains(part))
    };
    let jobs = Jobs { threads: threads(arguments.jobs), ahead: AHEAD };
    let inputs: Vec<_> = scene_paths(arguments.paths.clone()).flatten().collect();
    if let Some(path) = &arguments.junit {
        check_is_no_scene(path, "report")?;
        check_target(path, &inputs)?;
    }
    let is_github = std::env::var_os("GITHUB_ACTIONS").is_some_and(|it| it == "true");
    let annotates = arguments.format.is_some() || is_github && !arguments.json;
    let mut output = Output::new(arguments.json, annotates, arguments.junit.as_deref())?;
    let mut filtered_out = 0;
    let meter = Meter::of_scenes(&arguments.paths);
    let mut seen = HashSet::new();
    let paths = scene_paths(arguments.paths).filter(|path| {
        let is_in = path.as_ref().map_or(true, |path| is_meant(path));
        filtered_out += u64::from(!is_in);
        is_in && path.as_ref().map_or(true, |path| seen.insert(whole_path(path)))
    });
    let most_failures = arguments.max_failures.unwrap_or(u64::MAX);
    let (blesses, seeds, vary) = (arguments.bless, arguments.seeds, arguments.vary);
    let tester = Tester { blesses, seeds, vary, most_failures, registry };
    let mut shrinker = Shrinker::new(arguments.shrinking, registry, jobs.threads, inputs);
    let add = |path: Result<PathBuf, Reports>, begun: Begun| -> Result<(), Reports> {
        let is_property = matches!(begun, Begun::Property(..));
        let mut result = match begun {
            Begun::Tested(result) => *result,
            Begun::Property(file, property) => tester.test_worlds(&file, &property, jobs),
        };
        if let Ok(path) = &path {
            result.name = name_of(path);
            let failed = result.failed.take().filter(|_| shrinker.is_wanted(is_property));
            let shrunk = failed.map(|failed| shrinker.shrink(path, &failed));
            result.shrunk = shrunk.transpose()?;
        }
        meter.add_done(1);
        output.add(&result)?;
        shrinker.asked().map_or(Ok(()), |_| Err(Reports(Vec::new())))
    };
    let done = jobs.in_order(paths, || None, |spare, path| tester.test(path, spare), add);
    drop(meter);
    let asked = shrinker.asked();
    done.or_else(|error| if asked.is_some() { Ok(()) } else { Err(error) })?;
    let verdict = output.end(&arguments.filter, filtered_out)?;
    Ok(asked.unwrap_or(verdict))
}

impl Complaint {
    fn new(source: Source<'_>, fault: Fault, diff: Option<String>) -> Self {
        let (line, column) = source.line_and_column(fault.at.start);
        let report = source.report(&fault);
        let (tick, seed, settings) = Default::default();
        Self { line, column, message: fault.message, tick, seed, settings, diff, report }
    }
}

struct Tester<'a> {
    blesses: bool,
    seeds: Option<Seeds>,
    vary: Vec<Setting>,
    most_failures: u64,
    registry: &'a Registry,
}

impl Tester<'_> {
    fn test(&self, path: &Result<PathBuf, Reports>, spare: &mut Option<Simulation>) -> Begun {
        let path = match path {
            Ok(path) => path,
            Err(report) => return Tested::unread(String::new(), report).into(),
        };
        let file = match SceneFile::open(path) {
            Ok(file) => file,
            Err(report) => return Tested::unread(name_of(path), &report).into(),
        };
        let begun = guarded(file.name.clone(), || {
            let mut own = spare.take(); // after a panic it is not used again
            let begun = self.test_file(file, path, &mut own);
            *spare = own;
            Ok(begun)
        });
        begun.unwrap_or_else(|Reports(reports)| {
            Tested::panicked(name_of(path), reports.concat()).into()
        })
    }

    fn test_file(&self, file: SceneFile, path: &Path, spare: &mut Option<Simulation>) -> Begun {
        let since = Instant::now();
        let (scene, built) = match self.registry.read_and_build(&file.text) {
            Ok(read) => read,
            Err(error) => return Tested::invalid(&file, &error).into(),
        };
        let is_property = scene.seeds.is_some() || !scene.vary.is_empty();
        if (is_property || self.seeds.is_some() || !self.vary.is_empty()) && !self.blesses {
            let (name, text) = (&file.name, &file.text);
            let (registry, seeds, vary) = (self.registry, self.seeds, &self.vary);
            let property = Property::of_scene(registry, (name, text), scene, seeds, vary);
            return match property {
                Ok(property) => Begun::Property(file, Box::new(property)),
                Err(ToolError::Variant { settings, text, error }) => {
                    let name = title(&file.name, &[&settings]);
                    Tested::invalid(&SceneFile { name, text }, &error).into()
                }
                Err(error) => Tested::unread(String::new(), &file.report(error)).into(),
            };
        }
        let tested = self.test_scene(file, path, (scene, built), spare);
        Tested { took: since.elapsed(), ..tested }.into()
    }

    /// Tests the one world of a scene.
    fn test_scene(
        &self,
        mut file: SceneFile,
        path: &Path,
        (mut scene, built): (CheckedScene, BuiltWorld),
        spare: &mut Option<Simulation>,
    ) -> Tested {
        let located = |error: SceneError| error.locate(&file.text);
        let mut trial = test_built(&scene, built, spare).map_err(located);
        let mut blessed = Ok(0);
        if self.blesses && trial.as_ref().is_ok_and(|trial| trial.blessable > 0) {
            blessed = self.bless(&mut file, path, spare);
            if let (Ok(_), Ok((again, built))) =
                (&blessed, self.registry.read_and_build(&file.text))
            {
                let located = |error: SceneError| error.locate(&file.text);
                trial = test_built(&again, built, spare).map_err(located);
                scene = again;
            }
        }
        let trial = match trial {
            Ok(trial) => trial,
            Err(error) => return Tested { blessed, ..Tested::invalid(&file, &error) },
        };
        let first = trial.failures.iter().min_by_key(|failure| failure.tick);
        let failed = first.and_then(|failure| Failed::new(&scene, failure));
        let answer =
            first.and_then(|it| Answer::new(&scene, it.tick, &file.name, (&[], false), spare));
        let complaints = complaints(&trial.failures, &file, "");
        let tested = Tested::new(file.name, trial.expectations, complaints, trial.more);
        Tested { blessed, answer, failed, ..tested }
    }

    /// Tests the worlds of a property on all threads. The order in which they end changes nothing.
    fn test_worlds(&self, file: &SceneFile, property: &Property, jobs: Jobs) -> Tested {
        let since = Instant::now();
        let mut tally = Tally::default();
        let test = |worlds: &Range<u64>, most, runner: &mut WorldRunner| {
            guarded(file.name.clone(), || {
                let mut own = std::mem::take(runner); // after a panic it is not used again
                let tally = property.test_some(worlds.clone(), most, &mut own);
                *runner = own;
                tally.map_err(|error| match error {
                    ToolError::World { variant, seed, error } => {
                        let (variant, said) = property.variant(variant);
                        let name = title(&file.name, &[&said, &format!("seed {seed}")]);
                        SceneFile { name, text: variant.text.clone() }.refused(&error)
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
        Tested { took: since.elapsed(), ..tested_worlds(file, property, &tally) }
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
        Complaint { message, tick: Some(failure.tick), ..complaint }
    });
    complaints.collect()
}

/// What many worlds of a scene came to.
fn tested_worlds(file: &SceneFile, property: &Property, tally: &Tally) -> Tested {
    let mut all = Vec::new();
    for FailedWorld { variant, seed, failures } in &tally.first {
        let (variant, said) = property.variant(*variant);
        let said = if said.is_empty() { said } else { said + ", " };
        let of_variant = SceneFile { name: file.name.clone(), text: variant.text.clone() };
        let paths = property.settings().iter().map(|setting| setting.path.clone());
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
    if let Some(FailedWorld { variant, seed, failures }) = tally.first.first()
        && let Some(first) = failures.iter().min_by_key(|failure| failure.tick)
    {
        let (variant, _) = property.variant(*variant);
        let pairs = property.settings().iter().zip(&variant.values);
        let settings: Vec<_> = pairs.map(|(it, value)| format!("{}={value}", it.path)).collect();
        let scene = variant.scene.clone().seeded(*seed);
        answer = Answer::new(&scene, first.tick, &file.name, (&settings, true), &mut None);
        failed = Failed::new(&scene, first);
    }
    let mut summary =
        format!("{} of {} worlds failed", grouped(tally.failed), grouped(property.worlds()));
    if tally.unmet > 0 {
        summary.extend([", ", &grouped(tally.unmet), " did not meet the condition"]);
    }
    if !is_whole {
        let left = property.worlds() - tally.worlds;
        summary.extend([", ", &grouped(left), " were not tested"]);
    }
    let note = (tally.is_without_chance && property.has_several_seeds())
        .then(|| seed_note(&file.name, "--seeds"));
    let tested = Tested::new(file.name.clone(), tally.expectations, all, 0);
    Tested { note, summary, answer, failed, ..tested }
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let pieces = digits.as_bytes().rchunks(3).rev();
    let pieces: Vec<_> = pieces.map(|piece| String::from_utf8_lossy(piece)).collect();
    pieces.join(",")
}

impl Tested {
    /// The result of a scene: the number of its expectations, the first failures and the number of
    /// further ones.
    fn new(name: String, expectations: usize, complaints: Vec<Complaint>, more: usize) -> Self {
        let result = if complaints.is_empty() {
            SceneResult::Passed
        } else {
            SceneResult::Failed { complaints, more }
        };
        Self { expectations: Some(expectations), ..Self::of(name, result) }
    }

    fn of(name: String, result: SceneResult) -> Self {
        let (note, summary, answer, took, failed, shrunk) = Default::default();
        let (expectations, blessed) = (None, Ok(0));
        Self { name, expectations, blessed, note, result, summary, answer, took, failed, shrunk }
    }

    /// A text that is no valid scene.
    fn invalid(file: &SceneFile, error: &TextError) -> Self {
        let faults = error.faults.iter().cloned();
        let complaints = faults.map(|fault| Complaint::new(file.source(), fault, None)).collect();
        let result = SceneResult::Failed { complaints, more: error.more };
        Self::of(file.name.clone(), result)
    }

    /// A scene whose test did not come to its end, with the report.
    fn panicked(name: String, report: String) -> Self {
        let (message, at) = (report.clone(), Source { file: &name, text: b"", start: (1, 1) });
        let complaint = Complaint::new(at, Fault { at: 0..0, message }, None);
        let complaints = vec![Complaint { report, ..complaint }];
        Self::of(name, SceneResult::Failed { complaints, more: 0 })
    }

    fn unread(name: String, report: &Reports) -> Self {
        Self::of(name, SceneResult::Unread(report.to_string()))
    }
}

impl From<Tested> for Begun {
    fn from(tested: Tested) -> Self {
        Self::Tested(Box::new(tested))
    }
}
