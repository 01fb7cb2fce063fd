//! From paths in a scene to their places in the scene's text.
//!
//! The text is read once more, and only when there is something to complain about. However many
//! paths are followed, each value on their ways is read once: it is taken as the slice of the text
//! that it is, and its parts are read from that.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use ron::value::RawValue;
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::reader::options;
use crate::grid::Position;
use crate::objection::{Item, ScenePath, SceneStep};

/// The places of `paths` in the text of a scene that can be read; each of the deepest part of it
/// that is there, if the text leaves the rest out.
pub(crate) fn places_of<'p>(
    text: &str,
    paths: impl IntoIterator<Item = &'p ScenePath>,
) -> Vec<Range<usize>> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let paths: Vec<_> = paths.into_iter().collect();
    let ways =
        paths.iter().enumerate().map(|(number, path)| Way { number, left: path.0.as_slice() });
    let mut found = vec![body; paths.len()];
    // What cannot be read is not there: such a path ends at what is around it.
    let _ = options().from_str_seed(body, Follow { ways: ways.collect(), found: &mut found });
    let places = paths.iter().zip(found).map(|(path, value)| {
        let start = value.as_ptr() as usize - text.as_ptr() as usize;
        let item = path.0.last().and_then(|step| match step {
            SceneStep::Item(item) => place_of_item(value, item),
            _ => None,
        });
        let Range { start: from, end: to } = item.unwrap_or(0..value.len());
        start + from..start + to
    });
    places.collect()
}

/// The place of an item in the literal of a text; `None` where escapes hide it.
fn place_of_item(literal: &str, item: &Item) -> Option<Range<usize>> {
    let open = literal.find('"')? + 1;
    let close = literal.rfind('"')?;
    let content = literal.get(open..close).filter(|content| !content.contains('\\'))?;
    let place = (item.find)(content, item.index)?;
    Some(open + place.start..open + place.end)
}

/// What is left of a path.
#[derive(Clone, Copy)]
struct Way<'p> {
    /// Which of the paths it is.
    number: usize,
    left: &'p [SceneStep],
}

/// Notes a value as found for all ways that lead to it, and follows them into it.
struct Follow<'p, 'f, 'de> {
    ways: Vec<Way<'p>>,
    /// The value that was found last, for each of the paths.
    found: &'f mut [&'de str],
}

impl<'de> DeserializeSeed<'de> for Follow<'_, '_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        let raw: &RawValue = de::Deserialize::deserialize(value)?;
        let value = raw.trim().get_ron();
        let mut parts = Parts { ways: BTreeMap::new(), found: self.found };
        for way in self.ways {
            parts.found[way.number] = value;
            match way.left.split_first() {
                None | Some((SceneStep::Item(_), _)) => {}
                Some((step, left)) => {
                    parts.ways.entry(*step).or_default().push(Way { left, ..way });
                }
            }
        }
        if !parts.ways.is_empty() {
            let _ = options().from_str_seed(value, parts); // what is not there is left out
        }
        Ok(())
    }
}

/// Follows ways, by their next step, into the parts of a value.
struct Parts<'p, 'f, 'de> {
    ways: BTreeMap<SceneStep, Vec<Way<'p>>>,
    found: &'f mut [&'de str],
}

impl<'p, 'de> Parts<'p, '_, 'de> {
    /// Follows the ways that go on with this step.
    fn follow(&mut self, step: SceneStep) -> Option<Follow<'p, '_, 'de>> {
        let ways = self.ways.remove(&step)?;
        Some(Follow { ways, found: self.found })
    }
}

impl<'de> DeserializeSeed<'de> for Parts<'_, '_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        value.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Parts<'_, '_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("something with parts")
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        self.deserialize(value)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        self.deserialize(value)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        for place in 0.. {
            let element = match self.follow(SceneStep::Index(place)) {
                Some(follow) => list.next_element_seed(follow)?,
                None => list.next_element::<IgnoredAny>()?.map(drop),
            };
            if element.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        if self.ways.keys().any(|step| matches!(step, SceneStep::Key(_))) {
            return self.visit_keys(map);
        }
        while let Some(name) = map.next_key_seed(FieldName)? {
            let is_named =
                |step: &SceneStep| matches!(step, SceneStep::Field(field) if *field == name);
            let step = self.ways.keys().copied().find(is_named);
            match step.and_then(|step| self.follow(step)) {
                Some(follow) => map.next_value_seed(follow)?,
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

impl<'de> Parts<'_, '_, 'de> {
    /// Notes the keys of a map, which have no parts.
    fn visit_keys<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((key, IgnoredAny)) = map.next_entry::<&RawValue, _>()? {
            let key = key.trim().get_ron();
            let Ok(at) = options().from_str::<Position>(key) else { continue };
            for way in self.ways.remove(&SceneStep::Key(at)).unwrap_or_default() {
                self.found[way.number] = key;
            }
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::johnny::place_of_command;

    const TEXT: &str = "\u{feff}Scene( /* S */ grid: (rows: 1, columns: 2),
        generate: Some(Johnny(start: (1, 1), commands: \"R  U\")), signs: {(1, 2): \"EF\", (9, 9): \"\"},
        text: Johnny, expect: [Perfect, At(3, [Digest(\"00\"), Finished(at: 7)])])";

    #[track_caller]
    fn assert_places(expected: &[(&str, &[SceneStep])]) {
        let paths: Vec<_> = expected.iter().map(|(_, steps)| ScenePath(steps.to_vec())).collect();
        let places = places_of(TEXT, &paths).into_iter().map(|at| &TEXT[at]);
        assert_eq!(places.collect::<Vec<_>>(), expected.iter().map(|it| it.0).collect::<Vec<_>>());
    }

    #[test]
    fn many_paths_are_followed_in_one_reading() {
        use SceneStep::{Field, Index, Key};

        let expect = Field("expect");
        let second = SceneStep::Item(Item { what: "command", index: 1, find: place_of_command });
        assert_places(&[
            ("Finished(at: 7)", &[expect, Index(1), Index(1), Index(1)]),
            ("At(3, [Digest(\"00\"), Finished(at: 7)])", &[expect, Index(1)]),
            ("7", &[expect, Index(1), Index(1), Index(1), Field("at")]),
            ("\"00\"", &[expect, Index(1), Index(1), Index(0), Index(0)]),
            ("3", &[expect, Index(1), Index(0)]),
            ("Perfect", &[expect, Index(0)]),
            ("Perfect", &[expect, Index(0)]),
            ("U", &[Field("generate"), Field("commands"), second]),
            ("(1, 1)", &[Field("generate"), Field("start")]),
            ("(9, 9)", &[Field("signs"), Key(Position::new(9, 9))]),
            ("2", &[Field("grid"), Field("columns")]),
        ]);
    }

    #[test]
    fn what_is_left_out_is_at_what_is_around_it() {
        use SceneStep::{Field, Index};

        let whole = &TEXT['\u{feff}'.len_utf8()..];
        assert_places(&[
            (whole, &[]),
            (whole, &[Field("walk"), Field("to")]),
            ("Perfect", &[Field("expect"), Index(0), Field("at")]),
            ("(rows: 1, columns: 2)", &[Field("grid"), Index(4)]),
        ]);
    }
}
