//! Records: `mazetick record` makes one of a scene, `replay` runs it again and compares, `resume` goes on
//! from its end.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, value_parser};

use crate::base::count::plural;
use crate::base::limits;
use crate::base::scene_fault::SceneError;
use crate::registry::Registry;
use crate::scene::simulation::Simulation;
use crate::tools::record::{ReadRecordError, Record, RecordingError, ReplayError, of_its_scene};

use super::Verdict;
use super::advance::{AdvanceOptions, OutputOptions};
use super::input::{SceneFile, check_length, refuse};
use super::output::{Writer, stdout};
use super::paths::check_target;
use super::progress::{Meter, Unit};

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

pub(super) fn record(arguments: RecordArguments, registry: &Registry) -> io::Result<Verdict> {
    let recorded = check_target(&arguments.output, [&arguments.scene])
        .and_then(|()| SceneFile::open(&arguments.scene))
        .map_err(|report| vec![report]);
    match recorded.and_then(|file| record_of(&file, &arguments, registry)) {
        Ok(record) => {
            Writer::lasting().put(&arguments.output, record.as_bytes())?;
            Ok(Verdict::Done)
        }
        Err(reports) => Ok(refuse(&reports)),
    }
}

/// The record of a scene, or error reports.
fn record_of(
    file: &SceneFile,
    arguments: &RecordArguments,
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

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 equal, 1 different, or recorded under other rules, 2 bad usage or \
    input.\n\nExample: mazetick replay flips.record"
)]
pub(super) struct ReplayArguments {
    /// A file that `mazetick record` wrote, or - for standard input
    record: PathBuf,
}

pub(super) fn replay(arguments: ReplayArguments, registry: &Registry) -> io::Result<Verdict> {
    let replayed = SceneFile::open_as("record", &arguments.record)
        .map_err(|report| vec![report])
        .and_then(|file| replayed(file, registry));
    match replayed {
        Ok((said, verdict)) => {
            writeln!(stdout(), "{said}")?;
            Ok(verdict)
        }
        Err(reports) => Ok(refuse(&reports)),
    }
}

/// Replays a record: the message, or error reports.
fn replayed(file: SceneFile, registry: &Registry) -> Result<(String, Verdict), Vec<String>> {
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

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 success, 1 another world than was saved, or saved under other rules, \
    2 bad usage or input, or a search that needs more walkers than fit.\n\nExample:\n  \
    mazetick run big.ron --ticks 1000 --save big.world\n  mazetick resume big.world"
)]
pub(super) struct ResumeArguments {
    /// A file that `--save` or `mazetick record` wrote, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    advance: AdvanceOptions,
    #[command(flatten)]
    output: OutputOptions,
}

pub(super) fn resume(arguments: ResumeArguments, registry: &Registry) -> io::Result<Verdict> {
    let file = match SceneFile::open_as("record", &arguments.file) {
        Ok(file) => file,
        Err(report) => return Ok(refuse(&[report])),
    };
    let (name, meter) = (&file.name, Meter::new(&file.name));
    let (record, mut simulation) = match run_again(&file, registry, &meter) {
        Ok(Ok(resumed)) => resumed,
        Ok(Err(differs)) => {
            say!("{name}: error: {differs}");
            return Ok(Verdict::Failed);
        }
        Err(reports) => return Ok(refuse(&reports)),
    };
    let scene = &record.scene;
    if let Some(verdict) = arguments.advance.advance(&mut simulation, scene, name, &meter)? {
        return Ok(verdict);
    }
    let shown = arguments.output.show(&mut simulation, name);
    drop(meter);
    if let Some(error) = simulation.failure() {
        return Ok(refuse(&reports(&file, error)));
    }
    stdout().write_all(shown.say().as_bytes())?;
    Ok(Verdict::Done)
}

/// What was recorded, and its world; or why they are not the same.
type Resumed = Result<(Record, Simulation), String>;

/// Reads a record and runs it again, or returns error reports.
pub(super) fn run_again(
    file: &SceneFile,
    registry: &Registry,
    meter: &Meter,
) -> Result<Resumed, Vec<String>> {
    let record = match registry.read_record(&file.text) {
        Ok(record) => record,
        Err(ReadRecordError::Text(error)) => return Err(file.reports(&error)),
        Err(changed @ ReadRecordError::Changed { .. }) => return Ok(Err(changed.to_string())),
    };
    let ticks = record.tick();
    match record.resume_observed(|done| meter.set_part(Unit::Ticks, done, Some(ticks))) {
        Ok(simulation) => Ok(Ok((record, simulation))),
        Err(ReplayError::Scene(error)) => Err(file.reports(&error.locate(&file.text))),
        Err(ReplayError::Departs(departure)) => Ok(Err(departure.to_string())),
    }
}

/// The reports of an error of the scene in a record.
fn reports(file: &SceneFile, error: SceneError) -> Vec<String> {
    file.reports(&of_its_scene(error).locate(&file.text))
}
