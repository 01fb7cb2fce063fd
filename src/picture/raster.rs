//! Pictures in pixels, with the feature `draw`: [`png()`], and animations as [`Apng`] and [`Gif`].

mod difference;
mod gif;
mod palette;
mod png;
mod skia;
mod sprite;
#[cfg(test)]
mod tests;

pub use gif::{GIF_SIDE, Gif};
pub use png::{Apng, png};

use crate::base::count::{fitted, whole};
use std::collections::HashMap;
use std::fmt;

use tiny_skia::{Pixmap, PremultipliedColorU8};

use super::ink::{Ink, Theme};
use super::paint::{Canvas, Spot, paint};
use super::shape::{CELL, Paint, Shape};
use super::stamps::{Stamp, Stamps};
use super::{Picture, svg};
use crate::base::grid::Grid;
use crate::base::limits;

use sprite::Sprite;

/// A picture in pixels, and what is needed to draw the next one of the same size.
pub struct Raster {
    pixels: Pixmap,
    theme: Theme,
    /// Pixels per cell.
    side: u32,
    margin: u32,
    sprites: HashMap<Stamp, Sprite>,
    stamps: Stamps,
}

/// The picture would have too many pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Width in pixels.
    pub width: u64,
    /// Height in pixels.
    pub height: u64,
}

impl Raster {
    /// Width and height in pixels of a picture with this many pixels per cell.
    #[must_use]
    pub fn size(grid: Grid, side: u32) -> (u64, u64) {
        let all = |cells: u32| u64::from(cells) * u64::from(side) + 2 * u64::from(margin(side));
        (all(grid.columns), all(grid.rows))
    }

    /// A raster for pictures of this size, with this many pixels per cell.
    ///
    /// # Errors
    /// If there would be too many pixels.
    pub fn new(grid: Grid, side: u32, theme: Theme) -> Result<Self, TooLarge> {
        let (width, height) = Self::size(grid, side);
        let is_room = width.saturating_mul(height) <= limits::PIXELS;
        let sides = is_room.then(|| (u32::try_from(width), u32::try_from(height)));
        let pixels = match sides {
            Some((Ok(width), Ok(height))) => Pixmap::new(width, height),
            _ => None,
        };
        let (margin, stamps) = (margin(side), Stamps::default());
        let too_large = TooLarge { width, height };
        let pixels = pixels.ok_or(too_large)?;
        Ok(Self { pixels, theme, side, margin, sprites: HashMap::new(), stamps })
    }

    /// Draws a picture, replacing the last one; slots that were 0 in `before` are
    /// [fresh](super::Slot::is_fresh).
    ///
    /// # Panics
    /// If `picture` is of another size than the raster, or `before` of another world.
    pub fn draw(&mut self, picture: &Picture, before: Option<&Picture>) {
        let (width, height) = self.dimensions();
        let size = Self::size(picture.grid, self.side);
        assert_eq!(size, (width.into(), height.into()), "a picture of another size");
        self.pixels.fill(skia::colour(self.theme.rgb(Ink::Paper)));
        let mut stamps = std::mem::take(&mut self.stamps);
        paint(picture, before, &mut stamps, self);
        self.stamps = stamps;
    }

    /// Width and height in pixels.
    #[must_use]
    pub fn dimensions(&self) -> (u32, u32) {
        (self.pixels.width(), self.pixels.height())
    }

    /// The pixels row by row from the top: red, green, blue and 255.
    #[must_use]
    pub fn data(&self) -> &[u8] {
        self.pixels.data()
    }

    /// The colours of ingredients used so far.
    fn own_inks(&self) -> impl Iterator<Item = Ink> {
        let shapes = self.stamps.all().flatten();
        let inks = shapes.map(|shape| match shape.paint {
            Paint::Fill(ink) | Paint::Line(ink, _) => ink,
        });
        inks.filter(|ink| matches!(ink, Ink::Own(_)))
    }

    fn scale(&self) -> f32 {
        self.side as f32 / CELL
    }
}

/// The margin around a maze, in pixels.
fn margin(side: u32) -> u32 {
    fitted::<u32, _>(whole((side as f32 * svg::MARGIN / CELL).round().into())).max(2)
}

impl Canvas for Raster {
    fn shapes(&mut self, shapes: &[Shape]) {
        let scale = self.scale();
        let margin = self.margin.cast_signed();
        for shape in shapes {
            match sprite::rectangle(shape, scale) {
                Some(rectangle) => {
                    let colour = sprite::pixel(self.theme, rectangle.ink);
                    fill(&mut self.pixels, rectangle.moved(margin, margin).bounds, colour);
                }
                None => skia::draw(shape, self.theme, scale, (margin, margin), &mut self.pixels),
            }
        }
    }

    fn layer(&mut self, stamps: &Stamps, spots: &[Spot]) {
        let scale = self.scale();
        for spot in spots {
            let theme = self.theme;
            let sprite = self
                .sprites
                .entry(spot.stamp)
                .or_insert_with(|| Sprite::new(stamps.shapes(spot.stamp), theme, scale));
            let at = |cells: u32| (cells * self.side + self.margin).cast_signed();
            sprite.put(&mut self.pixels, at(spot.x), at(spot.y));
        }
    }
}

/// Fills left, top, right and bottom with a colour.
fn fill(pixels: &mut Pixmap, [left, top, right, bottom]: [i32; 4], colour: PremultipliedColorU8) {
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let inside = |at: i32, all: usize| usize::try_from(at).unwrap_or_default().min(all);
    let (left, right) = (inside(left, width), inside(right, width));
    let (top, bottom) = (inside(top, height), inside(bottom, height));
    for row in pixels.pixels_mut().chunks_exact_mut(width).take(bottom).skip(top) {
        row[left..right.max(left)].fill(colour);
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height } = self;
        write!(f, "{width} by {height} pixels, expected at most {}", limits::PIXELS)
    }
}

impl std::error::Error for TooLarge {}
