//! The program described: `mazetick man` for readers, `mazetick completions` for shells.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man;

use super::output::{Writer, stdout};
use super::paths::{make_folder, path_to_write};
use super::verdict::{Reports, Verdict};

#[derive(Args)]
#[command(after_help = "Examples:\n  mazetick man | man -l -\n  \
    mazetick man --out-dir ~/.local/share/man/man1")]
pub(super) struct ManArguments {
    /// The folder for the pages of all commands, created if missing
    #[arg(long, value_name = "DIR", value_parser = path_to_write())]
    out_dir: Option<PathBuf>,
}

pub(super) fn man(
    arguments: &ManArguments,
    mut command: clap::Command,
) -> Result<Verdict, Reports> {
    command = command.disable_help_subcommand(true);
    command.build();
    let Some(folder) = &arguments.out_dir else {
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

fn page(command: clap::Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command)
        .manual("Mazetick manual")
        .render(&mut page)?;
    Ok(page)
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    mazetick completions bash > ~/.local/share/bash-completion/completions/mazetick\n  \
    mazetick completions zsh > ~/.zfunc/_mazetick\n  \
    mazetick completions fish > ~/.config/fish/completions/mazetick.fish")]
pub(super) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

pub(super) fn completions(
    arguments: &CompletionsArguments,
    mut command: clap::Command,
) -> Result<Verdict, Reports> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "mazetick", &mut script);
    stdout().write_all(&script)?;
    Ok(Verdict::Done)
}
