//! Animations as APNG.

use std::io::{self, Write};

use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder, Writer};

use super::Raster;
use super::difference::Before;
use super::png::{append_rgb, compression};

/// An animation as APNG, frame by frame.
pub struct Apng<W: Write> {
    /// None once the animation has ended.
    writer: Option<Writer<W>>,
    before: Before,
    bytes: Vec<u8>,
}

impl<W: Write> Apng<W> {
    /// An animation of so many frames of this size, which is shown again and again.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(output: W, (width, height): (u32, u32), frames: u32) -> io::Result<Self> {
        let mut encoder = Encoder::new(output, width, height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(compression(width, height));
        encoder.set_animated(frames, 0)?;
        encoder.set_blend_op(BlendOp::Source)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        let writer = Some(encoder.write_header()?);
        Ok(Self { writer, before: Before::default(), bytes: Vec::new() })
    }

    /// The next frame, shown for so many milliseconds.
    ///
    /// # Errors
    /// If it cannot be written.
    #[allow(clippy::cast_possible_truncation)] // a part of a frame
    pub fn frame(&mut self, frame: &Raster, milliseconds: u16) -> io::Result<()> {
        let part = self.before.part(frame);
        let width = frame.dimensions().0 as usize;
        let Some(writer) = &mut self.writer else {
            return Err(io::Error::other("a frame behind the end"));
        };
        writer.set_frame_delay(milliseconds, 1000)?;
        // A part is refused if it would leave the frame where the last one was.
        writer.set_frame_position(0, 0)?;
        writer.set_frame_dimension(part.width as u32, part.height as u32)?;
        writer.set_frame_position(part.left as u32, part.top as u32)?;
        self.bytes.clear();
        part.rows(frame.data(), width).for_each(|row| append_rgb(row, &mut self.bytes));
        writer.write_image_data(&self.bytes)?;
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
