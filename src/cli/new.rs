//! `mazetick new`: a scene to start from.

use std::io::Write;
use std::ops::RangeInclusive;

use clap::{Args, value_parser};

use crate::base::grid::Grid;
use crate::base::limits;
use crate::registry::Registry;

use super::arguments::values;
use super::output::stdout;
use super::verdict::{Reports, Verdict};

#[derive(Args)]
#[command(
    after_help = "Example: mazetick new johnny --rows 8 --columns 20 --seed 7 | mazetick run -"
)]
pub(super) struct Arguments {
    /// The kind of scene
    kind: String,
    /// Number of rows [default: 8]
    #[arg(long, value_name = "R", value_parser = value_parser!(u32).range(SIDES))]
    rows: Option<u32>,
    /// Number of columns [default: 12]
    #[arg(long, alias = "cols", value_name = "C", value_parser = value_parser!(u32).range(SIDES))]
    columns: Option<u32>,
    /// The seed [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Sides up to that of the largest square grid.
const SIDES: RangeInclusive<i64> = 1..=limits::CELLS.isqrt().cast_signed();

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let Arguments {
        kind,
        rows,
        columns,
        seed,
    } = arguments;
    let mut templates = registry.templates().iter();
    let template = templates.find(|template| template.name == kind);
    let template = template.expect("only names of templates are read");
    for (option, is_given, blank) in [
        ("--rows", rows.is_some(), "{rows}"),
        ("--columns", columns.is_some(), "{columns}"),
        ("--seed", seed.is_some(), "{seed}"),
    ] {
        if is_given && !template.text.contains(blank) {
            let why = format!("scenes of this kind are all the same: leave out {option}");
            return Err(Reports::of_call(why));
        }
    }
    let grid = Grid {
        rows: rows.unwrap_or(8),
        columns: columns.unwrap_or(12),
    };
    let text = template.scene(grid, seed.unwrap_or(1));
    // Not every kind can have every size.
    registry
        .read(&text)
        .map_err(|error| Reports::of_call(&error.faults[0].message))?;
    stdout().write_all(text.as_bytes())?;
    Ok(Verdict::Done)
}

pub(super) fn with_kinds(command: clap::Command, registry: &Registry) -> clap::Command {
    let kinds = values(registry.templates().iter().map(|it| (it.name, it.about)));
    command.mut_arg("kind", |argument| argument.value_parser(kinds))
}
