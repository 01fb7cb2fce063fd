//! `mazetick resume`: a saved world in, its drawing out.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use mazetick::{Outcome, SNAPSHOT_MAGIC, Simulation};

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
    let restored = read(&arguments.file).map_err(|error| error.to_string());
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
    if let outcome @ (Outcome::Stuck(_) | Outcome::Crowded) = simulation.outcome() {
        say!("{name}: error: {outcome}");
        return Ok(Verdict::BadInput);
    }
    io::stdout().lock().write_all(shown.as_bytes())?;
    Ok(Verdict::Done)
}

/// Reads a file, but no more than its beginning if that is not a snapshot's.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    Read::by_ref(&mut file).take(SNAPSHOT_MAGIC.len() as u64).read_to_end(&mut bytes)?;
    if bytes == SNAPSHOT_MAGIC {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
