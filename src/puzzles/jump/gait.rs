//! The gait of jumps.

use super::JumpLength;
use crate::base::grid::Grid;
use crate::base::heading::Heading;
use crate::base::walker::Walker;
use crate::engine::search::{Gait, ReadsOf, WideTrail};

/// In jumps: one pose. A way back stores the heading and the length of the jump.
pub(crate) struct Jumping;

impl Gait for Jumping {
    type Trail = WideTrail<1>;
    type Reads = &'static JumpLength;
    const POSES: usize = 1;
    const WAYS: u8 = 4 * JumpLength::LONGEST;

    fn posed(_: usize) -> Walker {
        Walker::default()
    }

    #[inline]
    fn pose(_: Walker) -> usize {
        0
    }

    #[inline]
    fn step(
        walker: Walker,
        heading: Heading,
        grid: Grid,
        lengths: &ReadsOf<'_, Self>,
    ) -> Option<Walker> {
        Some(jumped(walker, heading, lengths[walker.cell], grid))
    }

    /// The heading, plus 4 × (the length − 1): no jump has length 0.
    #[inline]
    fn way_back(
        from: Walker,
        heading: Heading,
        _: Walker,
        _: Grid,
        lengths: &ReadsOf<'_, Self>,
    ) -> u8 {
        heading as u8 + 4 * (lengths[from.cell].0 - 1)
    }

    /// `None` if it would be outside the grid, or if jumps from there have another length.
    fn back(here: Walker, way: u8, grid: Grid, lengths: &ReadsOf<'_, Self>) -> Option<Walker> {
        let (heading, length) = (Heading::from_bits(way), JumpLength(way / 4 + 1));
        let back = heading.opposite();
        if !length.stays_inside(grid.position(here.cell), back, grid) {
            return None;
        }
        let before = jumped(here, back, length, grid);
        let leads_here = lengths[before.cell] == length;
        leads_here.then_some(Walker { heading: here.heading, ..before })
    }
}

/// The walker after a jump that stays inside the grid, with that heading.
#[inline]
fn jumped(walker: Walker, heading: Heading, length: JumpLength, grid: Grid) -> Walker {
    let cell = walker.cell.offset(grid.stride(heading) * i32::from(length.0));
    Walker { cell, heading, ..walker }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_back_leads_to_where_the_jump_began() {
        let grid = Grid { rows: 3, columns: 70 };
        let lengths: Vec<_> = (0..210).map(|cell| JumpLength(cell % 64)).collect();
        let lengths = &lengths[..];
        let mut jumps = 0;
        for (cell, at) in grid.indices().zip(grid.positions()) {
            let from = Walker { cell, ..Walker::default() };
            let length = lengths[cell];
            for heading in Heading::ALL {
                if length.0 > 0 && length.stays_inside(at, heading, grid) {
                    let there = jumped(from, heading, length, grid);
                    let way = Jumping::way_back(from, heading, there, grid, &lengths);
                    assert!(way < Jumping::WAYS);
                    let before = Jumping::back(there, way, grid, &lengths);
                    assert_eq!(before.map(|it| it.cell), Some(cell));
                    jumps += 1;
                }
            }
        }
        assert!(jumps > 100);
        let corner = Walker { cell: 209.into(), ..Walker::default() };
        assert_eq!(Jumping::back(corner, Heading::W as u8, grid, &lengths), None);
    }
}
