//! `mazetick judge`: whether a walk that is written down solves a puzzle.

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;

use clap::Args;

use crate::base::count::plural;
use crate::base::report::Fault;
use crate::registry::Registry;
use crate::scene::CheckedScene;
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
    /// A file with the positions of the walk, such as (1,1) (2,1), with anything but brackets between them, or the
    /// letters of its ways, such as NNESS, or `No Solution Possible`, or several answers, each in a line behind a name and a colon; or - for
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
    answer
        .other_kind(["", "positions such as (1,1) (2,1)"])
        .map_or(Ok(()), Err)?;
    let _meter = Meter::new(&file.name);
    let mut verdict = Verdict::Done;
    let Some(lines) = named_lines(&answer.text) else {
        return judge_part(&file, &scene, &answer, (&answer.name, 0..answer.text.len()));
    };
    for line in lines {
        let judged = judge_part(&file, &scene, &answer, line);
        verdict = verdict.max(judged.unwrap_or_else(|reports| reports.refuse()));
    }
    Ok(verdict)
}

/// The answers of a text that has one in each line, behind a name and a colon: the names, and where the answers are.
fn named_lines(text: &str) -> Option<Vec<(&str, Range<usize>)>> {
    let mut end = 0;
    let lines = text.split_inclusive('\n').filter_map(|line| {
        end += line.len();
        let named = line
            .split_once(':')
            .map(|(name, rest)| (name.trim(), end - rest.len()..end));
        let is_name = |name: &str, rest: &str| {
            let has_letters = name.contains(char::is_alphabetic) && !name.contains(['(', ',']);
            has_letters || !rest.contains(|it: char| it.is_ascii_digit())
        };
        let named = named.filter(|(name, rest)| is_name(name, &text[rest.clone()]));
        (!line.trim().is_empty()).then_some(named)
    });
    lines
        .collect::<Option<Vec<_>>>()
        .filter(|it| !it.is_empty())
}

/// Judges the answer of this name in a part of a text.
fn judge_part(
    file: &SceneFile,
    scene: &CheckedScene,
    answer: &SceneFile,
    (name, part): (&str, Range<usize>),
) -> Result<Verdict, Reports> {
    let moved = |mut fault: Fault| {
        fault.at = fault.at.start + part.start..fault.at.end + part.start;
        fault
    };
    let judged = judge(scene, &answer.text[part.clone()]).map_err(|error| match error {
        ToolError::Scene(error) => file.refused(&error),
        ToolError::Text(error) => {
            let reports = error
                .faults
                .into_iter()
                .map(|it| answer.source().report(&moved(it)));
            Reports(reports.collect())
        }
        other => Reports::of_call(other),
    })?;
    match judged {
        Judgement::Right { moves, shortest } => {
            let how = match moves - shortest {
                0 => "right, and as short as can be".to_owned(),
                more => format!("right, with {} too many", plural(more, "move")),
            };
            writeln!(stdout(), "{name}: {how}: {}", plural(moves, "move"))?;
            Ok(Verdict::Done)
        }
        Judgement::NoWay => {
            writeln!(stdout(), "{name}: right, there is no way")?;
            Ok(Verdict::Done)
        }
        Judgement::Wrong(fault) => {
            writeln!(stdout(), "{}", answer.source().report(&moved(fault)))?;
            Ok(Verdict::Failed)
        }
    }
}
