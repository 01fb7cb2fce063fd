//! `mazetick test`: scenes in, failed expectations out.

mod for_programs;
mod output;
mod tester;

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use crate::base::jobs::Jobs;
use crate::base::report::{Fault, Source};
use crate::registry::Registry;
use crate::tools::sweep::Seeds;
use clap::{Args, value_parser};

use super::Verdict;
use super::input::refuse;
use super::output_path::{check_is_no_scene, check_target, path_to_write};
use super::paths::{scene_paths, whole_path};
use super::progress::Meter;
use super::threads::threads;
use super::writer::Writer;
use output::Output;
use tester::Tester;

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
}

/// The result of a scene.
struct Tested {
    /// Its path, as given or found, for programs; empty if an error of a folder has none.
    name: String,
    /// The number of its expectations; `None` if the scene is invalid.
    expectations: Option<usize>,
    /// The number of values blessed in its file, or an error report.
    blessed: Result<usize, String>,
    /// A note about its seeds.
    note: Option<String>,
    result: SceneResult,
}

/// How many scenes a thread may be ahead of the next one to print.
const AHEAD: usize = 16;

/// Whether a scene passed, or why it did not.
enum SceneResult {
    /// Everything holds, perhaps after blessing.
    TickDiff,
    /// An expectation fails, or the scene is invalid: the first complaints, at most
    /// `limits::FAULTS`, and the number of further ones.
    Failed { complaints: Vec<Complaint>, more: usize },
    /// The scene cannot be read: the report.
    Unread(String),
}

/// An error or a failure of a scene.
struct Complaint {
    line: usize,
    column: usize,
    message: String,
    diff: Option<String>,
    /// The report, without the diff.
    report: String,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> io::Result<Verdict> {
    let is_meant = |path: &Path| {
        let path = path.to_string_lossy();
        arguments.filter.is_empty() || arguments.filter.iter().any(|part| path.contains(part))
    };
    let jobs = Jobs { threads: threads(arguments.jobs), ahead: AHEAD };
    if let Some(path) = &arguments.junit
        && let Err(report) = check_report(path, &arguments.paths)
    {
        return Ok(refuse(&[report]));
    }
    let writer = Writer::lasting();
    let mut output = Output::new(arguments.json, arguments.junit.as_deref(), &writer)?;
    let mut filtered_out = 0;
    let meter = Meter::of_scenes(&arguments.paths);
    let mut seen = HashSet::new();
    let paths = scene_paths(arguments.paths).filter(|path| {
        let is_in = path.as_ref().map_or(true, |path| is_meant(path));
        filtered_out += u64::from(!is_in);
        is_in && path.as_ref().map_or(true, |path| seen.insert(whole_path(path)))
    });
    let bless = arguments.bless.then_some(&writer);
    let tester = Tester { bless, seeds: arguments.seeds, registry };
    let add = |_, tested| {
        meter.add_done(1);
        output.add(&tested)
    };
    jobs.in_order(paths, || None, |spare, path| tester.test(path, spare), add)?;
    drop(meter);
    output.end(&arguments.filter, filtered_out)
}

/// Rejects a report for build servers that would replace a scene, or that cannot be written.
fn check_report(path: &Path, scenes: &[PathBuf]) -> Result<(), String> {
    check_is_no_scene(path, "report")?;
    check_target(path, scene_paths(scenes.to_vec()).flatten())
}

impl Complaint {
    fn new(source: Source<'_>, fault: Fault, diff: Option<String>) -> Self {
        let (line, column) = source.line_and_column(fault.at.start);
        let report = source.report(&fault);
        Self { line, column, message: fault.message, diff, report }
    }
}
