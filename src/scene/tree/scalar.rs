//! Numbers, strings and other values without content, which ron parses.

use std::borrow::Cow;
use std::ops::Range;
use std::str::FromStr;

use serde::de::DeserializeOwned;

use super::lexer::{quoted, token};
use super::{Node, Tree};
use crate::base::report::{Fault, FaultKind};

impl<'t> Tree<'t> {
    pub(super) fn integer<T: DeserializeOwned + FromStr>(
        &self,
        at: Range<usize>,
        (least, most): (i128, i128),
    ) -> Result<T, Fault> {
        let text = &self.text[at.clone()];
        if let Ok(number) = text.parse() {
            return Ok(number);
        }
        ron::from_str(text).map_err(|error| {
            let limits = match error.code {
                ron::Error::IntegerOutOfBounds => format!(" from {least} to {most}"),
                _ => String::new(),
            };
            let found = quoted(&text[token(text, 0)]);
            let message = format!("found {found}, expected a whole number{limits}");
            Fault::new(at, message).of_kind(FaultKind::Syntax)
        })
    }

    pub(super) fn is<T: DeserializeOwned + FromStr>(&self, node: Node) -> bool {
        let text = self.text(node);
        text.parse::<T>().is_ok() || ron::from_str::<T>(text).is_ok()
    }

    pub(super) fn scalar<T: DeserializeOwned>(
        &self,
        node: Node,
        expected: &str,
    ) -> Result<T, Fault> {
        ron::from_str(self.text(node)).map_err(|_| self.expected(node, expected))
    }

    /// The first and the last number of a range of whole numbers; of a single one, that twice.
    pub(super) fn bounds(&self, node: Node) -> Result<[u64; 2], Fault> {
        let (at, text) = (self.range(node), self.text(node));
        let number = |at| self.integer::<u64>(at, (u64::MIN.into(), u64::MAX.into()));
        let Some((first, last)) = text.split_once("..") else {
            return Ok([number(at)?; 2]);
        };
        let (last, is_closed) = last
            .strip_prefix('=')
            .map_or((last, false), |last| (last, true));
        if first.is_empty() || last.is_empty() {
            let message = format!("found `{text}`, expected a range with both ends, as in `3..9`");
            return Err(Fault::new(at, message));
        }
        let from = number(at.start..at.start + first.len())?;
        let end = number(at.end - last.len()..at.end)?;
        let most = if is_closed {
            Some(end)
        } else {
            end.checked_sub(1)
        };
        most.filter(|&most| most >= from)
            .map(|most| [from, most])
            .ok_or_else(|| {
                let message = format!("found `{text}`, expected a range that is not empty");
                Fault::new(at, message)
            })
    }

    /// The bytes of a string between its quotes; `None` if the value is no string.
    pub(crate) fn content(&self, node: Node) -> Option<Range<usize>> {
        let (Range { start, .. }, text) = (self.range(node), self.text(node));
        let open = text
            .trim_start_matches('r')
            .trim_start_matches('#')
            .starts_with('"');
        let (open, close) = (text.find('"').filter(|_| open)? + 1, text.rfind('"')?);
        Some(start + open..start + close)
    }

    pub(crate) fn is_plain(&self, node: Node) -> bool {
        let text = self.text(node);
        text.starts_with('r') || !text.contains('\\')
    }

    pub(crate) fn string(&self, node: Node) -> Result<Cow<'t, str>, Fault> {
        let text = self.text(node);
        let expected = || self.expected(node, "a string in quotes");
        let content = self.content(node).ok_or_else(expected)?;
        if self.is_plain(node) {
            return Ok(Cow::Borrowed(&self.text[content]));
        }
        ron::from_str(text).map(Cow::Owned).map_err(|error| {
            let end = byte_of(text, error.span.end);
            let start = text[..end].rfind('\\').unwrap_or_default();
            let found = &text[start..end];
            let message =
                format!("found `{found}`, expected escapes such as `\\n` and `\\\"` in strings");
            let before = self.range(node).start;
            Fault::new(before + start..before + end, message)
        })
    }
}

/// The byte at a line and column, both from 1, columns counted in characters.
fn byte_of(text: &str, position: ron::error::Position) -> usize {
    let mut lines = text.split_inclusive('\n');
    let line_start: usize = lines.by_ref().take(position.line - 1).map(str::len).sum();
    let line = &text[line_start..];
    let column = line
        .char_indices()
        .nth(position.col - 1)
        .map_or(line.len(), |(at, _)| at);
    line_start + column
}
