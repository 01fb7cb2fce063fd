//! `mazetick test`: scenes in, what of their expectations does not hold out.

mod json;
mod junit;
mod output;
mod tester;

use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use crate::threads::Turns;
use crate::{Fault, Ingredients, Jobs, Seeds, Source, shown_lines};
use clap::Args;

use super::Verdict;
use super::doubles::Doubles;
use super::jobs::threads;
use super::paths::{is_scene, scene_paths, shown_path};
use super::progress::Meter;
use super::target::{check_target, path_to_write};
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
    /// Test only scenes whose path contains this; may be given more than once
    #[arg(long, value_name = "TEXT")]
    filter: Vec<String>,
    /// Test on this many threads; as many as there are processors, if not given
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<u16>>,
    /// Test with each of these seeds, such as 0..1000, instead of the scene's own
    #[arg(long, value_name = "A..B", conflicts_with = "bless")]
    seeds: Option<Seeds>,
    /// Write what was found into the files, where a drawing, a digest or a number of ticks differs
    #[arg(long)]
    bless: bool,
    /// Print a line of JSON a scene, and one for all
    #[arg(long)]
    json: bool,
    /// Write a report for build servers to this file
    #[arg(long, value_name = "FILE", value_parser = path_to_write())]
    junit: Option<PathBuf>,
}

/// What came of a scene.
struct Tested {
    /// Its path, as it was given or found, for programs; empty if a folder has none to give.
    name: String,
    /// How many expectations it has; `None` if there is no scene.
    expectations: Option<usize>,
    /// How many values were written into its file; the report, if that could not be done.
    blessed: Result<usize, String>,
    /// Whether it was not tested for want of memory.
    lacks_memory: bool,
    outcome: Outcome,
}

/// How many scenes a thread may be ahead of the first that is not there yet.
const AHEAD: usize = 16;

/// Whether a scene passed, or why it did not.
enum Outcome {
    /// Everything holds, or does now that it is blessed.
    Passed,
    /// Something does not hold, or the file is no scene: the first complaints, no more of them than
    /// `limits::FAULTS`, and how many more there are.
    Failed { complaints: Vec<Complaint>, more: usize },
    /// There is no scene to test: the report.
    Unread(String),
}

/// Something that is wrong with a scene.
struct Complaint {
    line: usize,
    column: usize,
    message: String,
    diff: Option<String>,
    /// All of that for people, as it is shown.
    report: String,
}

pub(super) fn run(arguments: Arguments, ingredients: &Ingredients) -> io::Result<Verdict> {
    let is_meant = |path: &Path| {
        let path = path.to_string_lossy();
        arguments.filter.is_empty() || arguments.filter.iter().any(|part| path.contains(part))
    };
    let jobs = Jobs { threads: threads(arguments.jobs), ahead: AHEAD };
    if let Some(path) = &arguments.junit
        && let Err(report) = check_report(path, &arguments.paths)
    {
        say!("{report}");
        return Ok(Verdict::BadInput);
    }
    let writer = Writer::lasting();
    let mut output = Output::new(arguments.json, arguments.junit.as_deref(), &writer)?;
    let mut filtered_out = 0;
    let meter = Meter::of_scenes(&arguments.paths);
    let mut doubles = Doubles::among(&arguments.paths);
    let paths = scene_paths(arguments.paths).filter(|path| {
        let is_in = path.as_ref().map_or(true, |path| is_meant(path));
        filtered_out += u64::from(!is_in);
        is_in && path.as_ref().map_or(true, |path| doubles.is_first(path))
    });
    let turns = Turns::default();
    let bless = arguments.bless.then_some(&writer);
    let tester = Tester { bless, seeds: arguments.seeds, ingredients, turns: &turns };
    let add = |tested| {
        meter.add(1);
        output.add(&tested)
    };
    jobs.in_order(paths, || (), |(), path| tester.test(path), add)?;
    drop(meter);
    output.end(&arguments.filter, filtered_out)
}

/// Refuses a report for build servers in the place of a scene, or where it cannot be written.
fn check_report(path: &Path, scenes: &[PathBuf]) -> Result<(), String> {
    if is_scene(path) {
        let path = shown_path(path);
        return Err(format!(
            "{path}: error: this is the name of a scene, expected one for a report"
        ));
    }
    check_target(path, scene_paths(scenes.to_vec()).flatten())
}

impl Complaint {
    fn new(source: Source<'_>, fault: Fault, diff: Option<String>) -> Self {
        let (line, column) = source.line_and_column(fault.at.start);
        let mut report = source.report(&fault);
        if let Some(diff) = &diff {
            report.push('\n');
            report.push_str(&shown_lines(diff.trim_end_matches('\n')));
        }
        Self { line, column, message: fault.message, diff, report }
    }
}
