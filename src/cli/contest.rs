//! `mazetick contest`: contest input in, contest output out.

use std::fs;
use std::io::{self, BufWriter, Read};
use std::path::PathBuf;

use crate::contest::ContestError;
use crate::registry::Registry;
use clap::{Args, value_parser};

use super::input::{self, Named, refuse};
use super::paths::DASH;
use super::progress::{Meter, Unit};
use super::stdout::stdout;
use super::{Verdict, contest_named};

#[derive(Args)]
#[command(after_help = "Example: mazetick contest arrow --jobs 2 mazes.in > mazes.out")]
pub(super) struct Arguments {
    /// The contest format to read
    #[arg(index = 1)]
    problem: String,
    /// The input, or - for standard input
    #[arg(index = 2, default_value = DASH, value_name = "FILE")]
    file: PathBuf,
    /// Solve on N threads; the output is the same
    #[arg(long, default_value = "1", value_name = "N", value_parser = value_parser!(u16).range(1..))]
    jobs: u16,
}

pub(super) fn run(arguments: Arguments, registry: &Registry) -> io::Result<Verdict> {
    let (name, input) = match input::open(&arguments.file) {
        Ok(opened) => opened,
        Err(report) => return Ok(refuse(&[report])),
    };
    let length = fs::metadata(&arguments.file).ok().filter(fs::Metadata::is_file);
    let meter = Meter::new(&name);
    let of = length.map(|file| file.len());
    let input = Metered { input: Named { name: name.clone(), input }, meter: &meter, read: 0, of };
    let output = BufWriter::new(stdout());
    let contest = contest_named(&arguments.problem, registry);
    let solved = contest.solve(&name, input, output, usize::from(arguments.jobs));
    drop(meter);
    match solved {
        Ok(()) => Ok(Verdict::Done),
        Err(ContestError::Input(report)) => Ok(refuse(&[report])),
        Err(ContestError::Io(error)) => Err(error),
    }
}

/// An input that counts the bytes read.
struct Metered<'a, R> {
    input: R,
    meter: &'a Meter,
    read: u64,
    of: Option<u64>,
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(bytes)?;
        self.read += read as u64;
        self.meter.set_part(Unit::Bytes, self.read, self.of);
        Ok(read)
    }
}
