//! `mazetick replay`: a record in, whether its scene still runs the same out.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use mazetick::{RULES, Record, Replay};

use super::input::{SceneFile, complain};
use super::{Verdict, heard};

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 equal, 1 it differs or the rules have changed, 2 bad usage or \
    input.\n\nExample: mazetick replay flips.record"
)]
pub(super) struct Arguments {
    /// A file that `mazetick record` wrote, or - for standard input
    record: PathBuf,
}

pub(super) fn run(arguments: Arguments) -> io::Result<Verdict> {
    let replayed = SceneFile::open(&arguments.record).map_err(|report| vec![report]);
    let replayed = replayed.and_then(|file| {
        let record = Record::from_ron(&file.text).map_err(|error| file.reports(&error))?;
        let replay =
            record.replay().map_err(|error| vec![format!("{}: error: {error}", file.name)])?;
        Ok((file.name, record, replay))
    });
    let (name, record, replay) = match replayed {
        Ok(replayed) => replayed,
        Err(reports) => {
            complain(&reports);
            return Ok(Verdict::BadInput);
        }
    };
    let mut output = io::stdout().lock();
    match replay {
        Replay::Equal => {
            heard(writeln!(output, "{name}: equal in {}", compared(&record)))?;
            Ok(Verdict::Done)
        }
        Replay::Differs(_) => {
            heard(writeln!(output, "{name}: {replay}"))?;
            Ok(Verdict::Failed)
        }
        Replay::OtherRules => {
            let (rules, release) = (record.rules, record.mazetick);
            let now = env!("CARGO_PKG_VERSION");
            heard(writeln!(
                output,
                "{name}: the rules have changed: mazetick {release} recorded it under rules \
                 {rules}, this is mazetick {now} with rules {RULES}"
            ))?;
            Ok(Verdict::Failed)
        }
    }
}

/// How much was compared.
fn compared(record: &Record) -> String {
    let (ticks, digests) = (record.ticks, record.digests.len());
    let marks = record.marks.iter().map(|marks| marks.0.len()).sum::<usize>();
    let marks = if marks > 0 { format!(" and {marks} marks") } else { String::new() };
    format!("{ticks} ticks, by {digests} digests{marks}")
}
