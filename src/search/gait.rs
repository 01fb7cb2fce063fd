//! Gaits: how a walker moves, and so which poses it has.

use super::trail::{Claims, Trail};
use crate::die::{ORIENTATIONS, Orientation};
use crate::heading::{Heading, Turn};
use crate::walker::Walker;
use bevy_ecs::component::{Component, Mutable};

/// How a walker moves.
///
/// A pose tells everything of a state but its cell. The way back from a state is one heading: with
/// a heading, the one before (the move itself is the pose's own); without, the move.
pub(crate) trait Gait: Send + Sync + 'static {
    /// Room for a claim on every pose.
    type Trail: Claims + Component<Mutability = Mutable> + Copy + Default;
    /// Whether it has a heading, and so obeys signs.
    const HEADED: bool;
    /// Whether it rolls a die, and so obeys numbers.
    const ROLLS: bool;
    /// How many states one step can lead to, at most.
    const FAN: usize = if Self::HEADED { 3 } else { 4 };

    /// How many poses there are.
    const POSES: usize =
        (if Self::HEADED { 4 } else { 1 }) * (if Self::ROLLS { ORIENTATIONS } else { 1 });

    /// A walker in the pose of this number.
    #[allow(clippy::cast_possible_truncation)] // a pose is below 96
    fn posed(pose: usize) -> Walker {
        let headings = if Self::HEADED { 4 } else { 1 };
        let heading = Heading::from_bits((pose % headings) as u8);
        let die = Orientation::numbered((pose / headings) as u8).unwrap_or_default();
        Walker { cell: 0, die, heading }
    }

    /// The pose's number, from 0.
    #[inline]
    fn pose(walker: Walker) -> usize {
        let heading = if Self::HEADED { walker.heading as usize } else { 0 };
        match (Self::ROLLS, Self::HEADED) {
            (false, _) => heading,
            (true, false) => walker.die.number().into(),
            (true, true) => usize::from(walker.die.number()) * 4 + heading,
        }
    }

    /// The headings that a walker tries, in order.
    #[inline]
    fn order(walker: Walker) -> impl Iterator<Item = Heading> {
        let tries = if Self::HEADED {
            let [forward, left, right] = Turn::ALL.map(|turn| walker.heading.turn(turn));
            [forward, left, right, forward]
        } else {
            Heading::ALL
        };
        tries.into_iter().take(Self::FAN)
    }

    /// The walker after a step toward `heading`, `stride` cells on in grid order.
    #[inline]
    fn step(walker: Walker, heading: Heading, stride: isize) -> Walker {
        #[allow(clippy::cast_possible_truncation)] // a neighbour in a grid of u32 cells
        let cell = (walker.cell as usize).wrapping_add_signed(stride) as u32;
        let die = if Self::ROLLS { walker.die.roll(heading) } else { walker.die };
        Walker { cell, die, heading }
    }

    /// The way back to where a walker came from, when it stepped toward `heading`.
    #[inline]
    fn way_back(from: Walker, heading: Heading) -> Heading {
        if Self::HEADED { from.heading } else { heading }
    }

    /// The heading of the step that led to a state with this way back, and the heading before it.
    #[inline]
    fn came_by(walker: Walker, way_back: Heading) -> (Heading, Heading) {
        if Self::HEADED { (walker.heading, way_back) } else { (way_back, way_back) }
    }
}

/// The trail of a gait.
pub(crate) type TrailOf<G> = <G as Gait>::Trail;

/// On foot: one pose.
pub(crate) struct OnFoot;
/// On foot with a heading: 4 poses.
pub(crate) struct Headed;
/// A rolling die: 24 poses.
pub(crate) struct RollingDie;
/// A rolling die with a heading: 96 poses.
pub(crate) struct HeadedDie;

impl Gait for OnFoot {
    type Trail = Trail<1>;
    const HEADED: bool = false;
    const ROLLS: bool = false;
}

impl Gait for Headed {
    type Trail = Trail<2>;
    const HEADED: bool = true;
    const ROLLS: bool = false;
}

impl Gait for RollingDie {
    type Trail = Trail<{ ORIENTATIONS / 2 }>;
    const HEADED: bool = false;
    const ROLLS: bool = true;
}

impl Gait for HeadedDie {
    type Trail = Trail<{ ORIENTATIONS * 2 }>;
    const HEADED: bool = true;
    const ROLLS: bool = true;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<G: Gait>(poses: usize) {
        assert_eq!(G::POSES, poses);
        assert_eq!(size_of::<G::Trail>(), poses.div_ceil(2));
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
