//! `mazetick check`: validates scenes and contest input.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::base::report::{Fault, TextError};
use crate::base::scene_fault::SceneError;
use crate::contest::Contest;
use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::scene::simulation::Simulation;
use crate::tools::ToolError;
use crate::tools::trial::Property;

use super::arguments::threads;
use super::contest::contest_named;
use super::input::{self, Named, SceneFile};
use super::output::{json_line, stdout};
use super::paths::{name_of, scene_paths, shown_path};
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
    /// Print each error as a line of JSON, for editors
    #[arg(long, conflicts_with_all = ["problem", "laws"])]
    json: bool,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    match arguments.problem {
        Some(problem) => {
            let paths = arguments.paths.into_iter().map(Ok);
            let contest = contest_named(&problem, registry);
            check(paths, |path| check_contest(contest, path))
        }
        None if arguments.json => check_as_json(scene_paths(arguments.paths), registry),
        None => check(scene_paths(arguments.paths), |path| {
            check_scene(path, arguments.laws, registry)
        }),
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
    let found = guarded(&file.name, &mut (), |()| {
        let scene = file.scene(registry)?;
        check_worlds(&scene, &file.text, registry).map_err(|error| file.reports(&error))?;
        let proven = if laws {
            registry.prove(&scene)
        } else {
            Ok(Vec::new())
        };
        let broken = proven.map_err(|error| file.refused(&error))?;
        let reports = broken
            .iter()
            .map(|law| format!("{}: error: {law}", file.name));
        let shown = broken.first().map(|law| {
            let smallest = registry.shrink_broken(&scene, law, threads(None), || false);
            let smallest = smallest.to_ron();
            format!("The smallest scene found that breaks the first of these:\n{smallest}")
        });
        Ok(reports.chain(shown).collect())
    });
    Ok(found.map_or_else(|reports| reports, Reports))
}

/// Prints the errors of each scene, a line each; one without a place, if a scene cannot be read.
fn check_as_json(
    paths: impl Iterator<Item = Result<PathBuf, Reports>>,
    registry: &Registry,
) -> Result<Verdict, Reports> {
    let mut verdict = Verdict::Done;
    let mut output = stdout();
    let mut print = |fault: serde_json::Value| writeln!(output, "{}", json_line(&fault));
    for path in paths {
        let name = path.as_deref().map_or(String::new(), name_of);
        let found = path
            .and_then(|path| SceneFile::open(&path))
            .and_then(|file| {
                guarded(&file.name, &mut (), |()| {
                    let read = registry.read(&file.text);
                    let checked = read.and_then(|scene| check_worlds(&scene, &file.text, registry));
                    let faults = checked.err().map_or(Vec::new(), |error| error.faults);
                    Ok(faults.into_iter().map(|fault| {
                    let (line, column) = file.source().line_and_column(fault.at.start);
                    json!({"file": name, "line": line, "column": column, "message": fault.message})
                }).collect::<Vec<_>>())
                })
            });
        match found {
            Ok(faults) => {
                verdict = verdict.max(if faults.is_empty() {
                    Verdict::Done
                } else {
                    Verdict::Failed
                });
                faults.into_iter().try_for_each(&mut print)?;
            }
            Err(report) => {
                verdict = Verdict::BadInput;
                print(json!({"file": name, "message": report.to_string()}))?;
            }
        }
    }
    Ok(verdict)
}

/// Finds what only the worlds of a scene tell: whether its commands can be carried out, and whether it can be tested
/// with the seeds and values that it names.
fn check_worlds(scene: &CheckedScene, text: &str, registry: &Registry) -> Result<(), TextError> {
    let located = |error: SceneError| error.locate(text);
    if scene.must_run() {
        let mut simulation = Simulation::new(scene).map_err(located)?;
        simulation.run();
        simulation.check_failure().map_err(located)?;
    }
    if scene.seeds.is_none() && scene.vary.is_empty() {
        return Ok(());
    }
    let property = Property::of_scene(registry, ("", text), scene.clone(), None, &[]);
    property.map(drop).map_err(|error| match error {
        ToolError::Variant { error, .. } => *error,
        other => TextError::one_fault(text, Fault::new(0..0, other.to_string())),
    })
}

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
