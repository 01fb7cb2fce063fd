//! Trails: which poses of a cell are claimed, and the way back from each.

use bevy_ecs::component::Component;

use crate::heading::Heading;

/// The claims on a cell: four bits a pose, `BYTES` × 2 poses. A component of every cell that can
/// be walked on. 0 stands for unclaimed, otherwise 1 and the way back.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trail<const BYTES: usize>([u8; BYTES]);

/// Claims on the poses of a cell.
pub(crate) trait Claims {
    /// Claims a pose, first come first served: whether it was free.
    fn claim(&mut self, pose: usize, way_back: Heading) -> bool;

    /// The way back from a pose; `None` if it is unclaimed.
    fn way_back(&self, pose: usize) -> Option<Heading>;

    /// The claims, two poses a byte, the lower bits first.
    fn as_bytes(&self) -> &[u8];

    /// The claims with these bytes, as many as they take; what is none counts as one.
    fn from_bytes(bytes: &[u8]) -> Self;
}

impl<const BYTES: usize> Claims for Trail<BYTES> {
    #[inline]
    fn claim(&mut self, pose: usize, way_back: Heading) -> bool {
        let byte = &mut self.0[pose / 2];
        let shift = pose % 2 * 4;
        let free = (*byte >> shift).trailing_zeros() >= 4;
        *byte |= ((1 + way_back as u8) * u8::from(free)) << shift;
        free
    }

    #[inline]
    fn way_back(&self, pose: usize) -> Option<Heading> {
        let bits = self.0[pose / 2] >> (pose % 2 * 4) & 15;
        bits.checked_sub(1).map(Heading::from_bits)
    }

    fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.try_into().expect("as many as they take"))
    }
}

impl<const BYTES: usize> Trail<BYTES> {
    /// Whether any pose of the cell is claimed: whether a walker was here.
    #[must_use]
    pub fn is_claimed(&self) -> bool {
        *self != Self::default()
    }

    /// How many poses of the cell are claimed.
    #[must_use]
    pub fn claims(&self) -> usize {
        self.0.iter().map(|&byte| usize::from(byte & 15 != 0) + usize::from(byte >> 4 != 0)).sum()
    }
}

impl<const BYTES: usize> Default for Trail<BYTES> {
    fn default() -> Self {
        Self([0; BYTES])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_claim_on_a_pose_holds() {
        let mut trail = Trail::<12>::default();
        assert!(!trail.is_claimed());
        let claims = || (0..24).zip(Heading::ALL.into_iter().cycle());
        for (pose, way_back) in claims() {
            assert_eq!(trail.way_back(pose), None);
            assert!(trail.claim(pose, way_back));
            assert!(!trail.claim(pose, Heading::N));
        }
        for (pose, way_back) in claims() {
            assert_eq!(trail.way_back(pose), Some(way_back));
        }
        assert!(trail.is_claimed());
        assert_eq!(trail.claims(), 24);
    }
}
