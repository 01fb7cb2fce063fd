//! `mazetick replay`: a record in, the first difference of its run out.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::{Ingredients, ReadRecordError, Record, Replay, counted};
use clap::Args;

use super::Verdict;
use super::input::{SceneFile, refuse};
use super::progress::{Meter, Unit};
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

pub(super) fn run(arguments: Arguments, ingredients: &Ingredients) -> io::Result<Verdict> {
    let replayed = SceneFile::open_as("record", &arguments.record)
        .map_err(|report| vec![report])
        .and_then(|file| replay(file, ingredients));
    match replayed {
        Ok((said, verdict)) => {
            writeln!(stdout(), "{said}")?;
            Ok(verdict)
        }
        Err(reports) => Ok(refuse(&reports)),
    }
}

/// Replays a record: the message, or error reports.
fn replay(file: SceneFile, ingredients: &Ingredients) -> Result<(String, Verdict), Vec<String>> {
    let name = &file.name;
    let record = match ingredients.read_record(&file.text) {
        Ok(record) => record,
        Err(ReadRecordError::Text(error)) => return Err(file.reports(&error)),
        Err(changed @ ReadRecordError::OtherRules { .. }) => {
            return Ok((format!("{name}: {changed}"), Verdict::Failed));
        }
    };
    let meter = Meter::of(name);
    match record.replay_observed(|done| meter.set_part(Unit::Ticks, done, Some(record.ticks))) {
        Ok(Replay::Equal) => Ok((format!("{name}: equal in {}", compared(&record)), Verdict::Done)),
        Ok(differs) => Ok((format!("{name}: {differs}"), Verdict::Failed)),
        Err(error) => Err(file.reports(&error.locate(&file.text))),
    }
}

/// What was compared: ticks, digests and marks.
fn compared(record: &Record) -> String {
    let ticks = counted(record.ticks, "tick");
    let digests = counted(record.digests.len(), "digest");
    let marks = record.marks.iter().map(|marks| marks.0.len()).sum::<usize>();
    let marks = if marks > 0 { format!(" and {}", counted(marks, "mark")) } else { String::new() };
    format!("{ticks}, by {digests}{marks}")
}
