//! `--tally`: how often each maze occurred, compared with a uniform distribution.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};

use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, Discrete};

use crate::cli::input::Reports;
use crate::cli::output::{Writer, stdout};
use crate::cli::paths::is_dash;
use crate::registry::measure::Value;
use crate::tools::sweep::{Evenness, Mazes, Tally};

use super::SweepPlan;

/// The least expected number of worlds per maze for which Pearson's statistic approximately has the
/// chi-square distribution.
const ENOUGH: f64 = 5.0;

/// The column heads after the settings of a variant.
const HEADS: &str = "worlds,mazes,trees,rarest,likeliest,distance,by chance,chi-square,degrees,p";

impl SweepPlan<'_> {
    /// Counts the mazes of all worlds, prints how even the counts are, and writes the mazes to a
    /// file.
    pub(super) fn tally(&self, empty: &Tally) -> Result<(), Reports> {
        let output = self.arguments.output.as_deref();
        let file = output.filter(|output| !is_dash(output));
        let file = file.map(|file| Writer::lasting().begin(file)).transpose()?;
        let mut tally = empty.clone();
        let append = |more| tally.append(more).map_err(io::Error::other);
        self.all_rows(|| empty.clone(), Tally::add, append)?;
        if let Some(file) = file {
            let write = |file| self.write_mazes(&tally, BufWriter::new(file));
            file.finish_by(write)?;
        } else if output.is_some() {
            return Ok(self.write_mazes(&tally, stdout())?);
        }
        Ok(stdout().write_all(self.evenness(&tally).as_bytes())?)
    }

    /// Writes each maze of each variant, with its count.
    fn write_mazes(&self, tally: &Tally, mut file: impl Write) -> io::Result<()> {
        let heads = self.heads();
        let names: Vec<_> = heads.iter().map(String::as_str).chain(["maze", "worlds"]).collect();
        file.write_all(&self.format.header(names.iter().copied()))?;
        let mut row = Vec::new();
        for number in 0..self.sweep.variants().len() {
            let mazes = tally.mazes(number);
            let labels = self.labels(number);
            let labels: Vec<_> = labels.iter().map(|it| Value::of_text(it)).collect();
            for (walls, count) in mazes.iter() {
                let text = walls.text(mazes.grid());
                let cells = [&labels[..], &[Value::Word(&text), Value::Whole(count)]].concat();
                row.clear();
                self.format.row(&names, &cells, &mut row);
                file.write_all(&row)?;
            }
        }
        file.flush()
    }

    /// A table with a line for each variant, followed by notes.
    fn evenness(&self, tally: &Tally) -> String {
        let heads = self.heads();
        let label_count = heads.len();
        let heads = heads.into_iter().chain(HEADS.split(',').map(str::to_owned)).collect();
        let mut lines: Vec<Vec<String>> = vec![heads];
        let mut notes = String::new();
        for number in 0..self.sweep.variants().len() {
            let mazes = tally.mazes(number);
            let (labels, evenness) = (self.labels(number), mazes.evenness());
            let (worlds, others) = (mazes.worlds(), mazes.worlds() - mazes.perfect());
            if others > 0 {
                let title = self.title_of(&self.sweep.variants()[number]);
                let _ = writeln!(
                    notes,
                    "{title}{others} of {worlds} worlds are not perfect mazes, so there is nothing \
                     to compare them with",
                );
            }
            lines.push(labels.into_iter().chain(cells(mazes, evenness)).collect());
        }
        table(&lines, label_count) + &notes
    }

    /// The heads of the columns that identify a variant: scene and settings.
    fn heads(&self) -> Vec<String> {
        let scene = self.sweep.columns().have_several_scenes().then(|| "scene".to_owned());
        scene.into_iter().chain(self.arguments.vary.iter().map(|it| it.path.clone())).collect()
    }

    /// The cells that identify a variant, below [`Self::heads`].
    fn labels(&self, number: usize) -> Vec<String> {
        let variant = &self.sweep.variants()[number];
        let scene = self.sweep.columns().have_several_scenes().then(|| variant.name.clone());
        scene.into_iter().chain(variant.values.iter().cloned()).collect()
    }
}

/// The cells of a variant, in the order of [`HEADS`]; `-` where there is nothing to compare with.
fn cells(mazes: &Mazes, evenness: Option<Evenness>) -> Vec<String> {
    let mut cells = vec![mazes.worlds().to_string(), mazes.iter().len().to_string()];
    if let Some(it) = evenness {
        cells.push(it.trees.to_string());
        cells.extend([it.rarest, it.likeliest].map(|it| format!("{it:.3}")));
        let by_chance = distance_by_chance(mazes.worlds(), it.trees);
        cells.extend([it.distance, by_chance].map(|it| format!("{it:.4}")));
        cells.extend([format!("{:.1}", it.chi_square), it.degrees.to_string()]);
        cells.extend(p_value(&it).map(shown_chance));
    }
    cells.resize(HEADS.split(',').count(), "-".to_owned());
    cells
}

/// The mean distance from uniform of this many worlds from a uniform distribution of so many mazes:
/// half the mean absolute deviation of a count, as a multiple of the expected count.
///
/// Source: A. de Moivre, 1730, quoted in P. Diaconis and S. Zabell, "Closed form summation for
/// classical distributions", Statistical Science 6, 1991: that deviation is twice ν (1 − p) times the
/// chance of ν hits, where ν is the first whole number above the mean.
fn distance_by_chance(worlds: u64, mazes: u64) -> f64 {
    let (above, p) = (worlds / mazes + 1, 1.0 / mazes as f64);
    let chance = Binomial::new(p, worlds).map_or(0.0, |hits| hits.pmf(above));
    above as f64 * (1.0 - p) * chance / (worlds as f64 * p)
}

/// The probability that Pearson's statistic is at least this large if all mazes are equally likely;
/// `None` if there are too few worlds for the test.
fn p_value(evenness: &Evenness) -> Option<f64> {
    let distribution = ChiSquared::new(evenness.degrees as f64).ok()?;
    (evenness.expected >= ENOUGH).then(|| distribution.sf(evenness.chi_square))
}

/// A probability with three decimals, or with two significant digits if it is below 1e-3.
fn shown_chance(p: f64) -> String {
    if p < 1e-12 {
        "<1e-12".to_owned()
    } else if p < 1e-3 {
        format!("{p:.1e}")
    } else {
        format!("{p:.3}")
    }
}

/// Lines with aligned columns: the first `words` to the left, the others, numbers, to the right.
fn table(lines: &[Vec<String>], words: usize) -> String {
    let mut widths = vec![0; lines[0].len()];
    for line in lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.chars().count().max(*width);
        }
    }
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths).enumerate();
        let cells = cells.map(|(index, (cell, &width))| {
            if index < words { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By its definition: every number of hits, weighted by its probability.
    #[test]
    fn the_distance_by_chance_is_the_mean_over_all_draws() {
        for (draws, mazes) in [(1, 1_u32), (1, 2), (2, 2), (7, 4), (40, 15), (400, 192), (1000, 4)]
        {
            let p = 1.0 / f64::from(mazes);
            let expected = f64::from(draws) * p;
            let (mut all, mut binomial) = (0.0, (1.0 - p).powi(draws));
            for hits in 0..=draws {
                all += binomial * (f64::from(hits) - expected).abs();
                binomial *= f64::from(draws - hits) / f64::from(hits + 1) * p / (1.0 - p);
            }
            let distance = distance_by_chance(draws.unsigned_abs().into(), mazes.into());
            let by_definition = if mazes == 1 { 0.0 } else { all / expected / 2.0 };
            assert!((distance - by_definition).abs() < 1e-9, "{draws} draws, {mazes} mazes");
        }
    }

    /// Values from tables of the chi-square distribution.
    #[test]
    fn chances_are_those_of_tables() {
        for (degrees, chi_square, p) in
            [(3, 7.815, "0.050"), (14, 23.685, "0.050"), (3, 0.0, "1.000")]
        {
            let counts = std::iter::repeat_n(10, degrees + 1);
            let evenness = Evenness { chi_square, ..Evenness::new(counts, degrees as u64 + 1) };
            assert_eq!(p_value(&evenness).map(shown_chance).as_deref(), Some(p));
        }
        assert_eq!(p_value(&Evenness::new([4, 4].into_iter(), 2)), None);
        assert_eq!(p_value(&Evenness::new([40].into_iter(), 1)), None);
        assert_eq!(shown_chance(0.000_123), "1.2e-4");
        assert_eq!(shown_chance(0.0), "<1e-12");
    }
}
