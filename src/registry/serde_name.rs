//! The name that serde reads for a type.

use std::fmt;

use serde::de::{DeserializeOwned, Deserializer, Error, Visitor};
use serde::forward_to_deserialize_any;

/// Returns the name of a struct, as its `Deserialize` asks for it; `None` of a type that has none, or of an enum.
pub(super) fn serde_name<T: DeserializeOwned>() -> Option<&'static str> {
    match T::deserialize(NameProbe) {
        Err(Asked(name)) => name,
        Ok(_) => None,
    }
}

struct NameProbe;

/// The name for which a type asked: the probe has no value.
#[derive(Debug)]
struct Asked(Option<&'static str>);

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no value")
    }
}

impl std::error::Error for Asked {}

impl Error for Asked {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(None)
    }
}

impl<'de> Deserializer<'de> for NameProbe {
    type Error = Asked;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Asked> {
        Err(Asked(None))
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: V,
    ) -> Result<V::Value, Asked> {
        Err(Asked(Some(name)))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: V,
    ) -> Result<V::Value, Asked> {
        Err(Asked(Some(name)))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: usize,
        _: V,
    ) -> Result<V::Value, Asked> {
        Err(Asked(Some(name)))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Asked> {
        Err(Asked(Some(name)))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit seq tuple map
        enum identifier ignored_any
    }
}
