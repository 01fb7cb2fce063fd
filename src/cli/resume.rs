//! `mazetick resume`: a record in, run again as far as it goes and continued; the drawing out.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::base::scene_fault::SceneError;
use crate::registry::Registry;
use crate::scene::simulation::Simulation;
use crate::tools::record::of_its_scene;
use crate::tools::record::{ReadRecordError, Record, ReplayError};
use clap::Args;

use super::Verdict;
use super::advance::{AdvanceOptions, OutputOptions};
use super::input::{SceneFile, refuse};
use super::progress::{Meter, Unit};
use super::stdout::stdout;

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 success, 1 another world than was saved, or saved under other rules, \
    2 bad usage or input, or a search that needs more walkers than fit.\n\nExample:\n  \
    mazetick run big.ron --ticks 1000 --save big.world\n  mazetick resume big.world"
)]
pub(super) struct Arguments {
    /// A file that `--save` or `mazetick record` wrote, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    advance: AdvanceOptions,
    #[command(flatten)]
    output: OutputOptions,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> io::Result<Verdict> {
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
