//! `mazetick new`: a scene to start from.

use std::io::Write;
use std::ops::RangeInclusive;

use clap::{Args, value_parser};

use crate::base::grid::Grid;
use crate::base::limits;
use crate::registry::Registry;
use crate::scene::template::Template;

use super::Verdict;
use super::input::{Reports, check_length};
use super::output::stdout;

#[derive(Args)]
#[command(
    after_help = "Example: mazetick new johnny --rows 8 --columns 20 --seed 7 | mazetick run -"
)]
pub(super) struct Arguments {
    /// The kind of scene
    kind: String,
    /// Number of rows
    #[arg(long, default_value_t = 8, value_name = "R", value_parser = value_parser!(u32).range(SIDES))]
    rows: u32,
    /// Number of columns
    #[arg(long, default_value_t = 12, value_name = "C", value_parser = value_parser!(u32).range(SIDES))]
    columns: u32,
    /// The seed [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

const SIDES: RangeInclusive<i64> = 1..=limits::SIDE as i64;

pub(super) fn run(arguments: Arguments, registry: &Registry) -> Result<Verdict, Reports> {
    let mut templates = registry.templates().iter();
    let template = templates.find(|template| template.name == arguments.kind);
    let template = template.expect("only names of templates are read");
    let grid = Grid { rows: arguments.rows, columns: arguments.columns };
    if arguments.seed.is_some() && !template.seeded {
        return Err(Reports::of_call("nothing in this kind of scene is random: leave out --seed"));
    }
    let text = readable(template, grid, arguments.seed.unwrap_or(1), limits::TEXT);
    let text = text.map_err(Reports::of_call)?;
    // Not every kind can have every size.
    registry.read(&text).map_err(|error| Reports::of_call(&error.faults[0].message))?;
    stdout().write_all(text.as_bytes())?;
    Ok(Verdict::Done)
}

/// The text of a scene within the limit, or an error. One that would be far longer is not even
/// made: the text of a corner, whose cells are written no longer than others, shows that.
fn readable(template: &Template, grid: Grid, seed: u64, limit: usize) -> Result<String, String> {
    const CORNER: u32 = 100;
    let corner = Grid { rows: grid.rows.min(CORNER), columns: grid.columns.min(CORNER) };
    let of_corner = template.scene(corner, seed).len();
    check_length("scene", of_corner * (grid.cells() / corner.cells()), limit)?;
    let text = template.scene(grid, seed);
    check_length("scene", text.len(), limit)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_that_could_not_be_read_is_not_made() {
        let registry = Registry::standard();
        let templates = registry.templates().iter();
        for template in templates.filter(|it| it.name == "walls") {
            for (rows, columns) in [(150, 150), (1, 1), (120, 30)] {
                let grid = Grid { rows, columns };
                let text = template.scene(grid, 1);
                assert_eq!(readable(template, grid, 1, text.len()), Ok(text.clone()));
                let refused = readable(template, grid, 1, text.len() - 1).expect_err("too long");
                assert!(refused.ends_with(&format!("expected at most {}", text.len() - 1)));
            }
        }
    }
}
