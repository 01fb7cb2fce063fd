//! Blocks: a long list cut into blocks, so that reversing its tail moves only the cells of one
//! block and one entry for each block after it.

use crate::base::grid::CellIndex;

#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    order: Vec<Block>,
    /// The cells of the blocks, by slot.
    slots: Vec<Vec<CellIndex>>,
    free: Vec<usize>,
    room: usize,
    length: usize,
}

/// A block's slot, whether it is reversed, and its number of cells: 31 bits, 1, and 32.
///
/// One number rather than three fields, so that a list of blocks is reversed by vector
/// instructions.
#[derive(Clone, Copy, Debug)]
struct Block(u64);

impl Blocks {
    #[inline]
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Whether there are too many blocks, or too small ones, to be reversed cheaply.
    pub(super) fn are_worn(&self) -> bool {
        let spare = self.order.len().saturating_sub(16);
        2 * self.room * spare > 5 * self.length || self.length > 4 * self.room.pow(2)
    }

    pub(super) fn clear(&mut self) {
        self.free.extend(self.order.drain(..).map(Block::slot));
        self.length = 0;
    }

    /// Takes over a list. Blocks get `room` cells, doubled until that is at least the square root
    /// of the list's length, so that there are about as many blocks as cells per block.
    pub(super) fn fill(&mut self, cells: &[CellIndex], room: usize) {
        self.clear();
        self.room = room;
        while self.room.pow(2) < cells.len() {
            self.room *= 2;
        }
        self.append(cells);
    }

    pub(super) fn append(&mut self, cells: &[CellIndex]) {
        for cells in cells.chunks(self.room) {
            let block = self.store(cells);
            self.order.push(block);
        }
        self.length += cells.len();
    }

    /// Makes the last block the tail, which must be empty.
    #[cold]
    pub(super) fn pop_into(&mut self, tail: &mut Vec<CellIndex>) {
        let Some(block) = self.order.pop() else { return };
        std::mem::swap(tail, &mut self.slots[block.slot()]);
        if block.is_reversed() {
            tail.reverse();
        }
        self.free.push(block.slot());
        self.length -= block.length();
    }

    /// Reverses the sequence of these blocks and then `tail`, from this place in the blocks.
    ///
    /// The cells of the block before the place are appended to the tail, last cell first, and both
    /// together, reversed, replace the block; its cells from the place on become the tail.
    pub(super) fn flip(&mut self, place: usize, tail: &mut Vec<CellIndex>) {
        let (index, kept) = self.find(place);
        let block = self.order[index];
        let cells = &mut self.slots[block.slot()];
        let rest = cells.len() - kept;
        if block.is_reversed() {
            tail.extend_from_slice(&cells[rest..]);
        } else {
            tail.extend(cells[..kept].iter().rev());
            cells[kept..].reverse();
            cells.copy_within(kept.., 0);
        }
        cells.truncate(rest);
        std::mem::swap(cells, tail);
        let length = cells.len();
        self.length = self.length + length - block.length();
        self.order[index] = Block::new(block.slot(), length).mirrored();
        Block::reverse(&mut self.order[index + 1..]);
        if length > 2 * self.room {
            self.cut(index);
        }
    }

    #[cold]
    fn cut(&mut self, index: usize) {
        let slot = self.order[index].slot();
        let room = self.room;
        let cells = std::mem::take(&mut self.slots[slot]);
        self.free.push(slot);
        let piece = |cells| self.store(cells).mirrored();
        let pieces: Vec<Block> = cells.chunks(room).map(piece).collect();
        self.order.splice(index..=index, pieces.into_iter().rev());
    }

    fn store(&mut self, cells: &[CellIndex]) -> Block {
        let slot = self.free.pop().unwrap_or(self.slots.len());
        if slot == self.slots.len() {
            self.slots.push(Vec::with_capacity(2 * self.room));
        }
        self.slots[slot].clear();
        self.slots[slot].extend_from_slice(cells);
        Block::new(slot, cells.len())
    }

    /// The index of the block that holds the cell at this place, and the cell's place in it.
    #[inline]
    fn find(&self, place: usize) -> (usize, usize) {
        /// The number of blocks skipped at a time; within the last step there are no branches.
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

    pub(super) fn iter(&self) -> impl Iterator<Item = CellIndex> + '_ {
        self.order.iter().flat_map(|&block| {
            let cells = &self.slots[block.slot()];
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

    /// Reverses the order of blocks, and each of them.
    fn reverse(blocks: &mut [Self]) {
        blocks.reverse();
        for block in blocks {
            *block = block.mirrored();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(length: usize, room: usize) -> Blocks {
        let mut blocks = Blocks::default();
        blocks.fill(&vec![CellIndex::default(); length], room);
        blocks
    }

    #[test]
    fn a_tail_that_has_become_long_is_cut() {
        let lengths = |tail: u32| {
            let mut blocks = filled(9, 9);
            blocks.flip(5, &mut (0..tail).map(CellIndex::from).collect());
            blocks.order.iter().map(|block| block.length()).collect::<Vec<_>>()
        };
        assert_eq!(lengths(13), [18]);
        assert_eq!(lengths(14), [1, 9, 9]);
    }
}
