//! Values as bytes, one after another.

use std::mem;

use serde::de::DeserializeOwned;
use serde::ser::{Serialize, SerializeTuple, Serializer};

/// A column, without its length.
pub(super) struct Rows<'a, C>(pub(super) &'a [C]);

impl<C: Serialize> Serialize for Rows<'_, C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_tuple(self.0.len())?;
        self.0.iter().try_for_each(|row| rows.serialize_element(row))?;
        rows.end()
    }
}

/// Appends a value; `None` if it has no form in bytes.
pub(super) fn write(value: &impl Serialize, to: &mut Vec<u8>) -> Option<()> {
    *to = postcard::to_extend(value, mem::take(to)).ok()?;
    Some(())
}

/// Reads a value from the first bytes, and moves their start behind it.
pub(super) fn read<T: DeserializeOwned>(from: &mut &[u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(from).ok()?;
    *from = rest;
    Some(value)
}
