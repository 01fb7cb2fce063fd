//! `mazetick record`: a scene in, the digests of its ticks out.

use std::io;
use std::num::NonZero;
use std::path::PathBuf;

use crate::base::limits;
use crate::registry::Registry;
use crate::tools::record::{Record, RecordingError};
use clap::{Args, value_parser};

use super::Verdict;
use super::input::{SceneFile, check_length, refuse};
use super::output_path::check_target;
use super::progress::{Meter, Unit};
use super::writer::Writer;

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 success, 2 bad usage or input, or a search that needs more walkers \
    than fit.\n\nExample: mazetick record scenes/johnny/flips.ron -o flips.record"
)]
pub(super) struct Arguments {
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

pub(super) fn run(arguments: Arguments, registry: &Registry) -> io::Result<Verdict> {
    let recorded = check_target(&arguments.output, [&arguments.scene])
        .and_then(|()| SceneFile::open(&arguments.scene))
        .map_err(|report| vec![report]);
    match recorded.and_then(|file| record(&file, &arguments, registry)) {
        Ok(record) => {
            Writer::lasting().put(&arguments.output, record.as_bytes())?;
            Ok(Verdict::Done)
        }
        Err(reports) => Ok(refuse(&reports)),
    }
}

/// The record of a scene, or error reports.
fn record(
    file: &SceneFile,
    arguments: &Arguments,
    registry: &Registry,
) -> Result<String, Vec<String>> {
    let mut scene = file.scene(registry)?;
    scene.set_seed(arguments.seed.unwrap_or(scene.seed));
    let meter = Meter::new(&file.name);
    let observe = |done, of| meter.set_part(Unit::Ticks, done, of);
    let record = Record::of_observed(&scene, arguments.every.and_then(NonZero::new), observe);
    let record = record.map_err(|error| match error {
        RecordingError::Scene(error) => file.reports(&error.locate(&file.text)),
        other => vec![format!("{}: error: {other}", file.name)],
    })?;
    let ron = record.to_ron();
    let fits = check_length("record", ron.len(), limits::TEXT);
    fits.map(|()| ron).map_err(|error| vec![format!("{}: error: {error}", file.name)])
}
