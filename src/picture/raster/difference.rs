//! The part of a frame that differs from the frame before.

use super::Raster;
use super::palette::Palette;

#[derive(Default)]
pub(super) struct Before(Vec<u8>);

/// A part of a frame, in pixels from its upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rectangle {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Before {
    /// What differs in the next frame: its part, and the colours there as palette indices, with the
    /// transparent index for unchanged pixels. All of the first frame differs, as it is opaque.
    pub(super) fn next(&mut self, frame: &Raster, palette: &mut Palette) -> (Rectangle, Vec<u8>) {
        self.0.resize(frame.data().len(), 0);
        let (part, width) = (self.part(frame), frame.dimensions().0 as usize);
        let mut places = Vec::with_capacity(part.width * part.height);
        let rows = part
            .rows(frame.data(), width)
            .zip(part.rows(&self.0, width));
        rows.for_each(|(now, before)| palette.append_changed(now, before, &mut places));
        self.0.copy_from_slice(frame.data());
        (part, places)
    }

    pub(super) fn is_first(&self) -> bool {
        self.0.is_empty()
    }

    /// The smallest rectangle with all differences from the frame before; all of the first frame.
    /// Without differences it is one pixel, as a frame cannot be empty.
    fn part(&self, frame: &Raster) -> Rectangle {
        let (width, height) = frame.dimensions();
        let (width, height) = (width as usize, height as usize);
        let rows = || {
            self.0
                .chunks_exact(4 * width)
                .zip(frame.data().chunks_exact(4 * width))
        };
        let (mut top, mut bottom, mut left, mut right) = (height, 0, width, 0);
        for (row, (before, now)) in rows()
            .enumerate()
            .filter(|(_, (before, now))| before != now)
        {
            let differs = |&column: &usize| before[4 * column..][..4] != now[4 * column..][..4];
            (top, bottom) = (top.min(row), row + 1);
            // Columns inside the rectangle need no check.
            left = (0..left).find(differs).unwrap_or(left);
            right = (right..width)
                .rev()
                .find(differs)
                .map_or(right, |column| column + 1);
        }
        match bottom {
            0 => Rectangle {
                left: 0,
                top: 0,
                width: 1,
                height: 1,
            },
            _ => Rectangle {
                left,
                top,
                width: right - left,
                height: bottom - top,
            },
        }
    }
}

impl Rectangle {
    /// The rows of this part in the data of all pixels, `width` bytes per row.
    fn rows(self, data: &[u8], width: usize) -> impl Iterator<Item = &[u8]> {
        let rows = data
            .chunks_exact(4 * width)
            .skip(self.top)
            .take(self.height);
        rows.map(move |row| &row[4 * self.left..][..4 * self.width])
    }
}
