//! Digests: one number for the state of a world, made from what is where in the grid; the ids of
//! entities do not matter.
//!
//! The state of a world has parts: `progress`, `walls`, `claims`, `walkers`, `chance`, each column of
//! cells and each generator, by the name under which it was registered. Each has a digest of its
//! own, and [their digest](StateDigests::whole) is that of the world. A value is hashed as its
//! `Serialize` describes it, in the one encoding of [`Hasher`]; so digests are the same on every
//! machine.

mod hasher;

pub use hasher::Hasher;

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The version of the rules: of everything that determines the world of a scene, and of its digest.
///
/// Releases with the same version make the same worlds. Records, saved worlds among them, name it.
pub const RULES: u32 = 1;

/// The digest of a world's state, or of a part of it. Displayed as 16 hexadecimal digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, derive_more::Display, derive_more::Debug)]
#[display("{_0:016x}")]
#[debug("Digest({self})")]
pub struct Digest(pub u64);

impl Digest {
    /// The digest of a value.
    #[must_use]
    pub fn new(value: &(impl Serialize + ?Sized)) -> Self {
        let mut hasher = Hasher::default();
        hasher.add(value);
        hasher.digest()
    }
}

/// The digests of all parts of a world's state, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StateDigests(pub BTreeMap<Cow<'static, str>, Digest>);

impl StateDigests {
    /// The digest of the whole state.
    #[must_use]
    pub fn whole(&self) -> Digest {
        Digest::new(self)
    }

    /// The names of the parts in which two states differ, or that only one of them has.
    pub fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a str> {
        let changed = self.0.iter().filter(|&(name, digest)| other.0.get(name) != Some(digest));
        let added = other.0.keys().filter(|&name| !self.0.contains_key(name));
        changed.map(|(name, _)| name).chain(added).map(AsRef::as_ref)
    }
}

/// Parses what `Display` writes: 16 hexadecimal digits.
impl std::str::FromStr for Digest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_digest = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let digest = u64::from_str_radix(text, 16).ok().filter(|_| is_digest);
        let why = || format!("found `{text}`, expected a digest: 16 hexadecimal digits");
        digest.map(Self).ok_or_else(why)
    }
}

/// Serializes the 16 digits in texts, and the number where it is hashed.
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
        String::deserialize(text)?.parse().map_err(de::Error::custom)
    }
}
