//! Values in place of missing ones: a struct is read to its end, to find all fields that it lacks.

use std::cell::Cell;

use serde::de::value::{SeqDeserializer, StrDeserializer};
use serde::de::{Deserializer, IntoDeserializer, Visitor};

use super::value_error::{Problem, ValueError};

/// Any value, in place of one that is missing. Of an enum it keeps the names.
pub(super) struct Blank<'a>(pub(super) &'a Cell<&'static [&'static str]>);

impl<'t> Deserializer<'t> for Blank<'_> {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_u64(1)
    }

    fn deserialize_tuple<V: Visitor<'t>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        visitor.visit_seq(SeqDeserializer::new(std::iter::repeat_n(1_u32, length)))
    }

    fn deserialize_enum<V: Visitor<'t>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        self.0.set(names);
        let nothing = || ValueError::new(Problem::Message(String::new()));
        let first: StrDeserializer<'_, ValueError> =
            names.first().ok_or_else(nothing)?.into_deserializer();
        visitor.visit_enum(first)
    }

    serde::forward_to_deserialize_any! { <V: Visitor<'t>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple_struct map struct identifier ignored_any
    }
}
