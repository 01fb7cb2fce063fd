//! Blocks: a long list cut into blocks, so that reversing its tail moves only a block of cells and
//! one entry for each block behind it.

/// A sequence of cells in blocks.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    /// The blocks in the order of the list.
    order: Vec<Block>,
    /// The cells of the blocks, `room` of them for each slot.
    slots: Vec<u32>,
    /// How many slots were ever taken; those among them that are free again.
    taken: usize,
    free: Vec<usize>,
    /// How many cells a block can hold.
    room: usize,
    /// How many cells there are.
    length: usize,
}

/// A block's slot, whether it reads backwards, and how many cells it has: 31 bits, 1, and 32.
///
/// One number rather than three fields, as then a list of blocks is reversed by vector instructions.
#[derive(Clone, Copy, Debug)]
struct Block(u64);

impl Blocks {
    /// How many cells there are.
    #[inline]
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Whether the cells lie in too many blocks, or in too small ones, to be reversed cheaply.
    pub(super) fn are_worn(&self) -> bool {
        self.order.len() > 16 + 5 * self.length / (2 * self.room) || self.length > self.room.pow(2)
    }

    pub(super) fn clear(&mut self) {
        self.order.clear();
        self.free.clear();
        self.taken = 0;
        self.length = 0;
    }

    /// Takes over a list. Blocks get room for `room` cells or, in a long list, for twice the
    /// square root of its length, so that there are about as many blocks as cells in a block.
    pub(super) fn fill(&mut self, cells: &[u32], room: usize) {
        self.clear();
        self.room = room;
        while self.room.pow(2) < 4 * cells.len() {
            self.room *= 2;
        }
        self.append(cells);
    }

    /// Appends cells: as one block if they fit, otherwise in blocks with a third of their room left.
    pub(super) fn append(&mut self, cells: &[u32]) {
        let piece = if cells.len() > self.room { self.room * 2 / 3 } else { self.room };
        for cells in cells.chunks(piece) {
            let slot = self.free.pop().unwrap_or(self.taken);
            self.taken = self.taken.max(slot + 1);
            if self.slots.len() < self.taken * self.room {
                self.slots.resize(self.taken * self.room, 0);
            }
            self.slots[slot * self.room..][..cells.len()].copy_from_slice(cells);
            self.order.push(Block::new(slot, cells.len()));
        }
        self.length += cells.len();
    }

    /// Moves the last block to the end of `tail`.
    pub(super) fn pop_into(&mut self, tail: &mut Vec<u32>) {
        if let Some(block) = self.order.pop() {
            self.read(block, tail);
            self.free.push(block.slot());
            self.length -= block.length();
        }
    }

    /// Moves all cells to the end of `list`.
    pub(super) fn move_into(&mut self, list: &mut Vec<u32>) {
        self.order.iter().for_each(|&block| self.read(block, list));
        self.clear();
    }

    /// Reverses the sequence that these blocks and then `tail` make, from this place in the blocks.
    /// What comes last then, which was in the middle of a block, is written to `last`, which must
    /// be empty; it is not empty afterwards. All else is in the blocks.
    pub(super) fn flip(&mut self, place: usize, tail: &[u32], last: &mut Vec<u32>) {
        let (index, kept) = self.find(place);
        let block = self.order[index];
        let length = block.length();
        let joined = kept + tail.len();
        let fits = (1..=self.room).contains(&joined);
        let cells = &mut self.slots[block.slot() * self.room..][..self.room];
        // If there is room for it, the tail follows, reversed, what the block keeps.
        if block.is_reversed() {
            last.extend_from_slice(&cells[..length - kept]);
            let start = if fits { tail.len() } else { 0 };
            cells.copy_within(length - kept..length, start);
            cells[..start].copy_from_slice(&tail[..start]);
        } else {
            last.extend(cells[kept..length].iter().rev());
            if fits {
                let reversed = tail.iter().rev();
                cells[kept..joined].iter_mut().zip(reversed).for_each(|(to, &cell)| *to = cell);
            }
        }
        if fits {
            self.order[index] = block.with_length(joined);
            self.length = self.length + joined - length;
            Block::reverse(&mut self.order[index + 1..]);
        } else {
            self.order[index] = block.with_length(kept);
            self.length = self.length + kept - length;
            self.append(tail);
            Block::reverse(&mut self.order[index + 1..]);
            if kept == 0 {
                self.order.remove(index);
                self.free.push(block.slot());
            }
        }
    }

    /// The block that holds the cell at this place of the list, and the cell's place in it.
    #[inline]
    fn find(&self, place: usize) -> (usize, usize) {
        /// So many blocks are passed at a time; among the last of them nothing is branched on.
        const STRIDE: usize = 16;
        let (mut index, mut before) = (0, 0);
        for blocks in self.order.chunks_exact(STRIDE) {
            let end = before + blocks.iter().map(|block| block.length()).sum::<usize>();
            if place < end {
                break;
            }
            before = end;
            index += STRIDE;
        }
        let mut end = before;
        for block in self.order[index..].iter().take(STRIDE) {
            end += block.length();
            if end <= place {
                index += 1;
                before = end;
            }
        }
        (index, place - before)
    }

    fn cells(&self, block: Block) -> &[u32] {
        &self.slots[block.slot() * self.room..][..block.length()]
    }

    /// Copies a block's cells to the end of `list`.
    fn read(&self, block: Block, list: &mut Vec<u32>) {
        let cells = self.cells(block);
        if block.is_reversed() {
            list.extend(cells.iter().rev());
        } else {
            list.extend_from_slice(cells);
        }
    }

    /// The cells in the order of the list.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.order.iter().flat_map(|&block| {
            let cells = self.cells(block);
            let last = cells.len() - 1;
            (0..=last)
                .map(move |place| cells[if block.is_reversed() { last - place } else { place }])
        })
    }
}

#[allow(clippy::cast_possible_truncation)] // taken apart as it was put together
impl Block {
    const REVERSED: u64 = 1 << 32;

    fn new(slot: usize, length: usize) -> Self {
        Self((slot as u64) << 33 | length as u64)
    }

    fn slot(self) -> usize {
        (self.0 >> 33) as usize
    }

    fn length(self) -> usize {
        self.0 as u32 as usize
    }

    fn is_reversed(self) -> bool {
        self.0 & Self::REVERSED != 0
    }

    fn mirrored(self) -> Self {
        Self(self.0 ^ Self::REVERSED)
    }

    fn with_length(self, length: usize) -> Self {
        Self(self.0 >> 32 << 32 | length as u64)
    }

    /// Reverses the order of blocks, and each of them.
    fn reverse(blocks: &mut [Self]) {
        let (front, rest) = blocks.split_at_mut(blocks.len() / 2);
        let (middle, back) = rest.split_at_mut(rest.len() - front.len());
        for block in middle {
            *block = block.mirrored();
        }
        for (one, other) in front.iter_mut().zip(back.iter_mut().rev()) {
            (*one, *other) = (other.mirrored(), one.mirrored());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(length: usize, room: usize) -> Blocks {
        let mut blocks = Blocks::default();
        blocks.fill(&vec![0; length], room);
        blocks
    }

    #[test]
    fn room_is_at_least_twice_the_square_root_of_the_length() {
        for (length, room) in [(16, 8), (17, 16), (256, 32), (257, 64)] {
            assert_eq!(filled(length, 8).room, room, "{length} cells");
        }
    }

    #[test]
    fn what_fits_makes_one_block_and_what_does_not_leaves_a_third_free() {
        let lengths = |length| {
            let blocks = filled(length, 9);
            blocks.order.iter().map(|block| block.length()).collect::<Vec<_>>()
        };
        assert_eq!(lengths(9), [9]);
        assert_eq!(lengths(10), [6, 4]);
    }

    #[test]
    fn too_many_blocks_are_worn() {
        let mut blocks = filled(16, 8);
        for _ in 16..40 {
            blocks.append(&[0]);
        }
        assert_eq!((blocks.order.len(), blocks.are_worn()), (28, false));
        blocks.append(&[0]);
        assert!(blocks.are_worn());
    }

    #[test]
    fn blocks_of_a_list_that_has_become_long_are_worn() {
        let mut blocks = filled(16, 8);
        for _ in 0..6 {
            blocks.append(&[0; 8]);
        }
        assert_eq!((blocks.length, blocks.are_worn()), (64, false));
        blocks.append(&[0]);
        assert!(blocks.are_worn());
    }
}
