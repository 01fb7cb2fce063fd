//! Messages for RON that cannot be parsed.

use std::ops::Range;

use ron::error::SpannedError;

use super::lexer::{blank, token};
use super::unfinished::{end_of, missing_bracket};
use crate::base::limits;
use crate::base::report::{Fault, split_place};

/// An error of the RON parser, in our words.
pub(crate) fn ron_fault(text: &str, kind: &str, error: &SpannedError) -> Fault {
    fault(text, kind, &error.code, place_of(text, error))
}

/// The error at the token at or after this byte.
pub(super) fn fault_at(text: &str, kind: &str, error: &ron::Error, from: usize) -> Fault {
    fault(text, kind, error, token(text, from))
}

/// The error at a place.
pub(super) fn fault(text: &str, kind: &str, error: &ron::Error, at: Range<usize>) -> Fault {
    let found = match &text[at.clone()] {
        "" if blank(text, at.start) == text.len() => match missing_bracket(text) {
            Some(bracket) => {
                let end = end_of(text);
                let message = format!("found the end of the file, expected a closing `{bracket}`");
                return Fault { at: end..end, message };
            }
            None => "the end of the file".to_owned(),
        },
        blank if blank.chars().all(char::is_whitespace) => format!("`{}`", blank.escape_unicode()),
        found => format!("`{found}`"),
    };
    let message = match (error, missing_bracket(&text[..at.start])) {
        (ron::Error::ExpectedComma, Some(bracket)) => {
            format!("found {found}, expected a comma or a closing `{bracket}`")
        }
        _ => message_of(error, &found, kind),
    };
    Fault { at, message }
}

/// The message about an unknown name.
pub(crate) fn unknown_name(found: &str, expected: &[&str]) -> String {
    format!("unknown name `{found}`, {}", nearest(found, expected))
}

/// The message about an unknown field of a struct, if that has a name.
pub(super) fn unknown_field(found: &str, of: Option<&str>, expected: &[&str]) -> String {
    let of = of.map(|of| format!(" of `{of}`")).unwrap_or_default();
    format!("unknown field `{found}`{of}, {}", nearest(found, expected))
}

/// The message about a missing field of a struct, if that has a name.
pub(super) fn missing_field(field: &str, of: Option<&str>) -> String {
    let of = of.map(|of| format!(" of `{of}`")).unwrap_or_default();
    format!("the field `{field}`{of} is missing, expected before this")
}

/// The bytes of an error.
fn place_of(text: &str, error: &SpannedError) -> Range<usize> {
    use ron::Error as E;

    let span = byte_of(text, error.span.start)..byte_of(text, error.span.end);
    let negative = text[..span.start].ends_with('-');
    match &error.code {
        E::IntegerOutOfBounds if negative => span.start - 1..span.end,
        E::Message(message) => place_inside(text, &span, message)
            .or_else(|| place_of_key(text, span.end, message))
            .unwrap_or(span),
        E::NoSuchStructField { .. }
        | E::NoSuchEnumVariant { .. }
        | E::DuplicateStructField { .. }
        | E::ExpectedDifferentStructName { .. }
        | E::IntegerOutOfBounds => span,
        E::MissingStructField { .. } => span.start..span.start,
        E::InvalidEscape(_) => text[..span.end].rfind('\\').unwrap_or(span.start)..span.end,
        _ => token(text, span.start),
    }
}

/// The message: what was `found`, and what was expected.
fn message_of(error: &ron::Error, found: &str, kind: &str) -> String {
    use ron::Error as E;

    match error {
        E::Message(message) => split_place(message).1.to_owned(),
        E::NoSuchStructField { expected, found, outer } => {
            unknown_field(found, outer.as_deref(), expected)
        }
        E::NoSuchEnumVariant { expected, found, .. } => unknown_name(found, expected),
        E::MissingStructField { field, outer } => missing_field(field, outer.as_deref()),
        E::DuplicateStructField { field, .. } => {
            format!("a second `{field}`, expected the field once")
        }
        E::IntegerOutOfBounds => {
            format!("found {found}, expected a number in the range of its field")
        }
        E::ExceededRecursionLimit => {
            format!("found {found}, expected at most {} levels of nesting", limits::NESTING)
        }
        other => format!("found {found}, expected {}", expected(other, kind)),
    }
}

/// What the RON parser expected.
fn expected(error: &ron::Error, kind: &str) -> String {
    use ron::Error as E;

    match error {
        E::Eof => format!("the rest of the {kind}"),
        E::ExpectedComma => "a comma".to_owned(),
        E::ExpectedInteger | E::InvalidIntegerDigit { .. } => "a whole number".to_owned(),
        E::ExpectedFloat => "a number".to_owned(),
        E::ExpectedString => "a string in quotes".to_owned(),
        E::ExpectedStringEnd => "a `\"` at the end of the string".to_owned(),
        E::InvalidEscape(_) => "escapes such as `\\n` and `\\\"` in strings".to_owned(),
        E::ExpectedArray => "a list in `[` and `]`".to_owned(),
        E::ExpectedMap => "a map in `{` and `}`".to_owned(),
        E::ExpectedMapColon => "a colon".to_owned(),
        E::ExpectedStructLikeEnd => "a closing `)`".to_owned(),
        E::ExpectedStructLike => "an opening `(`".to_owned(),
        E::ExpectedNamedStructLike(name) if !name.eq_ignore_ascii_case(kind) => {
            "an opening `(`".to_owned()
        }
        E::ExpectedNamedStructLike(name)
        | E::ExpectedDifferentStructName { expected: name, .. } => format!("`{name}(`"),
        E::ExpectedIdentifier | E::InvalidIdentifier(_) | E::SuggestRawIdentifier(_) => {
            "a name".to_owned()
        }
        E::TrailingCharacters => format!("the end of the file after the {kind}"),
        E::UnexpectedChar(_) => "a value".to_owned(),
        E::UnclosedBlockComment => "a `*/` at the end of the comment".to_owned(),
        other => {
            let words = other.to_string();
            words
                .strip_prefix("Expected ")
                .map_or(format!("something else: {words}"), str::to_owned)
        }
    }
}

/// How similar two names must be for a suggestion.
const LIKE: f64 = 0.7;

/// The expected names, with the nearest as a suggestion.
fn nearest(found: &str, expected: &[&str]) -> String {
    let likeness = |name: &str| strsim::jaro_winkler(&found.to_lowercase(), &name.to_lowercase());
    let nearest = expected.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    match nearest {
        Some(only) if expected.len() == 1 => format!("expected `{only}`"),
        Some(nearest) if likeness(nearest) > LIKE => {
            format!("did you mean `{nearest}`? expected one of {}", expected.join(", "))
        }
        Some(_) => format!("expected one of {}", expected.join(", ")),
        None => "expected none".to_owned(),
    }
}

/// The place that a message is about, inside the string of a span: the one given in the message, or
/// that of the word that it quotes. `None` if escapes hide it.
fn place_inside(text: &str, span: &Range<usize>, message: &str) -> Option<Range<usize>> {
    let found = &text[span.clone()];
    // ron's span begins after the opening quote.
    let start = if text[..span.start].ends_with('"') { 0 } else { found.find('"')? + 1 };
    let content = &found[start..found.rfind('"').filter(|&end| end >= start)?];
    if content.contains('\\') {
        return None;
    }
    let (place, message) = split_place(message);
    let place = match place {
        Some(place) if content.get(place.clone()).is_some() => place,
        _ => quoted_word(content, message)?,
    };
    Some(span.start + start + place.start..span.start + start + place.end)
}

/// The place of a map's key, such as `(1, 2)`, that ends at this byte, if a message is about it.
fn place_of_key(text: &str, end: usize, message: &str) -> Option<Range<usize>> {
    let before = text[..end].trim_end();
    let start = before.rfind('(')?;
    let key = before[start..].split_whitespace().collect::<String>();
    let named = message.strip_prefix("found ")?.replace(' ', "");
    (key.ends_with(')') && named.starts_with(&key)).then_some(start..before.len())
}

/// The place of the word that a message quotes.
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

/// The byte at a line and column, both from 1, columns counted in characters.
fn byte_of(text: &str, position: ron::error::Position) -> usize {
    let mut lines = text.split_inclusive('\n');
    let line_start: usize = lines.by_ref().take(position.line - 1).map(str::len).sum();
    let line = &text[line_start..];
    let column = line.char_indices().nth(position.col - 1).map_or(line.len(), |(at, _)| at);
    line_start + column
}
