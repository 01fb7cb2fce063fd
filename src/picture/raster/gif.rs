//! Animations as GIF.

use crate::base::count::saturating_u16;
use std::borrow::Cow;
use std::io::{self, Write};

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::difference::Before;
use super::palette::Palette;
use super::{Animation, Raster};

/// The most pixels that a side of a GIF can have.
pub const GIF_SIDE: u64 = 65_535;

/// An animation as GIF, frame by frame.
pub struct Gif<W: Write> {
    encoder: Encoder<W>,
    palette: Palette,
    before: Before,
}

impl<W: Write> Gif<W> {
    /// An animation of frames like this one, which repeats forever. The colours are those of the
    /// theme, and the ingredients' [own](crate::picture::ink::Ink::Own) ones in this frame.
    ///
    /// # Errors
    /// If writing fails, or a side has too many pixels.
    pub fn new(output: W, frame: &Raster) -> io::Result<Self> {
        let (width, height) = frame.dimensions();
        let side = |pixels: u32| {
            u16::try_from(pixels).map_err(|_| io::Error::other("too many pixels for a GIF"))
        };
        let palette = Palette::new(frame.theme, frame.own_inks());
        let encoder = Encoder::new(output, side(width)?, side(height)?, &palette.bytes());
        let mut encoder = encoder.map_err(other)?;
        encoder.set_repeat(Repeat::Infinite).map_err(other)?;
        Ok(Self {
            encoder,
            palette,
            before: Before::default(),
        })
    }
}

impl<W: Write> Animation for Gif<W> {
    fn frame(&mut self, frame: &Raster, milliseconds: u16) -> io::Result<()> {
        let is_first = self.before.is_first();
        let (part, places) = self.before.next(frame, &mut self.palette);
        let written = self.encoder.write_frame(&Frame {
            delay: milliseconds / 10,
            dispose: DisposalMethod::Keep,
            transparent: (!is_first).then_some(Palette::TRANSPARENT),
            left: saturating_u16(part.left),
            top: saturating_u16(part.top),
            width: saturating_u16(part.width),
            height: saturating_u16(part.height),
            buffer: Cow::Owned(places),
            ..Frame::default()
        });
        written.map_err(other)
    }

    fn end(self: Box<Self>) -> io::Result<()> {
        self.encoder.into_inner().map(drop).map_err(other)
    }
}

fn other(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        error => io::Error::other(error.to_string()),
    }
}
