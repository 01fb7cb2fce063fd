//! Errors of the command line, and what was probably meant.

use std::error::Error as _;
use std::num::{IntErrorKind, ParseIntError};
use std::path::Path;
use std::process;
use std::{env, io};

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::base::report::escape_controls_in_lines;

use super::verdict::Verdict;

pub(super) fn exit_with(error: clap::Error, commands: &clap::Command) -> ! {
    let error = explain_replaced(error, commands);
    let error = suggest(error, commands);
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

/// Options of earlier versions: the command, the option, and what to type instead.
const REPLACED_OPTIONS: &[(&str, &str, &str)] = &[
    ("draw", "--out", "the folder is `--out-dir DIR` now"),
    ("import", "--out", "the folder is `--out-dir DIR` now"),
    ("import", "-o", "the folder is `--out-dir DIR` now"),
    (
        "make",
        "--effort",
        "the number of boards to try is `--tries N` now",
    ),
    ("make", "--to", "the folder is `--out-dir DIR` now"),
    ("man", "--out", "the folder is `--out-dir DIR` now"),
    (
        "run",
        "--each-tick",
        "`sweep --each-tick N` writes a table of ticks",
    ),
    (
        "run",
        "--jobs",
        "`sweep --jobs N` runs many worlds on N threads",
    ),
    (
        "run",
        "--puzzle",
        "`draw --puzzle` draws it, with `--format txt` as text",
    ),
    ("run", "--save", RUN_AGAIN),
    ("run", "--save-every", RUN_AGAIN),
    (
        "run",
        "--solution",
        "`draw --solution` draws it, with `--format txt` as text",
    ),
    (
        "sheet",
        "--format",
        "a sheet is HTML, which a browser prints",
    ),
    (
        "sheet",
        "--rules",
        "`--words FILE` replaces all words of the sheet, and `--words help` prints them",
    ),
    ("sweep", "--scenes", "the folder is `--out-dir DIR` now"),
    ("test", "--shrunk-to", "the folder is `--out-dir DIR` now"),
];

/// Commands of earlier versions, and what to type instead.
const REPLACED_COMMANDS: &[(&str, &str)] = &[("resume", RUN_AGAIN)];

const RUN_AGAIN: &str =
    "`run --ticks N` runs the scene to a tick again, and `record` writes down its run";

/// Returns an error that names the replacement, if the error is about a command or an option of an earlier version.
fn explain_replaced(error: clap::Error, commands: &clap::Command) -> clap::Error {
    let unknown = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => word.clone(),
        _ => String::new(),
    };

    let word = unknown(ContextKind::InvalidSubcommand);
    for (command, instead) in REPLACED_COMMANDS {
        if word == *command {
            return replaced(&format!("`{command}` was removed: {instead}"));
        }
    }

    let word = unknown(ContextKind::InvalidArg);
    let Some(called) = called_command(commands) else {
        return error;
    };
    for (command, option, instead) in REPLACED_OPTIONS {
        let is_same = called == *command && word == *option;
        if is_same && error.kind() == ErrorKind::UnknownArgument {
            return replaced(&format!(
                "`{command}` has no `{option}` any more: {instead}"
            ));
        }
    }

    error
}

fn replaced(message: &str) -> clap::Error {
    Error::raw(ErrorKind::UnknownArgument, format!("{message}\n"))
}

/// Returns the subcommand that was called: `clap` doesn't say it in its errors.
fn called_command(commands: &clap::Command) -> Option<String> {
    env::args()
        .skip(1)
        .find(|argument| commands.find_subcommand(argument).is_some())
}

/// Adds to the error of an unknown command which one was probably meant: where others have `play` or `solve`, a
/// forgotten letter, or a path without a command.
fn suggest(mut error: clap::Error, commands: &clap::Command) -> clap::Error {
    let meant = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) if word == "play" => "watch --play".to_owned(),
        Some(ContextValue::String(word)) if word == "solve" => "draw --solution".to_owned(),
        Some(ContextValue::String(word)) if Path::new(word).exists() => format!("run {word}"),
        Some(ContextValue::String(word)) => {
            let Some(name) = command_like(word, commands) else {
                return error;
            };
            name
        }
        _ => return in_plain_words(error),
    };
    error.insert(
        ContextKind::SuggestedSubcommand,
        ContextValue::Strings(vec![meant]),
    );
    error
}

/// The command whose name differs in one letter; `clap` itself suggests those that differ in more.
fn command_like(word: &str, commands: &clap::Command) -> Option<String> {
    let mut names = commands.get_subcommands().map(clap::Command::get_name);
    names
        .find(|name| strsim::osa_distance(name, word) == 1)
        .map(str::to_owned)
}

/// The error about a number that is none, in other words than the library's.
fn in_plain_words(error: clap::Error) -> clap::Error {
    let expected = match error
        .source()
        .and_then(|it| it.downcast_ref())
        .map(ParseIntError::kind)
    {
        Some(IntErrorKind::InvalidDigit | IntErrorKind::Empty) => "expected a whole number",
        Some(IntErrorKind::PosOverflow) => "too large a number",
        _ => return error,
    };
    let said = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (option, value) = (
        said(ContextKind::InvalidArg),
        said(ContextKind::InvalidValue),
    );
    let more = "For more information, try '--help'.";
    let words = format!("invalid value '{value}' for '{option}': {expected}\n\n{more}\n");
    Error::raw(error.kind(), words)
}
