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

/// Prints a message on standard error. Control characters are escaped, except for our own colours.
/// If standard error is closed, the message is dropped.
macro_rules! say {
    ($($words:tt)*) => { $crate::cli::say(&format!($($words)*)) };
}

mod advance;
mod check;
mod colour;
mod contest;
mod draw;
mod input;
mod man;
mod new;
mod output;
mod paths;
mod progress;
mod record;
mod run;
mod saved;
mod sweep;
mod test;
mod watch;

use std::env;
use std::io::{self, Write};
use std::num::NonZero;
use std::process::{self, ExitCode};
use std::thread;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::base::report::escape_controls_in_lines;
use crate::contest::Contest;
use crate::registry::Registry;

use input::Reports;

/// The exit code of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// Success. "No solution" is an answer.
    Done = 0,
    /// A check failed.
    Failed = 1,
    /// Invalid input or usage.
    BadInput = 2,
    /// Ctrl-C ended the work early, and it was saved.
    Interrupted = 130,
    /// SIGTERM ended the work early, and it was saved.
    Terminated = 143,
}

/// A deterministic, headless maze simulator.
#[derive(Parser)]
#[command(
    name = "mazetick",
    version,
    after_help = "Exit codes: 0 success, 1 a check failed, 2 bad usage or input, or a search that needs more \
    walkers than fit, 130 or 143 interrupted and saved.\n\n\
    Example: mazetick run scenes/johnny/sample-1.ron"
)]
struct Arguments {
    #[command(flatten)]
    colour: colour::Colour,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run scenes and draw their worlds
    Run(run::Arguments),
    /// Draw scenes as pictures, animations, pages or text, at any tick
    Draw(draw::Arguments),
    /// Watch a scene run in the terminal
    Watch(watch::Arguments),
    /// Continue a saved world
    Resume(record::ResumeArguments),
    /// Run a scene and record the digests of its ticks
    Record(record::RecordArguments),
    /// Run a recorded scene again and report the first difference
    Replay(record::ReplayArguments),
    /// Run scenes and check their expectations
    Test(test::Arguments),
    /// Run many worlds, by seeds and settings, and write a table of them
    Sweep(sweep::Arguments),
    /// Join the parts of a sweep
    Merge(sweep::MergeArguments),
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
#[must_use]
pub fn run(registry: Registry) -> ExitCode {
    match call(&registry) {
        Ok(verdict) => ExitCode::from(verdict as u8),
        Err(reports) => ExitCode::from(reports.refuse() as u8),
    }
}

fn call(registry: &Registry) -> Result<Verdict, Reports> {
    let command = command(registry).color(colour::asked(env::args_os().skip(1)));
    let matches = command.clone().try_get_matches();
    let arguments = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = arguments.unwrap_or_else(|error| exit_with(&error));
    arguments.colour.obey();
    match arguments.command {
        Command::Run(arguments) => run::run(arguments, registry),
        Command::Draw(arguments) => draw::run(arguments, registry),
        Command::Watch(arguments) => watch::run(arguments, registry),
        Command::Resume(arguments) => record::resume(arguments, registry),
        Command::Record(arguments) => record::record(arguments, registry),
        Command::Replay(arguments) => record::replay(arguments, registry),
        Command::Test(arguments) => test::run(arguments, registry),
        Command::Sweep(arguments) => sweep::run(&arguments, registry),
        Command::Merge(arguments) => sweep::merge(&arguments),
        Command::Contest(arguments) => contest::contest(arguments, registry),
        Command::Import(arguments) => contest::import(arguments, registry),
        Command::Export(arguments) => contest::export(arguments, registry),
        Command::New(arguments) => new::run(arguments, registry),
        Command::Check(arguments) => check::run(arguments, registry),
        Command::Completions(arguments) => man::completions(&arguments, command),
        Command::Man(arguments) => man::man(&arguments, command),
    }
}

fn say(words: &str) {
    let words = colour::Painter::of_stderr().report(&escape_controls_in_lines(words));
    let _ = progress::aside(|| writeln!(io::stderr(), "{words}"));
}

/// Prints a usage error, or the output of `--help`, and exits.
fn exit_with(error: &clap::Error) -> ! {
    let words = error.render().to_string();
    if error.use_stderr() && escape_controls_in_lines(&words) != words {
        say!("{}", words.trim_end());
        process::exit(error.exit_code());
    }
    error.exit()
}

/// The arguments, with the available contests and templates.
fn command(registry: &Registry) -> clap::Command {
    let contests = values(registry.contests().iter().map(|it| (it.name(), it.about())));
    let templates = values(registry.templates().iter().map(|it| (it.name, it.about)));
    let problem = |name| {
        let contests = contests.clone();
        move |command: clap::Command| {
            command.mut_arg(name, |argument| argument.value_parser(contests))
        }
    };
    Arguments::command()
        .mut_subcommand("contest", problem("problem"))
        .mut_subcommand("import", problem("problem"))
        .mut_subcommand("check", problem("problem"))
        .mut_subcommand("sweep", |command| command.after_help(sweep::help(registry)))
        .mut_subcommand("new", |command| {
            command.mut_arg("kind", |argument| argument.value_parser(templates))
        })
}

/// The number of threads asked for; the number of processors, if none.
fn threads(asked: Option<u16>) -> usize {
    let processors = || thread::available_parallelism().map_or(1, NonZero::get);
    asked.map_or_else(processors, usize::from)
}

/// Possible values, each with its description.
fn values(all: impl Iterator<Item = (&'static str, &'static str)>) -> PossibleValuesParser {
    PossibleValuesParser::new(all.map(|(name, about)| PossibleValue::new(name).help(about)))
}

/// The contest that an argument names; the parser allows only existing ones.
fn contest_named(name: &str, registry: &Registry) -> Contest {
    let named = registry.contests().iter().find(|contest| contest.name() == name);
    *named.expect("only names of contests are read")
}
