//! Digests: one number for the state of a world, made from what is where in the grid; the ids of
//! entities do not matter.
//!
//! The state of a world has parts: `progress`, `walls`, `claims`, `walkers`, `chance`, each column of
//! cells and each generator, by the name under which it was registered. The digest of a part is the
//! XXH3 (64 bits, seed 0) of its value in the [wire format of
//! postcard](https://postcard.jamesmunns.com/wire-format), and that of the world is the digest of
//! [the map](StateDigests) from names to digests. Both formats are published, and the same on every
//! machine.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;

use postcard::ser_flavors::Flavor;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_128};

use crate::base::report::Fault;

/// The version of the rules: of everything that determines the world of a scene, and of its digest.
///
/// Releases with the same version make the same worlds. Records name it.
pub const RULES: u32 = 2;

/// The digest of a world's state, or of a part of it. Displayed as 16 hexadecimal digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, derive_more::Display, derive_more::Debug)]
#[display("{_0:016x}")]
#[debug("Digest({self})")]
pub struct Digest(pub u64);

impl Digest {
    /// Returns the XXH3 of a value's postcard.
    ///
    /// # Panics
    /// If postcard cannot express the value: a sequence or map that does not know its length.
    pub fn new(value: &(impl Serialize + ?Sized)) -> Self {
        let mut bytes = HashedBytes::default();
        bytes.write(value);
        bytes.digest()
    }

    /// Returns the XXH3 of bytes as they are.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(xxh3_64(bytes))
    }
}

/// The postcard of values, one after another, for their hash.
#[derive(Default)]
pub(crate) struct HashedBytes {
    buffer: Vec<u8>,
    /// The hash of the bytes before those in the buffer, if there were too many for it.
    before: Option<Box<Xxh3>>,
}

impl HashedBytes {
    const ROOM: usize = 1 << 12;

    pub(crate) fn write(&mut self, value: &(impl Serialize + ?Sized)) {
        postcard::serialize_with_flavor(value, &mut *self)
            .expect("a value that postcard can express");
    }

    pub(crate) fn clear(&mut self) {
        self.buffer.clear();
        self.before = None;
    }

    pub(crate) fn digest(&mut self) -> Digest {
        if self.before.is_none() {
            return Digest::of_bytes(&self.buffer);
        }
        Digest(self.hash_buffer().digest())
    }

    pub(crate) fn digest128(&mut self) -> u128 {
        if self.before.is_none() {
            return xxh3_128(&self.buffer);
        }
        self.hash_buffer().digest128()
    }

    fn hash_buffer(&mut self) -> &Xxh3 {
        let hash = self.before.get_or_insert_default();
        hash.update(&self.buffer);
        self.buffer.clear();
        hash
    }
}

impl Flavor for &mut HashedBytes {
    type Output = ();

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.buffer.push(byte);
        if self.buffer.len() >= HashedBytes::ROOM {
            self.hash_buffer();
        }
        Ok(())
    }

    #[inline]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= HashedBytes::ROOM {
            self.hash_buffer();
        }
        Ok(())
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}

/// The parts of a state that decide whether two worlds are taken as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compared {
    /// All of it, without the random streams: each draw has every possible answer.
    All,
    /// The same without what only [reports](report), but with the number of ticks up to this one.
    Future { until: u64 },
}

thread_local! {
    static COMPARED: Cell<Option<Compared>> = const { Cell::new(None) };
}

impl Compared {
    /// Does some work in which values are serialized as they are compared.
    pub(crate) fn during<T>(self, work: impl FnOnce() -> T) -> T {
        COMPARED.set(Some(self));
        let result = work();
        COMPARED.set(None);
        result
    }
}

/// Returns true if values are serialized to be compared with those of other worlds.
#[inline]
pub(crate) fn is_compared() -> bool {
    COMPARED.get().is_some()
}

/// Serializes a field that only reports: nothing that a world does depends on it, as on a count of steps. When
/// every course of a world is explored, worlds that differ only there are one. For
/// `#[serde(serialize_with = "mazetick::base::digest::report")]`.
///
/// # Errors
/// Those of the serializer.
pub fn report<T: Serialize, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    if let Some(Compared::Future { .. }) = COMPARED.get() {
        serializer.serialize_unit()
    } else {
        value.serialize(serializer)
    }
}

/// Serializes a list as it is, or sorted where worlds are compared: for a list whose order only decides which of equally
/// likely elements a draw means.
///
/// # Errors
/// Those of the serializer.
pub fn unordered<T: Serialize + Ord + Clone, S: Serializer>(
    list: &Vec<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if !is_compared() {
        return list.serialize(serializer);
    }
    let mut sorted = list.clone();
    sorted.sort_unstable();
    sorted.serialize(serializer)
}

/// The digests of all parts of a world's state, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StateDigests(pub BTreeMap<Cow<'static, str>, Digest>);

impl StateDigests {
    /// Returns the digest of the state that has these parts.
    pub fn combined(&self) -> Digest {
        Digest::new(self)
    }

    /// The names of the parts in which two states differ, or that only one of them has.
    pub fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a str> {
        let changed = self
            .0
            .iter()
            .filter(|&(name, digest)| other.0.get(name) != Some(digest));
        let added = other.0.keys().filter(|&name| !self.0.contains_key(name));
        changed
            .map(|(name, _)| name)
            .chain(added)
            .map(AsRef::as_ref)
    }
}

impl std::str::FromStr for Digest {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        let is_digest = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let digest = u64::from_str_radix(text, 16).ok().filter(|_| is_digest);
        let why = || format!("found `{text}`, expected a digest: 16 hexadecimal digits");
        digest
            .map(Self)
            .ok_or_else(|| Fault::new(0..text.len(), why()))
    }
}

/// Writes 16 digits in texts, and the number in binary formats.
impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        String::deserialize(text)?
            .parse()
            .map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_that_of_the_bytes_of_postcard() {
        let long = vec![(1_u32, -1_i64, "name"); 1000];
        assert_eq!(
            Digest::new(&long),
            Digest::of_bytes(&postcard::to_allocvec(&long).unwrap())
        );
        assert_eq!(Digest::new("mazetick"), Digest::of_bytes(b"\x08mazetick"));
        assert_eq!(Digest::new(&()), Digest::of_bytes(b""));
        assert_eq!(Digest::of_bytes(b""), Digest(0x2d06_8005_38d3_94c2)); // as XXH3 is published
    }
}
