//! A reader of RON whose outer structs are open: their fields and names are only known at run time.
//! It parses those itself; each value in them is parsed by serde, by its type.

mod faults;
mod parse;
mod range;

use std::ops::Range;

use ron::extensions::Extensions;
use serde::de::{DeserializeOwned, Deserializer, Visitor};

use super::lexer::string;
use super::ron_fault::{fault, unknown_field};
use crate::base::limits;
use crate::base::report::{Fault, TextError};

/// A text of RON, and the position in it.
pub(crate) struct RonReader<'t> {
    text: &'t str,
    rest: &'t str,
    /// What it is called in reports.
    kind: &'static str,
    extensions: Extensions,
    /// How many more levels of nesting are allowed.
    levels: usize,
    /// The struct being read, and its fields.
    around: (&'static str, Vec<&'static str>),
}

/// A name in a text, and its place.
pub(crate) struct Name<'t> {
    pub(crate) text: &'t str,
    pub(crate) at: Range<usize>,
}

/// The options of RON: optional values need no `Some`, and nesting is limited.
pub(crate) fn options() -> ron::Options {
    ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES)
        .with_recursion_limit(limits::NESTING)
}

/// Parses data of one type from RON, called a `kind` in reports; or returns the first error.
pub(crate) fn read_ron<T: DeserializeOwned>(
    text: &str,
    kind: &'static str,
) -> Result<T, TextError> {
    let mut reader = RonReader::new(text, kind)?;
    let value = reader.value()?;
    reader.end()?;
    Ok(value)
}

impl<'t> RonReader<'t> {
    /// A reader of a text that is called a `kind` in reports.
    pub(crate) fn new(text: &'t str, kind: &'static str) -> Result<Self, Fault> {
        let body = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (extensions, levels) = (Extensions::empty(), limits::NESTING);
        let around = ("", Vec::new());
        let mut reader = Self { text, rest: body, kind, extensions, levels, around };
        let start = reader.parser()?;
        (reader.extensions, reader.rest) = (start.extensions(), start.remainder());
        Ok(reader)
    }

    /// The position in the text.
    pub(crate) fn at(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// Reads a value.
    pub(crate) fn value<T: DeserializeOwned>(&mut self) -> Result<T, Fault> {
        let read = self.spanned_parse(|parser| T::deserialize(parser))?;
        read.map_err(|error| self.value_fault::<T>(&error))
    }

    /// Parses an optional value: `None`, `Some(…)` or the bare value.
    pub(crate) fn optional<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<Option<T>, Fault> {
        self.skip()?;
        match self.peek_name()?.map(|name| name.text) {
            Some("None") => self.name().map(|_| None),
            Some("Some") => {
                self.name()?;
                self.expect('(', ron::Error::ExpectedOption)?;
                let value = self.nested(read)?;
                self.comma()?;
                self.expect(')', ron::Error::ExpectedOptionEnd)?;
                Ok(Some(value))
            }
            _ => read(self).map(Some),
        }
    }

    /// Parses a struct, whose name may be omitted: `field` parses the value of a field, which must
    /// be one of `fields`. Returns the place of the closing bracket.
    pub(crate) fn structure(
        &mut self,
        of: &'static str,
        fields: &[&'static str],
        mut field: impl FnMut(&mut Self, &'static str) -> Result<(), Fault>,
    ) -> Result<usize, Fault> {
        self.skip()?;
        if let Some(name) = self.peek_name()? {
            if name.text != of {
                let found = name.text.to_owned();
                let error = ron::Error::ExpectedDifferentStructName { expected: of, found };
                return Err(fault(self.text, self.kind, &error, name.at));
            }
            self.name()?;
        }
        self.expect('(', ron::Error::ExpectedNamedStructLike(of))?;
        let around = std::mem::replace(&mut self.around, (of, fields.to_vec()));
        let mut seen = Vec::new();
        let mut end = 0;
        self.nested(|reader| {
            reader.elements(')', |reader| {
                let name = reader.name()?;
                let Some(&known) = fields.iter().find(|&&it| it == name.text) else {
                    let message = unknown_field(name.text, Some(of), fields);
                    return Err(Fault { at: name.at, message });
                };
                if seen.contains(&known) {
                    let message = format!("a second `{known}`, expected the field once");
                    return Err(Fault { at: name.at, message });
                }
                seen.push(known);
                reader.expect(':', ron::Error::ExpectedMapColon)?;
                field(reader, known)
            })?;
            end = reader.at();
            Ok(())
        })?;
        self.around = around;
        self.expect(')', ron::Error::ExpectedStructLikeEnd)?;
        Ok(end)
    }

    /// Parses a list: `element` parses each element.
    pub(crate) fn list(
        &mut self,
        element: impl FnMut(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.expect('[', ron::Error::ExpectedArray)?;
        self.nested(|reader| reader.elements(']', element))?;
        self.expect(']', ron::Error::ExpectedArrayEnd)
    }

    /// Parses comma-separated values up to the closing bracket.
    fn elements(
        &mut self,
        end: char,
        mut element: impl FnMut(&mut Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut may_go_on = true;
        loop {
            self.skip()?;
            if self.rest.starts_with(end) {
                return Ok(());
            }
            if !may_go_on || self.rest.is_empty() {
                return Err(self.fault(&ron::Error::ExpectedComma));
            }
            element(self)?;
            may_go_on = self.comma()?;
        }
    }

    /// Parses a number, or a range of numbers: smallest and largest.
    pub(crate) fn range(&mut self) -> Result<(u64, u64), Fault> {
        self.skip()?;
        let start = self.at();
        let digits = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (least, rest) = self.rest.split_at(digits);
        let (Ok(least), Some(rest)) = (least.parse(), rest.strip_prefix("..")) else {
            let number = self.value()?;
            return Ok((number, number));
        };
        let closed = rest.strip_prefix('=');
        self.rest = closed.unwrap_or(rest);
        let end = self.value::<u64>()?;
        let most = if closed.is_some() { Some(end) } else { end.checked_sub(1) };
        most.filter(|&most| most >= least).map(|most| (least, most)).ok_or_else(|| {
            let at = start..self.at();
            let found = &self.text[at.clone()];
            let message = format!("found `{found}`, expected a range that is not empty");
            Fault { at, message }
        })
    }

    /// Whether an opening bracket comes next.
    pub(crate) fn opens(&mut self) -> Result<bool, Fault> {
        self.skip()?;
        Ok(self.rest.starts_with('('))
    }

    /// The name that comes next.
    pub(crate) fn name(&mut self) -> Result<Name<'t>, Fault> {
        self.skip()?;
        let start = self.at();
        let text = self.parse(|parser| parser.deserialize_identifier(Identifier))?;
        Ok(Name { text, at: start..self.at() })
    }

    /// The name that comes next, if any, without consuming it.
    pub(crate) fn peek_name(&mut self) -> Result<Option<Name<'t>>, Fault> {
        self.skip()?;
        let begins_name = self.rest.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_name = begins_name && string(self.rest).is_none();
        let before = self.rest;
        let name = if is_name { Some(self.name()?) } else { None };
        self.rest = before;
        Ok(name)
    }

    /// Consumes a bracket or another character.
    pub(crate) fn expect(&mut self, sign: char, otherwise: ron::Error) -> Result<(), Fault> {
        self.skip()?;
        let rest = self.rest.strip_prefix(sign).ok_or_else(|| self.fault(&otherwise))?;
        self.rest = rest;
        Ok(())
    }

    /// Consumes a comma, if there is one; returns whether there was.
    pub(crate) fn comma(&mut self) -> Result<bool, Fault> {
        self.skip()?;
        let rest = self.rest.strip_prefix(',');
        self.rest = rest.unwrap_or(self.rest);
        Ok(rest.is_some())
    }

    /// Checks that nothing is left.
    pub(crate) fn end(&mut self) -> Result<(), Fault> {
        self.skip()?;
        match self.rest {
            "" => Ok(()),
            _ => Err(self.fault(&ron::Error::TrailingCharacters)),
        }
    }

    /// Parses something one level deeper.
    pub(crate) fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let Some(levels) = self.levels.checked_sub(1) else {
            return Err(self.fault(&ron::Error::ExceededRecursionLimit));
        };
        self.levels = levels;
        let value = read(self)?;
        self.levels += 1;
        Ok(value)
    }
}

/// Parses a plain identifier.
struct Identifier;

impl<'de> Visitor<'de> for Identifier {
    type Value = &'de str;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a name")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<&'de str, E> {
        Ok(name)
    }

    fn visit_str<E: serde::de::Error>(self, _: &str) -> Result<&'de str, E> {
        Err(E::custom("found an escaped name, expected a plain one"))
    }
}
