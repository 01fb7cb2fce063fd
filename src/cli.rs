//! The command line: one module per subcommand.
//!
//! Your own program with every subcommand, for more ingredients than the standard ones:
//!
//! ```no_run
//! use mazetick::prelude::*;
//!
//! fn main() -> std::process::ExitCode {
//!     mazetick::cli::run(Registry::standard()) // .with(…)
//! }
//! ```

#[macro_use]
mod console;

mod arguments;
mod check;
mod contest;
mod data;
mod diff;
mod draw;
mod input;
mod interrupt;
mod judge;
mod make;
mod man;
mod moment;
mod new;
mod output;
mod paths;
mod progress;
mod prove;
mod record;
mod redirect;
mod run;
mod sheet;
mod sweep;
mod test;
mod trace;
mod usage;
mod verdict;
mod watch;

#[cfg(feature = "harness")]
pub use test::harness;

use std::env;
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::base::digest::RULES;
use crate::registry::Registry;

use console::choose_colours;
use redirect::{redirect, with_output};
use usage::exit_with;
use verdict::{Reports, Verdict};

/// The version of the program, and that of the rules by which worlds go on.
fn version() -> &'static str {
    static VERSION: LazyLock<String> =
        LazyLock::new(|| format!("{} (rules {RULES})", env!("CARGO_PKG_VERSION")));
    &VERSION
}

/// A deterministic, headless maze simulator.
#[derive(Parser)]
#[command(
    name = "mazetick",
    version = version(),
    after_help = "Exit codes: 0 success, 1 a check failed, 2 bad usage or input, or a search that needs more \
    walkers than fit, 130 or 143 interrupted.\n\n\
    Example: mazetick run scenes/johnny/sample-1.ron"
)]
struct Arguments {
    /// Whether messages are coloured: auto, always or never
    #[arg(
        long,
        global = true,
        display_order = 900,
        value_name = "WHEN",
        default_value_t,
        hide_possible_values = true,
        hide_default_value = true
    )]
    color: ColorChoice,
    #[command(subcommand)]
    command: CommandArguments,
}

#[derive(Subcommand)]
enum CommandArguments {
    /// Run scenes and draw their worlds
    Run(run::Arguments),
    /// Draw scenes as pictures, animations, pages or text, at any tick
    Draw(draw::Arguments),
    /// Print puzzles on a sheet, with their solutions behind them
    Sheet(sheet::Arguments),
    /// Watch a scene run in the terminal
    Watch(watch::Arguments),
    /// Print what each tick of a scene changes, a line of JSON each
    Trace(trace::Arguments),
    /// Run a scene and record the digests of its ticks
    Record(record::RecordArguments),
    /// Run a recorded scene again and report the first difference
    Replay(record::ReplayArguments),
    /// Find the first tick after which two scenes or records differ, and what differs there
    Diff(diff::Arguments),
    /// Run scenes and check their expectations
    Test(test::Arguments),
    /// Run many worlds, by seeds and settings, and write a table of them
    Sweep(sweep::Arguments),
    /// Join the parts of a sweep
    Merge(sweep::MergeArguments),
    /// Prove that puzzles have exactly one solution, and rate them
    Prove(prove::Arguments),
    /// Judge an answer to a puzzle: a walk as positions
    Judge(judge::Arguments),
    /// Make puzzles with exactly one solution
    Make(make::Arguments),
    /// Read contest input and write contest output
    Contest(contest::ContestArguments),
    /// Write a scene for every maze of a contest input
    Import(contest::ImportArguments),
    /// Write scenes as contest input
    Export(contest::ExportArguments),
    /// Print a short scene to start from
    New(new::Arguments),
    /// Check that scenes or contest input are valid
    Check(check::Arguments),
    /// Print a shell completion script
    Completions(man::CompletionsArguments),
    /// Print the manual page, or write those of all commands
    Man(man::ManArguments),
}

/// Runs the program with these ingredients: parses its arguments and carries them out.
pub fn run(registry: Registry) -> ExitCode {
    match call(&registry) {
        Ok(verdict) => ExitCode::from(verdict as u8),
        Err(reports) => ExitCode::from(reports.refuse() as u8),
    }
}

fn call(registry: &Registry) -> Result<Verdict, Reports> {
    let mut commands = all_commands(registry);
    let matches = commands.try_get_matches_from_mut(env::args_os());
    let matches = matches.unwrap_or_else(|error| exit_with(error, &commands));
    let arguments = Arguments::from_arg_matches(&matches);
    let arguments = arguments.unwrap_or_else(|error| exit_with(error, &commands));
    choose_colours(arguments.color);
    matches
        .subcommand()
        .map_or(Ok(()), |(_, command)| redirect(command))?;
    let carried_out = carry_out(arguments.command, registry);
    let ended = output::end_printing(*carried_out.as_ref().unwrap_or(&Verdict::BadInput));
    let verdict = carried_out?;
    ended?;
    Ok(verdict)
}

fn carry_out(command: CommandArguments, registry: &Registry) -> Result<Verdict, Reports> {
    match command {
        CommandArguments::Run(arguments) => Ok(run::run(&arguments, registry)),
        CommandArguments::Draw(arguments) => draw::run(arguments, registry),
        CommandArguments::Sheet(arguments) => sheet::run(arguments, registry),
        CommandArguments::Watch(arguments) => watch::run(arguments, registry),
        CommandArguments::Trace(arguments) => trace::run(&arguments, registry),
        CommandArguments::Record(arguments) => record::record(arguments, registry),
        CommandArguments::Replay(arguments) => record::replay(arguments, registry),
        CommandArguments::Diff(arguments) => diff::run(&arguments, registry),
        CommandArguments::Test(arguments) => test::run(arguments, registry),
        CommandArguments::Sweep(arguments) => sweep::run(&arguments, registry),
        CommandArguments::Merge(arguments) => sweep::merge(&arguments),
        CommandArguments::Prove(arguments) => prove::run(arguments, registry),
        CommandArguments::Judge(arguments) => judge::run(&arguments, registry),
        CommandArguments::Make(arguments) => make::run(arguments, registry),
        CommandArguments::Contest(arguments) => contest::contest(arguments, registry),
        CommandArguments::Import(arguments) => contest::import(arguments, registry),
        CommandArguments::Export(arguments) => contest::export(arguments, registry),
        CommandArguments::New(arguments) => new::run(arguments, registry),
        CommandArguments::Check(arguments) => check::run(arguments, registry),
        CommandArguments::Completions(arguments) => {
            man::completions(&arguments, all_commands(registry))
        }
        CommandArguments::Man(arguments) => man::man(&arguments, all_commands(registry)),
    }
}

fn all_commands(registry: &Registry) -> clap::Command {
    let command = Arguments::command().mut_subcommands(with_output);
    command.mut_subcommands(|command| match command.get_name() {
        "contest" | "import" | "check" => contest::with_problems(command, registry),
        "make" => make::with_fields(command, registry),
        "new" => new::with_kinds(command, registry),
        "sweep" => sweep::with_columns(command, registry),
        _ => command,
    })
}
