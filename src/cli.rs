//! The command line: one module a subcommand.

/// Says something on standard error, with nothing in it that steers a terminal; that nobody may
/// listen is no reason to stop.
macro_rules! say {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let words = format!($($words)*);
        let _ = writeln!(std::io::stderr(), "{}", mazetick::shown_lines(&words));
    }};
}
pub(crate) use say;

mod check;
mod contest;
mod doubles;
mod export;
mod going;
mod import;
mod input;
mod listener;
mod new;
mod order;
mod paths;
mod record;
mod replay;
mod resume;
mod run;
mod target;
mod test;
mod writer;

use std::io;
use std::process;

use clap::{Parser, Subcommand, ValueEnum};
use mazetick::{Contest, shown_lines};

/// What becomes of a call: the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// All was done. That a maze has no solution is an answer.
    Done = 0,
    /// A check failed.
    Failed = 1,
    /// The input or the usage was wrong.
    BadInput = 2,
}

/// A deterministic, headless maze simulator.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit codes: 0 done, 1 a check failed, 2 bad usage or input, or a search for whose walkers \
    there is no room.\n\n\
    Example: mazetick run scenes/johnny/sample-1.ron"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run scenes and draw the worlds that come of them
    Run(run::Arguments),
    /// Go on with a world that was saved
    Resume(resume::Arguments),
    /// Run a scene and write down the digests of its ticks
    Record(record::Arguments),
    /// Run a recorded scene again and say whether it comes out the same
    Replay(replay::Arguments),
    /// Run scenes and hold their worlds against what they expect
    Test(test::Arguments),
    /// Read contest input and write contest output
    Contest(contest::Arguments),
    /// Write a scene for every maze of a contest input
    Import(import::Arguments),
    /// Write scenes as contest input
    Export(export::Arguments),
    /// Print a short scene to start from
    New(new::Arguments),
    /// Say of scenes or contest input whether they are legal
    Check(check::Arguments),
}

/// Reads the arguments and does what they say.
///
/// # Errors
/// If something cannot be read or written.
pub(crate) fn main() -> io::Result<Verdict> {
    match Arguments::try_parse().unwrap_or_else(|error| refuse(&error)).command {
        Command::Run(arguments) => run::run(arguments),
        Command::Resume(arguments) => resume::run(arguments),
        Command::Record(arguments) => record::run(arguments),
        Command::Replay(arguments) => replay::run(arguments),
        Command::Test(arguments) => test::run(arguments),
        Command::Contest(arguments) => contest::run(arguments),
        Command::Import(arguments) => import::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::New(arguments) => new::run(arguments),
        Command::Check(arguments) => check::run(arguments),
    }
}

/// Says what is wrong with the arguments, or what they ask for, such as help.
fn refuse(error: &clap::Error) -> ! {
    let words = error.render().to_string();
    if error.use_stderr() && shown_lines(&words) != words {
        say!("{}", words.trim_end());
        process::exit(error.exit_code());
    }
    error.exit()
}

/// A contest, as arguments name it.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Problem {
    /// Johnny's maze (ACM 1995)
    Johnny,
    /// Abbott's arrow mazes (World Finals 2000)
    Arrow,
    /// Dice mazes (World Finals 1999)
    Dice,
}

impl From<Problem> for Contest {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Johnny => Self::Johnny,
            Problem::Arrow => Self::Arrow,
            Problem::Dice => Self::Dice,
        }
    }
}
