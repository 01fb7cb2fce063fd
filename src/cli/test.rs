//! `mazetick test`: scenes in, what of their expectations does not hold out.

mod output;

use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use clap::Args;
use mazetick::{Fault, Simulation, Source, bless};

use super::Verdict;
use super::abreast::in_order;
use super::input::{STANDARD_INPUT, SceneFile, replace_file, scene_paths};
use output::Output;

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick test scenes/\n  \
    mazetick test --filter dice --junit report.xml scenes/\n  \
    mazetick test --bless scenes/johnny/flips.ron\n\n\
    Exit codes: 0 all passed, 1 a scene failed, 2 bad usage or a path that cannot be read.")]
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
    /// Write what was found into the files, where a drawing, a digest or a number of ticks differs
    #[arg(long)]
    bless: bool,
    /// Print a line of JSON a scene, and one for all
    #[arg(long)]
    json: bool,
    /// Write a report for build servers to this file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

/// What came of a scene.
struct Tested {
    /// Its path, as it was given or found.
    name: String,
    result: Passed,
}

/// How a scene passed, or why it did not.
enum Passed {
    /// Everything holds.
    Yes,
    /// Everything holds now: so many values were written into the file.
    Blessed(usize),
    /// Something does not hold, or the file is no scene.
    No(Vec<Complaint>),
    /// There is no scene to test: the report.
    Unread(String),
}

/// Something that is wrong with a scene.
struct Complaint {
    line: usize,
    column: usize,
    message: String,
    diff: Option<String>,
    /// All of that for people.
    report: String,
}

pub(super) fn run(arguments: Arguments) -> io::Result<Verdict> {
    let is_meant = |path: &Path| {
        let path = path.to_string_lossy();
        arguments.filter.is_empty() || arguments.filter.iter().any(|part| path.contains(part))
    };
    let jobs = arguments.jobs.or_else(|| {
        let processors = thread::available_parallelism().ok()?.get();
        NonZero::new(u16::try_from(processors).unwrap_or(u16::MAX))
    });
    let jobs = jobs.map_or(1, |jobs| usize::from(jobs.get()));
    let mut output = Output::new(arguments.json, arguments.junit.as_deref())?;
    let mut filtered_out = 0;
    let paths = scene_paths(arguments.paths).filter(|path| {
        let is_in = path.as_ref().map_or(true, |path| is_meant(path));
        filtered_out += u64::from(!is_in);
        is_in
    });
    let tester = || Tester { bless: arguments.bless, simulation: None };
    in_order(jobs, paths, tester, Tester::test, |tested| output.add(&tested))?;
    output.end(filtered_out)
}

/// Tests scenes, one after the other, in one simulation.
struct Tester {
    bless: bool,
    simulation: Option<Simulation>,
}

impl Tester {
    fn test(&mut self, path: Result<PathBuf, String>) -> Tested {
        let opened = path.and_then(|path| Ok((SceneFile::open(&path)?, path)));
        match opened {
            Ok((file, path)) => Tested { result: self.test_file(&file, &path), name: file.name },
            Err(report) => Tested { name: String::new(), result: Passed::Unread(report) },
        }
    }

    fn test_file(&mut self, file: &SceneFile, path: &Path) -> Passed {
        let source = file.source();
        let complaint = |fault: Fault, diff| Complaint::new(source, fault, diff);
        let failures = match mazetick::test(&file.text, &mut self.simulation) {
            Ok(failures) => failures,
            Err(error) => {
                let faults = error.faults.into_iter();
                return Passed::No(faults.map(|fault| complaint(fault, None)).collect());
            }
        };
        let (mended, left): (Vec<_>, Vec<_>) =
            failures.into_iter().partition(|failure| self.bless && failure.can_be_blessed());
        let mut complaints: Vec<_> = left
            .into_iter()
            .map(|failure| complaint(failure.locate(&file.text), failure.diff))
            .collect();
        if !mended.is_empty()
            && let Err(why) = write_blessed(file, path, &mended)
        {
            complaints.push(complaint(Fault { at: 0..0, message: why }, None));
        }
        match mended.len() {
            _ if !complaints.is_empty() => Passed::No(complaints),
            0 => Passed::Yes,
            values => Passed::Blessed(values),
        }
    }
}

/// Writes what was found into the file; why not, if that does not work.
fn write_blessed(
    file: &SceneFile,
    path: &Path,
    failures: &[mazetick::Failure],
) -> Result<(), String> {
    if path.as_os_str() == STANDARD_INPUT {
        return Err("standard input cannot be blessed, expected a file".to_owned());
    }
    let blessed = bless(&file.text, failures)
        .map_err(|error| format!("the blessed scene would not be one: {error}"))?;
    replace_file(path, blessed.as_bytes()).map_err(|error| error.to_string())
}

impl Complaint {
    fn new(source: Source<'_>, fault: Fault, diff: Option<String>) -> Self {
        let (line, column) = source.line_and_column(fault.at.start);
        let mut report = source.report(&fault);
        if let Some(diff) = &diff {
            report.push('\n');
            report.push_str(diff.trim_end_matches('\n'));
        }
        Self { line, column, message: fault.message, diff, report }
    }
}
