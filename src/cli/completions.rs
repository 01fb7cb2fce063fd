//! `mazetick completions`: shell completion scripts.

use std::io::{self, Write};

use clap::Args;
use clap_complete::Shell;

use super::Verdict;
use super::stdout::stdout;

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    mazetick completions bash > ~/.local/share/bash-completion/completions/mazetick\n  \
    mazetick completions zsh > ~/.zfunc/_mazetick\n  \
    mazetick completions fish > ~/.config/fish/completions/mazetick.fish")]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments, mut command: clap::Command) -> io::Result<Verdict> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "mazetick", &mut script);
    stdout().write_all(&script)?;
    Ok(Verdict::Done)
}
