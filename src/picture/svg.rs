//! SVG, written by hand: repeated shapes are defined once, and rectangles of a colour are one path.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use super::Picture;
use super::ink::{Ink, Rgb, Theme};
use super::paint::{Canvas, Spot, paint};
use super::shape::{CELL, Form, Paint, SIDE, Shape, Stroke};
use super::stamps::{Stamp, Stamps};

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
    body: String,
    defined: HashSet<Stamp>,
}

impl<C: Fn(Ink) -> String> SvgWriter<C> {
    /// A writer; `colour` gives the notation of a colour: `#1c1f2b`, for instance, or
    /// `var(--wall)`.
    pub fn new(colour: C) -> Self {
        Self { colour, body: String::new(), defined: HashSet::new() }
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
            "<svg xmlns=\"http://www.w3.org/2000/svg\"{pixels} viewBox=\"-{m} -{m} {} {}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\" fill=\"none\">\n\
             <path fill=\"{paper}\" d=\"M-{m} -{m}H{}V{}H-{m}z\"/>",
            Short(width),
            Short(height),
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
        let _ = match stroke {
            Stroke::To(x, y) => write!(self.body, "M{} {}", Short(x), Short(y)),
            Stroke::Line(x, y) => write!(self.body, "L{} {}", Short(x), Short(y)),
            Stroke::Curve(points) => {
                self.body.push('C');
                let points = points.map(|it| Short(it).to_string());
                self.body.push_str(&points.join(" "));
                Ok(())
            }
            Stroke::Close => write!(self.body, "z"),
        };
    }

    /// One path for all copies of a rectangle.
    fn rectangles(&mut self, spots: &[(u32, u32)], rect: [f32; 4], ink: Ink) {
        let [x, y, width, height] = rect;
        let is_upright = height > width;
        let mut spots = spots.to_vec();
        if is_upright {
            spots.sort_unstable();
        }
        let _ = write!(self.body, "<path fill=\"{}\" d=\"", (self.colour)(ink));
        let mut left = &spots[..];
        while let Some(&(column, row)) = left.first() {
            let follows = |at: usize, spot: (u32, u32)| {
                let at = u32::try_from(at).unwrap_or(u32::MAX);
                spot == if is_upright { (column, row + at) } else { (column + at, row) }
            };
            let run = left.iter().enumerate().take_while(|&(at, &spot)| follows(at, spot)).count();
            left = &left[run..];
            let (column, row, more) = (column as f32, row as f32, (run - 1) as f32 * CELL);
            let width = if is_upright { width } else { width + more };
            let height = if is_upright { height + more } else { height };
            let (left, top) = (column * CELL + x, row * CELL + y);
            let [left, top, width, height] = [left, top, width, height].map(Short);
            let _ = write!(self.body, "M{left} {top}h{width}v{height}h-{width}z");
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
        let mut by_stamp: BTreeMap<Stamp, Vec<(u32, u32)>> = BTreeMap::new();
        for spot in spots {
            by_stamp.entry(spot.stamp).or_default().push((spot.x, spot.y));
        }
        for (stamp, spots) in by_stamp {
            let shapes = stamps.shapes(stamp);
            match shapes {
                [] => {}
                [shape] if let (Some(rect), Paint::Fill(ink)) = (sharp(shape), shape.paint) => {
                    self.rectangles(&spots, rect, ink);
                }
                _ => {
                    self.define(stamp, shapes);
                    for (x, y) in spots {
                        let (x, y) =
                            (u64::from(x) * u64::from(SIDE), u64::from(y) * u64::from(SIDE));
                        let _ = writeln!(
                            self.body,
                            "<use href=\"#s{}\" x=\"{x}\" y=\"{y}\"/>",
                            stamp.0
                        );
                    }
                }
            }
        }
    }
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
        let tenths = (self.0 * 10.0).round();
        if tenths % 10.0 == 0.0 {
            write!(f, "{}", tenths / 10.0 + 0.0)
        } else {
            write!(f, "{:.1}", tenths / 10.0)
        }
    }
}
