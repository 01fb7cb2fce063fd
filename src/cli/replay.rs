//! `mazetick replay`: a record in, the first difference of its run out.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::base::count::plural;
use crate::registry::Registry;
use clap::Args;

use super::Verdict;
use super::input::{SceneFile, refuse};
use super::progress::Meter;
use super::resume::run_again;
use super::stdout::stdout;

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 equal, 1 different, or recorded under other rules, 2 bad usage or \
    input.\n\nExample: mazetick replay flips.record"
)]
pub(super) struct Arguments {
    /// A file that `mazetick record` wrote, or - for standard input
    record: PathBuf,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> io::Result<Verdict> {
    let replayed = SceneFile::open_as("record", &arguments.record)
        .map_err(|report| vec![report])
        .and_then(|file| replay(file, registry));
    match replayed {
        Ok((said, verdict)) => {
            writeln!(stdout(), "{said}")?;
            Ok(verdict)
        }
        Err(reports) => Ok(refuse(&reports)),
    }
}

/// Replays a record: the message, or error reports.
fn replay(file: SceneFile, registry: &Registry) -> Result<(String, Verdict), Vec<String>> {
    let (name, meter) = (&file.name, Meter::new(&file.name));
    match run_again(&file, registry, &meter)? {
        Ok((record, _)) => {
            let (last, ticks) = (record.tick(), plural(record.digests.len(), "tick"));
            let said = format!("{name}: equal up to tick {last}, compared at {ticks}");
            Ok((said, Verdict::Done))
        }
        Err(differs) => Ok((format!("{name}: {differs}"), Verdict::Failed)),
    }
}
