//! Pictures in pixels, with the feature `draw`: [`png()`], and animations as [`Apng`] and [`Gif`].

mod difference;
mod gif;
mod palette;
mod png;
mod sprite;

pub use gif::{GIF_SIDE, Gif};
pub use png::{Apng, png};

use std::collections::HashMap;
use std::io;

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint as Brush, Path, PathBuilder, Pixmap,
    PremultipliedColorU8, Rect, StrokeDash, Transform,
};

use super::ink::{Ink, Rgb, Theme};
use super::legend::Legend;
use super::paint::{Canvas, Spot, paint};
use super::shape::{CELL, Form, Paint, Shape, Stroke};
use super::stamps::{Stamp, Stamps};
use super::{Picture, svg};
use crate::base::count::{saturating_u32, whole_part};
use crate::base::grid::Grid;
use crate::base::limits;

use sprite::Sprite;

/// An animation that is written frame by frame.
pub trait Animation {
    /// Adds a frame, shown for this long.
    fn frame(&mut self, frame: &Raster, milliseconds: u16) -> io::Result<()>;

    /// Ends the animation: no frame can follow.
    ///
    /// # Errors
    /// If writing fails, or frames are missing.
    fn end(self: Box<Self>) -> io::Result<()>;
}

/// A picture in pixels, and what is needed to draw the next one of the same size.
pub struct Raster {
    pixels: Pixmap,
    grid: Grid,
    theme: Theme,
    /// Pixels per cell.
    side: u32,
    margin: u32,
    sprites: HashMap<Stamp, Option<Sprite>>,
    stamps: Stamps,
    /// The shapes below the maze that say which agent is which.
    legend: Vec<Shape>,
}

/// A picture would have more pixels than a raster can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, derive_more::Display)]
#[display("{width} by {height} pixels, expected at most {}", limits::PIXELS)]
pub struct TooManyPixels {
    width: u64,
    height: u64,
}

impl Raster {
    /// Width and height in pixels of a picture with this many pixels per cell.
    pub fn size(grid: Grid, side: u32) -> (u64, u64) {
        let all = |cells: u32| u64::from(cells) * u64::from(side) + 2 * u64::from(margin(side));
        (all(grid.columns), all(grid.rows))
    }

    /// Checks that a raster has room for pictures of this size, with this many pixels per cell.
    pub fn check_size(grid: Grid, side: u32) -> Result<(), TooManyPixels> {
        check_room(Self::size(grid, side))
    }

    /// A raster for pictures of this size, with this many pixels per cell.
    pub fn new(grid: Grid, side: u32, theme: Theme) -> Result<Self, TooManyPixels> {
        Ok(Self {
            pixels: blank(Self::size(grid, side))?,
            grid,
            theme,
            side,
            margin: margin(side),
            sprites: HashMap::new(),
            stamps: Stamps::default(),
            legend: Vec::new(),
        })
    }

    /// Adds a legend to pictures of the world of this one, if it has agents: the mark and the name of each kind.
    pub fn with_legend(mut self, picture: &Picture) -> Result<Self, TooManyPixels> {
        let Some(legend) = Legend::of(picture) else {
            return Ok(self);
        };
        let (width, height) = Self::size(self.grid, self.side);
        let below = whole_part((legend.height * self.scale()).ceil().into());
        self.pixels = blank((width, height + below))?;
        self.legend = legend.shapes;
        Ok(self)
    }

    /// Draws a picture, replacing the last one; slots that were 0 in `before` are
    /// [fresh](super::Slot::is_fresh).
    ///
    /// # Panics
    /// If `picture` is of another size than the raster, or `before` of another world.
    pub fn draw(&mut self, picture: &Picture, before: Option<&Picture>) {
        assert_eq!(self.grid, picture.grid, "a picture of another size");
        self.pixels.fill(colour(self.theme.rgb(Ink::Paper)));
        let mut stamps = std::mem::take(&mut self.stamps);
        paint(picture, before, &mut stamps, self);
        self.stamps = stamps;
        let legend = std::mem::take(&mut self.legend);
        Canvas::shapes(self, &legend);
        self.legend = legend;
    }

    /// Width and height in pixels.
    pub fn dimensions(&self) -> (u32, u32) {
        (self.pixels.width(), self.pixels.height())
    }

    /// The pixels row by row from the top: red, green, blue and 255.
    pub fn data(&self) -> &[u8] {
        self.pixels.data()
    }

    fn own_inks(&self) -> impl Iterator<Item = Ink> {
        let shapes = self.stamps.all().flatten();
        let inks = shapes.chain(&self.legend).map(|shape| shape.paint.ink());
        inks.filter(|ink| matches!(ink, Ink::Own(_)))
    }

    fn scale(&self) -> f32 {
        self.side as f32 / CELL
    }
}

fn check_room((width, height): (u64, u64)) -> Result<(), TooManyPixels> {
    if width.saturating_mul(height) > limits::PIXELS {
        return Err(TooManyPixels { width, height });
    }
    Ok(())
}

fn blank((width, height): (u64, u64)) -> Result<Pixmap, TooManyPixels> {
    check_room((width, height))?;
    let too_many = TooManyPixels { width, height };
    let (Ok(width), Ok(height)) = (u32::try_from(width), u32::try_from(height)) else {
        return Err(too_many);
    };
    Pixmap::new(width, height).ok_or(too_many)
}

fn margin(side: u32) -> u32 {
    saturating_u32(whole_part(
        (side as f32 * svg::MARGIN / CELL).round().into(),
    ))
    .max(2)
}

impl Canvas for Raster {
    fn shapes(&mut self, shapes: &[Shape]) {
        let (scale, margin) = (self.scale(), self.margin.cast_signed());
        sprite::draw_shapes(
            shapes,
            self.theme,
            scale,
            (margin, margin),
            &mut self.pixels,
        );
    }

    fn layer(&mut self, stamps: &Stamps, spots: &[Spot]) {
        let (scale, theme) = (self.scale(), self.theme);
        for spot in spots {
            let new = || Sprite::new(stamps.shapes(spot.stamp), theme, scale);
            let Some(sprite) = self.sprites.entry(spot.stamp).or_insert_with(new) else {
                continue;
            };
            let at = |cells: u32| (cells * self.side + self.margin).cast_signed();
            sprite.put(&mut self.pixels, at(spot.x), at(spot.y));
        }
    }
}

fn fill(pixels: &mut Pixmap, [left, top, right, bottom]: [i32; 4], colour: PremultipliedColorU8) {
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let inside = |at: i32, all: usize| usize::try_from(at).unwrap_or_default().min(all);
    let (left, right) = (inside(left, width), inside(right, width));
    let (top, bottom) = (inside(top, height), inside(bottom, height));
    for row in pixels
        .pixels_mut()
        .chunks_exact_mut(width)
        .take(bottom)
        .skip(top)
    {
        row[left..right.max(left)].fill(colour);
    }
}

fn draw_shape(shape: &Shape, theme: Theme, scale: f32, at: (i32, i32), pixels: &mut Pixmap) {
    /// The smallest line width, in pixels.
    const THINNEST: f32 = 1.0;
    let Some(path) = path(&shape.form) else {
        return;
    };
    let transform = Transform::from_row(scale, 0.0, 0.0, scale, at.0 as f32, at.1 as f32);
    let brush = brush(theme, shape.paint.ink());
    let (width, dash) = match shape.paint {
        Paint::Fill(_) => {
            pixels.fill_path(&path, &brush, FillRule::Winding, transform, None);
            return;
        }
        Paint::Line(_, width) => (width, None),
        Paint::Dashes(_, width, lengths) => {
            (width, StrokeDash::new(lengths.to_vec(), lengths[0] / 2.0))
        }
    };

    let stroke = tiny_skia::Stroke {
        width: width.max(THINNEST / scale),
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        dash,
        ..tiny_skia::Stroke::default()
    };
    pixels.stroke_path(&path, &brush, &stroke, transform, None);
}

fn colour([red, green, blue]: Rgb) -> Color {
    Color::from_rgba8(red, green, blue, 255)
}

fn brush(theme: Theme, ink: Ink) -> Brush<'static> {
    let mut brush = Brush::default();
    brush.set_color(colour(theme.rgb(ink)));
    brush
}

fn path(form: &Form) -> Option<Path> {
    match *form {
        Form::Circle { x, y, r } => PathBuilder::from_circle(x, y, r),
        Form::Rect {
            x,
            y,
            width,
            height,
            round: 0.0,
        } => Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect),
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
