//! `mazetick test`: scenes in, failed expectations out.

mod answer;
#[cfg(feature = "harness")]
mod harness;
mod output;
mod shrink;
mod tester;

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, value_parser};
use serde::Serialize;

use crate::base::jobs::Jobs;
use crate::base::report::{Fault, Source, TextError};
use crate::registry::Registry;
use crate::tools::sweep::Setting;
use crate::tools::trial::Property;

use super::arguments::{SeedArguments, threads};
use super::input::SceneFile;
use super::paths::{
    check_is_no_scene, check_target, name_of, path_to_write, scene_paths, whole_path,
};
use super::progress::Meter;
use super::verdict::{Reports, Verdict};
#[cfg(feature = "harness")]
pub use harness::harness;

use answer::Answer;
use output::Output;
use shrink::{Failed, Shrinker, Shrunk};
use tester::Tester;

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
    #[command(flatten)]
    seeds: SeedArguments,
    /// Test with each value of a field, such as grid.rows=2..20 or braid=0,0.5; may be repeated
    #[arg(long, value_name = "FIELD=VALUES", conflicts_with = "bless")]
    vary: Vec<Setting>,
    /// Stop testing the worlds of a scene after N failures
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    max_failures: Option<u64>,
    /// Update expected drawings, digests, tick counts and ratings in the files to the actual ones
    #[arg(long, conflicts_with_all = ["seed", "seeds"])]
    bless: bool,
    /// Print one line of JSON per scene, and one for the total
    #[arg(long)]
    json: bool,
    /// Print annotations of failures, too, as always where `GITHUB_ACTIONS` is `true`
    #[arg(long, value_name = "github", value_parser = ["github"], conflicts_with = "json")]
    format: Option<String>,
    /// Write a report for build servers to FILE
    #[arg(long, value_name = "FILE", value_parser = path_to_write())]
    junit: Option<PathBuf>,
    #[command(flatten)]
    shrinking: shrink::Options,
}

#[derive(Default)]
struct Tested {
    /// The path of the scene, as given or found, for programs; empty if an error of a folder has none.
    name: String,
    /// The number of its expectations; `None` if the scene is invalid.
    expectations: Option<usize>,
    /// The number of values blessed in its file, and why the file could not be written.
    blessed: usize,
    unwritten: Option<String>,
    note: Option<String>,
    /// Why it could not be read.
    unread: Option<String>,
    /// Which expectations fail, or why the scene is invalid: the first complaints, at most `limits::FAULTS`, and the
    /// number of further ones.
    complaints: Vec<Complaint>,
    more: usize,
    worlds: Option<Worlds>,
    answer: Option<Answer>,
    took: Duration,
    failed: Option<Failed>,
    shrunk: Option<Shrunk>,
}

#[derive(Clone, Copy, Serialize)]
struct Worlds {
    all: u64,
    failed: u64,
    /// The number of those that met no condition.
    unmet: u64,
    untested: u64,
}

/// What a scene comes to on the thread that reads it.
enum Begun {
    Tested(Box<Tested>),
    /// Many worlds, for all threads.
    Property(SceneFile, Box<Property>),
}

const AHEAD: usize = 16;

#[derive(Serialize)]
struct Complaint {
    line: usize,
    column: usize,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    tick: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// The settings of one of many worlds, by their paths.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    settings: BTreeMap<String, String>,
    diff: Option<String>,
    /// What says which of many worlds it is, before the message.
    #[serde(skip)]
    world: String,
    /// The report, without the diff.
    #[serde(skip)]
    report: String,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let is_meant = |path: &Path| {
        let path = path.to_string_lossy();
        arguments.filter.is_empty() || arguments.filter.iter().any(|part| path.contains(part))
    };
    let jobs = Jobs {
        threads: threads(arguments.jobs),
        ahead: AHEAD,
    };
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
        is_in
            && path
                .as_ref()
                .map_or(true, |path| seen.insert(whole_path(path)))
    });
    let most_failures = arguments.max_failures.unwrap_or(u64::MAX);
    let (blesses, seeds, vary) = (arguments.bless, arguments.seeds.asked(), arguments.vary);
    let tester = Tester {
        blesses,
        seeds,
        vary,
        most_failures,
        registry,
    };
    let mut shrinker = Shrinker::new(arguments.shrinking, registry, jobs.threads, inputs);
    let add = |path: Result<PathBuf, Reports>, begun: Begun| -> Result<(), Reports> {
        let is_property = matches!(begun, Begun::Property(..));
        let mut result = match begun {
            Begun::Tested(result) => *result,
            Begun::Property(file, property) => tester.test_worlds(&file, &property, jobs),
        };
        if let Ok(path) = &path {
            result.name = name_of(path);
            result
                .answer
                .iter_mut()
                .for_each(|answer| answer.found_at(path));
            let failed = result
                .failed
                .take()
                .filter(|_| shrinker.is_wanted(is_property));
            let shrunk = failed.map(|failed| shrinker.shrink(path, &failed));
            result.shrunk = shrunk.transpose()?;
        }
        meter.add_done(1);
        output.add(&result)?;
        shrinker
            .asked()
            .map_or(Ok(()), |_| Err(Reports(Vec::new())))
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
        let (tick, seed, settings, world) = Default::default();
        Self {
            line,
            column,
            message: fault.message,
            tick,
            seed,
            settings,
            diff,
            world,
            report,
        }
    }
}

impl Tested {
    fn has_passed(&self) -> bool {
        self.complaints.is_empty() && self.unread.is_none()
    }

    fn invalid(file: &SceneFile, error: &TextError) -> Self {
        let faults = error.faults.iter().cloned();
        let complaints = faults
            .map(|fault| Complaint::new(file.source(), fault, None))
            .collect();
        Self {
            name: file.name.clone(),
            complaints,
            more: error.more,
            ..Self::default()
        }
    }

    /// A scene whose test did not come to its end, with the report.
    fn panicked(name: String, report: String) -> Self {
        let (message, at) = (
            report.clone(),
            Source {
                file: &name,
                text: b"",
            },
        );
        let complaint = Complaint::new(at, Fault { at: 0..0, message }, None);
        let complaints = vec![Complaint {
            report,
            ..complaint
        }];
        Self {
            name,
            complaints,
            ..Self::default()
        }
    }

    fn unread(name: String, report: &Reports) -> Self {
        Self {
            name,
            unread: Some(report.to_string()),
            ..Self::default()
        }
    }
}

impl From<Tested> for Begun {
    fn from(tested: Tested) -> Self {
        Self::Tested(Box::new(tested))
    }
}
