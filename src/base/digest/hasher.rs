//! The hasher: any value that can be serialized, in one encoding of fixed width and order.
//!
//! Numbers are little-endian, in the width of their type; `usize` has 64 bits, a `bool` is a byte, a
//! `char` has 32 bits. A struct, a tuple and an array are their fields, without names or lengths;
//! an option is a byte, 0 or 1, and its value; an enum the index of its variant (32 bits) and its
//! fields. A string, a sequence and a map have their length (64 bits) before them; a sequence that
//! does not know it has a byte 1 before each item and a 0 at the end.
//!
//! The bytes are hashed eight at a time. A word is mixed in by xor with the state and a
//! multiplication to 128 bits; the halves are combined by xor, rotated by 29 bits, and the word is
//! added. At the end follow one more word, of the bytes that are left (perhaps none), filled up with
//! zeros, and twice the number of all bytes.

mod items;

use std::fmt;

use serde::{Serialize, ser};

use super::Digest;
use items::Items;

/// Hashes values by what their `Serialize` says.
pub struct Hasher {
    state: u64,
    /// The bytes that are not yet hashed are the first `filled` of it.
    buffer: [u8; BUFFER],
    filled: usize,
    /// The number of bytes hashed so far.
    hashed: u64,
}

/// The size of the buffer, in bytes: whole words.
const BUFFER: usize = 128;

impl Default for Hasher {
    fn default() -> Self {
        Self { state: 0x243f_6a88_85a3_08d3, buffer: [0; BUFFER], filled: 0, hashed: 0 }
    }
}

impl Hasher {
    /// Adds a value.
    ///
    /// # Panics
    /// If its `Serialize` returns an error, which no derived one does.
    #[inline]
    pub fn add(&mut self, value: &(impl Serialize + ?Sized)) {
        value.serialize(self).expect("a value that can be hashed");
    }

    /// Adds all values of a slice, without its length.
    #[inline]
    pub(crate) fn add_all(&mut self, values: &[impl Serialize]) {
        for value in values {
            self.add(value);
        }
    }

    /// Adds bytes, with their number before them.
    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) {
        self.push((bytes.len() as u64).to_le_bytes());
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.push(word);
        }
        for &byte in rest {
            self.push([byte]);
        }
    }

    /// The digest of what was added.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let (state, rest) = mixed_words(self.state, &self.buffer[..self.filled]);
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        let state = mixed(state, u64::from_le_bytes(last));
        let length = self.hashed + self.filled as u64;
        Digest(mixed(mixed(state, length), length))
    }

    /// Appends bytes to the buffer.
    #[inline]
    fn push<const N: usize>(&mut self, bytes: [u8; N]) {
        if self.filled + N > BUFFER {
            self.hash_words();
        }
        self.buffer[self.filled..][..N].copy_from_slice(&bytes);
        self.filled += N;
    }

    /// Hashes the whole words of the buffer.
    #[inline(never)]
    fn hash_words(&mut self) {
        let (state, rest) = mixed_words(self.state, &self.buffer[..self.filled]);
        self.state = state;
        let (done, left) = (self.filled - rest.len(), rest.len());
        self.hashed += done as u64;
        self.buffer.copy_within(done..self.filled, 0);
        self.filled = left;
    }
}

/// The state after the whole words of these bytes, and the bytes that are left.
#[inline]
fn mixed_words(state: u64, bytes: &[u8]) -> (u64, &[u8]) {
    let (words, rest) = bytes.as_chunks();
    (words.iter().fold(state, |state, &word| mixed(state, u64::from_le_bytes(word))), rest)
}

/// The state after a word.
#[inline]
fn mixed(state: u64, word: u64) -> u64 {
    let product = u128::from(state ^ word) * 0x9e37_79b9_7f4a_7c15;
    let bytes = product.to_le_bytes();
    let (halves, _) = bytes.as_chunks();
    let [low, high] = [halves[0], halves[1]].map(u64::from_le_bytes);
    (low ^ high).rotate_left(29).wrapping_add(word)
}

/// The error of a `Serialize` that is not derived.
#[derive(Debug, derive_more::Display)]
pub struct Unserializable(String);

impl std::error::Error for Unserializable {}

impl ser::Error for Unserializable {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

type Done = Result<(), Unserializable>;

macro_rules! numbers {
    ($($method:ident $number:ty),*) => {$(
        #[inline]
        fn $method(self, number: $number) -> Done {
            self.push(number.to_le_bytes());
            Ok(())
        }
    )*};
}

impl<'a> ser::Serializer for &'a mut Hasher {
    type Ok = ();
    type Error = Unserializable;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Items<'a>;
    type SerializeMap = Items<'a>;
    type SerializeStruct = Items<'a>;
    type SerializeStructVariant = Items<'a>;

    numbers! {
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_i128 i128, serialize_u8 u8, serialize_u16 u16, serialize_u32 u32,
        serialize_u64 u64, serialize_u128 u128, serialize_f32 f32, serialize_f64 f64
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline]
    fn serialize_bool(self, is: bool) -> Done {
        self.serialize_u8(is.into())
    }

    fn serialize_char(self, letter: char) -> Done {
        self.serialize_u32(letter.into())
    }

    fn serialize_str(self, text: &str) -> Done {
        self.serialize_bytes(text.as_bytes())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Done {
        self.add_bytes(bytes);
        Ok(())
    }

    fn serialize_none(self) -> Done {
        self.serialize_u8(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        self.serialize_u8(1)?;
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        Ok(())
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Done {
        self.serialize_u32(index)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, it: &T) -> Done {
        it.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Done {
        self.serialize_u32(index)?;
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Items<'a>, Unserializable> {
        if let Some(length) = length {
            self.serialize_u64(length as u64)?;
        }
        Ok(Items { hasher: self, is_marked: length.is_none() })
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Items<'a>, Unserializable> {
        Ok(Items { hasher: self, is_marked: false })
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &str, _: usize) -> Result<Items<'a>, Unserializable> {
        Ok(Items { hasher: self, is_marked: false })
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Items<'a>, Unserializable> {
        self.serialize_u32(index)?;
        Ok(Items { hasher: self, is_marked: false })
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Items<'a>, Unserializable> {
        self.serialize_seq(length)
    }

    #[inline]
    fn serialize_struct(self, _: &str, _: usize) -> Result<Items<'a>, Unserializable> {
        Ok(Items { hasher: self, is_marked: false })
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Items<'a>, Unserializable> {
        self.serialize_tuple_variant(name, index, variant, length)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Serialize)]
    enum Shape {
        Point,
        Line(u8),
        Rect { wide: u16, high: i8 },
    }

    /// The digest of these bytes, word by word.
    fn plain(bytes: &[u8]) -> Digest {
        let mut state = Hasher::default().state;
        let rest = bytes.chunks_exact(8).remainder();
        let whole = bytes.chunks_exact(8).map(<[u8]>::to_vec);
        let last = rest.iter().copied().chain(std::iter::repeat(0)).take(8).collect();
        for word in whole.chain([last]) {
            state = mixed(state, u64::from_le_bytes(word.try_into().expect("eight bytes")));
        }
        let length = bytes.len() as u64;
        Digest(mixed(mixed(state, length), length))
    }

    #[test]
    fn values_are_hashed_in_the_documented_encoding() {
        let shapes = [Shape::Point, Shape::Line(7), Shape::Rect { wide: 259, high: -1 }];
        let bytes = [0, 0, 0, 0, 1, 0, 0, 0, 7, 2, 0, 0, 0, 3, 1, 255];
        assert_eq!(Digest::new(&shapes), plain(&bytes));
        let value =
            (true, 'a', Some(5_u8), None::<u8>, "xy", vec![1_u16], BTreeMap::from([(1_u8, 2_u8)]));
        let bytes = [
            &[1][..],
            &[97, 0, 0, 0],
            &[1, 5],
            &[0],
            &[2, 0, 0, 0, 0, 0, 0, 0, 120, 121],
            &[1, 0, 0, 0, 0, 0, 0, 0, 1, 0],
            &[1, 0, 0, 0, 0, 0, 0, 0, 1, 2],
        ];
        assert_eq!(Digest::new(&value), plain(&bytes.concat()));
    }

    #[test]
    fn the_buffer_leaves_no_trace() {
        let numbers: Vec<u8> = (0..=255).collect();
        for count in 0..=255 {
            let mut hasher = Hasher::default();
            hasher.add_all(&numbers[..count]);
            assert_eq!(hasher.digest(), plain(&numbers[..count]), "{count}");
            let mut hasher = Hasher::default();
            let (first, last) = numbers[..count].split_at(count / 3);
            hasher.add_all(first);
            last.chunks(4).for_each(|part| match part.try_into() {
                Ok(word) => hasher.add(&u32::from_le_bytes(word)),
                Err(_) => hasher.add_all(part),
            });
            assert_eq!(hasher.digest(), plain(&numbers[..count]), "{count}");
        }
    }

    /// The same on every machine.
    #[test]
    fn digests_are_golden() {
        assert_eq!(Digest::new(&()), Digest(0xa9e9_42f4_d762_632e));
        assert_eq!(Digest::new("mazetick"), Digest(0xb0e8_63b6_b58e_eee0));
        assert_eq!(Digest::new([(1_u32, -1_i64); 40].as_slice()), Digest(0x6bbb_f15e_5a6c_b709));
    }
}
