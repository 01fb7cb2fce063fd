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

    let (lines, unnamed) = named_lines(&answer);
    if lines.is_empty() {
        return judge_part(&file, &scene, &answer, (&answer.name, 0..answer.text.len()));
    }
    if !unnamed.0.is_empty() {
        verdict = unnamed.refuse();
    }
    for line in lines {
        let judged = judge_part(&file, &scene, &answer, line);
        verdict = verdict.max(judged.unwrap_or_else(|reports| reports.refuse()));
    }
    Ok(verdict)
}

/// Returns the answers of a text that has one in each line, after a name and a colon: the names, and where the answers
/// are, and reports of the lines without a name. Returns nothing if the text is a single answer.
fn named_lines(answer: &SceneFile) -> (Vec<(&str, Range<usize>)>, Reports) {
    let mut named = Vec::new();
    let mut unnamed = Vec::new();

    let mut start = 0;
    for line in answer.text.split_inclusive('\n') {
        let end = start + line.len();
        match line.split_once(':') {
            Some((name, rest)) if is_name(name, rest) => {
                named.push((name.trim(), end - rest.len()..end));
            }
            _ if line.trim().is_empty() => {}
            _ => unnamed.push(start..start + line.trim_end().len()),
        }
        start = end;
    }

    // Words with a colon may also stand in a single answer.
    if unnamed.len() >= named.len() {
        return (Vec::new(), Reports(Vec::new()));
    }

    let mut reports = Vec::new();
    for at in unnamed {
        let message = "this line has no colon, expected a name, a colon and an answer".to_owned();
        reports.push(answer.source().report(&Fault::new(at, message)));
    }
    (named, Reports(reports))
}

/// Returns true if the words before a colon are a name, not a part of an answer.
fn is_name(name: &str, rest: &str) -> bool {
    let has_letters = name.contains(char::is_alphabetic) && !name.contains(['(', ',']);
    has_letters || !rest.contains(|letter: char| letter.is_ascii_digit())
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
