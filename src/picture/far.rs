//! Lists of cells or slots for serde: as they are where people read them, otherwise as the distance
//! of each to the last, which takes fewer bytes in a film.

use std::mem;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(super) fn serialize<T, S>(cells: &[T], to: S) -> Result<S::Ok, S::Error>
where
    T: Copy + Into<u32> + Serialize,
    S: Serializer,
{
    if to.is_human_readable() {
        return cells.serialize(to);
    }
    let mut last = 0;
    to.collect_seq(cells.iter().map(|&cell| {
        let cell = i64::from(cell.into());
        cell - mem::replace(&mut last, cell)
    }))
}

pub(super) fn deserialize<'de, T, D>(from: D) -> Result<Vec<T>, D::Error>
where
    T: From<u32> + Deserialize<'de>,
    D: Deserializer<'de>,
{
    if from.is_human_readable() {
        return Vec::deserialize(from);
    }
    let mut last = 0;
    let far = Vec::<i64>::deserialize(from)?.into_iter();
    let cells = far.map(|far| {
        last += far;
        u32::try_from(last).unwrap_or(u32::MAX).into()
    });
    Ok(cells.collect())
}
