//! What is in a value, for serde: items, entries, and values in place of missing ones, as a struct is read
//! to its end to find all fields that it lacks.

use std::cell::Cell;

use serde::de::value::{SeqDeserializer, StrDeserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};

use super::value::{NodeReader, Read};
use super::value_error::{Problem, ValueError};
use super::{Node, NodeForm};
use crate::base::end::End;

impl<'t> NodeReader<'_, 't> {
    pub(super) fn list<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        let items = Items {
            around: self,
            nodes: self.tree.children(self.node),
        };
        self.placed(visitor.visit_seq(items))
    }

    pub(super) fn parts<V: Visitor<'t>>(self, length: usize, visitor: V) -> Read<V::Value> {
        let first = || self.tree.children(self.node).next();
        match self.tree.form(self.node) {
            NodeForm::Tuple => {}
            NodeForm::Struct if let Some(field) = first() => {
                let is_seed = self.tree.name(field) == Some("seed");
                let hint = if is_seed {
                    "; `seed` is a field of the scene"
                } else {
                    ""
                };
                return self
                    .of(field)
                    .expected(format!("values without names{hint}"));
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

    pub(super) fn entries<V: Visitor<'t>>(self, name: &'static str, visitor: V) -> Read<V::Value> {
        let last = Cell::new(self.node);
        let (is_map, pairs) = (
            self.has_form(NodeForm::Map),
            &mut self.tree.pairs(self.node),
        );
        let entries = MapEntries {
            around: self,
            name,
            is_map,
            pairs,
            value: None,
            last: &last,
            blanks: 0,
        };
        visitor
            .visit_map(entries)
            .map_err(|error| self.wrong_entry(error, last.get(), name))
    }

    fn wrong_entry(self, error: ValueError, last: Node, name: &'static str) -> ValueError {
        let error = match error.0.problem {
            // Anything else without a place is about the entry that was read last.
            Problem::MissingField(_) => error.or_at(self.tree, self.node),
            _ if error.0.at.is_some() => error,
            _ => error.or_at(self.tree, last).or_in_part(last),
        };
        error.or_of(name)
    }

    fn part<T: DeserializeSeed<'t>>(self, seed: T) -> Read<T::Value> {
        let is_blank = self.tree.blank.contains(&self.node);
        let read = if is_blank {
            self.blank(seed)
        } else {
            self.placed(seed.deserialize(self))
        };
        read.map_err(|error| error.or_in_part(self.node))
    }

    fn blank<T: DeserializeSeed<'t>>(self, seed: T) -> Read<T::Value> {
        self.tree.names.set(&[]);
        let read = seed.deserialize(Blank(&self.tree.names));
        self.placed(read.map_err(|_| ValueError::new(Problem::Message(String::new()))))
    }

    fn short(self, node: Node) -> &'t str {
        let text = self.tree.text(node);
        if text.len() <= 12 { text } else { "…" }
    }

    pub(super) fn fields<V: Visitor<'t>>(
        self,
        name: &'static str,
        names: &[&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        let first = || self.tree.children(self.node).next();
        match (self.tree.form(self.node), first()) {
            (NodeForm::Struct, _) | (NodeForm::Tuple, None) => self.entries(name, visitor),
            (NodeForm::Tuple, Some(first)) => {
                let fields = names.iter().zip(self.tree.children(self.node));
                let fields = fields.map(|(name, value)| format!("{name}: {}", self.short(value)));
                let fields = fields.collect::<Vec<_>>().join(", ");
                self.of(first)
                    .expected(format!("fields with their names: `({fields})`"))
            }
            _ => self.expected(format!(
                "fields in brackets: `({}: …)`",
                names.join(": …, ")
            )),
        }
    }
}

struct Items<'a, 't, I> {
    around: NodeReader<'a, 't>,
    nodes: I,
}

impl<'t, I: Iterator<Item = Node>> SeqAccess<'t> for Items<'_, 't, I> {
    type Error = ValueError;

    fn next_element_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Read<Option<T::Value>> {
        let wrong = &self.around.tree.wrong;
        let Some(node) = self.nodes.find(|node| !wrong.contains(node)) else {
            return Ok(None);
        };
        self.around.of(node).part(seed).map(Some)
    }
}

struct MapEntries<'a, 't> {
    around: NodeReader<'a, 't>,
    name: &'static str,
    is_map: bool,
    pairs: &'a mut dyn Iterator<Item = (Node, Node)>,
    value: Option<Node>,
    /// The name or key that was read last.
    last: &'a Cell<Node>,
    blanks: usize,
}

impl MapEntries<'_, '_> {
    /// The key of the next entry that is read.
    fn next_key(&mut self) -> Option<Node> {
        let tree = self.around.tree;
        let is_wrong = |(key, value)| tree.blank.contains(&key) || tree.wrong.contains(&value);
        let pairs = &mut self.pairs;
        let (key, value) = pairs.find(|&pair| !is_wrong(pair))?;
        self.last.set(key);
        self.value = Some(value);
        Some(key)
    }

    /// The next field that is missing, once there are no more entries.
    fn next_missing(&mut self) -> Option<&'static str> {
        let missing = &self.around.tree.missing;
        let mut missing = missing.iter().filter(|(node, _)| *node == self.around.node);
        let &(_, field) = missing.nth(self.blanks)?;
        (self.value, self.blanks) = (None, self.blanks + 1);
        Some(field)
    }

    fn wrong_key(&self, error: ValueError, key: Node) -> ValueError {
        let tree = self.around.tree;
        let error = if self.is_map {
            error.or_at(tree, key)
        } else {
            error.at(tree.range(key), self.around.node)
        };
        error.or_in_part(key).or_of(self.name)
    }
}

impl<'t> MapAccess<'t> for MapEntries<'_, 't> {
    type Error = ValueError;

    fn next_key_seed<K: DeserializeSeed<'t>>(&mut self, seed: K) -> Read<Option<K::Value>> {
        let Some(key) = self.next_key() else {
            let Some(field) = self.next_missing() else {
                return Ok(None);
            };
            let field: StrDeserializer<'_, ValueError> = field.into_deserializer();
            return seed.deserialize(field).map(Some);
        };
        let read = if self.is_map {
            seed.deserialize(self.around.of(key))
        } else {
            seed.deserialize(StrDeserializer::new(
                self.around.tree.name(key).unwrap_or_default(),
            ))
        };
        read.map(Some).map_err(|error| self.wrong_key(error, key))
    }

    fn next_value_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Read<T::Value> {
        let Some(value) = self.value else {
            return self.around.blank(seed);
        };
        self.around.of(value).part(seed)
    }
}

/// Any value, in place of one that is missing or wrong. Of an enum it keeps the names.
struct Blank<'a>(&'a Cell<&'static [&'static str]>);

impl<'t> Deserializer<'t> for Blank<'_> {
    type Error = ValueError;

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_u64(0)
    }

    fn deserialize_str<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_str("")
    }

    fn deserialize_string<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_str("")
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, ValueError> {
        visitor.visit_some(self)
    }

    fn deserialize_tuple<V: Visitor<'t>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        visitor.visit_seq(SeqDeserializer::new(std::iter::repeat_n(0_u32, length)))
    }

    fn deserialize_enum<V: Visitor<'t>>(
        self,
        name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ValueError> {
        if name == End::TYPE {
            let random: StrDeserializer<'_, ValueError> = StrDeserializer::new("Random");
            return visitor.visit_enum(random); // any will do, and most are positions
        }
        self.0.set(names);
        visitor.visit_enum(StrDeserializer::new(
            names.first().copied().unwrap_or_default(),
        ))
    }

    serde::forward_to_deserialize_any! { <V: Visitor<'t>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct
         newtype_struct seq tuple_struct map struct identifier ignored_any
    }
}
