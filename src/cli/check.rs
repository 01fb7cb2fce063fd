//! `mazetick check`: is it legal?

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use mazetick::{Contest, Outcome, SceneError, Simulation};

use super::input::{self, SceneFile, complain, scene_paths};
use super::{Problem, Verdict};

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick check scenes/\n  mazetick check --as arrow mazes.in")]
pub(super) struct Arguments {
    /// Scene files, folders of them, or - for standard input; with --as, contest input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Read the paths as contest input
    #[arg(long = "as", value_name = "PROBLEM")]
    problem: Option<Problem>,
}

pub(super) fn run(arguments: Arguments) -> io::Result<Verdict> {
    let (paths, all_well) = match arguments.problem {
        Some(_) => (arguments.paths, true),
        None => scene_paths(&arguments.paths),
    };
    let mut verdict = if all_well { Verdict::Done } else { Verdict::BadInput };
    let mut output = io::stdout().lock();
    for path in &paths {
        let reports = match arguments.problem {
            Some(problem) => check_contest(problem.into(), path)?,
            None => check_scene(path),
        };
        if reports.is_empty() {
            writeln!(output, "{}: ok", path.display())?;
        } else {
            output.flush()?;
            complain(&reports);
            verdict = verdict.max(Verdict::Failed);
        }
    }
    Ok(verdict)
}

/// Everything that is wrong with a scene. Given commands are carried out, to see whether they can.
fn check_scene(path: &Path) -> Vec<String> {
    let checked = SceneFile::open(path).map_err(|report| vec![report]).and_then(|file| {
        let scene = file.scene()?;
        if scene.commands().is_none() {
            return Ok(());
        }
        let mut simulation =
            Simulation::new(&scene).map_err(|error| file.reports(&error.locate(&file.text)))?;
        match simulation.run() {
            Outcome::Stuck(illegal) => {
                Err(file.reports(&SceneError::from(illegal).locate(&file.text)))
            }
            _ => Ok(()),
        }
    });
    checked.err().unwrap_or_default()
}

/// Everything that is wrong with contest input.
fn check_contest(contest: Contest, path: &Path) -> io::Result<Vec<String>> {
    let (name, input) = input::open(path)?;
    let mut reports = Vec::new();
    contest.check(&name, input, |report| reports.push(report))?;
    Ok(reports)
}
