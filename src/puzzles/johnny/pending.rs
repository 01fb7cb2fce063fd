//! The list of pending cells: a stack whose tail can be reversed quickly, however long it is.
//!
//! A list is a plain `Vec` until a flip would move more than `PLAIN` cells; so small mazes, and
//! mazes without flips, have no overhead. Then all but its end is cut into [blocks](Blocks) of some
//! hundred cells. A flip reverses the entries of the blocks, one each, and splits only the block in
//! which it begins: the later half becomes the new end, a plain `Vec` again; the other half joins
//! the old end. So a flip takes time for the cells of one block and for the entries of the blocks,
//! about the square root of the list's length. When the list has become much longer or shorter, or
//! is in too many blocks, they are merged and, if need be, cut anew; that happens so rarely that it
//! adds little.
//!
//! A splay tree of runs with lazy reversal takes logarithmic time, but more of it for lists below some
//! millions of cells: with flips at 0.2 a list has about 9 cells for each row of a square maze, 36,000
//! at 4000 × 4000. Lists only grow to millions where fewer than one command in ten thousand is a flip.

mod blocks;

use serde::ser::{Serialize, SerializeSeq, Serializer};
use serde::{Deserialize, Deserializer};

use crate::base::grid::CellIndex;

use blocks::Blocks;

/// A list of cells. `ROOM` is the smallest capacity of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending<const PLAIN: usize = 2048, const ROOM: usize = 384> {
    blocks: Blocks,
    /// The end of the list; only empty if the list is.
    tail: Vec<CellIndex>,
}

impl<const PLAIN: usize, const ROOM: usize> Pending<PLAIN, ROOM> {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.blocks.length() + self.tail.len()
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // as said, in the innermost loop
    pub(super) fn length(&self) -> u32 {
        self.len() as u32
    }

    #[inline]
    pub(super) fn last(&self) -> Option<CellIndex> {
        self.tail.last().copied()
    }

    #[inline]
    pub(super) fn push(&mut self, cell: CellIndex) {
        self.tail.push(cell);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<CellIndex> {
        let last = self.tail.pop();
        if self.tail.is_empty() {
            self.blocks.pop_into(&mut self.tail);
        }
        last
    }

    /// Reverses the list from the cell at this place, counted from 0, to its end. The place must
    /// exist.
    #[inline]
    pub(super) fn reverse_from(&mut self, place: usize) {
        let count = self.len() - place;
        if count <= PLAIN.min(self.tail.len()) {
            let start = self.tail.len() - count;
            self.tail[start..].reverse();
        } else {
            self.reverse_far(place);
        }
    }

    /// Reverses more cells than the tail has, or than are worth moving one by one.
    #[inline(never)]
    fn reverse_far(&mut self, place: usize) {
        let count = self.len() - place;
        if count == 1 {
            return; // in tests, where every reversal takes this path
        }
        if self.is_worn() {
            self.gather();
            if count <= PLAIN {
                self.tail[place..].reverse();
                return;
            }
        }
        if place >= self.blocks.length() {
            self.scatter();
        }
        self.blocks.flip(place, &mut self.tail);
    }

    /// Whether the blocks should be rebuilt, or dropped for a plain list.
    fn is_worn(&self) -> bool {
        let in_blocks = self.blocks.length();
        in_blocks > 0
            && (self.len() <= PLAIN || self.tail.len() > in_blocks || self.blocks.are_worn())
    }

    #[cold]
    fn gather(&mut self) {
        self.tail = self.iter().collect();
        self.blocks.clear();
    }

    /// Moves the tail into the blocks, except its last cell.
    #[cold]
    fn scatter(&mut self) {
        let last = self.tail.pop().expect("a tail is not empty");
        if self.blocks.length() == 0 {
            // The buffer of a whole list is too large for a block.
            self.blocks.fill(&std::mem::take(&mut self.tail), ROOM);
        } else {
            self.blocks.append(&self.tail);
            self.tail.clear();
        }
        self.tail.push(last);
    }

    /// Empties the list, and reserves room for this many cells in a list without blocks.
    pub(super) fn clear(&mut self, room: usize) {
        self.blocks.clear();
        self.tail.clear();
        self.tail.reserve(room);
    }

    pub(super) fn copy_into(&self, cells: &mut Vec<CellIndex>) {
        cells.clear();
        cells.extend(self.blocks.iter());
        cells.extend_from_slice(&self.tail);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = CellIndex> + '_ {
        self.blocks.iter().chain(self.tail.iter().copied())
    }
}

impl<const PLAIN: usize, const ROOM: usize> Serialize for Pending<PLAIN, ROOM> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cells = serializer.serialize_seq(Some(self.len()))?;
        self.iter().try_for_each(|cell| cells.serialize_element(&cell))?;
        cells.end()
    }
}

/// Reads all cells into the tail: whether a list is in blocks changes only how long flips take.
impl<'de, const PLAIN: usize, const ROOM: usize> Deserialize<'de> for Pending<PLAIN, ROOM> {
    fn deserialize<D: Deserializer<'de>>(cells: D) -> Result<Self, D::Error> {
        Vec::deserialize(cells).map(|tail| Self { tail, ..Self::default() })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Debug)]
    enum Turn {
        Push(u8),
        Pop(u8),
        /// A reversal from this part of the list, in 65,536ths.
        Reverse(u16),
        Copy,
        Clear,
    }

    fn turn() -> impl Strategy<Value = Turn> {
        prop_oneof![
            30 => (0..20_u8).prop_map(Turn::Push),
            1 => (100..=255_u8).prop_map(Turn::Push),
            30 => (0..20_u8).prop_map(Turn::Pop),
            1 => (100..=255_u8).prop_map(Turn::Pop),
            40 => any::<u16>().prop_map(Turn::Reverse),
            10 => prop_oneof![Just(0), Just(u16::MAX), 60_000..u16::MAX].prop_map(Turn::Reverse),
            1 => Just(Turn::Copy),
            1 => (0..10).prop_map(|n| if n == 0 { Turn::Clear } else { Turn::Copy }),
        ]
    }

    fn compare<const PLAIN: usize, const ROOM: usize>(turns: &[Turn]) {
        let (mut list, mut plain) = (Pending::<PLAIN, ROOM>::default(), Vec::new());
        let mut cells = (0..).map(CellIndex::new);
        for turn in turns {
            match *turn {
                Turn::Push(count) => cells.by_ref().take(count.into()).for_each(|cell| {
                    list.push(cell);
                    plain.push(cell);
                }),
                Turn::Pop(count) => {
                    (0..count).for_each(|_| assert_eq!(list.pop(), plain.pop()));
                }
                Turn::Reverse(_) if plain.is_empty() => {}
                Turn::Reverse(part) => {
                    let place = (plain.len() * usize::from(part)) >> 16;
                    list.reverse_from(place);
                    plain[place..].reverse();
                }
                Turn::Copy => {
                    let mut copy = Pending::default();
                    list.copy_into(&mut copy.tail);
                    list = copy;
                }
                Turn::Clear => {
                    list.clear(3);
                    plain.clear();
                }
            }
            assert_eq!(list.last(), plain.last().copied());
            assert_eq!(list.len(), plain.len());
            assert!(list.iter().eq(plain.iter().copied()));
        }
    }

    #[test]
    fn a_list_lies_in_blocks_from_a_long_flip_until_it_is_short() {
        let mut list = Pending::<8, 4>::default();
        list.tail.extend((0..9).map(CellIndex::new));
        list.reverse_from(1);
        assert_eq!(list.blocks.length(), 0);
        list.reverse_from(0);
        assert_eq!(list.blocks.length(), 5);
        list.pop();
        list.reverse_from(2);
        assert_eq!(list.blocks.length(), 0);
    }

    #[test]
    fn blocks_are_cut_anew_when_they_are_worn() {
        let mut list = Pending::<0, 2>::default();
        list.tail.extend((0..300).map(CellIndex::new));
        let (mut worn, mut anew) = (0, 0);
        for flip in 0..1000 {
            let was_worn = list.blocks.length() > 0 && list.blocks.are_worn();
            list.reverse_from(flip * 89 % 300);
            worn += usize::from(was_worn);
            anew += usize::from(was_worn && !list.blocks.are_worn());
        }
        assert!(worn > 0);
        assert_eq!(anew, worn);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn a_list_is_what_a_plain_list_is(turns in prop::collection::vec(turn(), 0..600)) {
            compare::<0, 2>(&turns);
            compare::<5, 3>(&turns);
            compare::<20, 8>(&turns);
            compare::<64, 64>(&turns);
            compare::<2048, 384>(&turns);
        }
    }
}
