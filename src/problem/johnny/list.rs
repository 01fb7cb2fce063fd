//! The list of pending cells: a stack whose tail can be reversed, however long it is.
//!
//! A list is a plain `Vec` until a flip would move more than `PLAIN` cells; so small mazes, and
//! mazes without flips, pay nothing. Then all but its end is cut into [blocks](Blocks), some
//! hundred cells each, which a flip reverses by an entry each: only the block in which the flip
//! begins is taken apart. Its one half becomes the new end, a plain `Vec` again; the old end joins
//! the other half. A flip takes time for a block's cells and for the entries of the blocks, which are
//! about the square root of the list's length. Blocks that were taken apart too often are put
//! together and cut anew; that happens so rarely that it adds little.
//!
//! A splay tree of runs with lazy reversal, which takes the logarithm, was measured as well. With
//! flips at 0.2 a list has about 9 cells for each row of a square maze, 36,000 at 4000 × 4000, and
//! that maze took 92 ns a cell with the tree, 68 with blocks. A flip takes as long in both, some
//! 0.7 µs, where the list has a million cells; in 16 million it takes 8 µs here and 2 to 3 in the tree.
//! But lists only grow to millions where fewer than one command in ten thousand is a flip.

mod blocks;

use blocks::Blocks;

/// A list of cells. `ROOM` is the smallest room of a block, in cells.
#[derive(Debug, Default)]
pub(super) struct Pending<const PLAIN: usize = 2048, const ROOM: usize = 384> {
    /// The list but for its end.
    blocks: Blocks,
    /// The end of the list; only empty if the list is.
    tail: Vec<u32>,
    /// Where the next tail is written.
    spare: Vec<u32>,
}

impl<const PLAIN: usize, const ROOM: usize> Pending<PLAIN, ROOM> {
    /// How many cells there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.blocks.length() + self.tail.len()
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.tail.is_empty()
    }

    /// The last cell.
    #[inline]
    pub(super) fn last(&self) -> Option<u32> {
        self.tail.last().copied()
    }

    /// Appends a cell.
    #[inline]
    pub(super) fn push(&mut self, cell: u32) {
        self.tail.push(cell);
    }

    /// Removes the last cell.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        let last = self.tail.pop();
        if self.tail.is_empty() {
            self.blocks.pop_into(&mut self.tail);
        }
        last
    }

    /// Reverses the list from the cell at this place, from 0, to its end. There must be one.
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

    /// Reverses more cells than the tail has, or more than are worth moving one by one.
    #[inline(never)]
    fn reverse_far(&mut self, place: usize) {
        let length = self.len();
        if length <= PLAIN || self.blocks.length() > 0 && self.blocks.are_worn() {
            self.gather();
        }
        if length - place <= PLAIN.min(self.tail.len()) {
            self.tail[place..].reverse();
            return;
        }
        if place >= self.blocks.length() {
            self.scatter();
        }
        self.spare.clear();
        self.blocks.flip(place, &self.tail, &mut self.spare);
        std::mem::swap(&mut self.tail, &mut self.spare);
    }

    /// Makes the whole list the tail.
    #[cold]
    fn gather(&mut self) {
        self.spare.clear();
        self.blocks.move_into(&mut self.spare);
        self.spare.extend_from_slice(&self.tail);
        std::mem::swap(&mut self.tail, &mut self.spare);
    }

    /// Moves the tail to the blocks. Only for a moment: a flip of the blocks makes another tail.
    #[cold]
    fn scatter(&mut self) {
        if self.blocks.length() == 0 {
            self.blocks.fill(&self.tail, ROOM);
        } else {
            self.blocks.append(&self.tail);
        }
        self.tail.clear();
    }

    /// Empties the list, and makes room for so many cells in a list that is not flipped.
    pub(super) fn clear(&mut self, room: usize) {
        self.blocks.clear();
        if self.spare.capacity() > self.tail.capacity() {
            std::mem::swap(&mut self.tail, &mut self.spare);
        }
        self.tail.clear();
        self.tail.reserve(room);
    }

    /// The cells in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.blocks.iter().chain(self.tail.iter().copied())
    }
}

/// Appends cells in their order.
impl<const PLAIN: usize, const ROOM: usize> Extend<u32> for Pending<PLAIN, ROOM> {
    fn extend<T: IntoIterator<Item = u32>>(&mut self, cells: T) {
        self.tail.extend(cells);
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
        /// From this part of the list, in 65,536ths.
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

    /// Takes the turns with a plain list beside.
    fn compare<const PLAIN: usize, const ROOM: usize>(turns: &[Turn]) {
        let (mut list, mut plain) = (Pending::<PLAIN, ROOM>::default(), Vec::new());
        let mut cells = 0..;
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
                    copy.extend(list.iter());
                    list = copy;
                }
                Turn::Clear => {
                    list.clear(3);
                    plain.clear();
                }
            }
            assert_eq!(list.last(), plain.last().copied());
            assert_eq!((list.len(), list.is_empty()), (plain.len(), plain.is_empty()));
            assert!(list.iter().eq(plain.iter().copied()));
        }
    }

    #[test]
    fn a_list_lies_in_blocks_from_a_long_flip_until_it_is_short() {
        let mut list = Pending::<8, 4>::default();
        list.extend(0..9);
        list.reverse_from(1);
        assert_eq!(list.blocks.length(), 0);
        list.reverse_from(0);
        assert_eq!(list.blocks.length(), 4);
        list.pop();
        list.reverse_from(2);
        assert_eq!(list.blocks.length(), 0);
    }

    #[test]
    fn blocks_are_cut_anew_when_they_are_worn() {
        let mut list = Pending::<0, 2>::default();
        list.extend(0..300);
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
