//! The errors of values: what is wrong, where, and in which struct.

use std::fmt::Display;
use std::ops::Range;

use serde::de;

use super::{Node, Tree};
use crate::base::report::{Fault, FaultKind, split_place};
use crate::scene::wording::{missing_fields, unknown_field, unknown_name};

/// What is wrong with a value; boxed, so that most of what is read fits into registers.
#[derive(Debug, derive_more::Display)]
#[display("{:?}", _0.problem)]
pub(crate) struct ValueError(pub(crate) Box<Wrong>);

#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) problem: Problem,
    /// What kind of error it is.
    pub(crate) kind: FaultKind,
    pub(crate) at: Option<(Range<usize>, Node)>,
    /// The innermost element or field around it, which the reader makes blank or leaves out to read on.
    pub(crate) part: Option<Node>,
    pub(crate) name: Option<&'static str>,
    pub(crate) fields: &'static [&'static str],
}

#[derive(Debug)]
pub(crate) enum Problem {
    /// Another error, in words. Empty, if a blank that stands for a value could not be read, which is no error of its own.
    Message(String),
    Expected(String),
    UnknownField(String, &'static [&'static str]),
    MissingField(&'static str),
}

impl ValueError {
    pub(super) fn new(problem: Problem) -> Self {
        let kind = match problem {
            Problem::Message(_) => FaultKind::Invalid,
            Problem::Expected(_) => FaultKind::Syntax,
            Problem::UnknownField(..) => FaultKind::UnknownName,
            Problem::MissingField(_) => FaultKind::Missing,
        };

        Self(
            Wrong {
                problem,
                kind,
                at: None,
                part: None,
                name: None,
                fields: &[],
            }
            .into(),
        )
    }

    pub(super) fn of_kind(mut self, kind: FaultKind) -> Self {
        self.0.kind = kind;
        self
    }

    pub(super) fn at(mut self, at: Range<usize>, node: Node) -> Self {
        self.0.at = Some((at, node));
        self
    }

    /// Sets the place to that of `node`, unless the error has one: it rises from the inside out, and the innermost wins.
    pub(crate) fn or_at(mut self, tree: &Tree<'_>, node: Node) -> Self {
        if self.0.at.is_none() {
            let whole = tree.range(node);
            let at = match &mut self.0.problem {
                Problem::Message(message) => {
                    let (place, said) = place_inside(tree, node, message);
                    *message = said;
                    place.unwrap_or(whole)
                }
                Problem::Expected(expected) => {
                    let Fault { at, message, .. } = tree.expected(node, expected);
                    self.0.problem = Problem::Message(message);
                    at
                }
                Problem::UnknownField(..) => whole,
                Problem::MissingField(_) => tree.close(node)..tree.close(node),
            };
            self.0.at = Some((at, node));
        }
        self
    }

    pub(super) fn or_in_part(mut self, part: Node) -> Self {
        self.0.part.get_or_insert(part);
        self
    }

    pub(super) fn or_of(mut self, name: &'static str) -> Self {
        self.0.name.get_or_insert(name);
        self
    }

    pub(super) fn or_among(mut self, fields: &'static [&'static str]) -> Self {
        if self.0.fields.is_empty() {
            self.0.fields = fields;
        }
        self
    }
}

impl Wrong {
    pub(crate) fn message(self) -> String {
        let Self { problem, name, .. } = self;
        match problem {
            Problem::Message(message) => message,
            Problem::Expected(expected) => format!("expected {expected}"),
            Problem::UnknownField(found, expected) => unknown_field(&found, name, expected),
            Problem::MissingField(field) => missing_fields(&[(field, &[])], &[], name, false),
        }
    }
}

/// The place that a message is about, inside a string, and the message without it: the place that
/// [`with_place`](crate::base::report::with_place) hid in the message, as serde passes on nothing but text, or that of
/// the word that it quotes. No place if escapes hide it.
fn place_inside(tree: &Tree<'_>, node: Node, message: &str) -> (Option<Range<usize>>, String) {
    let (place, said) = split_place(message);
    let inside = tree
        .content(node)
        .filter(|_| tree.is_plain(node))
        .and_then(|content| {
            let text = &tree.text[content.clone()];
            let place = place.filter(|place| text.get(place.clone()).is_some());
            let place = place.or_else(|| quoted_word(text, said))?;
            Some(content.start + place.start..content.start + place.end)
        });
    (inside, said.to_owned())
}

fn quoted_word(content: &str, message: &str) -> Option<Range<usize>> {
    let word = message.split('`').nth(1)?;
    let is_whole = |at: usize| {
        let is_edge = |c: Option<char>| c.is_none_or(char::is_whitespace);
        is_edge(content[..at].chars().next_back())
            && is_edge(content[at + word.len()..].chars().next())
    };
    let (at, _) = content.match_indices(word).find(|(at, _)| is_whole(*at))?;
    Some(at..at + word.len())
}

impl de::Error for ValueError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(Problem::Message(message.to_string()))
    }

    fn invalid_type(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::new(Problem::Expected(expected.to_string()))
    }

    fn invalid_value(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::new(Problem::Expected(expected.to_string()))
    }

    fn invalid_length(found: usize, expected: &dyn de::Expected) -> Self {
        Self::custom(format_args!("found {found} values, expected {expected}"))
    }

    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> Self {
        Self::custom(unknown_name(found, expected)).of_kind(FaultKind::UnknownName)
    }

    fn unknown_field(found: &str, expected: &'static [&'static str]) -> Self {
        Self::new(Problem::UnknownField(found.to_owned(), expected))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(Problem::MissingField(field))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::custom(format_args!("a second `{field}`, expected the field once"))
    }
}

impl std::error::Error for ValueError {}
