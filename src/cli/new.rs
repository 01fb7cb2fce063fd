//! `mazetick new`: a scene to start from.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use clap::{Args, ValueEnum, value_parser};
use mazetick::{Grid, Template, limits};

use super::Verdict;
use super::listener::listener;

#[derive(Args)]
#[command(
    after_help = "Example: mazetick new johnny --rows 8 --columns 20 --seed 7 | mazetick run -"
)]
pub(super) struct Arguments {
    /// What kind of scene
    kind: Kind,
    /// Number of rows
    #[arg(long, default_value_t = 8, value_name = "R", value_parser = value_parser!(u32).range(SIDES))]
    rows: u32,
    /// Number of columns
    #[arg(long, default_value_t = 12, value_name = "C", value_parser = value_parser!(u32).range(SIDES))]
    columns: u32,
    /// The seed
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
}

/// How many rows or columns there may be.
const SIDES: RangeInclusive<i64> = 1..=limits::SIDE as i64;

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// A maze carved by Johnny's list, with flips
    Johnny,
    /// A maze grown from its border
    Mazing,
    /// A maze of signs, drawn from the seed
    Arrow,
    /// A maze of numbers for a die, drawn from the seed
    Dice,
    /// A walk through a carved maze from corner to corner
    Foot,
}

pub(super) fn run(arguments: Arguments) -> io::Result<Verdict> {
    let template = match arguments.kind {
        Kind::Johnny => Template::Johnny,
        Kind::Mazing => Template::Mazing,
        Kind::Arrow => Template::Arrow,
        Kind::Dice => Template::Dice,
        Kind::Foot => Template::Foot,
    };
    let grid = Grid { rows: arguments.rows, columns: arguments.columns };
    let text = template.scene(grid, arguments.seed);
    listener().write_all(text.as_bytes())?;
    Ok(Verdict::Done)
}
