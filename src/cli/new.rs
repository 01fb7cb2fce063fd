//! `mazetick new`: a scene to start from.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use crate::{Grid, Ingredients, limits};
use clap::{Args, value_parser};

use super::Verdict;

#[derive(Args)]
#[command(
    after_help = "Example: mazetick new johnny --rows 8 --columns 20 --seed 7 | mazetick run -"
)]
pub(super) struct Arguments {
    /// What kind of scene
    kind: String,
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

pub(super) fn run(arguments: Arguments, ingredients: &Ingredients) -> io::Result<Verdict> {
    let mut templates = ingredients.templates().iter();
    let template = templates.find(|template| template.name == arguments.kind);
    let template = template.expect("only names of templates are read");
    let grid = Grid { rows: arguments.rows, columns: arguments.columns };
    let text = template.scene(grid, arguments.seed);
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Verdict::Done)
}
