//! A picture as PNG.

use std::io::{self, Write};

use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, Writer};

use super::difference::Before;
use super::palette::Palette;
use super::{Animation, Raster};
use crate::base::count::saturating_u32;

/// Writes a raster as PNG.
pub fn png(raster: &Raster, output: impl Write) -> io::Result<()> {
    let (width, height) = raster.dimensions();
    let mut encoder = Encoder::new(output, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(compression(width, height));
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer_with_size(1 << 20)?;
    let mut row = Vec::new();
    for pixels in raster.data().chunks_exact(4 * width as usize) {
        row.clear();
        append_rgb(pixels, &mut row);
        stream.write_all(&row)?;
    }
    stream.finish()?;
    writer.finish()?;
    Ok(())
}

/// Better compression for small pictures, where it is fast.
pub(super) fn compression(width: u32, height: u32) -> Compression {
    const LARGE: u64 = 1 << 22;
    let is_large = u64::from(width) * u64::from(height) > LARGE;
    if is_large {
        Compression::Fast
    } else {
        Compression::Balanced
    }
}

/// Appends opaque pixels without their fourth byte.
fn append_rgb(pixels: &[u8], rgb: &mut Vec<u8>) {
    pixels
        .as_chunks::<4>()
        .0
        .iter()
        .for_each(|pixel| rgb.extend_from_slice(&pixel[..3]));
}

/// An animation as APNG, frame by frame.
pub struct Apng<W: Write> {
    writer: Writer<W>,
    palette: Palette,
    before: Before,
}

impl<W: Write> Apng<W> {
    /// An animation of this many frames like this one, which repeats forever. The colours are those
    /// of the theme, and the ingredients' [own](crate::picture::ink::Ink::Own) ones in this frame.
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
        let writer = encoder.write_header()?;
        Ok(Self {
            writer,
            palette,
            before: Before::default(),
        })
    }
}

impl<W: Write> Animation for Apng<W> {
    fn frame(&mut self, frame: &Raster, milliseconds: u16) -> io::Result<()> {
        let (part, places) = self.before.next(frame, &mut self.palette);
        let writer = &mut self.writer;
        writer.set_frame_delay(milliseconds, 1000)?;
        // A part is rejected if it would not fit at the position of the last one.
        writer.set_frame_position(0, 0)?;
        writer.set_frame_dimension(saturating_u32(part.width), saturating_u32(part.height))?;
        writer.set_frame_position(saturating_u32(part.left), saturating_u32(part.top))?;
        Ok(writer.write_image_data(&places)?)
    }

    fn end(self: Box<Self>) -> io::Result<()> {
        Ok(self.writer.finish()?)
    }
}
