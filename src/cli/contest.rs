//! `mazetick contest`: contest input in, contest output out.

use std::io::{self, BufWriter};
use std::num::NonZero;
use std::path::PathBuf;

use crate::{ContestError, Ingredients};
use clap::Args;

use super::input::{self, Named};
use super::listener::listener;
use super::paths::DASH;
use super::{Verdict, contest_named};

#[derive(Args)]
#[command(after_help = "Example: mazetick contest arrow --jobs 2 mazes.in > mazes.out")]
pub(super) struct Arguments {
    /// Whose formats
    #[arg(index = 1)]
    problem: String,
    /// The input, or - for standard input
    #[arg(index = 2, default_value = DASH, value_name = "FILE")]
    file: PathBuf,
    /// Solve on this many threads; the output is the same
    #[arg(long, default_value = "1", value_name = "N")]
    jobs: NonZero<u16>,
}

pub(super) fn run(arguments: Arguments, ingredients: &Ingredients) -> io::Result<Verdict> {
    let (name, input) = match input::open(&arguments.file) {
        Ok(opened) => opened,
        Err(report) => {
            say!("{report}");
            return Ok(Verdict::BadInput);
        }
    };
    let input = Named { name: name.clone(), input };
    let output = BufWriter::new(listener());
    let contest = contest_named(&arguments.problem, ingredients);
    match contest.solve(&name, input, output, usize::from(arguments.jobs.get())) {
        Ok(()) => Ok(Verdict::Done),
        Err(ContestError::Input(report)) => {
            say!("{report}");
            Ok(Verdict::BadInput)
        }
        Err(ContestError::Io(error)) => Err(error),
    }
}
