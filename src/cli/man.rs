//! `mazetick man`: the help as manual pages.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap_mangen::Man;

use super::Verdict;
use super::output_path::{make_folder, path_to_write};
use super::stdout::stdout;
use super::writer::Writer;

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick man | man -l -\n  \
    mazetick man --out ~/.local/share/man/man1")]
pub(super) struct Arguments {
    /// The folder for the pages of all commands, created if missing
    #[arg(long, value_name = "DIR", value_parser = path_to_write())]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, mut command: clap::Command) -> io::Result<Verdict> {
    command = command.disable_help_subcommand(true);
    command.build();
    let Some(folder) = &arguments.out else {
        stdout().write_all(&page(command)?)?;
        return Ok(Verdict::Done);
    };
    make_folder(folder)?;
    let writer = Writer::quick();
    let subcommands = command.get_subcommands().cloned().collect::<Vec<_>>();
    for command in std::iter::once(command).chain(subcommands) {
        let path = folder.join(Man::new(command.clone()).get_filename());
        writer.replace(&path, &page(command)?)?;
    }
    Ok(Verdict::Done)
}

/// The page of a command.
fn page(command: clap::Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).manual("Mazetick manual").render(&mut page)?;
    Ok(page)
}
