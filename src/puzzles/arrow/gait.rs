//! How a walker with a heading moves.

use crate::base::grid::Grid;
use crate::base::heading::{Heading, Turn};
use crate::base::walker::Walker;
use crate::engine::search::{Gait, ReadsOf, Trail};

/// On foot with a heading: 4 poses. It tries forward, left, right. Its pose gives the last step, so
/// the way back stores the heading before it.
pub(crate) struct Headed;

impl Gait for Headed {
    type Trail = Trail<2>;
    type Reads = ();
    const POSES: usize = 4;
    const FAN: usize = 3;
    const HEADED: bool = true;
    const NEVER: &'static str = TURNING_BACK;

    fn posed(pose: usize) -> Walker {
        Walker { heading: Heading::ALL[pose % 4], ..Walker::default() }
    }

    #[inline]
    fn pose(walker: Walker) -> usize {
        walker.heading as usize
    }

    #[inline]
    fn order(walker: Walker) -> [Heading; 4] {
        tries(walker.heading)
    }

    #[inline]
    fn way_back(from: Walker, _: Heading, _: Walker, _: Grid, (): &ReadsOf<'_, Self>) -> u8 {
        from.heading as u8
    }

    fn back(here: Walker, way: u8, grid: Grid, (): &ReadsOf<'_, Self>) -> Option<Walker> {
        let heading = Heading::from_bits(way);
        here.before(here.heading, grid).map(|before| Walker { heading, ..before })
    }
}

/// The refusal of a step back by a walker with a heading.
pub(crate) const TURNING_BACK: &str = "A walker with a heading cannot turn back.";

/// The headings that a walker with a heading tries: forward, left, right; the fourth is ignored.
#[inline]
pub(crate) fn tries(heading: Heading) -> [Heading; 4] {
    let [forward, left, right] = Turn::ALL.map(|turn| heading.turn(turn));
    [forward, left, right, forward]
}
