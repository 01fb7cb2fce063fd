//! `mazetick judge`: whether a walk that is written down solves a puzzle.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::base::count::plural;
use crate::registry::Registry;
use crate::tools::ToolError;
use crate::tools::craft::{Judgement, judge};

use super::input::SceneFile;
use super::output::stdout;
use super::paths::is_same_file;
use super::progress::Meter;
use super::verdict::{Reports, Verdict};

#[derive(Args)]
#[command(
    after_help = "Example: echo '(1,2) (1,1) (2,1) (2,2)' | mazetick judge scenes/walls/die.ron\n\n\
    Exit codes: 0 right, with as few moves as possible or more, 1 wrong, 2 bad usage or input."
)]
pub(super) struct Arguments {
    /// A scene file, or - for standard input
    scene: PathBuf,
    /// A file with the positions of the walk, such as (1,1) (2,1), with anything but brackets between them, or - for
    /// standard input
    #[arg(default_value = "-")]
    answer: PathBuf,
}

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    if is_same_file(&arguments.scene, &arguments.answer) {
        let why = "the scene and the answer are one file, expected two";
        return Err(Reports::of_call(why));
    }
    let file = SceneFile::open(&arguments.scene)?;
    let scene = file.scene(registry)?;
    let answer = SceneFile::open_as("list of squares", &arguments.answer)?;
    answer.other_kind(["", "positions such as (1,1) (2,1)"]).map_or(Ok(()), Err)?;
    let _meter = Meter::new(&file.name);
    let judged = judge(&scene, &answer.text).map_err(|error| match error {
        ToolError::Scene(error) => file.refused(&error),
        ToolError::Text(error) => answer.reports(&error),
        other => Reports::of_call(other),
    })?;
    match judged {
        Judgement::Right { moves, shortest } => {
            let how = match moves - shortest {
                0 => "right, and as short as can be".to_owned(),
                more => format!("right, with {} too many", plural(more, "move")),
            };
            writeln!(stdout(), "{}: {how}: {}", answer.name, plural(moves, "move"))?;
            Ok(Verdict::Done)
        }
        Judgement::Wrong(fault) => {
            writeln!(stdout(), "{}", answer.source().report(&fault))?;
            Ok(Verdict::Failed)
        }
    }
}
