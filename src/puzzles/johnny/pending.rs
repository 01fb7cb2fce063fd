//! The list of pending cells: a stack whose tail can be reversed quickly, however long it is.
//!
//! A list is a plain `Vec` until a flip would move more than `PLAIN` cells; so small mazes, and
//! mazes without flips, have no overhead. Then all but its end lies in a store, and a list of segments of it,
//! each read forward or backward, says in which order. A flip splits the segment in which it begins, and reverses
//! the order of those after it: no cell is moved. When there are more segments than about the square root of the
//! list's length, or a third of the store has left the list, the list is put in order again; so a flip takes about that root.
//!
//! A splay tree of runs with lazy reversal takes logarithmic time, but more of it for lists below some
//! millions of cells: with flips at 0.2 a list has about 9 cells for each row of a square maze, 36,000
//! at 4000 × 4000. Lists only grow to millions where fewer than one command in ten thousand is a flip.

use std::mem;

use serde::{Serialize, Serializer};

use crate::base::grid::CellIndex;

/// A list of cells. `TAIL` is the most of them that come back from the store at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending<const PLAIN: usize = 2048, const TAIL: usize = 64> {
    /// The cells of the segments, among some that have left the list.
    store: Vec<CellIndex>,
    segments: Vec<Segment>,
    /// The number of cells in the segments.
    stored: usize,
    /// The end of the list; only empty if the list is.
    tail: Vec<CellIndex>,
}

#[derive(Clone, Copy, Debug)]
struct Segment {
    start: usize,
    length: usize,
    is_reversed: bool,
}

impl Segment {
    /// The first so many of its cells, and the others.
    fn split_at(self, first: usize) -> [Self; 2] {
        let Self {
            start,
            length,
            is_reversed,
        } = self;
        let rest = length - first;
        let [one, other] = if is_reversed {
            [start + rest, start]
        } else {
            [start, start + first]
        };
        [(one, first), (other, rest)].map(|(start, length)| Self {
            start,
            length,
            is_reversed,
        })
    }

    fn append_to(self, list: &mut Vec<CellIndex>, store: &[CellIndex]) {
        let begin = list.len();
        list.extend_from_slice(&store[self.start..][..self.length]);
        if self.is_reversed {
            list[begin..].reverse();
        }
    }
}

impl<const PLAIN: usize, const TAIL: usize> Pending<PLAIN, TAIL> {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.stored + self.tail.len()
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // at most 2^26 cells; in the innermost loop
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
            self.refill();
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
        let length = self.len();
        let is_worn = || {
            self.segments.len() > most_segments(length)
                || self.store.len() > self.stored + length / 2
        };
        if self.stored > 0 && (length <= PLAIN || is_worn()) {
            *self = Self {
                tail: self.cells(),
                ..Self::default()
            };
            return self.reverse_from(place);
        }
        self.store_tail();
        let first = self.split(place);
        let reversed = &mut self.segments[first..];
        reversed.reverse();
        for segment in reversed {
            segment.is_reversed = !segment.is_reversed;
        }
        self.refill();
    }

    fn store_tail(&mut self) {
        let length = self.tail.len();
        if self.stored == 0 {
            mem::swap(&mut self.store, &mut self.tail);
            self.tail.clear();
        } else {
            self.store.append(&mut self.tail);
        }
        let start = self.store.len() - length;
        self.segments.push(Segment {
            start,
            length,
            is_reversed: false,
        });
        self.stored += length;
    }

    /// Splits the segments at a place in them; returns the index of the first one behind it.
    fn split(&mut self, place: usize) -> usize {
        let (mut index, mut before) = (0, place);
        while self.segments[index].length <= before {
            before -= self.segments[index].length;
            index += 1;
        }
        if before == 0 {
            return index;
        }
        let [first, second] = self.segments[index].split_at(before);
        self.segments[index] = first;
        self.segments.insert(index + 1, second);
        index + 1
    }

    /// Moves the last stored cells into the tail, which must be empty.
    #[cold]
    fn refill(&mut self) {
        let Some(last) = self.segments.pop() else {
            return;
        };
        let [kept, moved] = last.split_at(last.length.saturating_sub(TAIL));
        self.segments.extend((kept.length > 0).then_some(kept));
        moved.append_to(&mut self.tail, &self.store);
        self.stored -= moved.length;
    }

    /// Empties the list, frees its store, and reserves room for this many cells.
    pub(super) fn clear(&mut self, room: usize) {
        let mut tail = mem::take(&mut self.tail);
        tail.clear();
        tail.reserve(room);
        *self = Self {
            tail,
            ..Self::default()
        };
    }

    pub(super) fn copy_into(&self, cells: &mut Vec<CellIndex>) {
        cells.clear();
        self.segments
            .iter()
            .for_each(|segment| segment.append_to(cells, &self.store));
        cells.extend_from_slice(&self.tail);
    }

    pub(super) fn cells(&self) -> Vec<CellIndex> {
        let mut cells = Vec::with_capacity(self.len());
        self.copy_into(&mut cells);
        cells
    }
}

fn most_segments(cells: usize) -> usize {
    16 + cells.isqrt()
}

impl<const PLAIN: usize, const TAIL: usize> Serialize for Pending<PLAIN, TAIL> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.cells().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Debug)]
    enum Touch {
        Push(u8),
        Pop(u8),
        /// A reversal from this part of the list, in 65,536ths.
        Reverse(u16),
        Copy,
        Clear,
    }

    fn turn() -> impl Strategy<Value = Touch> {
        prop_oneof![
            30 => (0..20_u8).prop_map(Touch::Push),
            1 => (100..=255_u8).prop_map(Touch::Push),
            30 => (0..20_u8).prop_map(Touch::Pop),
            1 => (100..=255_u8).prop_map(Touch::Pop),
            40 => any::<u16>().prop_map(Touch::Reverse),
            10 => prop_oneof![Just(0), Just(u16::MAX), 60_000..u16::MAX].prop_map(Touch::Reverse),
            1 => Just(Touch::Copy),
            1 => (0..10).prop_map(|n| if n == 0 { Touch::Clear } else { Touch::Copy }),
        ]
    }

    #[test]
    fn a_store_does_not_outgrow_its_list() {
        let mut list: Pending = Pending::default();
        (0..3000)
            .map(CellIndex::new)
            .for_each(|cell| list.push(cell));
        for _ in 0..10_000 {
            list.reverse_from(0);
            assert!(list.store.len() <= 4500, "{}", list.store.len());
        }
        assert!(list.cells().into_iter().eq((0..3000).map(CellIndex::new)));
    }

    fn compare<const PLAIN: usize, const TAIL: usize>(turns: &[Touch]) {
        let (mut list, mut plain) = (Pending::<PLAIN, TAIL>::default(), Vec::new());
        let mut cells = (0..).map(CellIndex::new);
        for turn in turns {
            match *turn {
                Touch::Push(count) => cells.by_ref().take(count.into()).for_each(|cell| {
                    list.push(cell);
                    plain.push(cell);
                }),
                Touch::Pop(count) => {
                    (0..count).for_each(|_| assert_eq!(list.pop(), plain.pop()));
                }
                Touch::Reverse(_) if plain.is_empty() => {}
                Touch::Reverse(part) => {
                    let place = (plain.len() * usize::from(part)) >> 16;
                    list.reverse_from(place);
                    plain[place..].reverse();
                    assert!(list.segments.len() <= most_segments(list.len()) + 2);
                }
                Touch::Copy => {
                    list = Pending {
                        tail: list.cells(),
                        ..Pending::default()
                    };
                }
                Touch::Clear => {
                    list.clear(3);
                    plain.clear();
                }
            }
            assert_eq!(list.last(), plain.last().copied());
            assert_eq!(list.len(), plain.len());
            assert_eq!(list.cells(), plain);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn a_list_is_what_a_plain_list_is(turns in prop::collection::vec(turn(), 0..600)) {
            compare::<0, 1>(&turns);
            compare::<20, 8>(&turns);
            compare::<2048, 64>(&turns);
        }
    }
}
