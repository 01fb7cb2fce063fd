//! `--plot`: histograms of a column, or its course over ticks, a panel for each variant, as SVG.

mod course;

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::base::count::{plural, saturating_usize, whole_part};
use crate::base::limits;
use crate::cli::output::{Writer, stdout};
use crate::cli::paths::{is_dash, report_at};
use crate::cli::verdict::Reports;
use crate::picture::svg::hex;
use crate::picture::{Ink, Theme};
use crate::tools::sweep::{Columns, Spread, Summary, Variant};

use super::{SweepPlan, option_error, summary};

/// The width of the picture, the height of a panel, the space below the last panel, in pixels.
const WIDTH: u32 = 760;
const PANEL: u32 = 150;
const FOOT: u32 = 26;

/// The margins of a panel: at its top for the title, to its left and below for the axes.
const TOP: u32 = 28;
const LEFT: u32 = 64;
const BELOW: u32 = 24;

const BAR: Ink = Ink::Claim(Ink::DARKEST);
const INKS: [Ink; 5] = [Ink::Paper, Ink::Grid, Ink::Text, BAR, Ink::Accent];

pub(super) fn empty(
    output: &Path,
    variants: &[Variant],
    columns: &mut Columns,
) -> Result<Summary, Reports> {
    if !is_dash(output)
        && !output
            .extension()
            .is_some_and(|it| it.eq_ignore_ascii_case("svg"))
    {
        let why = "histograms are SVG, expected a name that ends in `.svg`";
        return Err(report_at(output, why));
    }
    let empty = Summary::new(columns).map_err(option_error("--plot"))?;
    let (found, most) = (variants.len(), limits::PANELS);
    if found > most {
        return Err(option_error("--plot")(format!(
            "{found} panels, expected at most {most}"
        )));
    }
    Ok(empty)
}

impl SweepPlan<'_> {
    pub(super) fn plot(&self, empty: &Summary, output: &Path) -> Result<(), Reports> {
        let variants = self.sweep.variants();
        let file = (!is_dash(output)).then(|| Writer::quick().begin(output));
        let file = file.transpose()?;
        let titles = variants.iter().map(|it| self.title_of(it));
        let column = self.sweep.columns().names().next().unwrap_or_default();
        let svg = if let Some(each_tick) = self.sweep.columns().of_each_tick() {
            course::svg(
                column,
                &titles.zip(self.courses(each_tick)?).collect::<Vec<_>>(),
            )
        } else {
            let mut panels: Vec<_> = titles.map(|title| (title, Spread::default())).collect();
            for (number, _, _, spreads) in self.summarized(empty)?.variants() {
                panels[number].1 = spreads[0].clone();
            }
            svg(column, &panels)
        };
        let Some(svg) = svg.map_err(Reports::of_call)? else {
            return Err(option_error("--plot")(format!(
                "no world has a number in `{column}`"
            )));
        };
        let svg = svg.as_bytes();
        Ok(file.map_or_else(|| stdout().write_all(svg), |file| file.finish(svg))?)
    }
}

fn svg(column: &str, panels: &[(String, Spread)]) -> Result<Option<String>, Box<dyn Error>> {
    let spreads: Vec<_> = panels.iter().map(|(_, spread)| spread).collect();
    let Some(bins) = Bins::new(&spreads) else {
        return Ok(None);
    };
    let shares: Vec<_> = spreads.iter().map(|spread| bins.shares(spread)).collect();
    let highest = shares.iter().flatten().copied().fold(0.0, f64::max);
    let title = format!("{column}, share of worlds");
    let svg = picture(panels.len(), column, &title, |place, area| {
        let (title, spread) = &panels[place];
        panel(
            area,
            &heading(title, spread),
            &bins,
            &shares[place],
            highest,
            spread.mean(),
        )
    });
    svg.map(Some)
}

/// A picture of so many panels, with words below the last.
fn picture(
    panels: usize,
    words: &str,
    title: &str,
    panel: impl Fn(usize, &Area<'_>) -> Result<(), Box<dyn Error>>,
) -> Result<String, Box<dyn Error>> {
    let height = u32::try_from(panels)? * PANEL + FOOT;
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
    root.fill(&colour(Ink::Paper))?;
    let (all, foot) = root.split_vertically(height - FOOT);
    for (place, area) in all.split_evenly((panels, 1)).iter().enumerate() {
        panel(place, area)?;
    }
    let middle = i32::try_from(LEFT + (WIDTH - LEFT) / 2)?;
    let centred = letters(17).pos(Pos::new(HPos::Center, VPos::Top));
    foot.draw_text(words, &centred, (middle, 2))?;
    root.present()?;
    drop((all, foot, root));
    Ok(themed(&svg, title))
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

fn panel(
    area: &Area<'_>,
    heading: &str,
    bins: &Bins,
    shares: &[f64],
    highest: f64,
    mean: Option<f64>,
) -> Result<(), Box<dyn Error>> {
    let (left, right) = (bins.ends(0).0, bins.ends(bins.count - 1).1);
    let percent = |share: &f64| decimal(*share) + " %";
    let mut chart = chart(area, heading, (left..right, 0.0..highest * 105.0), &percent)?;
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

/// A panel with its heading and its axes, and nothing drawn in it yet.
fn chart<'a, 'b>(
    area: &'a Area<'b>,
    heading: &str,
    (across, up): (Range<f64>, Range<f64>),
    label: &dyn Fn(&f64) -> String,
) -> Result<Chart<'a, 'b>, Box<dyn Error>> {
    area.draw_text(heading, &letters(19), (i32::try_from(LEFT)?, 8))?;
    let mut chart = ChartBuilder::on(area)
        .margin_top(TOP)
        .margin_right(16)
        .x_label_area_size(BELOW)
        .y_label_area_size(LEFT)
        .build_cartesian_2d(across, up)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(colour(Ink::Grid))
        .light_line_style(TRANSPARENT)
        .axis_style(colour(Ink::Text))
        .label_style(letters(16))
        .x_labels(12)
        .y_labels(4)
        .y_label_formatter(&label)
        .x_label_formatter(&|number| decimal(*number))
        .draw()?;
    Ok(chart)
}

fn heading(title: &str, spread: &Spread) -> String {
    let mean = spread
        .mean()
        .map(|mean| format!(", mean {}", summary::shown(mean)));
    format!(
        "{title}{}{}",
        plural(spread.count(), "world"),
        mean.unwrap_or_default()
    )
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

fn decimal(number: f64) -> String {
    let text = format!("{number:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Intervals of equal length that cover all numbers: one for each of few whole numbers, which is in its middle.
struct Bins {
    first: f64,
    length: f64,
    count: usize,
}

impl Bins {
    fn new(spreads: &[&Spread]) -> Option<Self> {
        const MOST: f64 = 40.0;
        let numbers = || {
            spreads
                .iter()
                .flat_map(|spread| finite(spread))
                .map(|(number, _)| number)
        };
        let least = numbers().min_by(f64::total_cmp)?;
        let most = numbers().max_by(f64::total_cmp)?;
        // Of whole numbers what divides all differences, as if all are even no bin is to be for odd ones.
        let step = numbers().try_fold(0.0, |step, number| {
            let is_whole = number.fract() == 0.0 && number.abs() < 9e15;
            is_whole.then(|| greatest_divisor(step, number - least))
        });
        let (first, length) = match step.map(|step| f64::max(step, 1.0)) {
            Some(step) => (
                least - step / 2.0,
                step * ((most - least) / step / MOST).ceil().max(1.0),
            ),
            None if most > least => (least, (most - least) / MOST),
            None => (least, 1.0),
        };
        let count = saturating_usize(whole_part(((most - first) / length).ceil()));
        Some(Self {
            first,
            length,
            count: count.max(1),
        })
    }

    fn ends(&self, place: usize) -> (f64, f64) {
        let end = |place: usize| self.first + place as f64 * self.length;
        (end(place), end(place + 1))
    }

    fn shares(&self, spread: &Spread) -> Vec<f64> {
        let mut shares = vec![0.0; self.count];
        for (number, count) in finite(spread) {
            let place: usize = saturating_usize(whole_part((number - self.first) / self.length));
            shares[place.min(self.count - 1)] += count as f64 / spread.count() as f64;
        }
        shares
    }
}

fn finite(spread: &Spread) -> impl Iterator<Item = (f64, u64)> {
    spread.numbers().filter(|(number, _)| number.abs() < 1e300)
}

fn greatest_divisor(one: f64, other: f64) -> f64 {
    if other == 0.0 {
        one
    } else {
        greatest_divisor(other, one % other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::measure::Value;

    fn bins(numbers: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let mut spread = Spread::default();
        for &number in numbers {
            spread.add(Value::Real(number));
        }
        let bins = Bins::new(&[&spread]).expect("numbers");
        let ends = (0..=bins.count).map(|place| bins.ends(place).0).collect();
        (ends, bins.shares(&spread))
    }

    #[test]
    fn whole_numbers_are_in_the_middle_of_their_bins() {
        assert_eq!(bins(&[2.0, 3.0, 3.0, 5.0]).0, [1.5, 2.5, 3.5, 4.5, 5.5]);
        assert_eq!(bins(&[2.0, 3.0, 3.0, 5.0]).1, [0.25, 0.5, 0.0, 0.25]);
        assert_eq!(bins(&[3.0, 5.0, 9.0]).0, [2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(bins(&[7.0]), (vec![6.5, 7.5], vec![1.0]));
        let (ends, shares) = bins(&[0.0, 1.0, 150.0, 199.0]);
        assert_eq!((ends.len(), ends[1], shares[0]), (41, 4.5, 0.5));
    }

    #[test]
    fn other_numbers_are_in_forty_bins() {
        let (ends, shares) = bins(&[0.5, 0.6, 2.0, 4.5]);
        assert_eq!((ends[0], ends.last(), shares[0]), (0.5, Some(&4.5), 0.5));
        assert_eq!(bins(&[0.5]).0.len(), 2);
        let drawn: f64 = bins(&[1e299, -1e299, f64::NAN, f64::INFINITY])
            .1
            .iter()
            .sum();
        assert!((drawn - 0.5).abs() < 1e-9);
        assert!(Bins::new(&[&Spread::default()]).is_none());
    }
}
