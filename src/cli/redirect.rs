//! `-o FILE` of commands that print a text.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, value_parser};

use super::output::print_into;
use super::paths::{DASH, check_target, is_dash, scene_paths};
use super::verdict::Reports;

/// The option of commands that print a text, and have no other output.
pub(super) const OUTPUT: &str = "printed";

/// Commands that print no text.
const SILENT: [&str; 2] = ["import", "watch"];

/// Adds that option to a command, unless it has a `-o` of its own or prints nothing.
pub(super) fn with_output(command: clap::Command) -> clap::Command {
    let command = command.allow_negative_numbers(true);
    let is_taken = command
        .get_arguments()
        .any(|it| it.get_short() == Some('o'));
    if is_taken || SILENT.contains(&command.get_name()) {
        return command;
    }
    let output = Arg::new(OUTPUT)
        .short('o')
        .long("output")
        .value_name("FILE");
    command.arg(
        output
            .value_parser(value_parser!(PathBuf))
            .help("Print into FILE"),
    )
}

pub(super) fn redirect(command: &ArgMatches) -> Result<(), Reports> {
    let Ok(Some(output)) = command.try_get_one::<PathBuf>(OUTPUT) else {
        return Ok(());
    };
    let others = command
        .ids()
        .map(clap::Id::as_str)
        .filter(|&id| id != OUTPUT);
    let paths = others.filter_map(|id| command.try_get_many::<PathBuf>(id).ok().flatten());
    let paths: Vec<PathBuf> = paths.flatten().cloned().chain([DASH.into()]).collect();
    check_target(output, scene_paths(paths).flatten())?;
    if is_dash(output) {
        Ok(())
    } else {
        Ok(print_into(output)?)
    }
}
