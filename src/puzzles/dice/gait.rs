//! How a die moves.

use crate::base::count::fitted;
use crate::base::die::{ORIENTATIONS, Orientation};
use crate::base::grid::Grid;
use crate::base::heading::Heading;
use crate::base::walker::Walker;
use crate::engine::search::{Gait, ReadsOf, Trail};
use crate::puzzles::arrow::{TURNING_BACK, tries};

/// A rolling die: 24 poses.
pub(crate) struct RollingDie;

/// A rolling die with a heading: 96 poses, 4 for each orientation.
pub(crate) struct HeadedDie;

impl Gait for RollingDie {
    type Trail = Trail<{ ORIENTATIONS / 2 }>;
    type Reads = ();
    const POSES: usize = ORIENTATIONS;
    const CLASSED: bool = true;

    fn posed(pose: usize) -> Walker {
        Walker { die: orientation(pose), ..Walker::default() }
    }

    #[inline]
    fn pose(walker: Walker) -> usize {
        walker.die.number().into()
    }

    #[inline]
    fn class(walker: Walker) -> u8 {
        walker.die.top()
    }

    #[inline]
    fn step(
        walker: Walker,
        heading: Heading,
        grid: Grid,
        (): &ReadsOf<'_, Self>,
    ) -> Option<Walker> {
        Some(Walker { die: walker.die.roll(heading), ..walker.moved(heading, grid) })
    }

    fn back(here: Walker, way: u8, grid: Grid, (): &ReadsOf<'_, Self>) -> Option<Walker> {
        roll_back(here, Heading::from_bits(way), grid)
    }
}

impl Gait for HeadedDie {
    type Trail = Trail<{ ORIENTATIONS * 2 }>;
    type Reads = ();
    const POSES: usize = ORIENTATIONS * 4;
    const FAN: usize = 3;
    const HEADED: bool = true;
    const NEVER: &'static str = TURNING_BACK;
    const CLASSED: bool = true;

    fn posed(pose: usize) -> Walker {
        let heading = Heading::ALL[pose % 4];
        Walker { die: orientation(pose / 4), heading, ..Walker::default() }
    }

    #[inline]
    fn pose(walker: Walker) -> usize {
        usize::from(walker.die.number()) * 4 + walker.heading as usize
    }

    #[inline]
    fn order(walker: Walker) -> [Heading; 4] {
        tries(walker.heading)
    }

    #[inline]
    fn class(walker: Walker) -> u8 {
        walker.die.top()
    }

    #[inline]
    fn step(
        walker: Walker,
        heading: Heading,
        grid: Grid,
        (): &ReadsOf<'_, Self>,
    ) -> Option<Walker> {
        Some(Walker { die: walker.die.roll(heading), ..walker.moved(heading, grid) })
    }

    #[inline]
    fn way_back(from: Walker, _: Heading, _: Walker, _: Grid, (): &ReadsOf<'_, Self>) -> u8 {
        from.heading as u8
    }

    fn back(here: Walker, way: u8, grid: Grid, (): &ReadsOf<'_, Self>) -> Option<Walker> {
        let heading = Heading::from_bits(way);
        roll_back(here, here.heading, grid).map(|before| Walker { heading, ..before })
    }
}

/// The die before it rolled toward `heading`.
fn roll_back(here: Walker, heading: Heading, grid: Grid) -> Option<Walker> {
    let die = here.die.roll(heading.opposite());
    here.before(heading, grid).map(|before| Walker { die, ..before })
}

fn orientation(number: usize) -> Orientation {
    Orientation::numbered(fitted(number)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::search::Claims;
    use crate::puzzles::arrow::Headed;
    use crate::puzzles::foot::OnFoot;

    fn check<G: Gait>(poses: usize) {
        assert_eq!(G::POSES, poses);
        assert_eq!(size_of::<G::Trail>(), poses.div_ceil(2));
        assert!(G::POSES <= G::Trail::ROOM);
        for pose in 0..poses {
            assert_eq!(G::pose(G::posed(pose)), pose);
        }
    }

    #[test]
    fn every_pose_has_its_number_and_half_a_byte() {
        check::<OnFoot>(1);
        check::<Headed>(4);
        check::<RollingDie>(24);
        check::<HeadedDie>(96);
    }
}
