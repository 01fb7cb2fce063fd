//! Contest input: `mazetick contest` solves it, `import` turns it into scenes, `export` scenes into
//! it.

mod output_check;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, value_parser};

use crate::base::limits;
use crate::contest::{Contest, ContestError};
use crate::puzzles::drawn::Drawings;
use crate::registry::Registry;
use crate::scene::Scene;

use super::arguments::{CompletedWords, threads, values};
use super::input::{self, SceneFile};
use super::output::{Writer, stdout};
use super::paths::{DASH, is_same_file, make_folder, path_to_write, scene_paths, shown_path};
use super::progress::{Meter, Unit};
use super::verdict::{Reports, Verdict};

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 success, 1 a wrong answer in OUT, 2 bad usage or input.\n\nExamples:\n  \
    mazetick contest arrow --jobs 2 mazes.in > mazes.out\n  mazetick contest arrow mazes.in --check mazes.out"
)]
pub(super) struct ContestArguments {
    /// The contest format to read
    #[arg(index = 1)]
    problem: String,
    /// The input, or - for standard input
    #[arg(index = 2, default_value = DASH, value_name = "FILE")]
    file: PathBuf,
    /// Check an output instead of writing one: any shortest way is right, in the form of the contest's lines
    #[arg(long, value_name = "OUT")]
    check: Option<PathBuf>,
    /// Print a line of JSON for each answer that is checked
    #[arg(long, requires = "check")]
    json: bool,
    /// Solve on N threads [default: one per processor]; the output is the same
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

pub(super) fn contest(
    arguments: ContestArguments,
    registry: &Registry,
) -> Result<Verdict, Reports> {
    let contest = contest_named(&arguments.problem, registry);
    if let Some(output) = &arguments.check {
        return output_check::check(contest, &arguments.file, output, arguments.json);
    }
    let input = input::open(&arguments.file)?;
    let (name, size) = (input.name.clone(), input.size);
    let meter = Meter::new(&name);
    let observe = |done, all| meter.set_part(Unit::Bytes, done as u64, Some(all as u64));
    let output = BufWriter::new(stdout());
    let jobs = threads(arguments.jobs);

    match contest.solve_observed((&name, size), input, output, jobs, observe) {
        Ok(()) => Ok(Verdict::Done),
        Err(ContestError::Input(report)) => {
            let note = format!("{name}: note: mazes behind it have no output");
            Err(Reports(vec![report, note]))
        }
        Err(ContestError::Io(error)) => Err(error.into()),
    }
}

#[derive(Args)]
#[command(
    after_help = "Examples:\n  mazetick import dice dice.in --out-dir scenes/imported\n  \
    mazetick import maze maze.txt other.txt --out-dir scenes/imported"
)]
pub(super) struct ImportArguments {
    /// The format of the input
    #[arg(index = 1)]
    problem: String,
    /// The inputs, or - for standard input
    #[arg(index = 2, default_value = DASH, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The form of drawings (`maze`), if their first lines do not tell it; `:WxH` adds the size of squares in
    /// characters, as in `underscores:3x2`
    ///
    /// lattice: posts, and lines between them; underscores: underscores and upright lines; blocks: a character for each
    /// square, wall and corner; values: blocks with blanks, commas, tabs or brackets between them; cells: a character,
    /// or a value, for each square
    #[arg(long = "as", value_name = "FORM", value_parser = CompletedWords(FORMS.to_vec()), hide_possible_values = true)]
    form: Option<String>,
    /// The characters that mark the start and the goals in drawings, such as SG (the default is S, and G or E)
    #[arg(long, value_name = "SG")]
    marks: Option<String>,
    /// The characters of blocked squares in cells, besides #, such as @T
    #[arg(long, value_name = "CHARS")]
    blocked: Option<String>,
    /// The folder for the scenes, created if missing; existing files are replaced
    #[arg(long, value_name = "DIR", value_parser = path_to_write())]
    out_dir: PathBuf,
}

impl ImportArguments {
    /// Returns how drawings are read.
    fn drawings(&self) -> Result<Drawings, Reports> {
        let mut drawings = Drawings::default();
        if let Some(form) = &self.form {
            let asked = drawings.with_form(form);
            drawings = asked.map_err(|why| Reports::of_call(format!("--as: {why}")))?;
        }
        if let Some(marks) = &self.marks {
            drawings = drawings.with_marks(marks);
        }
        if let Some(blocked) = &self.blocked {
            drawings = drawings.with_blocked(blocked);
        }
        Ok(drawings)
    }

    /// Returns an error if an option for drawings is given with another format.
    fn check_options(&self, contest: Contest) -> Result<(), Reports> {
        let options = [
            ("--as", &self.form),
            ("--marks", &self.marks),
            ("--blocked", &self.blocked),
        ];
        match options.iter().find(|(_, value)| value.is_some()) {
            Some((option, _)) if contest != Contest::MAZE => {
                let found = contest.name();
                let why = format!("{option}: found `{found}`, expected it with `maze`");
                Err(Reports::of_call(why))
            }
            _ => Ok(()),
        }
    }
}

pub(super) fn import(arguments: ImportArguments, registry: &Registry) -> Result<Verdict, Reports> {
    let contest = contest_named(&arguments.problem, registry);
    arguments.check_options(contest)?;
    let drawings = arguments.drawings()?;
    make_folder(&arguments.out_dir)?;
    let writer = Writer::quick();
    let mut count = 0_usize;
    let mut verdict = Verdict::Done;
    for file in &arguments.files {
        let input = input::open(file)?;
        let name = input.name.clone();
        let write = |scene: &Scene| {
            count += 1;
            let path = scene_path(&arguments.out_dir, count, scene);
            let refused = |why| io::Error::other(format!("{}: {why}", shown_path(&path)));
            if arguments
                .files
                .iter()
                .any(|input| is_same_file(&path, input))
            {
                return Err(refused(
                    "this is an input, expected another folder".to_owned(),
                ));
            }
            let ron = scene.to_ron();
            input::check_length("scene", ron.len(), limits::TEXT)
                .map_err(|why| refused(why.to_string()))?;
            writer.replace(&path, ron.as_bytes())
        };
        let refuse = |report: String| {
            verdict = Reports::from(report).refuse();
        };
        if contest == Contest::MAZE {
            drawings.read(&name, input, write, refuse)?;
        } else {
            contest.read(&name, input, write, refuse)?;
        }
    }
    Ok(verdict)
}

/// `0001-name.ron`: the number in the input, and as much of the name as a file name can hold.
fn scene_path(folder: &Path, count: usize, scene: &Scene) -> PathBuf {
    const LONGEST: usize = 40;
    let words: Vec<&str> = scene
        .name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let name: String = words.join("-").chars().take(LONGEST).collect();
    let separator = if name.is_empty() { "" } else { "-" };
    folder.join(format!("{count:04}{separator}{name}.ron"))
}

#[derive(Args)]
#[command(after_help = "Example: mazetick export scenes/johnny > johnny.in\n\n\
    A Johnny scene with a seed is written with the commands that it draws.")]
pub(super) struct ExportArguments {
    /// Scene files of one contest, folders of them, or - for standard input
    #[arg(required = true, value_name = "SCENE")]
    scenes: Vec<PathBuf>,
}

pub(super) fn export(arguments: ExportArguments, registry: &Registry) -> Result<Verdict, Reports> {
    let mut names = Vec::new();
    let mut scenes = Vec::new();
    let mut verdict = Verdict::Done;
    for path in scene_paths(arguments.scenes) {
        let file = path.and_then(|path| SceneFile::open(&path));
        match file.and_then(|file| Ok((file.scene(registry)?, file.name))) {
            Ok((scene, name)) => {
                scenes.push(scene);
                names.push(name);
            }
            Err(reports) => verdict = reports.refuse(),
        }
    }
    if verdict == Verdict::Done {
        let text = registry.export(&scenes);
        let text = text.map_err(|error| format!("{}: error: {error}", names[error.index]))?;
        stdout().write_all(text.as_bytes())?;
    }
    Ok(verdict)
}

/// The forms of drawings that shells complete.
const FORMS: [&str; 5] = ["lattice", "underscores", "blocks", "values", "cells"];

pub(super) fn with_problems(command: clap::Command, registry: &Registry) -> clap::Command {
    let contests = values(registry.contests().iter().map(|it| (it.name(), it.about())));
    command.mut_arg("problem", |argument| argument.value_parser(contests))
}

pub(super) fn contest_named(name: &str, registry: &Registry) -> Contest {
    let named = registry
        .contests()
        .iter()
        .find(|contest| contest.name() == name);
    *named.expect("only names of contests are read")
}
