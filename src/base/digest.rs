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
use std::collections::BTreeMap;

use postcard::ser_flavors::Flavor;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

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
        let bytes = HashedBytes {
            state: Xxh3::new(),
            buffer: [0; 1024],
            length: 0,
        };
        postcard::serialize_with_flavor(value, bytes).expect("a value that postcard can express")
    }

    /// Returns the XXH3 of bytes as they are.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(xxh3_64(bytes))
    }
}

struct HashedBytes {
    state: Xxh3,
    buffer: [u8; 1024],
    length: usize,
}

impl HashedBytes {
    fn hash(&mut self) {
        self.state.update(&self.buffer[..self.length]);
        self.length = 0;
    }
}

impl Flavor for HashedBytes {
    type Output = Digest;

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        if self.length == self.buffer.len() {
            self.hash();
        }
        self.buffer[self.length] = byte;
        self.length += 1;
        Ok(())
    }

    #[inline]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        if bytes.len() > self.buffer.len() - self.length {
            self.hash();
        }
        if bytes.len() > self.buffer.len() {
            self.state.update(bytes);
        } else {
            self.buffer[self.length..][..bytes.len()].copy_from_slice(bytes);
            self.length += bytes.len();
        }
        Ok(())
    }

    fn finalize(mut self) -> postcard::Result<Digest> {
        self.hash();
        Ok(Digest(self.state.digest()))
    }
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
