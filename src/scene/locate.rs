//! From a path in a scene to its place in the scene's text.
//!
//! The text is read once more, step by step, and only when there is something to complain about:
//! each value on the way is taken as the slice of the text that it is.

use std::fmt;
use std::ops::Range;

use ron::value::RawValue;
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{Path, Step, read};

/// The place of `path` in the text of a scene that can be read; of the deepest part of it that is
/// there, if the text leaves the rest out.
pub(crate) fn place_of(text: &str, path: &Path) -> Range<usize> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let shift = text.len() - body.len();
    let Range { start, end } = place_in_body(body, path);
    start + shift..end + shift
}

fn place_in_body(text: &str, path: &Path) -> Range<usize> {
    let mut steps = path.0.as_slice();
    let word = match steps.split_last() {
        Some((Step::Word(word), rest)) => {
            steps = rest;
            Some(*word)
        }
        _ => None,
    };
    let range = (0..=steps.len()).rev().find_map(|depth| {
        let value = read::options().from_str_seed(text, Follow(&steps[..depth])).ok()??;
        let start = value.as_ptr() as usize - text.as_ptr() as usize;
        Some(start..start + value.len())
    });
    let range = range.unwrap_or(0..text.len());
    match word {
        Some(word) => place_of_word(&text[range.clone()], word)
            .map_or(range.clone(), |at| range.start + at.start..range.start + at.end),
        None => range,
    }
}

/// The place of a command in the literal of a command list; `None` where escapes hide it.
fn place_of_word(literal: &str, word: usize) -> Option<Range<usize>> {
    let open = literal.find('"')? + 1;
    let close = literal.rfind('"')?;
    let content = literal.get(open..close).filter(|content| !content.contains('\\'))?;
    let place = crate::johnny::place_of_command(content.as_bytes(), word)?;
    Some(open + place.start..open + place.end)
}

/// Follows the steps of a path; its value is the text at the end of it.
struct Follow<'p>(&'p [Step]);

impl<'de> DeserializeSeed<'de> for Follow<'_> {
    type Value = Option<&'de str>;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        if self.0.is_empty() {
            let raw: &RawValue = de::Deserialize::deserialize(value)?;
            Ok(Some(raw.trim().get_ron()))
        } else {
            value.deserialize_any(self)
        }
    }
}

impl<'de> Visitor<'de> for Follow<'_> {
    type Value = Option<&'de str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("something with parts")
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        self.deserialize(value)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        self.deserialize(value)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        let mut place = 0;
        loop {
            if self.0[0] == Step::Index(place) {
                match list.next_element_seed(Follow(&self.0[1..]))? {
                    Some(value) => found = value,
                    None => return Ok(found),
                }
            } else if list.next_element::<IgnoredAny>()?.is_none() {
                return Ok(found);
            }
            place += 1;
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        let mut place = 0;
        loop {
            match self.0[0] {
                Step::Field(name) => match map.next_key_seed(FieldName)? {
                    Some(key) if key == name => {
                        found = map.next_value_seed(Follow(&self.0[1..]))?;
                    }
                    Some(_) => drop(map.next_value::<IgnoredAny>()?),
                    None => return Ok(found),
                },
                Step::Key(key) if key == place => match map.next_key::<&RawValue>()? {
                    Some(raw) => {
                        found = Some(raw.trim().get_ron());
                        map.next_value::<IgnoredAny>()?;
                    }
                    None => return Ok(found),
                },
                _ => match map.next_entry::<IgnoredAny, IgnoredAny>()? {
                    Some(_) => {}
                    None => return Ok(found),
                },
            }
            place += 1;
        }
    }
}

/// Reads the name of a field.
struct FieldName;

impl<'de> DeserializeSeed<'de> for FieldName {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, name: D) -> Result<String, D::Error> {
        name.deserialize_identifier(self)
    }
}

impl Visitor<'_> for FieldName {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<String, E> {
        Ok(name.to_owned())
    }
}
