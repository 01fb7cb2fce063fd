//! `mazetick resume`: a saved world in, its drawing out.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::{Ingredients, Outcome, Simulation};
use clap::Args;

use super::Verdict;
use super::going::{Going, Showing};
use super::input;
use super::listener::listener;
use super::progress::Meter;

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 done, 2 bad usage or input, or a search for whose walkers there is \
    no room.\n\nExample:\n  mazetick run big.ron --ticks 1000 --save big.world\n  \
    mazetick resume big.world"
)]
pub(super) struct Arguments {
    /// A world that `--save` wrote, or - for standard input
    file: PathBuf,
    #[command(flatten)]
    going: Going,
    #[command(flatten)]
    showing: Showing,
}

pub(super) fn run(arguments: Arguments, ingredients: &Ingredients) -> io::Result<Verdict> {
    let (name, mut simulation) = match restore(&arguments.file, ingredients) {
        Ok(restored) => restored,
        Err(report) => {
            say!("{report}");
            return Ok(Verdict::BadInput);
        }
    };
    let meter = Meter::of(&name);
    if let Some(verdict) = arguments.going.advance(&mut simulation, &name, &meter)? {
        return Ok(verdict);
    }
    if let Some(shortage) = simulation.shortage() {
        say!("{name}: error: {shortage}");
        return Ok(Verdict::BadInput);
    }
    let shown = arguments.showing.show(&mut simulation, &name).say();
    drop(meter);
    if let outcome @ (Outcome::Stuck(_) | Outcome::Crowded) = simulation.outcome() {
        say!("{name}: error: {outcome}");
        return Ok(Verdict::BadInput);
    }
    listener().write_all(shown.as_bytes())?;
    Ok(Verdict::Done)
}

/// The name of a saved world in reports, and that world; the report, if there is none.
fn restore(path: &Path, ingredients: &Ingredients) -> Result<(String, Simulation), String> {
    let (name, input) = input::open(path)?;
    match ingredients.restore_from(input) {
        Ok(simulation) => Ok((name, simulation)),
        Err(error) => Err(format!("{name}: error: {error}")),
    }
}
