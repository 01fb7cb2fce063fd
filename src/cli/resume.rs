//! `mazetick resume`: a saved world in, its drawing out.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use mazetick::Simulation;

use super::Verdict;
use super::going::{Going, Showing};

#[derive(Args)]
#[command(after_help = "Example:\n  mazetick run big.ron --ticks 1000 --save big.world\n  \
    mazetick resume big.world")]
pub(super) struct Arguments {
    /// A world that `--save` wrote
    file: PathBuf,
    #[command(flatten)]
    going: Going,
    #[command(flatten)]
    showing: Showing,
}

pub(super) fn run(arguments: Arguments) -> io::Result<Verdict> {
    let name = arguments.file.display().to_string();
    let restored = fs::read(&arguments.file).map_err(|error| error.to_string());
    let restored =
        restored.and_then(|bytes| Simulation::restore(bytes).map_err(|error| error.to_string()));
    let mut simulation = match restored {
        Ok(simulation) => simulation,
        Err(why) => {
            say!("{name}: error: {why}");
            return Ok(Verdict::BadInput);
        }
    };
    arguments.going.advance(&mut simulation)?;
    let shown = arguments.showing.show(&mut simulation, &name);
    io::stdout().lock().write_all(shown.as_bytes())?;
    Ok(Verdict::Done)
}
