//! `--plot`: histograms of a column, a panel for each variant, as SVG.

mod bins;

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::base::count::plural;
use crate::base::limits;
use crate::cli::paths::{is_dash, shown_path};
use crate::cli::stdout::stdout;
use crate::cli::writer::Writer;
use crate::picture::{Ink, Theme, hex};
use crate::tools::sweep::{Columns, Spread, Summary, Variant};

use super::{Reports, SweepPlan, as_reports, io_error, option_error, summary, usage_error};
use bins::Bins;

/// In pixels: the width of the picture, the height of a panel, the space below the last panel.
const WIDTH: u32 = 760;
const PANEL: u32 = 150;
const FOOT: u32 = 26;

/// The margins of a panel: at its top for the title, to its left and below for the axes.
const TOP: u32 = 28;
const LEFT: u32 = 64;
const BELOW: u32 = 24;

const BAR: Ink = Ink::Claim(Ink::DARKEST);
const INKS: [Ink; 5] = [Ink::Paper, Ink::Grid, Ink::Text, BAR, Ink::Accent];

/// Histograms of a column, and the file for them.
pub(super) struct Plot {
    empty: Summary,
    output: PathBuf,
}

impl Plot {
    /// Histograms of the only column, one for each variant.
    pub(super) fn new(
        output: &Path,
        variants: &[Variant],
        columns: &mut Columns,
    ) -> Result<Self, Reports> {
        if !is_dash(output) && !output.extension().is_some_and(|it| it.eq_ignore_ascii_case("svg"))
        {
            return Err(as_reports(format!(
                "{}: error: histograms are SVG, expected a name that ends in `.svg`",
                shown_path(output)
            )));
        }
        let empty = Summary::new(columns).map_err(option_error("--plot"))?;
        let (found, most) = (variants.len(), limits::PANELS);
        if found > most {
            return Err(option_error("--plot")(format!("{found} panels, expected at most {most}")));
        }
        Ok(Self { empty, output: output.to_owned() })
    }
}

impl SweepPlan {
    /// Draws histograms of the only column, one for each variant, into a file.
    pub(super) fn plot(&self, Plot { empty, output }: &Plot) -> Result<(), Reports> {
        let variants = self.sweep.variants();
        let file = (!is_dash(output)).then(|| Writer::quick().begin(output));
        let file = file.transpose().map_err(io_error)?;
        let summary_of_all = self.summarized(empty)?;
        let titles = variants.iter().map(|it| self.title(it));
        let mut panels: Vec<_> = titles.map(|title| (title, Spread::default())).collect();
        for (number, _, _, spreads) in summary_of_all.variants() {
            panels[number].1 = spreads[0].clone();
        }
        let column = self.sweep.columns().names().next().unwrap_or_default();
        let Some(svg) = svg(column, &panels).map_err(|error| usage_error(error.to_string()))?
        else {
            return Err(option_error("--plot")(format!("no world has a number in `{column}`")));
        };
        let svg = svg.as_bytes();
        file.map_or_else(|| stdout().write_all(svg), |file| file.finish(svg)).map_err(io_error)
    }
}

/// A picture of a column for each panel; `None` without any numbers.
fn svg(column: &str, panels: &[(String, Spread)]) -> Result<Option<String>, Box<dyn Error>> {
    let spreads: Vec<_> = panels.iter().map(|(_, spread)| spread).collect();
    let Some(bins) = Bins::new(&spreads) else { return Ok(None) };
    let shares: Vec<_> = spreads.iter().map(|spread| bins.shares(spread)).collect();
    let highest = shares.iter().flatten().copied().fold(0.0, f64::max);
    let height = u32::try_from(panels.len())? * PANEL + FOOT;
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
    root.fill(&colour(Ink::Paper))?;
    let (all, foot) = root.split_vertically(height - FOOT);
    for (area, ((title, spread), shares)) in
        all.split_evenly((panels.len(), 1)).iter().zip(panels.iter().zip(&shares))
    {
        panel(area, &heading(title, spread), &bins, shares, highest, spread.mean())?;
    }
    let middle = i32::try_from(LEFT + (WIDTH - LEFT) / 2)?;
    let centred = letters(17).pos(Pos::new(HPos::Center, VPos::Top));
    foot.draw_text(column, &centred, (middle, 2))?;
    root.present()?;
    drop((all, foot, root));
    Ok(Some(themed(&svg, &format!("{column}, share of worlds"))))
}

/// A histogram with its title and axes.
fn panel(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    heading: &str,
    bins: &Bins,
    shares: &[f64],
    highest: f64,
    mean: Option<f64>,
) -> Result<(), Box<dyn Error>> {
    area.draw_text(heading, &letters(19), (i32::try_from(LEFT)?, 8))?;
    let (left, right) = (bins.ends(0).0, bins.ends(bins.count() - 1).1);
    let mut chart = ChartBuilder::on(area)
        .margin_top(TOP)
        .margin_right(16)
        .x_label_area_size(BELOW)
        .y_label_area_size(LEFT)
        .build_cartesian_2d(left..right, 0.0..highest * 105.0)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(colour(Ink::Grid))
        .light_line_style(TRANSPARENT)
        .axis_style(colour(Ink::Text))
        .label_style(letters(16))
        .x_labels(12)
        .y_labels(4)
        .y_label_formatter(&|share| format!("{} %", Decimal(*share)))
        .x_label_formatter(&|number| Decimal(*number).to_string())
        .draw()?;
    let filled = shares.iter().enumerate().filter(|(_, share)| **share > 0.0);
    chart.draw_series(filled.map(|(place, share)| {
        let (from, to) = bins.ends(place);
        let mut bar = Rectangle::new([(from, 0.0), (to, share * 100.0)], colour(BAR).filled());
        bar.set_margin(0, 0, 0, 1);
        bar
    }))?;
    let mean = mean.filter(|mean| (left..right).contains(mean));
    let line = |mean| PathElement::new([(mean, 0.0), (mean, highest * 105.0)], colour(Ink::Accent));
    chart.draw_series(mean.map(line))?;
    Ok(())
}

/// The title of a panel.
fn heading(title: &str, spread: &Spread) -> String {
    let title = if title.is_empty() { String::new() } else { format!("{title}: ") };
    let mean = spread.mean().map(|mean| format!(", mean {}", summary::shown(mean)));
    format!("{title}{}{}", plural(spread.count(), "world"), mean.unwrap_or_default())
}

fn letters(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&colour(Ink::Text))
}

fn colour(ink: Ink) -> RGBColor {
    let [red, green, blue] = Theme::Light.rgb(ink);
    RGBColor(red, green, blue)
}

/// Adds a title, and a style with light colours for readers who prefer a dark background.
fn themed(svg: &str, title: &str) -> String {
    let mut style = String::new();
    for ink in INKS {
        let light = hex(Theme::Light.rgb(ink)).to_uppercase();
        let dark = hex(Theme::Dark.rgb(ink));
        let _ = write!(
            style,
            "\n[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}"
        );
    }
    let style = format!("<style>@media (prefers-color-scheme:dark){{{style}\n}}</style>\n");
    let (opening, rest) = svg.split_once('\n').unwrap_or((svg, ""));
    format!("{opening}\n<title>{title}</title>\n{style}{rest}")
}

/// A number with at most six decimals.
struct Decimal(f64);

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.6}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}
