//! Trails: the claimed poses of a cell, and the way back from each.

use bevy_ecs::component::{Component, Mutable};
use serde::Serialize;
use serde::ser::{SerializeTuple, Serializer};

/// The claims on a cell: four bits per pose, `BYTES` × 2 poses. A component of every cell
/// of a world with a walk. 0 for unclaimed, otherwise 1 plus the way back, which is below 15.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Trail<const BYTES: usize>(Bytes<BYTES>);

/// The claims on a cell: a byte per pose, for gaits with more than 15 ways back. 0 for unclaimed,
/// otherwise 1 plus the way back, which is below 255.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct WideTrail<const POSES: usize>(Bytes<POSES>);

/// Claims on the poses of a cell: a component of every cell.
pub trait Claims: Component<Mutability = Mutable> + Copy + Default + PartialEq + Serialize {
    /// The number of poses that fit.
    const ROOM: usize;

    /// The number of ways back that fit.
    const WAYS: u8;

    /// Whether a pose is unclaimed.
    fn is_free(&self, pose: usize) -> bool;

    /// Claims a pose if [it is free](Self::is_free), which the caller knows: so there need be no
    /// branch here.
    fn claim_if(&mut self, is_free: bool, pose: usize, way_back: u8);

    /// The way back from a pose; `None` if it is unclaimed.
    fn way_back(&self, pose: usize) -> Option<u8>;

    /// The number of claimed poses.
    fn claims(&self) -> u32 {
        (0..Self::ROOM)
            .map(|pose| u32::from(self.way_back(pose).is_some()))
            .sum()
    }
}

impl<const BYTES: usize> Claims for Trail<BYTES> {
    const ROOM: usize = 2 * BYTES;
    const WAYS: u8 = 15;

    #[inline]
    fn is_free(&self, pose: usize) -> bool {
        assert!(
            pose < Self::ROOM,
            "a pose that the trail of its gait has no room for"
        );
        match self.0.number() {
            Some(all) => (all >> (4 * pose)).trailing_zeros() >= 4, // as `& 15 == 0`
            None => (self.0.0[pose / 2] >> (pose % 2 * 4)).trailing_zeros() >= 4,
        }
    }

    #[inline]
    fn claim_if(&mut self, is_free: bool, pose: usize, way_back: u8) {
        let claim = (1 + way_back) * u8::from(is_free);
        match self.0.number() {
            Some(all) => self.0.set(all | u64::from(claim) << (4 * pose)),
            None => self.0.0[pose / 2] |= claim << (pose % 2 * 4),
        }
    }

    #[inline]
    fn way_back(&self, pose: usize) -> Option<u8> {
        (self.0.0[pose / 2] >> (pose % 2 * 4) & 15).checked_sub(1)
    }

    fn claims(&self) -> u32 {
        self.0
            .0
            .iter()
            .map(|&byte| u32::from(byte & 15 != 0) + u32::from(byte >> 4 != 0))
            .sum()
    }
}

impl<const POSES: usize> Claims for WideTrail<POSES> {
    const ROOM: usize = POSES;
    const WAYS: u8 = 255;

    #[inline]
    fn is_free(&self, pose: usize) -> bool {
        self.0.0[pose] == 0
    }

    #[inline]
    fn claim_if(&mut self, is_free: bool, pose: usize, way_back: u8) {
        self.0.0[pose] |= (1 + way_back) * u8::from(is_free);
    }

    #[inline]
    fn way_back(&self, pose: usize) -> Option<u8> {
        self.0.0[pose].checked_sub(1)
    }
}

/// Claims as bytes. Serialized as a tuple of whole words, then single bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bytes<const N: usize>([u8; N]);

impl<const N: usize> Bytes<N> {
    /// All bytes as one number, the first lowest, if they fit: so that a pose is a shift, not an index.
    #[inline]
    fn number(&self) -> Option<u64> {
        let mut bytes = [0; 8];
        bytes.get_mut(..N)?.copy_from_slice(&self.0);
        Some(u64::from_le_bytes(bytes))
    }

    #[inline]
    fn set(&mut self, number: u64) {
        if let Some(bytes) = number.to_le_bytes().get(..N) {
            self.0.copy_from_slice(bytes);
        }
    }
}

impl<const N: usize> Default for Bytes<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Serialize for Bytes<N> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (words, rest) = self.0.as_chunks();
        let mut items = serializer.serialize_tuple(words.len() + rest.len())?;
        words
            .iter()
            .try_for_each(|&word| items.serialize_element(&u64::from_le_bytes(word)))?;
        rest.iter()
            .try_for_each(|byte| items.serialize_element(byte))?;
        items.end()
    }
}
