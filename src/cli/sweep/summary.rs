//! `--summary`: the distribution of the values, as text.

use std::fmt::Write as _;
use std::io::Write as _;

use crate::base::count::{plural, saturating_usize};
use crate::cli::output::stdout;
use crate::cli::verdict::Reports;
use crate::tools::sweep::{Spread, Summary, Variant};

use super::SweepPlan;

/// The heights of a bar of a histogram, from empty to the highest.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

const BINS: usize = 12;

impl SweepPlan<'_> {
    pub(super) fn summarized(&self, empty: &Summary) -> Result<Summary, Reports> {
        let mut summary = empty.clone();
        let append = |more| {
            summary.append(more);
            Ok(())
        };
        self.all_rows(|| empty.clone(), Summary::add, append)?;
        Ok(summary)
    }

    /// The scene and settings that identify a variant, for the text after them, such as
    /// `a.ron, grid.rows=3: `; empty if it is the only one.
    pub(super) fn title_of(&self, variant: &Variant) -> String {
        let several = self.sweep.columns().have_several_scenes();
        let scene = if several {
            variant.name.clone()
        } else {
            String::new()
        };
        let parts = [scene, variant.said(&self.arguments.vary)].into_iter();
        let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
        if parts.is_empty() {
            String::new()
        } else {
            parts.join(", ") + ": "
        }
    }

    /// Prints for each variant a line with its number of worlds, one with the names of the columns, and one for each
    /// measure; `empty` has counted no world.
    pub(super) fn print_summary(&self, empty: &Summary) -> Result<(), Reports> {
        let summary = self.summarized(empty)?;
        let names: Vec<_> = self.sweep.columns().names().collect();
        let mut text = String::new();
        for (number, worlds, solved, spreads) in summary.variants() {
            let variant = &self.sweep.variants()[number];
            text += &self.title_of(variant);
            text += &plural(worlds, "world");
            if variant.scene.has_walk() {
                let _ = write!(text, ", {} solved", percent(solved, worlds));
            }
            let columns = ["min", "1/4", "1/2", "3/4", "max", "mean"];
            let columns: Vec<_> = columns.iter().map(|it| format!(" {it:>8}")).collect();
            let _ = write!(text, "\n  {:<10}{}\n", "", columns.concat());
            for (&index, spread) in summary.columns().iter().zip(spreads) {
                text += &line(names[index], spread);
            }
        }
        Ok(stdout().write_all(text.as_bytes())?)
    }
}

fn line(name: &str, spread: &Spread) -> String {
    let quartiles = (0..=4).map(|part| spread.quantile(part, 4));
    let all = quartiles.chain([spread.mean()]);
    let all: Vec<_> = all
        .map(|it| format!(" {:>8}", it.map_or(String::new(), shown)))
        .collect();
    let line = format!("  {name:<10}{}  {}", all.concat(), histogram(spread));
    format!("{}\n", line.trim_end())
}

pub(super) fn shown(number: f64) -> String {
    if number.fract() == 0.0 {
        format!("{number:.0}")
    } else {
        format!("{number:.2}")
    }
}

fn percent(part: u64, all: u64) -> String {
    format!(
        "{} %",
        shown((part as f64 / all as f64 * 1000.0).round() / 10.0)
    )
}

/// A histogram from the smallest number to the largest; every bin that is not empty has a visible
/// bar.
fn histogram(spread: &Spread) -> String {
    let heights = spread.histogram(BINS);
    let highest = heights.iter().copied().max().unwrap_or_default().max(1);
    let tallest = BARS.len() as u64 - 1;
    let bar =
        |height: u64| (u128::from(height) * u128::from(tallest)).div_ceil(u128::from(highest));
    heights
        .into_iter()
        .map(|height| BARS[saturating_usize(bar(height))])
        .collect()
}
