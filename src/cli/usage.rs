//! Errors of the command line, and what was probably meant.

use std::error::Error as _;
use std::io;
use std::num::{IntErrorKind, ParseIntError};
use std::path::Path;
use std::process;

use clap::Error;
use clap::error::{ContextKind, ContextValue};

use crate::base::report::escape_controls_in_lines;

use super::verdict::Verdict;

pub(super) fn exit_with(error: clap::Error, commands: &clap::Command) -> ! {
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
