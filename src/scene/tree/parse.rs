//! From a text to its tree.

use super::lexer::{begins_name, blank, literal, quoted, token, word};
use super::{Span, Tree};
use crate::base::limits;
use crate::base::report::Fault;
use crate::scene::wording::unknown_name;
use std::collections::BTreeSet;

impl<'t> Tree<'t> {
    /// The tree of a text that is called a `kind` in messages, or its first error.
    ///
    /// Brackets that the text does not close are closed at its end, and the error is kept.
    pub(crate) fn parse(text: &'t str, kind: &'static str) -> Result<Self, Fault> {
        if text.len() > limits::TEXT {
            let (found, most) = (text.len(), limits::TEXT);
            let message = format!("a {kind} of {found} bytes, expected at most {most}");
            return Err(Fault { at: 0..0, message });
        }
        let separators = text.bytes().filter(|byte| b",:([{".contains(byte)).count();
        let nodes = Vec::with_capacity(1 + separators.min(text.len() / 2)); // a separator each
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut parser =
            Parser { text, at, end: at, nodes, levels: limits::NESTING, unclosed: None };
        parser.extensions()?;
        parser.skip()?;
        if parser.rest().is_empty() {
            return Err(parser.expected(&format!("`{}(`", title(kind))));
        }
        parser.value()?;
        parser.skip()?;
        if !parser.rest().is_empty() {
            return Err(parser.expected(&format!("the end of the file after the {kind}")));
        }
        let Parser { nodes, unclosed, .. } = parser;
        Ok(Self { text, nodes, unclosed, wrong: BTreeSet::new() })
    }
}

/// The name of the struct that a text of this kind is.
fn title(kind: &str) -> String {
    let (first, rest) = kind.split_at(1);
    first.to_uppercase() + rest
}

/// Extensions that a text may enable; they are on in any case.
const EXTENSIONS: [&str; 4] =
    ["implicit_some", "unwrap_newtypes", "unwrap_variant_newtypes", "explicit_struct_names"];

struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// The end of what was read that is neither blank nor a comma.
    end: usize,
    nodes: Vec<Span>,
    /// How many more levels of nesting are allowed.
    levels: usize,
    /// The error of the innermost bracket that is not closed.
    unclosed: Option<Fault>,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips blanks and comments.
    fn skip(&mut self) -> Result<(), Fault> {
        self.at = blank(self.text, self.at).map_err(|start| Fault {
            at: start..start + 2,
            message: "found `/*`, expected a `*/` at the end of the comment".to_owned(),
        })?;
        Ok(())
    }

    /// Takes a character, if it is next after blanks.
    fn takes(&mut self, sign: char) -> Result<bool, Fault> {
        self.skip()?;
        let is_next = self.rest().starts_with(sign);
        self.at += usize::from(is_next) * sign.len_utf8();
        Ok(is_next)
    }

    /// The error that something else was expected here.
    fn expected(&self, expected: &str) -> Fault {
        let at = token(self.text, self.at);
        let message = format!("found {}, expected {expected}", quoted(&self.text[at.clone()]));
        Fault { at, message }
    }

    /// Reads the extensions of RON that the text enables.
    fn extensions(&mut self) -> Result<(), Fault> {
        self.skip()?;
        while let Some(rest) = self.rest().strip_prefix("#!") {
            let wrong = || self.expected("`#![enable(…)]` with the names of extensions");
            let (names, behind) = rest.split_once(']').ok_or_else(wrong)?;
            let names = names.trim_start().strip_prefix('[').ok_or_else(wrong)?.trim();
            let names = names.strip_prefix("enable").ok_or_else(wrong)?.trim();
            let names = names.strip_prefix('(').and_then(|names| names.strip_suffix(')'));
            for name in names.ok_or_else(wrong)?.split(',').map(str::trim) {
                if !name.is_empty() && !EXTENSIONS.contains(&name) {
                    return Err(Fault { message: unknown_name(name, &EXTENSIONS), ..wrong() });
                }
            }
            self.at = self.text.len() - behind.len();
            self.skip()?;
        }
        Ok(())
    }

    /// Reads a value, and adds its nodes.
    fn value(&mut self) -> Result<(), Fault> {
        self.skip()?;
        let (start, node) = (self.at, self.nodes.len());
        let rest = self.rest();
        if rest.is_empty() {
            return Ok(()); // an open bracket is reported
        }
        if rest.starts_with("#!") {
            let message =
                "found `#!`, expected extensions at the start of the file only".to_owned();
            return Err(Fault { at: start..start + 2, message });
        }
        self.nodes.push(Span { start: narrow(start), end: narrow(start) });
        match (literal(rest), word(rest), closing(rest)) {
            (Some(Ok(length)), ..) => self.at += length,
            (Some(Err(_)), ..) => return Err(self.expected("a `\"` at the end of the string")),
            (None, 0, Some(close)) => self.nested(close)?,
            (None, 0, None) => return Err(self.expected("a value")),
            (None, length, _) => {
                self.at += length;
                self.end = self.at;
                if begins_name(rest) && !rest[..length].contains("..") {
                    self.skip()?;
                    if self.rest().starts_with('(') {
                        self.nested(')')?;
                    } else {
                        self.at = self.end;
                    }
                }
            }
        }
        if !self.rest().is_empty() || self.unclosed.is_none() {
            self.end = self.at;
        }
        self.nodes[node].end = narrow(self.end);
        Ok(())
    }

    /// Reads what is between two brackets, and the brackets.
    fn nested(&mut self, close: char) -> Result<(), Fault> {
        let Some(levels) = self.levels.checked_sub(1) else {
            let most = limits::NESTING;
            return Err(self.expected(&format!("at most {most} levels of nesting")));
        };
        self.levels = levels;
        self.at += 1;
        self.end = self.at;
        let mut is_struct = None;
        while !self.takes(close)? && !self.is_at_end(close) {
            let first = self.nodes.len();
            self.value()?;
            let has_colon = close != ']' && is_struct != Some(false) && self.takes(':')?;
            if close != ']' && self.is_at_end(close) {
                break;
            }
            if has_colon && close == ')' && !self.is_name(first) {
                self.at = self.nodes[first].start as usize;
                return Err(self.expected("a name"));
            }
            if (close == '}' || is_struct == Some(true)) && !has_colon {
                return Err(self.expected("a colon"));
            }
            is_struct.get_or_insert(has_colon);
            if has_colon {
                self.value()?;
            }
            if !self.takes(',')? && !self.rest().starts_with(close) && !self.is_at_end(close) {
                return Err(self.expected(&format!("a comma or a closing `{close}`")));
            }
        }
        self.levels += 1;
        Ok(())
    }

    /// Whether the text ends here, before the bracket is closed, which is an error.
    fn is_at_end(&mut self, close: char) -> bool {
        let is_at_end = self.rest().is_empty();
        if is_at_end {
            let message = format!("found the end of the file, expected a closing `{close}`");
            self.unclosed.get_or_insert(Fault { at: self.end..self.end, message });
        }
        is_at_end
    }

    fn is_name(&self, node: usize) -> bool {
        let Span { start, end } = self.nodes[node];
        let text = &self.text[start as usize..end as usize];
        begins_name(text) && word(text) == text.len()
    }
}

/// The bracket that closes the one at the start of a text.
fn closing(text: &str) -> Option<char> {
    match text.as_bytes().first()? {
        b'(' => Some(')'),
        b'[' => Some(']'),
        b'{' => Some('}'),
        _ => None,
    }
}

/// A place in a text within its limit.
fn narrow(at: usize) -> u32 {
    u32::try_from(at).expect("less than 4 GiB")
}
