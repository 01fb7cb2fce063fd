//! `mazetick check`: validates scenes and contest input.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::contest::Contest;
use crate::registry::Registry;
use crate::scene::simulation::Simulation;

use super::input::{self, SceneFile, complain, refuse};
use super::output::stdout;
use super::paths::{scene_paths, shown_path};
use super::{Verdict, contest_named};

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick check scenes/\n  mazetick check --as arrow mazes.in")]
pub(super) struct Arguments {
    /// Scene files, folders of them, or - for standard input; with --as, contest input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Read the paths as contest input
    #[arg(long = "as", value_name = "PROBLEM")]
    problem: Option<String>,
    /// Also prove that the engine's laws hold: run each scene in several ways and compare, up to
    /// tick 20,000
    #[arg(long, conflicts_with = "problem")]
    laws: bool,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> io::Result<Verdict> {
    match arguments.problem {
        Some(problem) => {
            let paths = arguments.paths.into_iter().map(Ok);
            let contest = contest_named(&problem, registry);
            check(paths, |path| check_contest(contest, path))
        }
        None => {
            check(scene_paths(arguments.paths), |path| check_scene(path, arguments.laws, registry))
        }
    }
}

/// Checks the file at each path, and prints its errors.
fn check(
    paths: impl Iterator<Item = Result<PathBuf, String>>,
    mut checked: impl FnMut(&Path) -> Result<Vec<String>, String>,
) -> io::Result<Verdict> {
    let mut verdict = Verdict::Done;
    let mut output = stdout();
    for path in paths {
        let found = match &path {
            Ok(path) => checked(path).map(|reports| (path, reports)),
            Err(report) => Err(report.clone()),
        };
        match found {
            Ok((path, reports)) if reports.is_empty() => {
                writeln!(output, "{}: ok", shown_path(path))?;
            }
            Ok((_, reports)) => {
                output.flush()?;
                complain(&reports);
                verdict = verdict.max(Verdict::Failed);
            }
            Err(report) => verdict = refuse(&[report]),
        }
    }
    Ok(verdict)
}

/// All errors of a scene, or a report if it cannot be read. Given commands are carried out, to
/// check that they can be.
fn check_scene(path: &Path, laws: bool, registry: &Registry) -> Result<Vec<String>, String> {
    let file = SceneFile::open(path)?;
    let scene = match file.scene(registry) {
        Ok(scene) => scene,
        Err(reports) => return Ok(reports),
    };
    if laws {
        return Ok(match registry.prove(&scene) {
            Ok(broken) => broken.iter().map(|law| format!("{}: error: {law}", file.name)).collect(),
            Err(error) => file.reports(&error.locate(&file.text)),
        });
    }
    if !scene.must_run() {
        return Ok(Vec::new());
    }
    let mut simulation = match Simulation::new(&scene) {
        Ok(simulation) => simulation,
        Err(error) => return Ok(file.reports(&error.locate(&file.text))),
    };
    simulation.run();
    let failure = simulation.failure();
    Ok(failure.map(|error| file.reports(&error.locate(&file.text))).unwrap_or_default())
}

/// All errors of contest input, or a report if it cannot be read.
fn check_contest(contest: Contest, path: &Path) -> Result<Vec<String>, String> {
    let (name, input) = input::open(path)?;
    let mut reports = Vec::new();
    let read = contest.read(&name, input, |_| Ok(()), |report| reports.push(report));
    match read {
        Ok(()) => Ok(reports),
        Err(error) => {
            complain(&reports);
            Err(format!("{name}: error: {error}"))
        }
    }
}
