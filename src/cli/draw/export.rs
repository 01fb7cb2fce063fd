//! The formats of drawings: each writes what was recorded of a world, and knows nothing else of it.

use std::io;

use crate::picture::raster::{Animation, Apng, Gif, Raster, png};
use crate::picture::svg::{SvgWriter, hex};
use crate::picture::tiles::{TileStyle, tiles};
use crate::picture::{Film, Picture, Theme, text};
use crate::tools::page::Page;

use super::record::Still;

/// Writes a drawing in one format.
pub(super) trait Exporter {
    type Recording;

    fn export(self, recording: &Self::Recording) -> io::Result<Vec<u8>>;
}

pub(super) struct Svg {
    pub(super) title: String,
    pub(super) theme: Theme,
    /// Pixels per cell.
    pub(super) side: u32,
}

impl Exporter for Svg {
    type Recording = Still;

    fn export(self, still: &Still) -> io::Result<Vec<u8>> {
        let writer = SvgWriter::new(|ink| hex(self.theme.rgb(ink))).titled(&self.title);
        Ok(writer.write(&still.picture, still.before.as_ref(), self.side as f32).into_bytes())
    }
}

pub(super) struct Txt {
    pub(super) is_unicode: bool,
}

impl Exporter for Txt {
    type Recording = Still;

    fn export(self, still: &Still) -> io::Result<Vec<u8>> {
        Ok(text(&still.picture, self.is_unicode).into_bytes())
    }
}

impl Exporter for TileStyle {
    type Recording = Still;

    fn export(self, still: &Still) -> io::Result<Vec<u8>> {
        Ok(tiles(&still.picture, self).into_bytes())
    }
}

pub(super) struct Png(pub(super) Raster);

impl Exporter for Png {
    type Recording = Still;

    fn export(mut self, still: &Still) -> io::Result<Vec<u8>> {
        self.0.draw(&still.picture, still.before.as_ref());
        let mut bytes = Vec::new();
        png(&self.0, &mut bytes)?;
        Ok(bytes)
    }
}

/// An animation with a frame for each picture of a film, as APNG or GIF.
pub(super) struct Animated<'a> {
    pub(super) raster: Raster,
    pub(super) is_gif: bool,
    pub(super) shows_route: bool,
    /// Frames per second.
    pub(super) fps: u16,
    /// Takes the number of frames drawn.
    pub(super) observe: &'a dyn Fn(u64),
}

impl Exporter for Animated<'_> {
    type Recording = Film;

    fn export(mut self, film: &Film) -> io::Result<Vec<u8>> {
        /// How many milliseconds the last frame is shown.
        const HOLD: u16 = 2000;
        let mut bytes = Vec::new();
        let shown = |picture: Picture| {
            if self.shows_route { picture } else { picture.without_route() }
        };
        let mut now = shown(film.picture(0));
        let mut rest = film.changes().skip(1);
        self.raster.draw(&now, None);
        let mut animation: Box<dyn Animation + '_> = if self.is_gif {
            Box::new(Gif::new(&mut bytes, &self.raster)?)
        } else {
            let frames = u32::try_from(film.ticks() + 1).unwrap_or(u32::MAX);
            Box::new(Apng::new(&mut bytes, &self.raster, frames)?)
        };
        for frame in 0.. {
            (self.observe)(frame);
            let changes = rest.next();
            let is_last = changes.is_none();
            animation.frame(&self.raster, if is_last { HOLD } else { 1000 / self.fps })?;
            let Some(changes) = changes else { break };
            let before = now.clone();
            now.apply(&changes);
            now = shown(now);
            self.raster.draw(&now, Some(&before));
        }
        animation.end()?;
        Ok(bytes)
    }
}

pub(super) struct Html;

impl Exporter for Html {
    type Recording = Page;

    fn export(self, page: &Page) -> io::Result<Vec<u8>> {
        Ok(page.html().into_bytes())
    }
}
