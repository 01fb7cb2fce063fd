//! Sprites: stamps in pixels, drawn once and reused.

use tiny_skia::{Pixmap, PremultipliedColorU8};

use super::{colour, draw_shape, fill};
use crate::base::count::saturating_u8;
use crate::picture::ink::{Ink, Theme};
use crate::picture::shape::{Form, Paint, Shape};

/// The pixels of a stamp, the first at this offset from its origin.
pub(super) struct Sprite {
    left: i32,
    top: i32,
    pixels: Pixmap,
}

impl Sprite {
    /// The sprite of these shapes, if anything of them is seen.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // few pixels
    pub(super) fn new(shapes: &[Shape], theme: Theme, scale: f32) -> Option<Self> {
        let bounds = shapes.iter().map(Shape::bounds);
        let [left, top, right, bottom] = bounds.reduce(|a, b| {
            [
                a[0].min(b[0]),
                a[1].min(b[1]),
                a[2].max(b[2]),
                a[3].max(b[3]),
            ]
        })?;
        // One more pixel on each side, for antialiasing and widened lines.
        let [left, top] = [left, top].map(|it| (it * scale).floor() as i32 - 1);
        let [right, bottom] = [right, bottom].map(|it| (it * scale).ceil() as i32 + 1);
        let mut pixels = Pixmap::new((right - left).max(0) as u32, (bottom - top).max(0) as u32)?;
        draw_shapes(shapes, theme, scale, (-left, -top), &mut pixels);
        Some(Self { left, top, pixels })
    }

    /// Draws it onto pixels, with its origin here.
    pub(super) fn put(&self, onto: &mut Pixmap, x: i32, y: i32) {
        blend(&self.pixels, onto, x + self.left, y + self.top);
    }
}

/// Draws shapes with their origin at this pixel.
pub(super) fn draw_shapes(
    shapes: &[Shape],
    theme: Theme,
    scale: f32,
    at: (i32, i32),
    pixels: &mut Pixmap,
) {
    for shape in shapes {
        match rectangle(shape, scale) {
            Some(([left, top, right, bottom], ink)) => {
                let bounds = [left + at.0, top + at.1, right + at.0, bottom + at.1];
                let colour = colour(theme.rgb(ink)).premultiply().to_color_u8();
                fill(pixels, bounds, colour);
            }
            None => draw_shape(shape, theme, scale, at, pixels),
        }
    }
}

/// Blends pixels over others, with their upper left here; pixels outside are dropped.
#[allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)] // sides are below 2³¹
fn blend(over: &Pixmap, onto: &mut Pixmap, x: i32, y: i32) {
    let (width, height) = (onto.width() as i32, onto.height() as i32);
    let (own_width, own_height) = (over.width() as i32, over.height() as i32);
    let columns = (-x).clamp(0, own_width) as usize..(width - x).clamp(0, own_width) as usize;
    let rows = (-y).clamp(0, own_height)..(height - y).clamp(0, own_height);
    let (from, to) = (over.pixels(), onto.pixels_mut());
    for row in rows {
        let from = &from[(row * own_width) as usize..][columns.clone()];
        let start = ((row + y) * width + x) as usize;
        let to = &mut to[start + columns.start..][..from.len()];
        for (to, &from) in to.iter_mut().zip(from) {
            match from.alpha() {
                0 => {}
                255 => *to = from,
                _ => *to = over_opaque(from, *to),
            }
        }
    }
}

/// A pixel over an opaque one, or over a sprite's.
fn over_opaque(over: PremultipliedColorU8, under: PremultipliedColorU8) -> PremultipliedColorU8 {
    let rest = 255 - u32::from(over.alpha());
    let mix = |over: u8, under: u8| {
        saturating_u8(u32::from(over) + (u32::from(under) * rest + 127) / 255)
    };
    let alpha = mix(over.alpha(), under.alpha());
    let red = mix(over.red(), under.red()).min(alpha);
    let green = mix(over.green(), under.green()).min(alpha);
    let blue = mix(over.blue(), under.blue()).min(alpha);
    PremultipliedColorU8::from_rgba(red, green, blue, alpha).unwrap_or(under)
}

/// Left, top, right and bottom of a filled rectangle with sharp corners, aligned to pixels, and its ink. A nearly invisible one has no extent.
#[allow(clippy::cast_possible_truncation)] // pixels of a picture
fn rectangle(shape: &Shape, scale: f32) -> Option<([i32; 4], Ink)> {
    /// The size in pixels.
    const HARDLY_SEEN: f32 = 0.1;
    let Form::Rect {
        x,
        y,
        width,
        height,
        round: 0.0,
    } = shape.form
    else {
        return None;
    };
    let Paint::Fill(ink) = shape.paint else {
        return None;
    };
    let [left, top] = [x, y].map(|it| (it * scale).round() as i32);
    if width.min(height) * scale < HARDLY_SEEN {
        return Some(([left, top, left, top], ink));
    }
    let right = (((x + width) * scale).round() as i32).max(left + 1);
    let bottom = (((y + height) * scale).round() as i32).max(top + 1);
    Some(([left, top, right, bottom], ink))
}
