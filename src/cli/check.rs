//! `mazetick check`: validates scenes and contest input.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::base::scene_fault::SceneError;
use crate::contest::Contest;
use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;

use super::arguments::threads;
use super::contest::contest_named;
use super::input::{self, Named, SceneFile};
use super::output::stdout;
use super::paths::{scene_paths, shown_path};
use super::verdict::{Reports, Verdict, guarded};

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
    /// tick 20,000, and let it run on if parts of its walk last longer; and find the smallest scene
    /// that breaks one
    #[arg(long, conflicts_with = "problem")]
    laws: bool,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
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

fn check(
    paths: impl Iterator<Item = Result<PathBuf, Reports>>,
    checked: impl Fn(&Path) -> Result<Reports, Reports>,
) -> Result<Verdict, Reports> {
    let mut verdict = Verdict::Done;
    let mut output = stdout();
    for path in paths {
        match path.and_then(|path| Ok((checked(&path)?, path))) {
            Ok((reports, path)) if reports.0.is_empty() => {
                writeln!(output, "{}: ok", shown_path(&path))?;
            }
            Ok((reports, _)) => {
                output.flush()?;
                reports.say();
                verdict = verdict.max(Verdict::Failed);
            }
            Err(report) => verdict = report.refuse(),
        }
    }
    Ok(verdict)
}

/// All errors of a scene, or a report if it cannot be read. Given commands are carried out, to
/// check that they can be.
fn check_scene(path: &Path, laws: bool, registry: &Registry) -> Result<Reports, Reports> {
    let file = SceneFile::open(path)?;
    let found = guarded(&file.name, || {
        let scene = file.scene(registry)?;
        let found = run_if_needed(&scene).and_then(|()| {
            let broken = if laws { registry.prove(&scene)? } else { Vec::new() };
            let reports = broken.iter().map(|law| format!("{}: error: {law}", file.name));
            let shown = broken.first().map(|law| {
                let smallest = registry.shrink_broken(&scene, law, threads(None), || false);
                let smallest = smallest.to_ron();
                format!("The smallest scene found that breaks the first of these:\n{smallest}")
            });
            Ok(reports.chain(shown).collect())
        });
        found.map_err(|error| file.refused(&error))
    });
    Ok(found.map_or_else(|reports| reports, Reports))
}

/// Runs a scene, if only that tells whether its commands can be carried out.
fn run_if_needed(scene: &CheckedScene) -> Result<(), SceneError> {
    if !scene.must_run() {
        return Ok(());
    }
    let mut simulation = Simulation::new(scene)?;
    simulation.run();
    simulation.check_failure()
}

/// All errors of contest input, or a report if it cannot be read.
fn check_contest(contest: Contest, path: &Path) -> Result<Reports, Reports> {
    let Named { name, input, .. } = input::open(path)?;
    let mut reports = Reports(Vec::new());
    let read = contest.read(&name, input, |_| Ok(()), |report| reports.0.push(report));
    if let Err(error) = read {
        reports.say();
        return Err(format!("{name}: error: {error}").into());
    }
    Ok(reports)
}
