//! SVG, written by hand: repeated shapes are defined once, and bars of a colour are one path.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::Picture;
use super::ink::{Ink, Rgb, Theme};
use super::paint::{Canvas, Spot, paint};
use super::shape::{CELL, Form, Paint, SIDE, Shape, Stroke};
use super::stamps::{Stamp, Stamps};
use crate::base::count::fitted;

/// The margin around a maze, in units of 120 per cell.
pub(super) const MARGIN: f32 = 30.0;

/// A picture as SVG.
#[must_use]
pub fn svg(picture: &Picture, theme: Theme) -> String {
    SvgWriter::new(|ink| hex(theme.rgb(ink))).write(picture, None, 0.0)
}

/// Writes pictures as SVG.
pub struct SvgWriter<C> {
    colour: C,
    title: String,
    body: String,
    defined: HashSet<Stamp>,
}

impl<C: Fn(Ink) -> String> SvgWriter<C> {
    /// A writer; `colour` gives the notation of a colour: `#1c1f2b`, for instance, or
    /// `var(--wall)`.
    pub fn new(colour: C) -> Self {
        let (title, body) = ("Maze".to_owned(), String::new());
        Self { colour, title, body, defined: HashSet::new() }
    }

    /// With a title for the picture, in place of `Maze`.
    #[must_use]
    pub fn titled(self, title: &str) -> Self {
        Self { title: title.to_owned(), ..self }
    }

    /// A picture; slots that were 0 in `before` are [fresh](super::Slot::is_fresh). Cells have
    /// `side` pixels; if 0, the picture fills the available space.
    pub fn write(mut self, picture: &Picture, before: Option<&Picture>, side: f32) -> String {
        let (rows, columns) = (picture.grid.rows as f32, picture.grid.columns as f32);
        let (width, height) = (columns * CELL + 2.0 * MARGIN, rows * CELL + 2.0 * MARGIN);
        let scale = side / CELL;
        let pixels = if side > 0.0 {
            format!(" width=\"{}\" height=\"{}\"", Short(width * scale), Short(height * scale))
        } else {
            String::new()
        };
        let paper = (self.colour)(Ink::Paper);
        let _ = writeln!(
            self.body,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"{pixels} viewBox=\"-{m} -{m} {} {}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\" fill=\"none\">\n\
             <title>{}</title>\n<desc>{}</desc>\n\
             <path fill=\"{paper}\" d=\"M-{m} -{m}H{}V{}H-{m}z\"/>",
            Short(width),
            Short(height),
            escaped(&self.title),
            escaped(&picture.in_words()),
            Short(width - MARGIN),
            Short(height - MARGIN),
            m = Short(MARGIN),
        );
        paint(picture, before, &mut Stamps::default(), &mut self);
        self.body.push_str("</svg>\n");
        self.body
    }

    /// Shapes as SVG, for pictures that are assembled in another way.
    pub fn elements(mut self, shapes: &[Shape]) -> String {
        self.shapes(shapes);
        self.body
    }

    fn shape(&mut self, shape: &Shape) {
        match &shape.form {
            Form::Rect { x, y, width, height, round } => {
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
                self.body.push_str("<path d=\"");
                for &stroke in strokes {
                    self.stroke(stroke);
                }
                self.body.push('"');
            }
        }
        let _ = match shape.paint {
            Paint::Fill(ink) => write!(self.body, " fill=\"{}\"/>", (self.colour)(ink)),
            Paint::Line(ink, width) => {
                let ink = (self.colour)(ink);
                write!(self.body, " stroke=\"{ink}\" stroke-width=\"{}\"/>", Short(width))
            }
        };
    }

    fn stroke(&mut self, stroke: Stroke) {
        let mut write = |letter, numbers: &[f32]| {
            let separators = std::iter::once(letter).chain(std::iter::repeat(' '));
            for (separator, &number) in separators.zip(numbers) {
                self.body.push(separator);
                push_tenths(tenths(number), &mut self.body);
            }
        };
        match stroke {
            Stroke::To(x, y) => write('M', &[x, y]),
            Stroke::Line(x, y) => write('L', &[x, y]),
            Stroke::Curve(points) => write('C', &points),
            Stroke::Close => self.body.push('z'),
        }
    }

    /// One path for all copies of a bar, with a line for each run of them. A unit of it is a cell.
    fn bars(&mut self, bar: &Bar, spots: &[(u32, u32)]) {
        let Bar { is_upright, middle, width, cap, ink } = *bar;
        let (across, down) = if is_upright { (middle, 0.0) } else { (0.0, middle) };
        self.body.push_str("<path transform=\"");
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
        for [lane, first, length] in runs(spots, is_upright) {
            let [lane, first, length] = [lane, first, length].map(i64::from);
            let (left, top) = if is_upright { (lane, first) } else { (first, lane) };
            let along = if is_upright { 'v' } else { 'h' };
            for (letter, number) in [('m', left - x), (' ', top - y), (along, length)] {
                self.body.push(letter);
                push_tenths(10 * number, &mut self.body);
            }
            (x, y) = if is_upright { (left, top + length) } else { (left + length, top) };
        }
        self.body.push_str("\"/>\n");
    }

    fn define(&mut self, stamp: Stamp, shapes: &[Shape]) {
        if self.defined.insert(stamp) {
            let _ = write!(self.body, "<defs><g id=\"s{}\">", stamp.0);
            for shape in shapes {
                self.shape(shape);
            }
            self.body.push_str("</g></defs>\n");
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
                self.body.push_str("\"/>\n");
                left = &left[run..];
            } else {
                self.shape(first);
                self.body.push('\n');
                left = &left[1..];
            }
        }
    }

    fn layer(&mut self, stamps: &Stamps, spots: &[Spot]) {
        let mut by_stamp = vec![Vec::new(); stamps.len()];
        for spot in spots {
            by_stamp[spot.stamp.0 as usize].push((spot.x, spot.y));
        }
        for (stamp, spots) in (0..).map(Stamp).zip(by_stamp).filter(|(_, spots)| !spots.is_empty())
        {
            let shapes = stamps.shapes(stamp);
            if let [shape] = shapes
                && let Some(bar) = Bar::of(shape)
            {
                self.bars(&bar, &spots);
            } else if !shapes.is_empty() {
                self.define(stamp, shapes);
                for (x, y) in spots {
                    let (x, y) = (u64::from(x) * u64::from(SIDE), u64::from(y) * u64::from(SIDE));
                    let _ =
                        writeln!(self.body, "<use href=\"#s{}\" x=\"{x}\" y=\"{y}\"/>", stamp.0);
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
    /// From the upper left of the cell to the middle of its width.
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
        let (first, length, edge, width) =
            if is_upright { (y, height, x, width) } else { (x, width, y, height) };
        let is = |a: f32, b: f32| (a - b).abs() < 1e-3;
        let cap = if is(first, 0.0) {
            "butt"
        } else if is(first, -width / 2.0) {
            "square"
        } else {
            return None;
        };
        let middle = edge + width / 2.0;
        is(length, CELL - 2.0 * first).then_some(Self { is_upright, middle, width, cap, ink })
    }
}

/// The runs of cells that are given in the order of the grid, along columns if they are upright,
/// otherwise along rows: each by its column or row, its first place there, and its length.
fn runs(spots: &[(u32, u32)], is_upright: bool) -> Vec<[u32; 3]> {
    let mut runs: Vec<[u32; 3]> = Vec::new();
    // The last run of each column or row.
    let mut last: Vec<usize> = Vec::new();
    for &(x, y) in spots {
        let (lane, place) = if is_upright { (x, y) } else { (y, x) };
        let at = lane as usize;
        last.resize(last.len().max(at + 1), usize::MAX);
        match runs.get_mut(last[at]) {
            Some([_, first, length]) if *first + *length == place => *length += 1,
            _ => {
                last[at] = runs.len();
                runs.push([lane, place, 1]);
            }
        }
    }
    runs
}

/// Left, top, width and height of a shape that is a rectangle with sharp corners.
fn sharp(shape: &Shape) -> Option<[f32; 4]> {
    match shape.form {
        Form::Rect { x, y, width, height, round: 0.0 } if matches!(shape.paint, Paint::Fill(_)) => {
            Some([x, y, width, height])
        }
        _ => None,
    }
}

/// A text for SVG and HTML.
pub(crate) fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    text.chars().filter(|letter| !letter.is_control()).collect()
}

/// A colour as `#1c1f2b`.
#[must_use]
pub fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A number rounded to a tenth, in as few characters as possible.
#[derive(Clone, Copy)]
struct Short(f32);

impl std::fmt::Display for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = String::new();
        push_tenths(tenths(self.0), &mut text);
        f.write_str(&text)
    }
}

#[allow(clippy::cast_possible_truncation)] // mazes are not that large
fn tenths(number: f32) -> i64 {
    (number * 10.0).round() as i64
}

/// Appends a number of tenths. Numbers are most of an SVG, and this is faster than by a format.
fn push_tenths(tenths: i64, text: &mut String) {
    let (mut left, tenth) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    let mut digits = [b'0'; 24];
    let (mut first, mut end) = (22, 22);
    if tenth > 0 {
        digits[22] = b'.';
        digits[23] += fitted::<u8, _>(tenth);
        end = 24;
    }
    while left > 0 || first == 22 {
        first -= 1;
        digits[first] += fitted::<u8, _>(left % 10);
        left /= 10;
    }
    if tenths < 0 {
        first -= 1;
        digits[first] = b'-';
    }
    text.push_str(str::from_utf8(&digits[first..end]).expect("digits"));
}
