//! `mazetick make`: puzzles with exactly one solution, made of scenes.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};

use crate::registry::Registry;
use crate::tools::ToolError;
use crate::tools::craft::{Bound, Rating, Targets};

use super::arguments::{Known, threads};
use super::input::SceneFile;
use super::interrupt::Interrupt;
use super::output::stdout;
use super::paths::{quoted, shown_path};
use super::progress::{Meter, Unit};
use super::verdict::{Reports, Verdict};

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    mazetick make scenes/jump/four-by-four.ron --want moves > puzzle.ron\n  \
    mazetick make maze.ron --change numbers --at-least moves=20,live=3 --at-most holes=0.5\n\n\
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
    effort: u64,
    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Work on N threads [default: one per processor]; the puzzle is the same
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let file = SceneFile::open(&arguments.scene)?;
    let scene = file.scene(registry)?;
    let command = command(&arguments);
    let Arguments { change, want, at_least, at_most, effort, seed, jobs, .. } = arguments;
    let targets = Targets { want, at_least, at_most, effort, seed };
    let interrupt = Interrupt::watch()?;
    let meter = Meter::of_many(Unit::Boards, effort);
    let observe = |tried| meter.add_done(tried);
    let stop = || interrupt.asked().is_some();
    let made = registry.make(&scene, &change, &targets, threads(jobs), observe, stop);
    drop(meter);
    let made = made.map_err(|error| match error {
        ToolError::Scene(error) => file.refused(&error),
        other => Reports::of_call(other),
    })?;
    writeln!(stdout(), "// {command}")?;
    made.missed.iter().try_for_each(|it| writeln!(stdout(), "// missed: {it}"))?;
    write!(stdout(), "{}", made.scene.to_ron())?;
    let found = if made.missed.is_empty() { Verdict::Done } else { Verdict::Failed };
    Ok(interrupt.asked().unwrap_or(found))
}

pub(super) fn with_fields(command: clap::Command, registry: &Registry) -> clap::Command {
    let fields = Known(registry.crafts.iter().map(|it| it.field).collect());
    command.mut_arg("change", |it| it.value_parser(fields).hide_possible_values(true))
}

fn command(arguments: &Arguments) -> String {
    let Arguments { scene, change, want, at_least, at_most, effort, seed, .. } = arguments;
    let mut command = format!("mazetick make {}", quoted(&shown_path(scene)));
    let list = |bounds: &[Bound]| bounds.iter().map(Bound::to_string).collect::<Vec<_>>().join(",");
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
    let _ = write!(command, " --effort {effort} --seed {seed}");
    command
}
