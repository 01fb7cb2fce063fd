//! Shapes drawn by tiny-skia.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint as Brush, Path, PathBuilder, Pixmap, Rect, Transform,
};

use crate::picture::ink::{Ink, Rgb, Theme};
use crate::picture::shape::{Form, Paint, Shape, Stroke};

/// Draws a shape with its origin at this pixel.
pub(super) fn draw(shape: &Shape, theme: Theme, scale: f32, at: (i32, i32), pixels: &mut Pixmap) {
    /// The smallest line width, in pixels.
    const THINNEST: f32 = 1.0;
    let Some(path) = path(&shape.form) else { return };
    let transform = Transform::from_row(scale, 0.0, 0.0, scale, at.0 as f32, at.1 as f32);
    match shape.paint {
        Paint::Fill(ink) => {
            let brush = brush(theme, ink);
            pixels.fill_path(&path, &brush, FillRule::Winding, transform, None);
        }
        Paint::Line(ink, width) => {
            let stroke = tiny_skia::Stroke {
                width: width.max(THINNEST / scale),
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..tiny_skia::Stroke::default()
            };
            pixels.stroke_path(&path, &brush(theme, ink), &stroke, transform, None);
        }
    }
}

pub(super) fn colour([red, green, blue]: Rgb) -> Color {
    Color::from_rgba8(red, green, blue, 255)
}

fn brush(theme: Theme, ink: Ink) -> Brush<'static> {
    let mut brush = Brush::default();
    brush.set_color(colour(theme.rgb(ink)));
    brush
}

/// The form as a path; `None` if it has no extent.
fn path(form: &Form) -> Option<Path> {
    match *form {
        Form::Circle { x, y, r } => PathBuilder::from_circle(x, y, r),
        Form::Rect { x, y, width, height, round: 0.0 } => {
            Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect)
        }
        _ => {
            let mut path = PathBuilder::new();
            for stroke in form.strokes().iter() {
                match *stroke {
                    Stroke::To(x, y) => path.move_to(x, y),
                    Stroke::Line(x, y) => path.line_to(x, y),
                    Stroke::Curve(at) => path.cubic_to(at[0], at[1], at[2], at[3], at[4], at[5]),
                    Stroke::Close => path.close(),
                }
            }
            path.finish()
        }
    }
}
