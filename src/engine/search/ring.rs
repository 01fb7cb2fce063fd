//! The ring in which walkers wait for their steps, first in first out, and how each lies there.

use bevy_ecs::prelude::*;

use super::gait::OpenHeadings;
use crate::base::die::Orientation;
use crate::base::grid::CellIndex;
use crate::base::heading::Heading;
use crate::base::walker::Walker;

/// A ring of this size lets many steps be [safe](Ring::safe_steps), whatever the maze.
const ROOMY: usize = 1 << 12;

/// The ring during a run. Head and tail only count up: their places are what remains of them by its
/// size.
pub(super) struct Ring<'a> {
    pool: &'a mut [Pooled],
    pub(super) head: usize,
    pub(super) tail: usize,
    first_new: usize,
    /// The size that the ring must get before the search can continue; 0 if it can.
    pub(super) wanted: usize,
    limit: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Capacity {
    Enough,
    Wanted,
    Refused,
}

impl<'a> Ring<'a> {
    pub(super) fn new(pool: &'a mut [Pooled], head: usize, len: usize, limit: usize) -> Self {
        assert!(
            pool.len().is_power_of_two(),
            "the ring's size is a power of two"
        );
        let tail = head + len;
        Self {
            pool,
            head,
            tail,
            first_new: tail,
            wanted: 0,
            limit,
        }
    }

    pub(super) fn first(&self) -> usize {
        self.head & (self.pool.len() - 1)
    }

    /// Whether a layer fits in which every walker produces up to `fan` others, and no more than
    /// there are states; if it does not but may, notes the size that the ring gets.
    ///
    /// The limit is checked first: the size that the ring got for an earlier maze must not matter.
    pub(super) fn room(&mut self, fan: usize, states: usize) -> Capacity {
        let wanted = (self.len() * fan).min(states + 1); // there is always one free
        if wanted > self.limit {
            Capacity::Refused
        } else if wanted > self.pool.len() {
            self.wanted = wanted.max((8 * wanted).min(ROOMY)).min(self.limit);
            Capacity::Wanted
        } else {
            Capacity::Enough
        }
    }

    /// The number of walkers that can step before any layer could begin that has no room.
    pub(super) fn safe_steps(&self, fan: usize, states: usize) -> usize {
        let size = self.pool.len().min(self.limit);
        if states < size {
            return usize::MAX;
        }
        (size / fan).saturating_sub(self.len()) / (fan - 1).max(1)
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.tail.wrapping_sub(self.head)
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.head == self.tail
    }

    pub(super) fn clear(&mut self) {
        self.head = self.tail;
    }

    /// How many walkers came during the run: each has claimed a state.
    pub(super) fn came(&self) -> usize {
        self.tail.wrapping_sub(self.first_new)
    }

    pub(super) fn carry(&mut self, ways: impl Fn(Walker) -> OpenHeadings) {
        let last = self.pool.len() - 1;
        for place in 0..self.len() {
            let pooled = &mut self.pool[self.head.wrapping_add(place) & last];
            let walker = pooled.walker();
            *pooled = Pooled::new(walker).carrying(ways(walker));
        }
    }

    pub(super) fn newest(&self) -> Pooled {
        self.pool[self.tail.wrapping_sub(1) & (self.pool.len() - 1)]
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Pooled {
        let pooled = self.pool[self.head & (self.pool.len() - 1)];
        self.head = self.head.wrapping_add(1);
        pooled
    }

    /// Appends a walker if it is new there. Always written, so that there need be no branch. There is
    /// room, since there is for everything that the layer could produce.
    #[inline]
    pub(super) fn push_if(&mut self, is_new: bool, pooled: Pooled) {
        let place = self.tail & (self.pool.len() - 1);
        self.pool[place] = pooled;
        self.tail = self.tail.wrapping_add(usize::from(is_new));
    }
}

/// A walker of the ring, active or not, and the ways that it [carries](super::Search::layers), if it does; as one
/// number, which is read and written at once.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct Pooled(u64);

impl Pooled {
    /// The first bits of what follows the cell: what is held, the die, the heading, and the ways, which take the
    /// nine bits that are left.
    const HELD: u32 = 32;
    const DIE: u32 = 48;
    const HEADING: u32 = 53;
    const WAYS: u32 = 55;

    #[inline]
    pub(crate) fn new(
        Walker {
            cell,
            die,
            heading,
            held,
        }: Walker,
    ) -> Self {
        let pose = u64::from(heading as u8) << Self::HEADING | u64::from(die.number()) << Self::DIE;
        Self(pose | u64::from(held) << Self::HELD | u64::from(u32::from(cell)))
    }

    #[inline]
    pub(super) fn carrying(self, OpenHeadings(ways): OpenHeadings) -> Self {
        Self(self.0 | u64::from(ways) << Self::WAYS)
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // each its own bits
    pub(crate) fn walker(self) -> Walker {
        Walker {
            cell: CellIndex::from(self.0 as u32),
            die: Orientation::from_bits((self.0 >> Self::DIE) as u8 & 31),
            heading: Heading::from_bits((self.0 >> Self::HEADING) as u8),
            held: (self.0 >> Self::HELD) as u16,
        }
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // nine bits
    pub(super) fn ways(self) -> OpenHeadings {
        OpenHeadings((self.0 >> Self::WAYS) as u32)
    }
}
