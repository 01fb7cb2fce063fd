//! Records: `mazetick record` makes one of a scene, `replay` runs it again and compares.

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, value_parser};

use crate::base::count::plural;
use crate::base::limits;
use crate::registry::Registry;
use crate::tools::ToolError;
use crate::tools::record::Record;

use super::input::{SceneFile, check_length};
use super::output::{Writer, stdout};
use super::paths::check_target;
use super::progress::{Meter, Unit};
use super::verdict::{Reports, Verdict};

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 success, 2 bad usage or input, or a search that needs more walkers \
    than fit.\n\nExample: mazetick record scenes/johnny/flips.ron -o flips.record"
)]
pub(super) struct RecordArguments {
    /// A scene file, or - for standard input
    scene: PathBuf,
    /// The file to write, or - for standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Record a digest every N ticks [default: every tick of runs of up to 4096, otherwise at
    /// most 257 in all]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    every: Option<u64>,
    /// Use this seed instead of the scene's own
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

pub(super) fn record(arguments: RecordArguments, registry: &Registry) -> Result<Verdict, Reports> {
    check_target(&arguments.output, [&arguments.scene])?;
    let file = SceneFile::open(&arguments.scene)?;
    let scene = file.seeded(registry, arguments.seed)?;
    let meter = Meter::new(&file.name);
    let observe = |done, of| meter.set_part(Unit::Ticks, done, of);
    let record = Record::of_observed(&scene, arguments.every.and_then(NonZero::new), observe);
    drop(meter);
    let ron = match record {
        Ok(record) => record.to_ron(),
        Err(ToolError::Scene(error)) => return Err(file.refused(&error)),
        Err(other) => return Err(file.report(other)),
    };
    check_length("record", ron.len(), limits::TEXT).map_err(|why| file.report(why))?;
    Writer::lasting().put(&arguments.output, ron.as_bytes())?;
    Ok(Verdict::Done)
}

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 equal, 1 different, or recorded under other rules, 2 bad usage or \
    input.\n\nExample: mazetick replay flips.record"
)]
pub(super) struct ReplayArguments {
    /// A file that `mazetick record` wrote, or - for standard input
    record: PathBuf,
}

pub(super) fn replay(arguments: ReplayArguments, registry: &Registry) -> Result<Verdict, Reports> {
    let file = SceneFile::open_as("record", &arguments.record)?;
    let equal = match read(&file, registry)? {
        Ok(record) => run_again(&record, &file, &Meter::new(&file.name))?.map(|()| record),
        Err(changed) => Err(changed),
    };
    let (said, verdict) = match equal {
        Ok(record) => {
            let (last, ticks) = (record.tick(), plural(record.digests.len(), "tick"));
            (
                format!("equal up to tick {last}, compared at {ticks}"),
                Verdict::Done,
            )
        }
        Err(differs) => (differs.to_string(), Verdict::Failed),
    };
    writeln!(stdout(), "{}: {said}", file.name)?;
    Ok(verdict)
}

/// Reads a record, or why it cannot be compared, or returns error reports.
pub(super) fn read(
    file: &SceneFile,
    registry: &Registry,
) -> Result<Result<Record, ToolError>, Reports> {
    match registry.read_record(&file.text) {
        Ok(record) => Ok(Ok(record)),
        Err(ToolError::Text(error)) => {
            let expected = ["Record", "what `record` writes"];
            Err(file.unread(registry, expected, &error))
        }
        Err(other) => Ok(Err(other)),
    }
}

/// Runs the scene of a record again: `Ok(Err(…))` if it differs.
pub(super) fn run_again(
    record: &Record,
    file: &SceneFile,
    meter: &Meter,
) -> Result<Result<(), ToolError>, Reports> {
    let ticks = record.tick();
    match record.replay_observed(|done| meter.set_part(Unit::Ticks, done, Some(ticks))) {
        Ok(()) => Ok(Ok(())),
        Err(ToolError::Scene(error)) => Err(file.refused(&error)),
        Err(other) => Ok(Err(other)),
    }
}
