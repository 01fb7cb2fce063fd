//! `mazetick resume`: a saved world in, its drawing out.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::{Ingredients, Outcome, Simulation};
use clap::Args;

use super::Verdict;
use super::advance::{AdvanceOptions, OutputOptions};
use super::input::{self, refuse};
use super::progress::Meter;
use super::stdout::stdout;

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 success, 2 bad usage or input, or a search that needs more walkers \
    than fit.\n\nExample:\n  mazetick run big.ron --ticks 1000 --save big.world\n  \
    mazetick resume big.world"
)]
pub(super) struct Arguments {
    /// A world saved by `--save`, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    advance: AdvanceOptions,
    #[command(flatten)]
    output: OutputOptions,
}

pub(super) fn run(arguments: Arguments, ingredients: &Ingredients) -> io::Result<Verdict> {
    let (name, mut simulation) = match restore(&arguments.file, ingredients) {
        Ok(restored) => restored,
        Err(report) => return Ok(refuse(&[report])),
    };
    let meter = Meter::of(&name);
    if let Some(verdict) = arguments.advance.advance(&mut simulation, &name, &meter)? {
        return Ok(verdict);
    }
    let shown = arguments.output.show(&mut simulation, &name).say();
    drop(meter);
    if let outcome @ (Outcome::Stuck(_) | Outcome::Crowded) = simulation.outcome() {
        return Ok(refuse(&[format!("{name}: error: {outcome}")]));
    }
    stdout().write_all(shown.as_bytes())?;
    Ok(Verdict::Done)
}

/// The displayed name of a saved world, and that world, or an error report.
fn restore(path: &Path, ingredients: &Ingredients) -> Result<(String, Simulation), String> {
    let (name, input) = input::open(path)?;
    match ingredients.restore_from(input) {
        Ok(simulation) => Ok((name, simulation)),
        Err(error) => Err(format!("{name}: error: {error}")),
    }
}
