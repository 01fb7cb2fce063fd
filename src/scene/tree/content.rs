//! What is in a value, for serde: items, entries, and values in place of missing ones, as a struct is read
//! to its end to find all fields that it lacks.

use std::cell::Cell;

use serde::de::value::{SeqDeserializer, StrDeserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};

use super::value::{Read, Value};
use super::value_error::{Problem, ValueError};
use super::{Form, Node, plain_name};

impl<'t> Value<'_, 't> {
    pub(super) fn list<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        let items = Items { of: self, nodes: self.tree.children(self.node) };
        self.placed(visitor.visit_seq(items))
    }

    pub(super) fn parts<V: Visitor<'t>>(self, length: usize, visitor: V) -> Read<V::Value> {
        match (self.tree.form(self.node), self.tree.children(self.node).next()) {
            (Form::Tuple, _) => {}
            (Form::Struct, Some(field)) => {
                return self.of(field).expected("values without names");
            }
            _ => return self.expected("an opening `(`"),
        }
        let found = self.tree.children(self.node).count();
        if found != length {
            let message = format!("found {found} values, expected {length}");
            return self.placed(Err(de::Error::custom(message)));
        }
        self.list(visitor)
    }

    /// Reads the fields of a struct of this name, or the entries of a map.
    pub(super) fn entries<V: Visitor<'t>>(self, of: &'static str, visitor: V) -> Read<V::Value> {
        let last = Cell::new(self.node);
        let mut pairs = self.tree.pairs(self.node);
        let (is_map, next) = (self.has_form(Form::Map), || pairs.next());
        let entries =
            Entries { of: self, name: of, is_map, next, value: None, last: &last, blanks: 0 };
        let read = visitor.visit_map(entries).map_err(|error| match error.0.problem {
            // Anything else without a place is about the entry that was read last.
            Problem::MissingField(_) => error.or_at(self.tree, self.node),
            _ if error.0.at.is_some() => error,
            _ => error.or_at(self.tree, last.get()).in_part(last.get()),
        });
        read.map_err(|error| error.or_of(of))
    }

    /// The text of a value, if it is short.
    fn short(self, node: Node) -> &'t str {
        let text = self.tree.text(node);
        if text.len() <= 12 { text } else { "…" }
    }

    pub(super) fn fields<V: Visitor<'t>>(
        self,
        of: &'static str,
        names: &[&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        let first = || self.tree.children(self.node).next();
        match (self.tree.form(self.node), first()) {
            (Form::Struct, _) | (Form::Tuple, None) => self.entries(of, visitor),
            (Form::Tuple, Some(first)) => {
                let fields = names.iter().zip(self.tree.children(self.node));
                let fields = fields.map(|(name, value)| format!("{name}: {}", self.short(value)));
                let fields = fields.collect::<Vec<_>>().join(", ");
                self.of(first).expected(format!("fields with their names: `({fields})`"))
            }
            _ => self.expected(format!("fields in brackets: `({}: …)`", names.join(": …, "))),
        }
    }
}

/// The values of a list or a tuple.
struct Items<'a, 't, I> {
    of: Value<'a, 't>,
    nodes: I,
}

impl<'t, I: Iterator<Item = Node>> SeqAccess<'t> for Items<'_, 't, I> {
    type Error = ValueError;

    fn next_element_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Read<Option<T::Value>> {
        let wrong = &self.of.tree.wrong;
        let Some(node) = self.nodes.find(|node| !wrong.contains(node)) else { return Ok(None) };
        let value = self.of.of(node);
        value.placed(seed.deserialize(value)).map(Some).map_err(|error| error.in_part(node))
    }
}

/// The fields of a struct, or the entries of a map.
struct Entries<'a, 't, F> {
    of: Value<'a, 't>,
    name: &'static str,
    is_map: bool,
    next: F,
    value: Option<Node>,
    /// The name or key that was read last.
    last: &'a Cell<Node>,
    /// How many blanks were read.
    blanks: usize,
}

impl<'t, F: FnMut() -> Option<(Node, Node)>> MapAccess<'t> for Entries<'_, 't, F> {
    type Error = ValueError;

    fn next_key_seed<K: DeserializeSeed<'t>>(&mut self, seed: K) -> Read<Option<K::Value>> {
        let tree = self.of.tree;
        let is_wrong = |(key, value)| tree.wrong.contains(&key) || tree.wrong.contains(&value);
        let next = std::iter::from_fn(&mut self.next).find(|&pair| !is_wrong(pair));
        let Some((key, value)) = next else {
            let here = tree.blanks.as_ref().filter(|(node, _)| *node == self.of.node);
            let Some(&field) = here.and_then(|(_, fields)| fields.get(self.blanks)) else {
                return Ok(None);
            };
            (self.value, self.blanks) = (None, self.blanks + 1);
            let field: StrDeserializer<'_, ValueError> = field.into_deserializer();
            return seed.deserialize(field).map(Some);
        };
        self.last.set(key);
        self.value = Some(value);
        let read = if self.is_map {
            seed.deserialize(self.of.of(key))
        } else {
            seed.deserialize(StrDeserializer::new(plain_name(tree.text(key))))
        };
        read.map_err(|error| error.or_at(tree, key).in_part(key).or_of(self.name)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Read<T::Value> {
        let Some(value) = self.value else {
            self.of.tree.names.set(&[]);
            return seed.deserialize(Blank(&self.of.tree.names));
        };
        let value = self.of.of(value);
        value.placed(seed.deserialize(value)).map_err(|error| error.in_part(value.node))
    }
}

/// Any value, in place of one that is missing. Of an enum it keeps the names.
struct Blank<'a>(&'a Cell<&'static [&'static str]>);

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
