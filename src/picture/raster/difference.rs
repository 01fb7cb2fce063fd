//! What of a frame is other than in the one before it.

use super::Raster;

/// The frame before, to compare the next one with.
#[derive(Default)]
pub(super) struct Before(Vec<u8>);

/// A part of a frame, in pixels from its upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Before {
    /// The smallest rectangle outside which the frame is as the one before; all of the first. A frame
    /// that is the same has a pixel, as a frame must.
    pub(super) fn part(&self, frame: &Raster) -> Part {
        let (width, height) = frame.dimensions();
        let (width, height) = (width as usize, height as usize);
        if self.0.is_empty() {
            return Part { left: 0, top: 0, width, height };
        }
        let rows = || self.0.chunks_exact(4 * width).zip(frame.data().chunks_exact(4 * width));
        let (mut top, mut bottom, mut left, mut right) = (height, 0, width, 0);
        for (row, (before, now)) in rows().enumerate().filter(|(_, (before, now))| before != now) {
            let differs = |&column: &usize| before[4 * column..][..4] != now[4 * column..][..4];
            (top, bottom) = (top.min(row), row + 1);
            // Columns that are inside anyway need no look.
            left = (0..left).find(differs).unwrap_or(left);
            right = (right..width).rev().find(differs).map_or(right, |column| column + 1);
        }
        match bottom {
            0 => Part { left: 0, top: 0, width: 1, height: 1 },
            _ => Part { left, top, width: right - left, height: bottom - top },
        }
    }

    /// The pixels of the frame before, unless there was none.
    pub(super) fn data(&self) -> Option<&[u8]> {
        (!self.0.is_empty()).then_some(&self.0)
    }

    /// Keeps a frame for the next one.
    pub(super) fn keep(&mut self, frame: &Raster) {
        self.0.clear();
        self.0.extend_from_slice(frame.data());
    }
}

impl Part {
    /// The rows of this part among all pixels, which are so many bytes each.
    pub(super) fn rows(self, data: &[u8], width: usize) -> impl Iterator<Item = &[u8]> {
        let rows = data.chunks_exact(4 * width).skip(self.top).take(self.height);
        rows.map(move |row| &row[4 * self.left..][..4 * self.width])
    }
}
