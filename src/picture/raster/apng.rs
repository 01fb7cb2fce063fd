//! Animations as APNG.

use crate::base::count::fitted;
use std::io::{self, Write};

use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder, Writer};

use super::Raster;
use super::difference::Before;
use super::palette::Palette;
use super::png::compression;

/// An animation as APNG, frame by frame.
pub struct Apng<W: Write> {
    /// `None` after the end of the animation.
    writer: Option<Writer<W>>,
    palette: Palette,
    before: Before,
}

impl<W: Write> Apng<W> {
    /// An animation of this many frames like this one, which repeats forever. The colours are those
    /// of the theme, and the ingredients' [own](crate::picture::Ink::Own) ones in this frame.
    ///
    /// # Errors
    /// If writing fails.
    pub fn new(output: W, frame: &Raster, frames: u32) -> io::Result<Self> {
        let (width, height) = frame.dimensions();
        let palette = Palette::new(frame.theme, frame.own_inks());
        let mut encoder = Encoder::new(output, width, height);
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(palette.bytes());
        encoder.set_trns(Palette::opacity());
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(compression(width, height));
        encoder.set_animated(frames, 0)?;
        encoder.set_blend_op(BlendOp::Over)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        let writer = Some(encoder.write_header()?);
        Ok(Self { writer, palette, before: Before::default() })
    }

    /// Adds a frame, shown for this many milliseconds.
    ///
    /// # Errors
    /// If writing fails.
    pub fn frame(&mut self, frame: &Raster, milliseconds: u16) -> io::Result<()> {
        let part = self.before.part(frame);
        let places = self.before.places(frame, part, &mut self.palette);
        let Some(writer) = &mut self.writer else {
            return Err(io::Error::other("a frame after the end"));
        };
        writer.set_frame_delay(milliseconds, 1000)?;
        // A part is rejected if it would not fit at the position of the last one.
        writer.set_frame_position(0, 0)?;
        writer.set_frame_dimension(fitted(part.width), fitted(part.height))?;
        writer.set_frame_position(fitted(part.left), fitted(part.top))?;
        writer.write_image_data(&places)?;
        self.before.keep(frame);
        Ok(())
    }

    /// Ends the animation: no frame can follow.
    ///
    /// # Errors
    /// If writing fails, or frames are missing.
    pub fn end(&mut self) -> io::Result<()> {
        self.writer.take().map_or(Ok(()), |writer| Ok(writer.finish()?))
    }
}
