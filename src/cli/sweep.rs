//! `mazetick sweep`: scenes in, a table of many worlds out.

mod identity;
mod job_script;
#[cfg(feature = "parquet")]
mod parquet;
mod parts;
mod plan;
mod plot;
mod summary;
mod table;
mod table_format;

pub(super) use parts::{MergeArguments, merge};

use std::fmt::{Display, Write as _};
use std::io::Write as _;
use std::path::PathBuf;

use crate::base::limits;
use crate::registry::Registry;
use crate::scene::simulation::Simulation;
use crate::tools::sweep::{Columns, Setting, Variant};
use clap::builder::TypedValueParser;
use clap::{Args, value_parser};

use super::arguments::{CompletedWords, SeedArguments};
use super::input::seed_note;
use super::output::stdout;
use super::verdict::{Reports, Verdict};
use job_script::BatchSystem;
use parts::Shard;
use plan::{Destination, SweepPlan};
use table_format::TableFormat;

/// The options that replace the table, with those that belong to them. A sweep of which only shards
/// run writes parts of a table, so it has none of these.
const NO_TABLE: [&str; 6] = ["top", "bottom", "by", "folder", "summary", "plot"];

const NO_RANKING: [&str; 3] = ["output", "summary", "plot"];

// Clap does not enforce `requires` if the required option conflicts with one that is given. So an
// option conflicts with all that its required options conflict with.
#[derive(Args)]
pub(super) struct Arguments {
    /// Scene files, or folders of them
    #[arg(required = true, value_name = "SCENE")]
    scenes: Vec<PathBuf>,
    #[command(flatten)]
    seeds: SeedArguments,
    /// Vary a field of the scene, named by the path that errors use: grid.rows=10,20,
    /// generate.flips=0..=0.5:0.1. If repeated, every combination is run
    #[arg(long, value_name = "PATH=VALUES")]
    vary: Vec<Setting>,
    /// Columns of the table, comma-separated (listed below); `help` lists those of the scenes
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Option<Vec<String>>,
    /// A row for tick 0, every N ticks, and the last tick of each world, instead of one for its end
    #[arg(long, value_name = "N", conflicts_with_all = ["ranking", "summary"], value_parser = value_parser!(u64).range(1..=limits::TICKS))]
    each_tick: Option<u64>,
    /// Keep only worlds that satisfy this condition: 'moves >= 100 and not outcome = "stuck"'
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    condition: Option<String>,
    /// Write the table to FILE when all worlds are done; if interrupted, the same command resumes, and
    /// runs a world that was not done from its start. With --shard, FILE is the folder for the parts
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Table format [default: by the file's extension, csv without one]
    #[arg(long)]
    format: Option<TableFormat>,
    /// Replace a table that is in the place of the new one
    #[arg(long, requires = "output", conflicts_with_all = ["plot", "shard", "emit"])]
    force: bool,
    /// Begin a table of CSV with lines that say what made it, each after a `#`
    #[arg(long, conflicts_with_all = ["ranking", "summary", "plot"])]
    comment: bool,
    /// Run on N threads [default: one per processor]; the table is the same
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Run only shard I of N; I counts from 0. `mazetick merge` joins the parts
    #[arg(long, value_name = "I/N", requires = "output", conflicts_with_all = NO_TABLE)]
    shard: Option<Shard>,
    /// Print a job script that runs this sweep in --shards shards and writes their parts to the
    /// folder given by -o
    #[arg(long, value_name = "ENGINE", requires_all = ["shards", "output"],
        conflicts_with = "shard", conflicts_with_all = NO_TABLE)]
    emit: Option<BatchSystem>,
    /// The number of shards for --emit
    #[arg(long, value_name = "N", requires = "emit",
        conflicts_with = "shard", conflicts_with_all = NO_TABLE, value_parser = value_parser!(u64).range(1..))]
    shards: Option<u64>,
    /// Keep only the N worlds with the largest values of a column, the largest first
    #[arg(long, value_name = "N", group = "ranking", requires = "by", conflicts_with_all = NO_RANKING, value_parser = value_parser!(u16).range(1..))]
    top: Option<u16>,
    /// Keep only the N worlds with the smallest values of a column, the smallest first
    #[arg(long, value_name = "N", group = "ranking", requires = "by", conflicts_with_all = NO_RANKING, value_parser = value_parser!(u16).range(1..))]
    bottom: Option<u16>,
    /// Rank --top or --bottom by this column
    #[arg(long, value_name = "COLUMN", requires = "ranking", conflicts_with_all = NO_RANKING)]
    by: Option<String>,
    /// Write each of the --top or --bottom worlds as a scene into this folder
    #[arg(long = "out-dir", value_name = "DIR", requires = "ranking", conflicts_with_all = NO_RANKING)]
    folder: Option<PathBuf>,
    /// Print quartiles, mean and a histogram of each column per combination of settings instead of
    /// the table
    #[arg(long, conflicts_with_all = ["output", "format", "plot"])]
    summary: bool,
    /// Write histograms of a column, one per combination of settings, as SVG to the file given by
    /// -o; with --each-tick, its means and quartiles over the ticks
    #[arg(long, value_name = "COLUMN", requires = "output", conflicts_with_all = ["columns", "format"])]
    plot: Option<String>,
}

impl Arguments {
    fn makes_parts(&self) -> bool {
        self.shard.is_some() || self.emit.is_some()
    }

    fn lists_columns(&self) -> bool {
        self.columns.as_ref().is_some_and(|it| it == &["help"])
    }
}

pub(super) fn with_columns(command: clap::Command, registry: &Registry) -> clap::Command {
    let measures = registry.measures().iter().map(|it| it.name);
    let columns = CompletedWords(
        ["scene", "seed", "tick"]
            .into_iter()
            .chain(measures)
            .collect(),
    );
    let fields = ["grid.rows", "grid.columns"]
        .into_iter()
        .chain(registry.fields());
    let settings = CompletedWords(fields.collect()).try_map(|it| it.parse::<Setting>());
    let command = command.after_help(help(registry));
    let command = command.mut_arg("vary", |it| {
        it.value_parser(settings).hide_possible_values(true)
    });
    ["columns", "condition", "by", "plot"]
        .into_iter()
        .fold(command, |command, name| {
            let columns = columns.clone();
            command.mut_arg(name, |it| {
                it.value_parser(columns).hide_possible_values(true)
            })
        })
}

fn help(registry: &Registry) -> String {
    let head = "Columns (* by default, in scenes that have them; --columns help lists those of a scene):\n";
    let help = head.to_owned() + &list(&Columns::of(registry, &[], &[]));
    help + "  * and each --vary, by its path\n    and what ingredients count, by its noun, such as wall\n\n\
        Exit codes: 0 success, 2 bad usage or input, parts of another sweep, or a file that cannot be written.\n\n\
        Examples:\n  mazetick sweep maze.ron --seeds 0..1000 --top 1 --by moves\n  \
        mazetick sweep maze.ron --seeds 0..1000000 --vary generate.flips=0..=0.5:0.1 -o table.csv"
}

fn list(columns: &Columns) -> String {
    let mut list = String::new();
    for (name, about, is_usual) in columns.all() {
        let star = if is_usual { '*' } else { ' ' };
        let _ = writeln!(list, "  {star} {name:<11}  {about}");
    }
    list
}

pub(super) fn run(arguments: &Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let plan = SweepPlan::new(arguments, registry)?;
    let is_whole = !matches!(
        plan.destination,
        Destination::Script(..) | Destination::Parts(..)
    );
    if is_whole && plan.sweep.seeds().count() > 1 {
        plan.note_scenes_without_chance();
    }
    match &plan.destination {
        Destination::Columns(list) => stdout().write_all(list.as_bytes())?,
        Destination::Stdout => return plan.to_stdout(),
        Destination::File(output) => plan.to_file(output)?,
        Destination::Parts(folder, shard) => drop(plan.to_parts(folder, *shard)?),
        &Destination::Script(engine, folder, shards) => {
            let (call, place) = (std::env::args_os(), (folder, plan.format.name()));
            let size = (shards, arguments.jobs.unwrap_or(1));
            let script = engine.script(&plan.sweep, call, place, size);
            stdout().write_all(script.map_err(option_error("--emit"))?.as_bytes())?;
        }
        Destination::Ranking(empty, index) => plan.ranking(empty, *index)?,
        Destination::Summary(empty) => plan.print_summary(empty)?,
        Destination::Plot(empty, output) => plan.plot(empty, output)?,
    }
    Ok(Verdict::Done)
}

impl SweepPlan<'_> {
    /// Reports the scenes for which every seed gives the same world, judged by the world of the
    /// first seed.
    fn note_scenes_without_chance(&self) {
        let mut reused = None;
        let mut is_without_chance = |variant: &Variant| {
            let scene = variant.scene.clone().seeded(self.sweep.seeds().first());
            let simulation = Simulation::reuse(&mut reused, &scene);
            simulation.is_ok_and(|simulation| {
                simulation.run();
                simulation.is_without_chance()
            })
        };
        for of_scene in self
            .sweep
            .variants()
            .chunk_by(|one, other| one.name == other.name)
        {
            if of_scene.iter().all(&mut is_without_chance) {
                say!("{}", seed_note(&of_scene[0].name, "--seeds"));
            }
        }
    }
}

fn option_error<E: Display>(option: &str) -> impl Fn(E) -> Reports {
    move |why| Reports::of_call(format!("{option}: {why}"))
}
