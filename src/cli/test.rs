//! `mazetick test`: scenes in, failed expectations out.

mod output;
mod shrink;

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use serde::Serialize;

use crate::base::jobs::Jobs;
use crate::base::report::{Fault, Source, TextError};
use crate::registry::Registry;
use crate::scene::simulation::Simulation;
use crate::tools::sweep::Seeds;
use crate::tools::trial::Failure;

use super::arguments::threads;
use super::input::{SceneFile, seed_note};
use super::output::Writer;
use super::paths::{
    check_is_no_scene, check_target, is_dash, name_of, path_to_write, scene_paths, whole_path,
};
use super::progress::Meter;
use super::verdict::{Reports, Verdict, guarded};
use output::Output;
use shrink::{Failed, Shrinker, Shrunk};

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick test scenes/\n  \
    mazetick test --filter dice --junit report.xml scenes/\n  \
    mazetick test --seeds 0..1000 scenes/mazing/any-seed.ron\n  \
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
    /// Update expected drawings, digests and tick counts in the files to the actual ones
    #[arg(long)]
    bless: bool,
    /// Print one line of JSON per scene, and one for the total
    #[arg(long)]
    json: bool,
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
    /// What is to be shrunk, if something is.
    failed: Option<Failed>,
    shrunk: Option<Shrunk>,
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
    if let Some(path) = &arguments.junit {
        check_is_no_scene(path, "report")?;
        check_target(path, scene_paths(arguments.paths.clone()).flatten())?;
    }
    let mut output = Output::new(arguments.json, arguments.junit.as_deref())?;
    let mut filtered_out = 0;
    let meter = Meter::of_scenes(&arguments.paths);
    let mut seen = HashSet::new();
    let paths = scene_paths(arguments.paths).filter(|path| {
        let is_in = path.as_ref().map_or(true, |path| is_meant(path));
        filtered_out += u64::from(!is_in);
        is_in && path.as_ref().map_or(true, |path| seen.insert(whole_path(path)))
    });
    let (blesses, seeds) = (arguments.bless, arguments.seeds);
    let shrinks = arguments.shrinking.are_wanted(seeds.is_some());
    let tester = Tester { blesses, seeds, shrinks, registry };
    let mut shrinker = Shrinker::new(arguments.shrinking, registry, jobs.threads);
    let add = |_, mut tested: Tested| -> io::Result<()> {
        meter.add_done(1);
        let failed = tested.failed.take();
        tested.shrunk = failed.map(|failed| shrinker.shrink(&failed)).transpose()?;
        output.add(&tested)?;
        shrinker.asked().map_or(Ok(()), |_| Err(io::ErrorKind::Interrupted.into()))
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
        Self { line, column, message: fault.message, diff, report }
    }
}

struct Tester<'a> {
    blesses: bool,
    seeds: Option<Seeds>,
    /// Whether failures are shrunk.
    shrinks: bool,
    registry: &'a Registry,
}

impl Tester<'_> {
    fn test(&self, path: &Result<PathBuf, Reports>, spare: &mut Option<Simulation>) -> Tested {
        let path = match path {
            Ok(path) => path,
            Err(report) => return Tested::unread(String::new(), report),
        };
        let file = match SceneFile::open(path) {
            Ok(file) => file,
            Err(report) => return Tested::unread(name_of(path), &report),
        };
        let tested = guarded(file.name.clone(), || {
            let mut own = spare.take(); // after a panic it is not used again
            let tested = self.test_file(file, path, &mut own);
            *spare = own;
            Ok(tested)
        });
        tested.unwrap_or_else(|Reports(reports)| Tested::panicked(name_of(path), reports.concat()))
    }

    fn test_file(
        &self,
        mut file: SceneFile,
        path: &Path,
        spare: &mut Option<Simulation>,
    ) -> Tested {
        let name = name_of(path);
        if let Some(seeds) = self.seeds {
            let trials = self.registry.test_seeds(&file.text, seeds, spare);
            let is_without_chance = trials.as_ref().is_ok_and(|it| it.is_without_chance);
            let note = is_without_chance.then(|| seed_note(&name, "--seeds"));
            let first = trials.as_ref().ok().and_then(|it| it.first.first());
            let failed =
                first.and_then(|(seed, failures)| self.failed(path, &file, Some(*seed), failures));
            let tested = trials.map(|it| {
                let first = it.first.iter().flat_map(|(seed, failures)| {
                    complaints(failures, &file, &format!("with seed {seed}: "))
                });
                let more = it.failed - it.first.len() as u64;
                (it.expectations, first.collect(), usize::try_from(more).unwrap_or(usize::MAX))
            });
            return Tested { note, failed, ..Tested::new(name, tested, Ok(0), &file) };
        }
        let mut trial = self.registry.test(&file.text, spare);
        let mut blessed = Ok(0);
        if self.blesses && trial.as_ref().is_ok_and(|trial| trial.blessable > 0) {
            blessed = self.bless(&mut file, path, spare);
            if blessed.is_ok() {
                trial = self.registry.test(&file.text, spare);
            }
        }
        let failures = trial.as_ref().map_or(&[][..], |it| &it.failures);
        let failed = self.failed(path, &file, None, failures);
        let tested =
            trial.map(|it| (it.expectations, complaints(&it.failures, &file, ""), it.more));
        Tested { failed, ..Tested::new(name, tested, blessed, &file) }
    }

    /// The first failure of a scene, with this seed instead of its own, if it is to be shrunk.
    fn failed(
        &self,
        path: &Path,
        file: &SceneFile,
        seed: Option<u64>,
        failures: &[Failure],
    ) -> Option<Failed> {
        let failure = failures.first().filter(|_| self.shrinks)?.clone();
        let scene = file.seeded(self.registry, seed).ok()?;
        Some(Failed { path: path.to_owned(), scene, failure })
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
        fault.message.insert_str(0, before);
        Complaint::new(file.source(), fault, failure.diff.clone())
    });
    complaints.collect()
}

impl Tested {
    /// The result of a scene: the number of its expectations, the first failures and the number of
    /// further ones; or why it is invalid.
    fn new(
        name: String,
        tested: Result<(usize, Vec<Complaint>, usize), TextError>,
        blessed: Result<usize, Reports>,
        file: &SceneFile,
    ) -> Self {
        let (expectations, complaints, more) = match tested {
            Ok((expectations, complaints, more)) => (Some(expectations), complaints, more),
            Err(TextError { faults, more, .. }) => {
                let complaints = faults.into_iter();
                let complaints = complaints.map(|fault| Complaint::new(file.source(), fault, None));
                (None, complaints.collect(), more)
            }
        };
        let result = if complaints.is_empty() {
            SceneResult::Passed
        } else {
            SceneResult::Failed { complaints, more }
        };
        let (note, failed, shrunk) = (None, None, None);
        Self { name, expectations, blessed, note, result, failed, shrunk }
    }

    /// A scene whose test panicked, with the report.
    fn panicked(name: String, report: String) -> Self {
        let message = report.clone();
        let complaint = Complaint { line: 1, column: 1, message, diff: None, report };
        let result = SceneResult::Failed { complaints: vec![complaint], more: 0 };
        let (note, failed, shrunk) = (None, None, None);
        Self { name, expectations: None, blessed: Ok(0), note, result, failed, shrunk }
    }

    fn unread(name: String, report: &Reports) -> Self {
        let result = SceneResult::Unread(report.to_string());
        let (note, failed, shrunk) = (None, None, None);
        Self { name, expectations: None, blessed: Ok(0), note, result, failed, shrunk }
    }
}
