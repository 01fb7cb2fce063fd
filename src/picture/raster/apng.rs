//! Animations as APNG.

use std::io::{self, Write};

use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder, Writer};

use super::Raster;
use super::difference::Before;
use super::palette::Palette;
use super::png::compression;

/// An animation as APNG, frame by frame.
pub struct Apng<W: Write> {
    /// None once the animation has ended.
    writer: Option<Writer<W>>,
    palette: Palette,
    before: Before,
}

impl<W: Write> Apng<W> {
    /// An animation of so many frames like this one, which is shown again and again. The colours are
    /// those of the theme, and what of [their own](crate::picture::Ink::Own) ingredients have in this
    /// frame.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(output: W, frame: &Raster, frames: u32) -> io::Result<Self> {
        let (width, height) = frame.dimensions();
        let palette = Palette::of(frame.theme, frame.own_inks());
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

    /// The next frame, shown for so many milliseconds.
    ///
    /// # Errors
    /// If it cannot be written.
    #[allow(clippy::cast_possible_truncation)] // a part of a frame
    pub fn frame(&mut self, frame: &Raster, milliseconds: u16) -> io::Result<()> {
        let part = self.before.part(frame);
        let places = self.before.places(frame, part, &mut self.palette);
        let Some(writer) = &mut self.writer else {
            return Err(io::Error::other("a frame behind the end"));
        };
        writer.set_frame_delay(milliseconds, 1000)?;
        // A part is refused if it would leave the frame where the last one was.
        writer.set_frame_position(0, 0)?;
        writer.set_frame_dimension(part.width as u32, part.height as u32)?;
        writer.set_frame_position(part.left as u32, part.top as u32)?;
        writer.write_image_data(&places)?;
        self.before.keep(frame);
        Ok(())
    }

    /// Ends the animation: nothing can follow.
    ///
    /// # Errors
    /// If it cannot be written, or frames are missing.
    pub fn end(&mut self) -> io::Result<()> {
        self.writer.take().map_or(Ok(()), |writer| Ok(writer.finish()?))
    }
}
