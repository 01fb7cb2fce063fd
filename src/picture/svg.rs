//! SVG, written by hand: repeated shapes are defined once, and bars of a colour are one path.

use std::collections::HashSet;
use std::io::Write as _;

use super::Picture;
use super::ink::{Ink, Rgb, Theme};
use super::legend::Legend;
use super::paint::{Canvas, EDGE, Spot, paint};
use super::shape::{CELL, Form, Paint, SIDE, Shape, Stroke};
use super::stamps::{Stamp, Stamps};
use crate::base::grid::Grid;
use xxhash_rust::xxh3::xxh3_64;

/// Where an id names its picture, until all of that is written. No text of a picture has control characters.
const PICTURE: char = '\u{1}';

/// The margin around a maze, in units of 120 per cell.
pub(super) const MARGIN: f32 = 30.0;

/// Left, top, width and height of a picture, with the margins around its maze.
pub(crate) fn frame(grid: Grid, has_coordinates: bool) -> [f32; 4] {
    let first = if has_coordinates { EDGE } else { MARGIN };
    let [width, height] = [grid.columns, grid.rows].map(|it| it as f32 * CELL + first + MARGIN);
    [-first, -first, width, height]
}

/// A picture as SVG.
pub fn svg(picture: &Picture, theme: Theme) -> String {
    SvgWriter::new(|ink| hex(theme.rgb(ink))).write(picture, None, 0.0)
}

/// Writes pictures as SVG.
pub struct SvgWriter<C> {
    colour: C,
    title: String,
    has_legend: bool,
    /// The text as bytes: it is mostly numbers, of a few bytes each.
    body: Vec<u8>,
    defined: HashSet<Stamp>,
}

impl<C: Fn(Ink) -> String> SvgWriter<C> {
    /// A writer; `colour` gives the notation of a colour: `#1c1f2b`, for instance, or
    /// `var(--wall)`.
    pub fn new(colour: C) -> Self {
        let (title, body) = ("Maze".to_owned(), Vec::new());
        Self {
            colour,
            title,
            has_legend: false,
            body,
            defined: HashSet::new(),
        }
    }

    /// Sets the title of the picture, in place of `Maze`.
    #[must_use]
    pub fn titled(self, title: &str) -> Self {
        Self {
            title: title.to_owned(),
            ..self
        }
    }

    /// Adds a legend if there are agents: the mark and the name of each kind.
    #[must_use]
    pub fn with_legend(self) -> Self {
        Self {
            has_legend: true,
            ..self
        }
    }

    /// A picture; slots that were 0 in `before` are [fresh](super::Slot::is_fresh). Cells have
    /// `side` pixels; if 0, the picture fills the available space.
    pub fn write(mut self, picture: &Picture, before: Option<&Picture>, side: f32) -> String {
        let legend = Legend::of(picture).filter(|_| self.has_legend);
        let below = legend.as_ref().map_or(0.0, |legend| legend.height);
        let [left, top, width, height] = frame(picture.grid, false);
        let height = height + below;
        let scale = side / CELL;
        let pixels = if side > 0.0 {
            format!(
                " width=\"{}\" height=\"{}\"",
                Short(width * scale),
                Short(height * scale)
            )
        } else {
            String::new()
        };
        let paper = (self.colour)(Ink::Paper);
        let _ = writeln!(
            self.body,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"{pixels} viewBox=\"{} {} {} {}\" \
             xmlns:xlink=\"http://www.w3.org/1999/xlink\" stroke-linecap=\"round\" stroke-linejoin=\"round\" fill=\"none\">\n\
             <title>{}</title>\n<desc>{}</desc>\n\
             <path fill=\"{paper}\" d=\"M{l} {t}H{}V{}H{l}z\"/>",
            Short(left),
            Short(top),
            Short(width),
            Short(height),
            escaped(&self.title),
            escaped(&picture.in_words()),
            Short(width + left),
            Short(height + top),
            l = Short(left),
            t = Short(top),
        );
        paint(picture, before, &mut Stamps::default(), &mut self);
        if let Some(legend) = legend {
            Canvas::shapes(&mut self, &legend.shapes);
        }
        self.body.extend(b"</svg>\n");
        self.finish()
    }

    /// Shapes as SVG, for pictures that are assembled in another way.
    pub fn elements(mut self, shapes: &[Shape]) -> String {
        self.shapes(shapes);
        self.finish()
    }

    /// Returns what was written. Several pictures may come into one document, in which an id must be unique: each begins with
    /// the digest of its picture.
    fn finish(self) -> String {
        let digest = xxh3_64(&self.body) >> 16;
        let body = text(self.body);
        if self.defined.is_empty() {
            return body;
        }
        body.replace(PICTURE, &format!("s{digest:012x}-"))
    }

    /// Returns what was drawn so far, and begins anew. What is defined in it isn't defined again, so that all of it belongs in
    /// one document, alone.
    #[cfg(feature = "draw")]
    pub(crate) fn take(&mut self) -> String {
        text(std::mem::take(&mut self.body)).replace(PICTURE, "s")
    }

    fn shape(&mut self, shape: &Shape) {
        match &shape.form {
            Form::Rect {
                x,
                y,
                width,
                height,
                round,
            } => {
                let [x, y, width, height, round] =
                    [x, y, width, height, round].map(|&it| Short(it));
                let _ = write!(
                    self.body,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
                );
                if round.0 > 0.0 {
                    let _ = write!(self.body, " rx=\"{round}\"");
                }
            }
            Form::Circle { x, y, r } => {
                let [x, y, r] = [x, y, r].map(|&it| Short(it));
                let _ = write!(self.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"");
            }
            Form::Path(strokes) => {
                self.body.extend(b"<path d=\"");
                self.strokes(strokes);
                self.body.push(b'"');
            }
        }
        let _ = match shape.paint {
            Paint::Fill(ink) => write!(self.body, " fill=\"{}\"/>", (self.colour)(ink)),
            Paint::Line(ink, width) => {
                let ink = (self.colour)(ink);
                write!(
                    self.body,
                    " stroke=\"{ink}\" stroke-width=\"{}\"/>",
                    Short(width)
                )
            }
            Paint::Dashes(ink, width, lengths) => {
                let ink = (self.colour)(ink);
                let [a, b, c, d] = lengths.map(Short);
                write!(
                    self.body,
                    " stroke=\"{ink}\" stroke-width=\"{}\" stroke-dasharray=\"{a} {b} {c} {d}\" \
                     stroke-dashoffset=\"{}\"/>",
                    Short(width),
                    Short(lengths[0] / 2.0)
                )
            }
        };
    }

    /// The strokes of a path, each point relative to the last one: a long route has few digits then.
    fn strokes(&mut self, strokes: &[Stroke]) {
        let (mut first, mut pen) = ([0; 2], [0; 2]);
        for stroke in strokes {
            let (letter, points): (_, &[f32]) = match stroke {
                Stroke::To(x, y) => (b'm', &[*x, *y]),
                Stroke::Line(x, y) => (b'l', &[*x, *y]),
                Stroke::Curve(points) => (b'c', points),
                Stroke::Close => (b'z', &[]),
            };
            self.body.push(letter);
            let from = pen;
            for (at, point) in points.as_chunks::<2>().0.iter().enumerate() {
                pen = point.map(tenths);
                for (axis, to) in pen.into_iter().enumerate() {
                    let by = to - from[axis];
                    if by >= 0 && at + axis > 0 {
                        self.body.push(b' '); // a minus is a separator, too
                    }
                    let _ = write!(self.body, "{}", by as f64 / 10.0);
                }
            }
            match stroke {
                Stroke::To(..) => first = pen,
                Stroke::Close => pen = first,
                _ => {}
            }
        }
    }

    /// One path for all copies of a bar, with a line for each run of them. A unit of it is a cell.
    fn bars(&mut self, bar: &Bar, runs: &[[u32; 3]]) {
        let Bar {
            is_upright,
            middle,
            width,
            cap,
            ink,
        } = *bar;
        let (across, down) = if is_upright {
            (middle, 0.0)
        } else {
            (0.0, middle)
        };
        self.body.extend(b"<path transform=\"");
        if middle.abs() > 0.01 {
            let _ = write!(self.body, "translate({} {})", Short(across), Short(down));
        }
        let width = format!("{:.5}", width / CELL);
        let width = width.trim_end_matches('0').trim_end_matches('.');
        let colour = (self.colour)(ink);
        let _ = write!(
            self.body,
            "scale({SIDE})\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-linecap=\"{cap}\" d=\"",
        );
        let (mut x, mut y) = (0, 0);
        for run in runs {
            let [lane, first, length] = run.map(i64::from);
            let (left, top) = if is_upright {
                (lane, first)
            } else {
                (first, lane)
            };
            let along = if is_upright { 'v' } else { 'h' };
            for (letter, number) in [('m', left - x), (' ', top - y), (along, length)] {
                let _ = write!(self.body, "{letter}{number}");
            }
            (x, y) = if is_upright {
                (left, top + length)
            } else {
                (left + length, top)
            };
        }
        self.body.extend(b"\"/>\n");
    }

    fn define(&mut self, stamp: Stamp, shapes: &[Shape]) {
        if self.defined.insert(stamp) {
            let _ = write!(self.body, "<defs><g id=\"{PICTURE}{}\">", stamp.0);
            for shape in shapes {
                self.shape(shape);
            }
            self.body.extend(b"</g></defs>\n");
        }
    }
}

impl<C: Fn(Ink) -> String> Canvas for SvgWriter<C> {
    fn shapes(&mut self, shapes: &[Shape]) {
        let mut left = shapes;
        while let Some(first) = left.first() {
            // Consecutive sharp rectangles of one colour are one path.
            let same = |shape: &&Shape| sharp(shape).is_some() && shape.paint == first.paint;
            let run = left.iter().take_while(same).count();
            if run > 1
                && let Paint::Fill(ink) = first.paint
            {
                let _ = write!(self.body, "<path fill=\"{}\" d=\"", (self.colour)(ink));
                for [x, y, width, height] in left[..run].iter().filter_map(sharp) {
                    let [x, y, width, height] = [x, y, width, height].map(Short);
                    let _ = write!(self.body, "M{x} {y}h{width}v{height}h-{width}z");
                }
                self.body.extend(b"\"/>\n");
                left = &left[run..];
            } else {
                self.shape(first);
                self.body.push(b'\n');
                left = &left[1..];
            }
        }
    }

    fn layer(&mut self, stamps: &Stamps, spots: &[Spot]) {
        let bar_of = |shapes: &[Shape]| {
            if let [shape] = shapes {
                Bar::of(shape)
            } else {
                None
            }
        };
        let mut copies: Vec<_> = stamps
            .all()
            .map(|it| (bar_of(it), CellRuns::default()))
            .collect();
        for &Spot { stamp, x, y } in spots {
            let (bar, runs) = &mut copies[stamp.0 as usize];
            let is_upright = bar.is_some_and(|bar| bar.is_upright);
            let (lane, place) = if is_upright { (x, y) } else { (y, x) };
            runs.add(lane, place);
        }
        let used = copies
            .into_iter()
            .zip((0..).map(Stamp))
            .filter(|((_, it), _)| !it.all.is_empty());
        for ((bar, runs), stamp) in used {
            let shapes = stamps.shapes(stamp);
            if let Some(bar) = bar {
                self.bars(&bar, &runs.all);
            }
            if bar.is_some() || shapes.is_empty() {
                continue;
            }
            self.define(stamp, shapes);
            for [y, first, length] in runs.all {
                for x in first..first + length {
                    let (x, y) = (
                        u64::from(x) * u64::from(SIDE),
                        u64::from(y) * u64::from(SIDE),
                    );
                    // Older programs know only the attribute of XLink.
                    let id = stamp.0;
                    let _ = writeln!(
                        self.body,
                        "<use href=\"#{PICTURE}{id}\" xlink:href=\"#{PICTURE}{id}\" x=\"{x}\" y=\"{y}\"/>",
                    );
                }
            }
        }
    }
}

/// A sharp rectangle from one side of a cell to the other, or as far beyond both as half its width:
/// copies in a row look like one line.
#[derive(Clone, Copy)]
struct Bar {
    is_upright: bool,
    /// The way from the upper left of the cell to the middle of its width.
    middle: f32,
    width: f32,
    /// The form of its ends, as SVG has it.
    cap: &'static str,
    ink: Ink,
}

impl Bar {
    fn of(shape: &Shape) -> Option<Self> {
        let ([x, y, width, height], Paint::Fill(ink)) = (sharp(shape)?, shape.paint) else {
            return None;
        };
        let is_upright = height > width;
        let (first, length, edge, width) = if is_upright {
            (y, height, x, width)
        } else {
            (x, width, y, height)
        };
        let is = |a: f32, b: f32| (a - b).abs() < 1e-3;
        let cap = if is(first, 0.0) {
            "butt"
        } else if is(first, -width / 2.0) {
            "square"
        } else {
            return None;
        };
        let middle = edge + width / 2.0;
        is(length, CELL - 2.0 * first).then_some(Self {
            is_upright,
            middle,
            width,
            cap,
            ink,
        })
    }
}

/// Runs of cells, which are added in the order of the grid: along columns if they are upright, otherwise
/// along rows.
#[derive(Default)]
struct CellRuns {
    /// Each by its column or row, its first place there, and its length.
    all: Vec<[u32; 3]>,
    last: Vec<usize>,
}

impl CellRuns {
    fn add(&mut self, lane: u32, place: u32) {
        let at = lane as usize;
        if at >= self.last.len() {
            self.last.resize(at + 1, usize::MAX);
        }
        match self.all.get_mut(self.last[at]) {
            Some([_, first, length]) if *first + *length == place => *length += 1,
            _ => {
                self.last[at] = self.all.len();
                self.all.push([lane, place, 1]);
            }
        }
    }
}

/// Left, top, width and height of a shape that is a rectangle with sharp corners.
fn sharp(shape: &Shape) -> Option<[f32; 4]> {
    match shape.form {
        Form::Rect {
            x,
            y,
            width,
            height,
            round: 0.0,
        } if matches!(shape.paint, Paint::Fill(_)) => Some([x, y, width, height]),
        _ => None,
    }
}

/// A text for SVG and HTML, without what XML has no characters for.
pub(crate) fn escaped(text: &str) -> String {
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;");
    let text = text.replace("]]>", "]]&gt;");
    let is_legal =
        |letter: &char| !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}');
    text.chars().filter(is_legal).collect()
}

/// A colour as `#1c1f2b`.
pub fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A number rounded to a tenth, without a decimal that is 0.
#[derive(Clone, Copy, derive_more::Display)]
#[display("{}", tenths(*_0) as f64 / 10.0)]
struct Short(f32);

#[allow(clippy::cast_possible_truncation)] // mazes are not that large
fn tenths(number: f32) -> i64 {
    (number * 10.0).round() as i64
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("texts and ASCII")
}
