//! Encoding of a change: its layer and kind, then its numbers.

use crate::picture::change::Change;
use crate::picture::varint::{put, put_signed, take, take_signed};

impl Change {
    /// Appends it in encoded form.
    pub(super) fn pack(&self, bytes: &mut Vec<u8>) {
        let kind = |layer: usize, kind| 5 * layer as u64 + kind;
        match self {
            Self::Set { layer, value, slots } => {
                put(bytes, kind(*layer, 0));
                put(bytes, (*value).into());
                put(bytes, slots.len() as u64);
                let mut last = 0;
                for &slot in slots {
                    put(bytes, (slot - std::mem::replace(&mut last, slot)).into());
                }
            }
            Self::Pop { layer, count } => {
                put(bytes, kind(*layer, 1));
                put(bytes, (*count).into());
            }
            Self::Push { layer, cells } => {
                put(bytes, kind(*layer, 2));
                pack_cells(cells, bytes);
            }
            Self::Flip { layer, from } => {
                put(bytes, kind(*layer, 3));
                put(bytes, (*from).into());
            }
            Self::Route(cells) => {
                put(bytes, kind(0, 4));
                pack_cells(cells, bytes);
            }
        }
    }

    /// Decodes one from the front of the bytes.
    #[allow(clippy::cast_possible_truncation)] // as they were encoded
    pub(super) fn unpack(bytes: &mut &[u8]) -> Self {
        let kind = take(bytes);
        let layer = (kind / 5) as usize;
        match kind % 5 {
            0 => {
                let value = take(bytes) as u32;
                let mut last = 0;
                let slots = (0..take(bytes)).map(|_| {
                    last += take(bytes) as u32;
                    last
                });
                Self::Set { layer, value, slots: slots.collect() }
            }
            1 => Self::Pop { layer, count: take(bytes) as u32 },
            2 => Self::Push { layer, cells: unpack_cells(bytes) },
            3 => Self::Flip { layer, from: take(bytes) as u32 },
            _ => Self::Route(unpack_cells(bytes)),
        }
    }
}

fn pack_cells(cells: &[u32], bytes: &mut Vec<u8>) {
    put(bytes, cells.len() as u64);
    let mut last = 0;
    for &cell in cells {
        let cell = i64::from(cell);
        put_signed(bytes, cell - std::mem::replace(&mut last, cell));
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // cells, as they were encoded
fn unpack_cells(bytes: &mut &[u8]) -> Vec<u32> {
    let mut last = 0;
    let cells = (0..take(bytes)).map(|_| {
        last += take_signed(bytes);
        last as u32
    });
    cells.collect()
}
