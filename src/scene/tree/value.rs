//! Values, read from a tree by serde.

use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, VariantAccess, Visitor,
};

use super::value_error::{Problem, ValueError};
use super::{Node, NodeForm, Tree};
use crate::base::end::End;
use crate::base::grid::{Grid, Position};
use crate::base::report::Fault;
use crate::scene::wording::one_of_or_nearest;
use crate::scene::wording::one_without_quotes;

/// A value of a tree, for serde.
///
/// Whole numbers, structs and the rest are as in RON; optional values need no `Some`, newtypes no
/// name, and a range such as `3..=9` is a [`RangeInclusive`](std::ops::RangeInclusive), as a single
/// number is.
#[derive(Clone, Copy)]
pub(crate) struct NodeReader<'a, 't> {
    pub(super) tree: &'a Tree<'t>,
    pub(super) node: Node,
    /// Whether the name before the bracket was read already.
    is_nameless: bool,
}

pub(super) type Read<T> = Result<T, ValueError>;

impl<'a, 't> NodeReader<'a, 't> {
    pub(crate) fn new(tree: &'a Tree<'t>, node: Node) -> Self {
        Self {
            tree,
            node,
            is_nameless: false,
        }
    }

    pub(super) fn of(self, node: Node) -> Self {
        Self::new(self.tree, node)
    }

    pub(super) fn placed<T>(self, read: Read<T>) -> Read<T> {
        read.map_err(|error| error.or_at(self.tree, self.node))
    }

    fn leaf<T>(self, read: Result<T, Fault>) -> Read<T> {
        read.map_err(|fault| {
            ValueError::new(Problem::Message(fault.message))
                .of_kind(fault.kind)
                .at(fault.at, self.node)
        })
    }

    pub(super) fn expected<T>(self, expected: impl Into<String>) -> Read<T> {
        self.placed(Err(ValueError::new(Problem::Expected(expected.into()))))
    }

    fn name(self) -> Option<&'t str> {
        self.tree.name(self.node).filter(|_| !self.is_nameless)
    }

    fn check_name(self, name: &'static str) -> Read<()> {
        match self.name() {
            Some(other) if other != name => self.expected(format!("`{name}(`")),
            _ => Ok(()),
        }
    }

    pub(super) fn has_form(self, form: NodeForm) -> bool {
        self.tree.form(self.node) == form
    }

    /// Reads an [`End`] whose positions stand alone.
    fn end<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        let is_position = |name| self.tree.grid.is_none_or(|grid| grid.named(name).is_some());
        let way = match self.tree.form(self.node) {
            NodeForm::List => "AnyOf",
            NodeForm::Leaf if !self.name().is_some_and(is_position) => {
                let names = [&Grid::NAMES[..], &["Random", "Farthest"]].concat();
                let names = one_of_or_nearest(self.name(), &names);
                return self.expected(format!("`(…, …)`, a list of such, {names}"));
            }
            _ => "At",
        };
        let entries = MapDeserializer::new(std::iter::once((way, self)));
        self.placed(visitor.visit_enum(MapAccessDeserializer::new(entries)))
    }

    /// What a newtype holds: the only value between its brackets, or else the value itself.
    fn inner(self) -> Self {
        match self.tree.items(self.node, NodeForm::Tuple).as_deref() {
            Some(&[only]) => self.of(only),
            _ => Self {
                is_nameless: true,
                ..self
            },
        }
    }
}

macro_rules! integers {
    ($($method:ident $visit:ident $number:ident)*) => {$(
        fn $method<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
            let limits = ($number::MIN.into(), $number::MAX.into());
            let number = self.tree.integer::<$number>(self.tree.range(self.node), limits);
            self.placed(visitor.$visit(self.leaf(number)?))
        }
    )*};
}

impl<'t> Deserializer<'t> for NodeReader<'_, 't> {
    type Error = ValueError;

    integers! {
        deserialize_u8 visit_u8 u8 deserialize_u16 visit_u16 u16
        deserialize_u32 visit_u32 u32 deserialize_u64 visit_u64 u64
        deserialize_i8 visit_i8 i8 deserialize_i16 visit_i16 i16
        deserialize_i32 visit_i32 i32 deserialize_i64 visit_i64 i64
    }

    fn deserialize_f32<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        let number: f64 = self.leaf(self.tree.scalar(self.node, "a number"))?;
        self.placed(visitor.visit_f64(number + 0.0)) // −0 is 0
    }

    fn deserialize_bool<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        let is = self.leaf(self.tree.scalar(self.node, "`true` or `false`"))?;
        self.placed(visitor.visit_bool(is))
    }

    fn deserialize_char<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        let letter = self.leaf(self.tree.scalar(self.node, "a character in quotes"))?;
        self.placed(visitor.visit_char(letter))
    }

    fn deserialize_str<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        let text = self.leaf(self.tree.string(self.node))?;
        self.placed(visitor.visit_str(&text))
    }

    fn deserialize_string<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        match self.tree.optional(self.node) {
            None => self.placed(visitor.visit_none()),
            Some(node) if node == self.node => self.placed(visitor.visit_some(self)),
            Some(node) => self.placed(visitor.visit_some(self.of(node))),
        }
    }

    fn deserialize_unit<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        self.parts(0, de::IgnoredAny)?;
        self.placed(visitor.visit_unit())
    }

    fn deserialize_unit_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Read<V::Value> {
        self.check_name(name)?;
        match self.name() {
            Some(_) if self.has_form(NodeForm::Leaf) => self.placed(visitor.visit_unit()),
            _ => self.deserialize_unit(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Read<V::Value> {
        if self.has_form(NodeForm::Leaf) && self.name() == Some(name) {
            let end = self.tree.range(self.node).end;
            return self.leaf(Err(self.tree.expected_behind(end, "an opening `(`")));
        }
        if !self.has_form(NodeForm::Leaf) {
            self.check_name(name)?;
        }
        let inner = self.inner();
        inner.placed(visitor.visit_newtype_struct(inner))
    }

    fn deserialize_seq<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        if self.has_form(NodeForm::List) {
            self.list(visitor)
        } else {
            self.expected("a list in `[` and `]`")
        }
    }

    fn deserialize_tuple<V: Visitor<'t>>(self, length: usize, visitor: V) -> Read<V::Value> {
        let first = self
            .tree
            .text
            .as_bytes()
            .get(self.tree.range(self.node).start);
        let named = self
            .name()
            .filter(|_| length == 2 && self.has_form(NodeForm::Leaf));
        let position = named
            .zip(self.tree.grid)
            .and_then(|(name, grid)| grid.named(name));
        if let Some(Position { row, column }) = position {
            let numbers = SeqDeserializer::new([row, column].into_iter());
            self.placed(visitor.visit_seq(numbers))
        } else if first == Some(&b'(') || self.name().is_none() {
            self.parts(length, visitor)
        } else if named.is_some() && self.tree.grid.is_some() {
            let names = one_of_or_nearest(self.name(), &Grid::NAMES);
            self.expected(format!("`(…, …)`, {names}"))
        } else {
            self.expected(format!("`({})`", vec!["…"; length].join(", ")))
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Read<V::Value> {
        self.check_name(name)?;
        self.parts(length, visitor)
    }

    fn deserialize_map<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        if self.has_form(NodeForm::Map) {
            self.entries("", visitor)
        } else {
            self.expected("a map in `{` and `}`")
        }
    }

    fn deserialize_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        if name == "RangeInclusive" && self.has_form(NodeForm::Leaf) {
            let bounds = self.leaf(self.tree.bounds(self.node))?;
            return self.placed(visitor.visit_seq(SeqDeserializer::new(bounds.into_iter())));
        }
        let had_name = self.is_nameless && self.tree.name(self.node).is_some();
        if self.has_form(NodeForm::Leaf) && (had_name || self.name() == Some(name)) {
            // A name alone has no fields.
            return self
                .entries(name, visitor)
                .map_err(|error| error.or_among(names));
        }
        if !self.has_form(NodeForm::Leaf) {
            self.check_name(name)?;
        }
        self.fields(name, names, visitor)
            .map_err(|error| error.or_among(names))
    }

    fn deserialize_enum<V: Visitor<'t>>(
        self,
        name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        if name == End::TYPE && !matches!(self.tree.text(self.node), "Random" | "Farthest") {
            return self.end(visitor);
        }
        match self.name() {
            Some(_) => self.placed(visitor.visit_enum(self)),
            None => self.expected(one_without_quotes(self.tree.text(self.node), names)),
        }
    }

    fn deserialize_identifier<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        self.deserialize_any(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        self.placed(visitor.visit_unit())
    }

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Read<V::Value> {
        let text = self.tree.text(self.node);
        if let Ok(number) = text.parse() {
            return self.placed(visitor.visit_u64(number)); // most values in boards
        }
        match (self.tree.form(self.node), self.name()) {
            (NodeForm::List, _) => self.list(visitor),
            (NodeForm::Tuple, None) => self.parts(self.tree.children(self.node).count(), visitor),
            (NodeForm::Map, _) | (NodeForm::Struct, None) => self.entries("", visitor),
            (_, Some("true" | "false")) => self.deserialize_bool(visitor),
            (_, Some("None" | "Some")) => self.deserialize_option(visitor),
            (_, Some(_)) => self.placed(visitor.visit_enum(self)),
            _ if text.starts_with('\'') => self.deserialize_char(visitor),
            _ if text.starts_with('-') && self.tree.is::<i64>(self.node) => {
                self.deserialize_i64(visitor)
            }
            _ if self.tree.content(self.node).is_some() => self.deserialize_str(visitor),
            _ if self.tree.is::<u64>(self.node) => self.deserialize_u64(visitor),
            _ => self.deserialize_f64(visitor),
        }
    }

    serde::forward_to_deserialize_any! { <V: Visitor<'t>> bytes byte_buf }
}

impl<'t> IntoDeserializer<'t, ValueError> for NodeReader<'_, 't> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'t> EnumAccess<'t> for NodeReader<'_, 't> {
    type Error = ValueError;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'t>>(self, seed: T) -> Read<(T::Value, Self)> {
        let name: StrDeserializer<'_, ValueError> =
            StrDeserializer::new(self.name().unwrap_or_default());
        let read = seed.deserialize(name);
        let read = read.map_err(|error| error.at(self.tree.head(self.node), self.node))?;
        Ok((
            read,
            Self {
                is_nameless: true,
                ..self
            },
        ))
    }
}

impl<'t> VariantAccess<'t> for NodeReader<'_, 't> {
    type Error = ValueError;

    fn unit_variant(self) -> Read<()> {
        if self.has_form(NodeForm::Leaf) {
            Ok(())
        } else {
            self.expected("a name alone")
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'t>>(self, seed: T) -> Read<T::Value> {
        let inner = self.inner();
        let is_alone = self.has_form(NodeForm::Leaf);
        match inner.placed(seed.deserialize(inner)) {
            Err(error) if is_alone && matches!(error.0.problem, Problem::Message(_)) => {
                self.expected(format!("`{}(…)`", self.tree.text(self.node)))
            }
            read => read,
        }
    }

    fn tuple_variant<V: Visitor<'t>>(self, length: usize, visitor: V) -> Read<V::Value> {
        self.parts(length, visitor)
    }

    fn struct_variant<V: Visitor<'t>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        self.fields("", names, visitor)
    }
}
