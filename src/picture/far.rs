//! Lists of cells or slots for serde: as they are where people read them, otherwise as the distance
//! of each to the last, which takes fewer bytes in a film.

use std::mem;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(super) fn serialize<S: Serializer>(cells: &[u32], to: S) -> Result<S::Ok, S::Error> {
    if to.is_human_readable() {
        return cells.serialize(to);
    }
    let mut last = 0;
    to.collect_seq(cells.iter().map(|&cell| {
        let cell = i64::from(cell);
        cell - mem::replace(&mut last, cell)
    }))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // cells, as they were written
pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u32>, D::Error> {
    if from.is_human_readable() {
        return Vec::deserialize(from);
    }
    let mut last = 0;
    let far = Vec::<i64>::deserialize(from)?.into_iter();
    let cells = far.map(|far| {
        last += far;
        last as u32
    });
    Ok(cells.collect())
}
