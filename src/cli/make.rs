//! `mazetick make`: puzzles with exactly one solution, made of scenes.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::mem;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};

use crate::base::count::plural;
use crate::base::grid::{Grid, Position};
use crate::registry::Registry;
use crate::scene::CheckedScene;
use crate::tools::ToolError;
use crate::tools::craft::{Bound, Made, Rating, Targets};

use super::arguments::{CompletedWords, threads};
use super::input::SceneFile;
use super::interrupt::Interrupt;
use super::output::{Writer, stdout};
use super::paths::{check_target, copyable_path, make_folder, path_to_write, program};
use super::progress::{Meter, Unit};
use super::redirect::OUTPUT;
use super::verdict::{Reports, Verdict};

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    mazetick make scenes/jump/four-by-four.ron --want moves > puzzle.ron\n  \
    mazetick make maze.ron --change numbers --at-least moves=20,live=3 --at-most holes=0.5\n  \
    mazetick make scenes/craft/dice-5x5.ron --tries 2000 --count 12 --out-dir class\n\n\
    Exit codes: 0 a puzzle as wished, 1 only others were found, of which the nearest is printed, 2 bad usage \
    or input, 130 or 143 interrupted, after the best so far was printed.")]
pub(super) struct Arguments {
    /// A scene file, or - for standard input
    scene: PathBuf,
    /// Change only these fields, such as numbers,signs [default: all that can be]
    #[arg(long, value_name = "FIELD", value_delimiter = ',')]
    change: Vec<String>,
    /// What should be as large as can be
    #[arg(long, value_name = "RATING", default_value = "effort", value_parser = PossibleValuesParser::new(["moves", "live", "effort"]).try_map(|it| Rating::named(&it)))]
    want: Rating,
    /// The least that is allowed, such as moves=40
    #[arg(long, value_name = "RATING=N", value_delimiter = ',')]
    at_least: Vec<Bound>,
    /// The most that is allowed, such as holes=0.5,last=10
    #[arg(long, value_name = "RATING=N", value_delimiter = ',')]
    at_most: Vec<Bound>,
    /// Try N boards
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = value_parser!(u64).range(1..=1 << 48))]
    tries: u64,
    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Make N puzzles that differ, with seeds from --seed on, into the folder of --out-dir, the easiest first
    #[arg(long, value_name = "N", requires = "out_dir", value_parser = value_parser!(u16).range(1..=1000))]
    count: Option<u16>,
    /// The folder for --count, created if missing; existing files are replaced
    #[arg(long, value_name = "DIR", requires = "count", value_parser = path_to_write())]
    out_dir: Option<PathBuf>,
    /// Work on N threads [default: one per processor]; the puzzle is the same
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let file = SceneFile::open(&arguments.scene)?;
    let scene = file.scene(registry)?;
    let interrupt = Interrupt::watch()?;
    let count = arguments.count.map_or(1, usize::from);
    let meter = Meter::of_many(Unit::Boards, arguments.tries.saturating_mul(count as u64));
    let maker = PuzzleMaker {
        arguments: &arguments,
        registry,
        file: &file,
        scene: &scene,
        interrupt: &interrupt,
        meter,
    };

    match &arguments.out_dir {
        Some(folder) => maker.make_several(folder, count),
        None => maker.make_one(),
    }
}

struct PuzzleMaker<'a> {
    arguments: &'a Arguments,
    registry: &'a Registry,
    file: &'a SceneFile,
    scene: &'a CheckedScene,
    interrupt: &'a Interrupt,
    meter: Meter,
}

impl PuzzleMaker<'_> {
    /// Makes a puzzle, and prints it.
    fn make_one(self) -> Result<Verdict, Reports> {
        let seed = self.arguments.seed;
        let made = self.make(seed)?;
        drop(self.meter);

        stdout().write_all(text(self.arguments, &made, seed).as_bytes())?;
        let found = if made.missed.is_empty() {
            Verdict::Done
        } else {
            Verdict::Failed
        };
        Ok(self.interrupt.asked().unwrap_or(found))
    }

    /// Makes puzzles with different solutions, and writes them into a folder, the easiest first.
    fn make_several(self, folder: &Path, count: usize) -> Result<Verdict, Reports> {
        make_folder(folder)?;
        let digits = count.to_string().len();
        let mut files = Vec::new();
        for number in 1..=count {
            let file = folder.join(format!("{number:0digits$}.ron"));
            check_target(&file, [&self.arguments.scene])?;
            files.push(file);
        }

        // Several seeds may lead to the same solution, or to one that is mirrored or turned.
        let mut puzzles = Vec::new();
        let mut known = HashSet::new();
        let mut tries = 0;
        let mut missed = 0;
        for seed in (self.arguments.seed..=u64::MAX).take(4 * count) {
            if puzzles.len() == count || self.interrupt.asked().is_some() {
                break;
            }
            let made = self.make(seed)?;
            tries += 1;
            if !made.missed.is_empty() {
                missed += 1;
            } else if known.insert(unturned_solution(&made)) {
                puzzles.push((seed, made));
            }
        }
        drop(self.meter);

        let effort = |made: &Made| made.proof.rating(Rating::Effort).unwrap_or_default();
        puzzles.sort_by(|(_, one), (_, other)| effort(one).total_cmp(&effort(other)));
        for (file, (seed, made)) in files.iter().zip(&puzzles) {
            let text = text(self.arguments, made, *seed);
            Writer::quick().replace(file, text.as_bytes())?;
        }

        if let Some(verdict) = self.interrupt.asked() {
            return Ok(verdict);
        }
        if puzzles.len() < count {
            let found = plural(puzzles.len() as u64, "puzzle");
            let known = tries - missed - puzzles.len();
            say!(
                "mazetick: found {found}, expected {count}: of {tries} seeds {missed} led to none as wished, {known} to \
                 a solution that was there"
            );
            return Ok(Verdict::Failed);
        }
        Ok(Verdict::Done)
    }

    fn make(&self, seed: u64) -> Result<Made, Reports> {
        let arguments = self.arguments;
        let targets = Targets {
            want: arguments.want,
            at_least: arguments.at_least.clone(),
            at_most: arguments.at_most.clone(),
            tries: arguments.tries,
            seed,
        };
        let made = self.registry.make(
            self.scene,
            &arguments.change,
            &targets,
            threads(arguments.jobs),
            |tried| self.meter.add_done(tried),
            || self.interrupt.asked().is_some(),
        );

        made.map_err(|error| match error {
            ToolError::Scene(error) => self.file.refused(&error),
            other => Reports::of_call(other),
        })
    }
}

/// Returns the scene of a puzzle, after comments that say what made it, and what it misses.
fn text(arguments: &Arguments, made: &Made, seed: u64) -> String {
    let mut text = format!("// {}\n", command(arguments, seed));
    for missed in &made.missed {
        let _ = writeln!(text, "// missed: {missed}");
    }
    text + &made.scene.to_ron()
}

pub(super) fn with_fields(command: clap::Command, registry: &Registry) -> clap::Command {
    let fields = CompletedWords(registry.crafts.iter().map(|it| it.field).collect());
    let command = command.mut_arg("change", |it| {
        it.value_parser(fields).hide_possible_values(true)
    });

    // A set is written into its folder, and nothing is printed.
    command.mut_arg(OUTPUT, |output| output.conflicts_with("count"))
}

/// Returns the squares of a puzzle's solution, in that one of all its mirrored and turned forms which is the first in order:
/// the same for all of them. Boards that are mirrored or turned have the same, too.
fn unturned_solution(made: &Made) -> Vec<Position> {
    let Grid { rows, columns } = made.scene.grid;
    let graph = made.proof.graph();
    let route = made.proof.route().iter();
    let mut form: Vec<Position> = route.map(|state| graph.position(*state)).collect();
    let mut height = rows;
    let mut width = columns;
    let mut first = form.clone();

    for number in 0..8 {
        for at in &mut form {
            // A quarter turn; after the fourth, a mirrored one.
            *at = Position::new(at.column, height + 1 - at.row);
            if number == 3 {
                at.column = height + 1 - at.column;
            }
        }
        mem::swap(&mut height, &mut width);
        if form < first {
            first.clone_from(&form);
        }
    }
    first
}

/// The command that makes a puzzle of the scene.
fn command(arguments: &Arguments, seed: u64) -> String {
    let Arguments {
        scene,
        change,
        want,
        at_least,
        at_most,
        tries,
        ..
    } = arguments;
    let mut command = format!("{} make {}", program(), copyable_path(scene));
    let list = |bounds: &[Bound]| {
        bounds
            .iter()
            .map(Bound::to_string)
            .collect::<Vec<_>>()
            .join(",")
    };
    for (option, value) in [
        ("--change", change.join(",")),
        ("--want", want.name().to_owned()),
        ("--at-least", list(at_least)),
        ("--at-most", list(at_most)),
    ] {
        if !value.is_empty() {
            let _ = write!(command, " {option} {value}");
        }
    }
    let _ = write!(command, " --tries {tries} --seed {seed}");
    command
}
