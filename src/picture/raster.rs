//! Pictures in pixels, with the feature `draw`: [`png()`], and animations as [`Apng`] and [`Gif`].

mod difference;
mod gif;
mod palette;
mod png;
mod sprite;

pub use gif::{GIF_SIDE, Gif};
pub use png::{Apng, png};

use std::collections::HashMap;

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint as Brush, Path, PathBuilder, Pixmap,
    PremultipliedColorU8, Rect, Transform,
};

use super::ink::{Ink, Rgb, Theme};
use super::paint::{Canvas, Spot, paint};
use super::shape::{CELL, Form, Paint, Shape, Stroke};
use super::stamps::{Stamp, Stamps};
use super::{Picture, svg};
use crate::base::count::{fitted, whole};
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
    pub fn new(grid: Grid, side: u32, theme: Theme) -> Result<Self, String> {
        let (width, height) = Self::size(grid, side);
        let is_room = width.saturating_mul(height) <= limits::PIXELS;
        let sides = is_room.then(|| (u32::try_from(width), u32::try_from(height)));
        let pixels = match sides {
            Some((Ok(width), Ok(height))) => Pixmap::new(width, height),
            _ => None,
        };
        let (margin, stamps) = (margin(side), Stamps::default());
        let most = limits::PIXELS;
        let too_large = || format!("{width} by {height} pixels, expected at most {most}");
        let pixels = pixels.ok_or_else(too_large)?;
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
        self.pixels.fill(colour(self.theme.rgb(Ink::Paper)));
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
        let (scale, margin) = (self.scale(), self.margin.cast_signed());
        sprite::draw_shapes(shapes, self.theme, scale, (margin, margin), &mut self.pixels);
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

/// Draws a shape with its origin at this pixel.
fn draw_shape(shape: &Shape, theme: Theme, scale: f32, at: (i32, i32), pixels: &mut Pixmap) {
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

fn colour([red, green, blue]: Rgb) -> Color {
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

/// Written files are read by independent decoders, and show what was drawn.
#[cfg(test)]
mod tests {
    use ::gif::{ColorOutput, DecodeOptions};
    use ::png::{Decoder, Transformations};

    use std::io;

    use super::*;
    use crate::scene::Scene;
    use crate::scene::simulation::Simulation;

    const SCENE: &str =
        "Scene(seed: 3, grid: (rows: 4, columns: 5), generate: Johnny(start: (4, 1), flips: 0.3),
        walk: Foot(from: (4, 1), to: (1, 5)), text: Lattice)";

    /// The pictures of all ticks.
    fn pictures() -> Vec<Picture> {
        let mut simulation =
            Simulation::new(&Scene::from_ron(SCENE).expect("a scene")).expect("legal");
        let mut pictures = vec![simulation.picture()];
        while simulation.tick() {
            pictures.push(simulation.picture());
        }
        pictures
    }

    fn raster(theme: Theme) -> Raster {
        Raster::new(Grid { rows: 4, columns: 5 }, 12, theme).expect("few pixels")
    }

    /// Draws a part of a frame over the displayed one; transparent pixels leave it unchanged.
    fn lay(
        shown: &mut [u8],
        width: usize,
        (left, top, part): (usize, usize, usize),
        pixels: &[u8],
    ) {
        for (row, pixels) in pixels.chunks_exact(4 * part).enumerate() {
            let there = &mut shown[4 * ((top + row) * width + left)..][..4 * part];
            for (there, pixel) in there.as_chunks_mut::<4>().0.iter_mut().zip(pixels.as_chunks().0)
            {
                if pixel[3] == 255 {
                    *there = *pixel;
                }
            }
        }
    }

    /// Asserts that two frames are nearly equal: antialiased edges may have other colours.
    fn assert_close(shown: &[u8], drawn: &[u8]) {
        let far = |(a, b): (&[u8; 4], &[u8; 4])| (0..3).any(|at| a[at].abs_diff(b[at]) > 40);
        let pixels = shown.as_chunks().0.iter().zip(drawn.as_chunks().0);
        let count = pixels.len();
        assert!(pixels.filter(|&pair| far(pair)).count() * 50 < count);
    }

    #[test]
    #[should_panic(expected = "a picture of another size")]
    fn a_picture_of_another_size_is_refused() {
        let small = Grid { rows: 3, columns: 5 };
        let mut raster = Raster::new(small, 12, Theme::Light).expect("few pixels");
        raster.draw(&pictures()[0], None);
    }

    #[test]
    fn a_png_shows_what_was_drawn() {
        let mut raster = raster(Theme::Dark);
        for picture in pictures() {
            raster.draw(&picture, None);
            let mut bytes = Vec::new();
            png(&raster, &mut bytes).expect("there is room");
            let mut reader = Decoder::new(io::Cursor::new(bytes)).read_info().expect("a PNG");
            let mut shown = vec![0; reader.output_buffer_size().expect("few pixels")];
            reader.next_frame(&mut shown).expect("a picture");
            let drawn = raster.data().as_chunks::<4>().0.iter().flat_map(|pixel| &pixel[..3]);
            assert!(shown.iter().eq(drawn));
        }
    }

    #[test]
    fn a_gif_shows_what_was_drawn() {
        let (mut raster, pictures) = (raster(Theme::Light), pictures());
        raster.draw(&pictures[0], None);
        let mut bytes = Vec::new();
        let mut gif = Gif::new(&mut bytes, &raster).expect("there is room");
        for two in pictures.windows(2) {
            raster.draw(&two[1], Some(&two[0]));
            gif.frame(&raster, 5).expect("there is room");
        }
        gif.end().expect("there is room");
        drop(gif);
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut reader = options.read_info(&bytes[..]).expect("a GIF");
        let width = raster.dimensions().0 as usize;
        let mut shown = vec![0; raster.data().len()];
        for two in pictures.windows(2) {
            let part = reader.read_next_frame().expect("a GIF").expect("a frame");
            let place = (part.left.into(), part.top.into(), part.width.into());
            lay(&mut shown, width, place, &part.buffer);
            raster.draw(&two[1], Some(&two[0]));
            assert_close(&shown, raster.data());
        }
        assert!(reader.read_next_frame().expect("a GIF").is_none());
    }

    #[test]
    fn an_apng_shows_what_was_drawn() {
        let (mut raster, pictures) = (raster(Theme::Print), pictures());
        raster.draw(&pictures[0], None);
        let mut bytes = Vec::new();
        let count = u32::try_from(pictures.len() - 1).expect("few");
        let mut apng = Apng::new(&mut bytes, &raster, count).expect("there is room");
        for two in pictures.windows(2) {
            raster.draw(&two[1], Some(&two[0]));
            apng.frame(&raster, 50).expect("there is room");
        }
        apng.end().expect("there is room");
        drop(apng);
        let mut decoder = Decoder::new(io::Cursor::new(bytes));
        decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA);
        let mut reader = decoder.read_info().expect("an APNG");
        assert_eq!(reader.info().animation_control().map(|it| it.num_frames), Some(count));
        let width = raster.dimensions().0 as usize;
        let mut shown = vec![0; raster.data().len()];
        let mut room = vec![0; raster.data().len()];
        for two in pictures.windows(2) {
            let info = reader.next_frame(&mut room).expect("a frame");
            let control = *reader.info().frame_control().expect("a frame of an animation");
            let place =
                (control.x_offset as usize, control.y_offset as usize, control.width as usize);
            lay(&mut shown, width, place, &room[..info.buffer_size()]);
            raster.draw(&two[1], Some(&two[0]));
            assert_close(&shown, raster.data());
        }
    }

    #[test]
    fn pictures_that_are_too_large_are_refused() {
        let grid = Grid { rows: 8192, columns: 8192 };
        let refused = Raster::new(grid, 1000, Theme::Light).err();
        let expected = "8192500 by 8192500 pixels, expected at most 134217728";
        assert_eq!(refused.as_deref(), Some(expected));
        assert!(Raster::new(Grid { rows: 1, columns: 1 }, 1, Theme::Light).is_ok());
    }
}
