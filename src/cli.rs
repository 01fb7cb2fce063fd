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
mod data;
mod draw;
mod input;
mod judge;
mod make;
mod man;
mod new;
mod output;
mod paths;
mod progress;
mod prove;
mod record;
mod run;
mod saved;
mod sheet;
mod sweep;
mod test;
mod trace;
mod watch;

use std::error::Error as _;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::num::{IntErrorKind, NonZero, ParseIntError};
use std::path::{Path, PathBuf, absolute};
use std::process::{self, ExitCode};
use std::thread;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{
    Arg, ArgMatches, ColorChoice, CommandFactory, Error, FromArgMatches, Parser, Subcommand,
    value_parser,
};

use crate::base::report::escape_controls_in_lines;
use crate::contest::Contest;
use crate::registry::Registry;
use crate::tools::sweep::Setting;

use input::Reports;
use paths::{DASH, check_target, is_dash, scene_paths, shown_path};

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
    command: Command,
}

#[derive(Subcommand)]
enum Command {
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
#[must_use]
pub fn run(registry: Registry) -> ExitCode {
    match call(&registry) {
        Ok(verdict) => ExitCode::from(verdict as u8),
        Err(reports) => ExitCode::from(reports.refuse() as u8),
    }
}

fn call(registry: &Registry) -> Result<Verdict, Reports> {
    let matches = all_commands(registry).try_get_matches();
    let matches = matches.unwrap_or_else(|error| exit_with(&suggest(error)));
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| exit_with(&error));
    matches.subcommand().map_or(Ok(()), |(_, command)| redirect(command))?;
    colour::choose(arguments.color);
    let carried_out = carry_out(arguments.command, registry);
    let ended = output::end_printing(*carried_out.as_ref().unwrap_or(&Verdict::BadInput));
    let verdict = carried_out?;
    ended?;
    Ok(verdict)
}

fn carry_out(command: Command, registry: &Registry) -> Result<Verdict, Reports> {
    match command {
        Command::Run(arguments) => run::run(arguments, registry),
        Command::Draw(arguments) => draw::run(arguments, registry),
        Command::Sheet(arguments) => sheet::run(arguments, registry),
        Command::Watch(arguments) => watch::run(arguments, registry),
        Command::Trace(arguments) => trace::run(&arguments, registry),
        Command::Resume(arguments) => record::resume(arguments, registry),
        Command::Record(arguments) => record::record(arguments, registry),
        Command::Replay(arguments) => record::replay(arguments, registry),
        Command::Test(arguments) => test::run(arguments, registry),
        Command::Sweep(arguments) => sweep::run(&arguments, registry),
        Command::Merge(arguments) => sweep::merge(&arguments),
        Command::Prove(arguments) => prove::run(arguments, registry),
        Command::Judge(arguments) => judge::run(&arguments, registry),
        Command::Make(arguments) => make::run(arguments, registry),
        Command::Contest(arguments) => contest::contest(arguments, registry),
        Command::Import(arguments) => contest::import(arguments, registry),
        Command::Export(arguments) => contest::export(arguments, registry),
        Command::New(arguments) => new::run(arguments, registry),
        Command::Check(arguments) => check::run(arguments, registry),
        Command::Completions(arguments) => man::completions(&arguments, all_commands(registry)),
        Command::Man(arguments) => man::man(&arguments, all_commands(registry)),
    }
}

fn say(words: &str) {
    let words = colour::report(&escape_controls_in_lines(words));
    let _ = progress::aside(|| writeln!(anstream::stderr(), "{words}"));
}

/// Suggests, to those who ask for `play` or `solve`, forget a letter, or name no command, where it is.
fn suggest(mut error: clap::Error) -> clap::Error {
    let there = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(it)) if it == "play" => "watch --play".to_owned(),
        Some(ContextValue::String(it)) if it == "solve" => "draw --solution".to_owned(),
        Some(ContextValue::String(it)) if Path::new(it).exists() => format!("run {it}"),
        Some(ContextValue::String(it)) => {
            let Some(name) = command_like(it) else { return error };
            name
        }
        _ => return in_plain_words(error),
    };
    let there = ContextValue::Strings(vec![there]);
    error.insert(ContextKind::SuggestedSubcommand, there);
    error
}

/// The command whose name differs in one letter; `clap` itself suggests those that differ in more.
fn command_like(word: &str) -> Option<String> {
    let commands = Arguments::command();
    let mut names = commands.get_subcommands().map(clap::Command::get_name);
    names.find(|name| strsim::osa_distance(name, word) == 1).map(str::to_owned)
}

/// The error about a number that is none, in other words than the library's.
fn in_plain_words(error: clap::Error) -> clap::Error {
    let expected = match error.source().and_then(|it| it.downcast_ref()).map(ParseIntError::kind) {
        Some(IntErrorKind::InvalidDigit | IntErrorKind::Empty) => "expected a whole number",
        Some(IntErrorKind::PosOverflow) => "too large a number",
        _ => return error,
    };
    let said = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (option, value) = (said(ContextKind::InvalidArg), said(ContextKind::InvalidValue));
    let more = "For more information, try '--help'.";
    let words = format!("invalid value '{value}' for '{option}': {expected}\n\n{more}\n");
    Error::raw(error.kind(), words)
}

/// Prints a usage error, or the output of `--help`, and exits.
fn exit_with(error: &clap::Error) -> ! {
    let words = error.render().to_string();
    if error.use_stderr() && escape_controls_in_lines(&words) != words {
        say!("{}", words.trim_end());
        process::exit(error.exit_code());
    }
    match error.print() {
        Err(fault) if fault.kind() != io::ErrorKind::BrokenPipe => {
            say!("mazetick: error: standard output: {fault}");
            process::exit(Verdict::BadInput as i32)
        }
        _ => process::exit(error.exit_code()),
    }
}

/// The option of commands that print a text, and have no other output.
const OUTPUT: &str = "printed";

/// Adds that option to a command, unless it has a `-o` of its own or is `watch`.
fn with_output(command: clap::Command) -> clap::Command {
    let command = command.allow_negative_numbers(true);
    let is_taken = command.get_arguments().any(|it| it.get_short() == Some('o'));
    if is_taken || command.get_name() == "watch" {
        return command;
    }
    let output = Arg::new(OUTPUT).short('o').long("output").value_name("FILE");
    command.arg(output.value_parser(value_parser!(PathBuf)).help("Print into FILE"))
}

/// Sends what a command prints into a file, if its call says so.
fn redirect(command: &ArgMatches) -> Result<(), Reports> {
    let Ok(Some(output)) = command.try_get_one::<PathBuf>(OUTPUT) else { return Ok(()) };
    let others = command.ids().map(clap::Id::as_str).filter(|&id| id != OUTPUT);
    let paths = others.filter_map(|id| command.try_get_many::<PathBuf>(id).ok().flatten());
    let paths: Vec<PathBuf> = paths.flatten().cloned().chain([DASH.into()]).collect();
    check_target(output, scene_paths(paths.clone()).flatten())?;
    let is_output = |path: &PathBuf| absolute(path).ok() == absolute(output).ok();
    if !is_dash(output) && paths.iter().any(is_output) {
        let output = shown_path(output);
        return Err(Reports::of_call(format!(
            "found {output} twice, expected another name for -o"
        )));
    }
    if is_dash(output) { Ok(()) } else { Ok(output::print_into(output)?) }
}

/// The arguments, with the available contests and templates.
fn all_commands(registry: &Registry) -> clap::Command {
    let contests = || values(registry.contests().iter().map(|it| (it.name(), it.about())));
    let templates = || values(registry.templates().iter().map(|it| (it.name, it.about)));
    let command = Arguments::command().mut_subcommands(with_output);
    command.mut_subcommands(|command| match command.get_name() {
        "contest" | "import" | "check" => {
            command.mut_arg("problem", |argument| argument.value_parser(contests()))
        }
        "make" => {
            let boards = Known(registry.crafts.iter().map(|it| it.field).collect());
            command.mut_arg("change", |it| it.value_parser(boards).hide_possible_values(true))
        }
        "new" => command.mut_arg("kind", |argument| argument.value_parser(templates())),
        "sweep" => {
            let measures = registry.measures().iter().map(|it| it.name);
            let columns = Known(["scene", "seed"].into_iter().chain(measures).collect());
            let fields = ["grid.rows", "grid.columns"].into_iter().chain(registry.fields());
            let settings = Known(fields.collect()).try_map(|it| it.parse::<Setting>());
            let command = command.after_help(sweep::help(registry));
            let command =
                command.mut_arg("vary", |it| it.value_parser(settings).hide_possible_values(true));
            ["columns", "condition", "by", "plot"].into_iter().fold(command, |command, name| {
                let columns = columns.clone();
                command.mut_arg(name, |it| it.value_parser(columns).hide_possible_values(true))
            })
        }
        _ => command,
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

/// Any words, of which shells complete these.
#[derive(Clone)]
struct Known(Vec<&'static str>);

impl TypedValueParser for Known {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}

/// The contest that an argument names; the parser allows only existing ones.
fn contest_named(name: &str, registry: &Registry) -> Contest {
    let named = registry.contests().iter().find(|contest| contest.name() == name);
    *named.expect("only names of contests are read")
}
