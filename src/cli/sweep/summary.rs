//! The summary of a sweep as text.

use std::fmt::Write as _;

use crate::{Setting, Spread, Summary, Sweep, Variant, counted};

/// The bars of a histogram, from empty to the highest.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// How many bars a histogram has.
const BINS: usize = 12;

/// For each variant, a line with its number of worlds, and a line for each measure.
pub(super) fn text(summary: &Summary, sweep: &Sweep, settings: &[Setting]) -> String {
    let names: Vec<_> = sweep.columns().names().collect();
    let mut text = String::new();
    for (number, worlds, solved, spreads) in summary.variants() {
        let variant = &sweep.variants()[number];
        let title = title(variant, sweep, settings);
        if !title.is_empty() {
            let _ = write!(text, "{title}: ");
        }
        text += &counted(worlds, "world");
        if variant.scene.has_walk() {
            let _ = write!(text, ", {} solved", percent(solved, worlds));
        }
        let columns = ["min", "1/4", "1/2", "3/4", "max", "mean"];
        let columns: Vec<_> = columns.iter().map(|it| format!("{it:>9}")).collect();
        let _ = write!(text, "\n  {:<10}{}\n", "", columns.concat());
        for (&place, spread) in summary.places().iter().zip(spreads) {
            let quartiles = (0..=4).map(|part| spread.quantile(part, 4));
            let all = quartiles.chain([spread.mean()]);
            let all: Vec<_> =
                all.map(|it| format!("{:>9}", it.map_or(String::new(), shown))).collect();
            let line = format!("  {:<10}{}  {}", names[place], all.concat(), histogram(spread));
            text += line.trim_end();
            text.push('\n');
        }
    }
    text
}

/// The scene and settings that identify a variant in its sweep; empty if it is the only one.
pub(super) fn title(variant: &Variant, sweep: &Sweep, settings: &[Setting]) -> String {
    let has_several = sweep.variants().iter().any(|it| it.name != variant.name);
    let file = has_several.then(|| variant.name.clone());
    let said = Some(variant.said(settings)).filter(|said| !said.is_empty());
    let title: Vec<_> = file.into_iter().chain(said).collect();
    title.join(", ")
}

/// A number with at most two decimals.
pub(super) fn shown(number: f64) -> String {
    if number.fract() == 0.0 { format!("{number:.0}") } else { format!("{number:.2}") }
}

#[allow(clippy::cast_precision_loss)] // it is rounded
fn percent(part: u64, all: u64) -> String {
    format!("{} %", shown((part as f64 / all as f64 * 1000.0).round() / 10.0))
}

/// A histogram from the smallest number to the largest; every bin that is not empty has a visible bar.
fn histogram(spread: &Spread) -> String {
    let heights = spread.histogram(BINS);
    let highest = heights.iter().copied().max().unwrap_or_default().max(1);
    let tallest = BARS.len() as u64 - 1;
    let bar =
        |height: u64| (u128::from(height) * u128::from(tallest)).div_ceil(u128::from(highest));
    heights
        .into_iter()
        .map(|height| BARS[usize::try_from(bar(height)).unwrap_or_default()])
        .collect()
}
