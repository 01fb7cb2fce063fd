//! Shapes: the few forms that everything is drawn with.

#[cfg(feature = "draw")]
use std::borrow::Cow;

use super::ink::Ink;
use crate::base::heading::Heading;

/// The side of a cell, in the units of shapes.
pub(crate) const CELL: f32 = SIDE as f32;

pub(crate) const SIDE: u32 = 120;

/// How far the control points of a quarter of a circle are from its ends, in radii. Three decimals
/// are enough: SVG is written with one.
pub(crate) const BOW: f32 = 0.552;

/// A form and how it is painted.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The form.
    pub form: Form,
    /// How it is painted.
    pub paint: Paint,
}

/// A form, in units of 120 per cell; y grows downward.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Form {
    /// A rectangle with rounded corners, from its upper left. With sharp corners, rasters align it
    /// to pixels.
    Rect {
        /// The left side.
        x: f32,
        /// The top side.
        y: f32,
        /// The width, from the left.
        width: f32,
        /// The height, from the top.
        height: f32,
        /// The radius of its corners.
        round: f32,
    },
    /// A disc.
    Circle {
        /// The centre, from the left.
        x: f32,
        /// The centre, from the top.
        y: f32,
        /// The radius of the disc.
        r: f32,
    },
    /// Strokes of a pen.
    Path(Vec<Stroke>),
}

/// A stroke of a pen.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Stroke {
    /// Move to this point.
    To(f32, f32),
    /// A straight line to this point.
    Line(f32, f32),
    /// A curve to the last point, with the control points before it.
    Curve([f32; 6]),
    /// Back to the point of the last move.
    Close,
}

/// How a form is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Paint {
    /// Filled.
    Fill(Ink),
    /// A line of this width, with round ends and corners.
    Line(Ink, f32),
    /// Such a line in dashes: the lengths of a dash, a gap, a dash and a gap. It begins in the middle of the first dash.
    Dashes(Ink, f32, [f32; 4]),
}

impl Paint {
    pub(crate) fn ink(self) -> Ink {
        match self {
            Self::Fill(ink) | Self::Line(ink, _) | Self::Dashes(ink, ..) => ink,
        }
    }

    /// The width of a line; 0 if there is none.
    fn width(self) -> f32 {
        match self {
            Self::Fill(_) => 0.0,
            Self::Line(_, width) | Self::Dashes(_, width, _) => width,
        }
    }
}

/// Collects shapes, each drawn over the last.
#[derive(Debug, Default)]
pub struct Pen(Vec<Shape>);

impl Pen {
    /// Fills a form.
    pub fn fill(&mut self, form: Form, ink: Ink) {
        self.0.push(Shape {
            form,
            paint: Paint::Fill(ink),
        });
    }

    /// Draws the outline of a form, or a line along a path.
    pub fn line(&mut self, form: Form, ink: Ink, width: f32) {
        self.0.push(Shape {
            form,
            paint: Paint::Line(ink, width),
        });
    }

    /// Draws a line along a path in dashes, as [`Paint::Dashes`] has them.
    pub fn dashes(&mut self, form: Form, ink: Ink, width: f32, dashes: [f32; 4]) {
        self.0.push(Shape {
            form,
            paint: Paint::Dashes(ink, width, dashes),
        });
    }

    /// Fills the whole cell.
    pub fn fill_cell(&mut self, ink: Ink) {
        self.fill(Form::rect(0.0, 0.0, CELL, CELL), ink);
    }

    /// The shapes drawn.
    pub fn into_shapes(self) -> Vec<Shape> {
        self.0
    }
}

impl Form {
    /// A rectangle with sharp corners.
    pub const fn rect(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self::Rect {
            x,
            y,
            width,
            height,
            round: 0.0,
        }
    }

    /// Straight lines from point to point.
    pub fn lines(points: &[(f32, f32)]) -> Self {
        let stroke = |(at, &(x, y))| {
            if at == 0 {
                Stroke::To(x, y)
            } else {
                Stroke::Line(x, y)
            }
        };
        Self::Path(points.iter().enumerate().map(stroke).collect())
    }

    /// The form with these corners.
    pub fn polygon(points: &[(f32, f32)]) -> Self {
        let Self::Path(mut strokes) = Self::lines(points) else {
            return Self::lines(points);
        };
        strokes.push(Stroke::Close);
        Self::Path(strokes)
    }

    #[cfg(feature = "draw")]
    pub(crate) fn strokes(&self) -> Cow<'_, [Stroke]> {
        use Stroke::{Close, Curve, Line, To};
        /// How far the control points of a quarter of a circle are from its ends, in radii.
        const EXACT_BOW: f32 = 0.552_284_8;
        let (x, y, width, height, round) = match *self {
            Self::Path(ref strokes) => return strokes.into(),
            Self::Circle { x, y, r } => (x - r, y - r, 2.0 * r, 2.0 * r, r),
            Self::Rect {
                x,
                y,
                width,
                height,
                round,
            } => (x, y, width, height, round),
        };
        let (right, bottom, bow) = (x + width, y + height, round * (1.0 - EXACT_BOW));
        let strokes = vec![
            To(x + round, y),
            Line(right - round, y),
            Curve([right - bow, y, right, y + bow, right, y + round]),
            Line(right, bottom - round),
            Curve([
                right,
                bottom - bow,
                right - bow,
                bottom,
                right - round,
                bottom,
            ]),
            Line(x + round, bottom),
            Curve([x + bow, bottom, x, bottom - bow, x, bottom - round]),
            Line(x, y + round),
            Curve([x, y + bow, x + bow, y, x + round, y]),
            Close,
        ];
        strokes.into()
    }

    /// Left, top, right and bottom of its points, including control points.
    fn bounds(&self) -> [f32; 4] {
        match self {
            Self::Rect {
                x,
                y,
                width,
                height,
                ..
            } => [*x, *y, x + width, y + height],
            Self::Circle { x, y, r } => [x - r, y - r, x + r, y + r],
            Self::Path(strokes) => {
                let [mut left, mut top, mut right, mut bottom] =
                    [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
                for stroke in strokes {
                    let _ = stroke.map(|(x, y)| {
                        (left, top) = (left.min(x), top.min(y));
                        (right, bottom) = (right.max(x), bottom.max(y));
                        (x, y)
                    });
                }
                [left, top, right, bottom]
            }
        }
    }
}

impl Stroke {
    /// The stroke with its points mapped, including control points.
    #[must_use]
    pub fn map(self, mut point: impl FnMut((f32, f32)) -> (f32, f32)) -> Self {
        match self {
            Self::To(x, y) => {
                let (x, y) = point((x, y));
                Self::To(x, y)
            }
            Self::Line(x, y) => {
                let (x, y) = point((x, y));
                Self::Line(x, y)
            }
            Self::Curve(mut points) => {
                for pair in points.as_chunks_mut().0 {
                    *pair = point((pair[0], pair[1])).into();
                }
                Self::Curve(points)
            }
            Self::Close => Self::Close,
        }
    }
}

impl Shape {
    /// Left, top, right and bottom, including half the width of a line and control points.
    pub fn bounds(&self) -> [f32; 4] {
        let [left, top, right, bottom] = self.form.bounds();
        let half = self.paint.width() / 2.0;
        [left - half, top - half, right + half, bottom + half]
    }

    /// The shape in another size, with its origin at another place.
    pub(crate) fn placed(&self, (left, top): (f32, f32), scale: f32) -> Self {
        let point = |(x, y): (f32, f32)| (left + x * scale, top + y * scale);
        let form = match &self.form {
            Form::Rect {
                x,
                y,
                width,
                height,
                round,
            } => {
                let (x, y) = point((*x, *y));
                let [width, height, round] = [width, height, round].map(|side| side * scale);
                Form::Rect {
                    x,
                    y,
                    width,
                    height,
                    round,
                }
            }
            Form::Circle { x, y, r } => {
                let (x, y) = point((*x, *y));
                Form::Circle { x, y, r: r * scale }
            }
            Form::Path(strokes) => {
                Form::Path(strokes.iter().map(|stroke| stroke.map(point)).collect())
            }
        };
        let paint = match self.paint {
            Paint::Fill(ink) => Paint::Fill(ink),
            Paint::Line(ink, width) => Paint::Line(ink, width * scale),
            Paint::Dashes(ink, width, dashes) => {
                Paint::Dashes(ink, width * scale, dashes.map(|length| length * scale))
            }
        };
        Self { form, paint }
    }
}

/// The plate of a heading: in the corner at the right of a walker that enters with it.
pub(crate) fn plate(travel: Heading) -> Form {
    let (a, b) = (turned((75.0, 72.0), travel), turned((111.0, 111.0), travel));
    let (x, y) = (a.0.min(b.0), a.1.min(b.1));
    Form::Rect {
        x,
        y,
        width: (a.0 - b.0).abs(),
        height: (a.1 - b.1).abs(),
        round: 6.0,
    }
}

/// A point given for travel north, rotated for travel in this heading.
pub(crate) fn turned((x, y): (f32, f32), travel: Heading) -> (f32, f32) {
    match travel {
        Heading::N => (x, y),
        Heading::E => (CELL - y, x),
        Heading::S => (CELL - x, CELL - y),
        Heading::W => (y, CELL - x),
    }
}
